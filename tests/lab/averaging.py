"""Average the networks of several agents: `python tests/lab/averaging.py ONE.onnx OTHER.onnx --out MEAN.onnx`.

Runs that began with the same network often lie in one basin of the loss. The mean of two such networks often plays as
well as each on the bouts it was trained on, and better where they make different mistakes (a model soup). It can
recover what a network forgot while training on one kind of bouts.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.agents.agent import AgentError, bring
from nexus_env.agents.model_files import forget_card, read_onnx, write_whole
from nexus_env.agents.policy import SHAPING, PolicyAgent, shaping_of
from nexus_env.agents.weights import metadata_of
from nexus_env.cli.arguments import add_game
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.system.argument_parser import Parser
from nexus_env.system.wording import one_line

EXAMPLES = """examples:
  python tests/lab/averaging.py runs/preset/agent.onnx runs/draft/agent.onnx --out runs/both.onnx
"""


def average(paths: Sequence[Path], game: Game, target: Path) -> None:
    """Write the unweighted mean of the agents in `paths` to `target`.

    Raises:
        AgentError: one of them is not an agent for `game`, or they differ in layers, advisors, temperature or shaping.
        WriteError: `target` cannot be written.
    """
    onnx = bring("onnx", "averaging")
    for path in paths:
        PolicyAgent(path, game)  # what does not fit is refused
    models = [onnx.load_model_from_string(read_onnx(path)) for path in paths]
    first, shaping = models[0], shaping_of(paths[0], metadata_of(models[0]))
    for path, model in zip(paths, models, strict=True):
        if (_shape(model), shaping_of(path, metadata_of(model))) != (_shape(first), shaping):
            raise AgentError(f"{path}: got a different network or reward; expected those of {paths[0]}.")
    for place, tensor in enumerate(first.graph.initializer):
        arrays = [onnx.numpy_helper.to_array(model.graph.initializer[place]) for model in models]
        if arrays[0].dtype.kind == "f":
            mean = np.mean(arrays, axis=0, dtype=np.float64).astype(arrays[0].dtype)
            tensor.CopyFrom(onnx.numpy_helper.from_array(mean, tensor.name))
    onnx.helper.set_model_props(first, {**metadata_of(first), SHAPING: repr(shaping)})
    forget_card(target)  # that of a former agent, whose checksum would not fit
    write_whole(target, lambda partial: onnx.save_model(first, str(partial)))


def _shape(model: Any) -> Any:
    """All that must be the same in two networks between which a mean means something."""
    tensors = [(tensor.name, tuple(tensor.dims), tensor.data_type) for tensor in model.graph.initializer]
    facts = {key: value for key, value in metadata_of(model).items() if key != SHAPING}
    return tensors, facts, [node.op_type for node in model.graph.node]


def main(words: Sequence[str] | None = None) -> int:
    """Write the mean; report errors in one sentence."""
    parser = Parser(
        "python tests/lab/averaging.py",
        description="Average several agents into one.",
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "agents", type=Path, nargs="+", metavar="agent", help="an .onnx file that train.py has exported"
    )
    parser.add_argument("--out", type=Path, required=True, help="where to write the mean, an .onnx file")
    add_game(parser)
    given = parser.parse_args(words)
    try:
        average(given.agents, registry.find(given.game, "--game"), given.out)
    except (OSError, ValueError) as error:
        print(one_line(error), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
