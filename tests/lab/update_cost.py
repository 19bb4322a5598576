"""The cost of a learner's update, compared with the library's own update and a bare torch loop.

All three get the same rollout, network, minibatches and epochs, and take turns, so other work on the machine slows them
equally. The bare loop copies each minibatch, runs the plain layers forward and backward, and takes an Adam step. It has
no masks and no clipping, and its loss is the sum of two means.
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import torch
from gymnasium import spaces
from rich import box
from rich.table import Table
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from speed_limit import new_parser, unmoved
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.experiment import Experiment, LearnerConfig, read_experiment
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.run_folder import RunError
from nexus_env.agents.report import RunProgress
from nexus_env.cli.arguments import at_least
from nexus_env.contract.game import Game
from nexus_env.envs.sb3 import LearnerSeatsVecEnv
from nexus_env.kit.options import OptionsError
from nexus_env.reports.console import PlainConsole
from nexus_env.system.wording import one_line

WARM = 2  # warm-up rollouts
OURS, THEIRS, BARE = "this learner", "the library's own", "a bare torch loop"
SHARED = ("n_steps", "batch_size", "n_epochs", "ent_coef", "max_grad_norm")
EXAMPLES = """examples:
  python tests/lab/update_cost.py configs/nexus/duel.toml
  python tests/lab/update_cost.py configs/nexus/duel.toml --turns 10 --set learner.hidden=[128,128]
"""


class PlainTrunk(BaseFeaturesExtractor):
    """The library's trunk: all inputs, in full precision."""

    def __init__(self, space: spaces.Box, hidden: Sequence[int]) -> None:
        """Layers from an observation of `space` to `hidden[-1]` features."""
        super().__init__(space, hidden[-1])
        widths = [space.shape[0], *hidden]
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(fan_in, fan_out) for fan_in, fan_out in zip(widths, hidden, strict=False)
        )

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Float32 [n, size] to float32 [n, hidden[-1]]."""
        for layer in self.layers:
            observations = torch.relu(layer(observations))
        return observations


def of_the_library(training: Training) -> MaskablePPO:
    """The library's own learner with the weights and the last rollout of `training`."""
    ours, learner = training.model, training.experiment.learner
    network = {"net_arch": [], "features_extractor_class": PlainTrunk}
    theirs = MaskablePPO(
        MaskableActorCriticPolicy,
        LearnerSeatsVecEnv(training.seats),
        **{name: getattr(learner, name) for name in SHARED},
        learning_rate=ours.lr_schedule(ours._current_progress_remaining),
        policy_kwargs={**network, "features_extractor_kwargs": {"hidden": learner.hidden}},
        device=ours.device,
    )
    theirs.policy.load_state_dict(ours.policy.state_dict())
    theirs.set_logger(Logger(None, []))
    filled = vars(ours.rollout_buffer)
    theirs.rollout_buffer.__dict__.update(filled, action_masks=filled["action_masks"].astype("float32"))
    return theirs


def bare_loop(theirs: MaskablePPO, learner: LearnerConfig) -> Callable[[], None]:
    """A bare update of a network like that of `theirs`, on its rollout."""
    policy: Any = theirs.policy
    trunk, head, value = policy.features_extractor, policy.action_net, policy.value_net
    layers = torch.nn.ModuleList([trunk, head, value])
    optimizer = torch.optim.Adam(layers.parameters(), lr=0.0, fused=True)
    rows = torch.from_numpy(theirs.rollout_buffer.observations).flatten(0, 1)

    def update() -> None:
        for _ in range(learner.n_epochs):
            for part in torch.split(torch.randperm(len(rows)), learner.batch_size):
                features = trunk(rows[part].to(theirs.device))
                loss = head(features).square().mean() + value(features).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()

    return update


def measure(experiment: Experiment, game: Game, turns: int, watch: RunProgress) -> dict[str, float]:
    """The decisions per second of each method, counting every epoch: the median of `turns` turns after a first one.
    The weights stay unchanged.
    """
    learner = experiment.learner
    with TemporaryDirectory() as folder:
        training = Training(unmoved(experiment), game, Path(folder))
        model = training.model
        decisions = model.n_steps * model.n_envs
        model.learn(WARM * decisions)
        theirs = of_the_library(training)
        ways = {OURS: model.train, THEIRS: theirs.train, BARE: bare_loop(theirs, learner)}
        seconds: dict[str, list[float]] = {name: [] for name in ways}
        for turn in range(turns + 1):
            for name, update in ways.items():
                began = time.perf_counter()
                update()
                seconds[name].append(time.perf_counter() - began)
            watch.show(turn / turns, f"{turn} of {turns} turns")
    return {
        name: learner.n_epochs * decisions / median(spent[1:]) for name, spent in seconds.items()
    }  # after the first


def table(speeds: dict[str, float], learner: LearnerConfig) -> Table:
    """The speeds, and their ratios to the library's."""
    sizes = f"minibatches of {learner.batch_size:,}, {learner.n_epochs} epochs, layers {list(learner.hidden)}"
    found = Table(title="decisions a second in an update", caption=sizes, box=box.SIMPLE_HEAD)
    for column in ("", "a second", "times the library's"):
        found.add_column(column, justify="right" if column else "left", no_wrap=True)
    for name, speed in speeds.items():
        found.add_row(name, f"{speed:,.0f}", f"{speed / speeds[THEIRS]:.2f}")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print the table; report errors in one sentence."""
    parser = new_parser("update_cost", __doc__, EXAMPLES)
    parser.add_argument("--turns", type=at_least(1), default=5, metavar="N", help="updates per method (default 5)")
    given = parser.parse_args(words)
    try:
        experiment, game = read_experiment(given.config, given.set)
        with RunProgress(PlainConsole(stderr=True)) as watch:
            speeds = measure(experiment, game, given.turns, watch)
    except (OptionsError, AgentError, RunError) as error:
        print(one_line(error), file=sys.stderr)
        return 2
    PlainConsole().print(table(speeds, experiment.learner))
    return 0


if __name__ == "__main__":
    sys.exit(main())
