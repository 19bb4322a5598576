"""Export a trained policy as one ONNX file with its stamps, verified against torch."""

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, ValueInfoProto, save_model
from onnx.checker import check_model
from onnx.helper import (
    make_graph,
    make_model,
    make_node,
    make_opsetid,
    make_tensor_value_info,
    set_model_props,
)
from onnx.numpy_helper import from_array

from nexus_env.agents.advisors import Advisors, told_of
from nexus_env.agents.learning.network import NEVER, weights_of, whole_precision
from nexus_env.agents.model_files import forget_card, write_whole
from nexus_env.agents.policy import ADVISED
from nexus_env.agents.weights import layers_of
from nexus_env.contract.game import Game

TOLERANCE = 1e-4  # of logits and values, absolute
OPSET, IR_VERSION = 17, 8  # old enough for every runtime in use
FLOAT, BOOL = TensorProto.FLOAT, TensorProto.BOOL
PACKAGES = ("torch", "stable-baselines3", "sb3-contrib", "numba", "numpy")


def export(
    policy: Any,
    game: Game,
    path: Path,
    observations: NDArray[np.float32],
    masks: NDArray[np.bool_],
    advisors: Sequence[str] = (),
) -> float:
    """Write `policy` for `game` to `path`; returns the largest difference from torch on the given rows.

    The card of an earlier agent at `path` is removed.

    Inputs: `observations` float32 [n, size], `masks` bool [n, actions], and `advice` int64 [n, advisors] if the policy
    has `advisors`. Outputs: `logits` float32 [n, actions], -1e8 for illegal actions, and `values` float32 [n]. The
    stamps of the game and the names of the advisors are the file's metadata.

    The graph is written here, not by torch's exporter: for two kinds of layers that is short, and it does not depend on
    the version of torch.

    Raises:
        RuntimeError: the file does not compute what torch computes; an earlier file at `path` is kept.
        WriteError: the file cannot be written.
    """
    differences: list[float] = []
    asked = Advisors(advisors, game).ask(observations, masks, np.random.default_rng(0))
    advised = {ADVISED: asked} if advisors else {}

    def write(partial: Path) -> None:
        _write(policy, game, partial, advisors)
        differences.append(_difference(policy, partial, {"observations": observations, "masks": masks, **advised}))
        if not differences[0] <= TOLERANCE:
            raise RuntimeError(
                f"{path}: got a difference from torch of {differences[0]}; expected at most {TOLERANCE}."
            )
        forget_card(path)  # that of a former agent, whose checksum would not fit

    write_whole(path, write)
    return differences[0]


def versions() -> dict[str, str]:
    """The versions of the software that a result depends on."""
    return {package: version(package) for package in PACKAGES}


def _write(policy: Any, game: Game, path: Path, advisors: Sequence[str]) -> None:
    """The graph, layer by layer: trunk, then the heads, then the mask."""
    # The trunk.
    weights = weights_of(policy)
    layers = len(layers_of(weights)) - 1
    nodes, features = [], "observations"
    for number in range(layers):
        nodes += [
            _linear(features, str(number), f"sum_{number}"),
            make_node("Relu", [f"sum_{number}"], [f"out_{number}"]),
        ]
        features = f"out_{number}"

    # The policy head, with the gates of advisors if there are any, and the mask; then the value head.
    nodes.append(_linear(features, str(layers), "scores"))
    if advisors:
        nodes += [
            _linear(features, "gate", "gates"),
            make_node("ScatterElements", ["scores", ADVISED, "gates"], ["advised"], axis=1, reduction="add"),
        ]
    nodes.append(make_node("Where", ["masks", "advised" if advisors else "scores", "never"], ["logits"]))
    nodes += [_linear(features, "value", "value"), make_node("Reshape", ["value", "row"], ["values"])]

    # The model with its inputs, outputs and stamps.
    constants = {**weights, "never": np.float32(NEVER), "row": np.array([-1])}
    size, actions = game.observation_size, len(game.actions)
    inputs = [_rows("observations", FLOAT, size), _rows("masks", BOOL, actions)]
    inputs += [_rows(ADVISED, TensorProto.INT64, len(advisors))] if advisors else []
    outputs = [_rows("logits", FLOAT, actions), _rows("values", FLOAT)]
    tensors = [from_array(np.asarray(array), name) for name, array in constants.items()]
    model = make_model(make_graph(nodes, game.name, inputs, outputs, tensors), opset_imports=[make_opsetid("", OPSET)])
    model.ir_version = IR_VERSION
    set_model_props(model, {**game.stamps, **told_of(advisors)})
    check_model(model, full_check=True)
    save_model(model, str(path))


def _linear(source: str, layer: str, target: str) -> NodeProto:
    """A fully connected layer as torch stores it: its weight transposed."""
    return make_node("Gemm", [source, f"weight_{layer}", f"bias_{layer}"], [target], transB=1)


def _rows(name: str, kind: int, *shape: int) -> ValueInfoProto:
    """A tensor with any number of rows."""
    return make_tensor_value_info(name, kind, ["rows", *shape])


def _difference(policy: Any, path: Path, seen: dict[str, NDArray[Any]]) -> float:
    """The largest absolute difference of the file from the policy that was trained, over legal logits and values.

    Args:
        policy: the policy.
        path: the file.
        seen: what the file is given.
    """
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    logits, values = session.run(["logits", "values"], seen)
    masks = seen["masks"]
    rows = np.column_stack([seen[name] for name in ("observations", ADVISED) if name in seen])
    with torch.inference_mode(), whole_precision(policy):
        expected, worth, legal = policy.logits_and_values(torch.from_numpy(rows.astype(np.float32)), masks)
    assert (logits[~masks] == np.float32(NEVER)).all()
    differences = np.abs(logits[:, legal] - expected.numpy())[masks[:, legal]]
    return float(max(differences.max(), np.abs(values - worth.numpy()[:, 0]).max()))
