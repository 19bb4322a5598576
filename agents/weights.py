"""A network as named arrays, read from a snapshot, a checkpoint or an agent.

The arrays are those of `nexus_env.core.policy_bank.Weights`; `weight_value` float32 [1, features] and `bias_value`
float32 [1] are the value head, where the file has one; `weight_gate` float32 [advisors, features] and `bias_gate`
float32 [advisors] are the gates of an advised network: see `nexus_env.agents.advisors`.
"""

import io
import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from os.path import isfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.advisors import Advisors, describe, names_in, told_of
from nexus_env.agents.agent import DRAWING, Actions, AgentError, Masks, Observations, best, bring, sample
from nexus_env.agents.model_files import parse_json, read_onnx, read_zip, write_zip
from nexus_env.agents.policy import refuse_strangers
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import Weights
from nexus_env.system.wording import InputError, mismatch

HALF = "_half"  # after the name of a tensor that is kept in half precision
STAMPS = "stamps"  # the entry of a snapshot that holds them, as JSON
SURE = np.float32(1e4)
KINDS = (".npz", ".pt", ".onnx")
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]
Stamps = dict[str, str]


def layers_of(weights: Weights) -> list[Layer]:
    """Weight and bias of each layer of the policy, from the first to the last."""
    layers: list[Layer] = []
    while f"weight_{len(layers)}" in weights:
        layers.append((weights[f"weight_{len(layers)}"], weights[f"bias_{len(layers)}"]))
    return layers


def widths_of(weights: Weights) -> list[int]:
    """The size of the observation, of each hidden layer, and the number of actions."""
    layers = [weight for weight, _ in layers_of(weights)]
    return [layers[0].shape[1], *(layer.shape[0] for layer in layers)]


def surest(weights: Weights) -> Weights:
    """The same network with its logits scaled so far apart that sampling takes the most probable action."""
    last = len(layers_of(weights)) - 1
    return {**weights, **{f"{part}_{last}": weights[f"{part}_{last}"] * SURE for part in ("weight", "bias")}}


def widened(weights: Weights, fresh: Weights) -> Weights:
    """Widen the network of `weights` to the shape of `fresh`: the same choices and values, with units that can learn.

    New units start as in `fresh`; the old units and heads ignore them at first.
    """
    wide = {name: array.copy() for name, array in fresh.items()}
    for name, array in weights.items():
        if array.ndim == 1:
            wide[name][: len(array)] = array
        else:
            outputs, inputs = array.shape
            wide[name][:outputs] = 0
            wide[name][:outputs, :inputs] = array
    return wide


class Snapshot:
    """Plays a frozen network: takes its most probable action, or samples by its probabilities if `drawing`."""

    def __init__(self, weights: Weights, drawing: bool = False, advisors: Advisors | None = None) -> None:
        """The network with these layers, and with `advisors` if it is an advised one."""
        self._layers = [(weight.T, bias) for weight, bias in layers_of(weights)]
        self._advisors = advisors or None
        if self._advisors is not None:
            self._gates = weights["weight_gate"].T, weights["bias_gate"]
        self._drawing = drawing
        self.size = len(self._layers[0][0])  # of an observation

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        features = observations
        for weight, bias in self._layers[:-1]:
            features = np.maximum(features @ weight + bias, 0)
        weight, bias = self._layers[-1]
        logits = features @ weight + bias
        if self._advisors is not None:
            weight, bias = self._gates
            advised = self._advisors.ask(observations, masks, rng)
            np.add.at(logits, (np.arange(len(logits))[:, None], advised), features @ weight + bias)
        return sample(logits, masks, rng) if self._drawing else best(logits, masks)


# --- files ------------------------------------------------------------------------------------------------------------


def read_weights(path: Path, game: Game, hidden: Sequence[int] | None = None, advisors: Sequence[str] = ()) -> Weights:
    """Read the network in `path`: a run's snapshot (.npz), its checkpoint (.pt) or an agent (.onnx).

    Args:
        path: the file.
        game: the game that the network must play. If a snapshot has no stamps, like those of older runs, its shape
            decides.
        hidden: the widths of the hidden layers that it must have; None takes any.
        advisors: the advisors that it must have.

    Raises:
        AgentError: the file is missing or holds no such network, or the network is for another game or has another
            shape or other advisors.
    """
    weights, stamps = _read(path)
    widths = widths_of(weights)
    if stamps or path.suffix == ".onnx":
        refuse_strangers(path, stamps, game)
    expected = [game.observation_size, *(widths[1:-1] if hidden is None else hidden), len(game.actions)]
    if widths != expected:
        found, wanted = ("-".join(map(str, each)) for each in (widths, expected))
        raise AgentError(f"{path}: got a network with layers of {found}; expected {wanted}.")
    if names_in(stamps) != tuple(advisors):
        raise AgentError(f"{path}: got a network, {describe(names_in(stamps))}; expected {describe(advisors)}.")
    return weights


def read_player(name: str, game: Game, hidden: Sequence[int] | None = None) -> Weights:
    """Read an agent's network for play in which actions are always sampled by their probabilities.

    Args:
        name: an .onnx file, which plays its most probable action; with `:drawing` after the name, it samples.
        game: as in `read_weights`.
        hidden: as in `read_weights`, and so are the errors.
    """
    weights = read_weights(Path(name.removesuffix(DRAWING)), game, hidden)
    return weights if name.endswith(DRAWING) else surest(weights)


def read_start(path: Path, game: Game, hidden: Sequence[int], advisors: Sequence[str] = ()) -> Weights:
    """Read the network in `path` as the start for a network with layers of `hidden`; its own may be narrower.

    Raises:
        AgentError: as for `read_weights`.
    """
    weights = read_weights(path, game, advisors=advisors)
    widths = widths_of(weights)[1:-1]
    if len(widths) != len(hidden) or any(width > most for width, most in zip(widths, hidden, strict=True)):
        found, wanted = ("-".join(map(str, each)) for each in (widths, hidden))
        raise AgentError(f"{path}: got a network with hidden layers of {found}; expected {wanted}, or narrower ones.")
    return weights


def save_snapshot(path: Path, weights: Weights, game: Game, advisors: Sequence[str] = ()) -> None:
    """Write `weights`, the stamps of `game` and the names of `advisors` to `path`, an .npz file with a checksum."""
    room, stamps = io.BytesIO(), json.dumps({**game.stamps, **told_of(advisors)})
    np.savez(room, **weights, **{STAMPS: np.array(stamps)})  # type: ignore[arg-type]
    write_zip(path, room.getvalue())


def load_snapshot(path: Path) -> Weights:
    """Read what `save_snapshot` wrote, without checking the stamps.

    Raises:
        AgentError: the file is missing or damaged.
    """
    return _read(path)[0]


def _read(path: Path) -> tuple[Weights, Stamps]:
    """The network in a file of any kind, whole and with layers that fit each other; and its stamps."""
    readers = {".npz": _read_snapshot, ".pt": _read_checkpoint, ".onnx": _read_agent}
    if path.suffix not in readers:
        raise AgentError(f"{path}: got another kind of file; expected one that ends in {', '.join(KINDS)}.")
    if not isfile(path):
        raise AgentError(f"{path}: no such file; expected a snapshot, a checkpoint or an agent of a run.")
    try:
        weights, stamps = readers[path.suffix](path)
        reason = _misfit(weights)
    except AgentError:
        raise
    except Exception as error:  # each library raises classes of its own for each kind of damage
        expected = f"a whole {path.suffix} file that a run has written"
        raise AgentError(mismatch(path, "a file that cannot be read as a network", expected)) from error
    if reason:
        raise AgentError(f"{path}: {reason}.")
    return weights, stamps


def _read_snapshot(path: Path) -> tuple[Weights, Stamps]:
    with np.load(io.BytesIO(read_zip(path)), allow_pickle=False) as arrays:
        weights: dict[str, Any] = dict(arrays)
    return weights, _texts(parse_json(str(weights.pop(STAMPS, "{}"))))


def _read_checkpoint(path: Path) -> tuple[Weights, Stamps]:
    import torch  # which takes seconds

    state = torch.load(io.BytesIO(read_zip(path)), map_location="cpu", weights_only=True)
    return weights_in(state["policy"]), _texts(state.get(STAMPS, {}))


def _read_agent(path: Path) -> tuple[Weights, Stamps]:
    model = bring("onnx", path).load_model_from_string(read_onnx(path))
    weights = {name: array for name, array in tensors_of(model).items() if name.startswith(("weight_", "bias_"))}
    return weights, metadata_of(model)


def _texts(stamps: Any) -> Stamps:
    """Stamps as they stand in a file."""
    if not isinstance(stamps, dict):
        raise ValueError("got stamps that are not a table; expected one")
    return {str(name): str(stamp) for name, stamp in stamps.items()}


def _misfit(weights: Weights) -> str:
    """The reason why the layers do not fit together or hold numbers that are not finite; empty if there is none."""
    widths, layers = widths_of(weights), layers_of(weights)
    shapes = [(weight.shape, bias.shape) for weight, bias in layers]
    expected = [((wide, narrow), (wide,)) for narrow, wide in pairwise(widths)]
    if "weight_value" in weights or "bias_value" in weights:
        shapes.append((weights["weight_value"].shape, weights["bias_value"].shape))
        expected.append(((1, widths[-2]), (1,)))
    if "weight_gate" in weights or "bias_gate" in weights:
        count = len(weights["bias_gate"])
        shapes.append((weights["weight_gate"].shape, weights["bias_gate"].shape))
        expected.append(((count, widths[-2]), (count,)))
    if shapes != expected:
        return f"got layers of {shapes}; expected {expected}"
    if not all(array.dtype.kind == "f" and np.isfinite(array).all() for array in weights.values()):
        return "got weights that are not finite numbers; expected those of a trained network"
    return ""


# --- networks of ONNX and torch ---------------------------------------------------------------------------------------


def metadata_of(model: Any) -> dict[str, str]:
    """The metadata of a loaded ONNX file."""
    return {entry.key: entry.value for entry in model.metadata_props}


def tensors_of(model: Any) -> dict[str, Any]:
    """The constants of a loaded ONNX file by name, as float32, even those stored in half precision.

    Raises:
        ValueError: a number is not finite, or the weights are in another file.
        Exception: they are damaged; whatever the package `onnx` raises.
    """
    from onnx.numpy_helper import to_array

    tensors = list(model.graph.initializer)
    if any(tensor.external_data for tensor in tensors):
        raise ValueError("got weights in another file; expected them in this one")
    found = {tensor.name.removesuffix(HALF): to_array(tensor).astype(np.float32) for tensor in tensors}
    for name, array in found.items():
        if not np.isfinite(array).all():
            raise InputError(f"{name}: got a number that is not finite; expected finite ones")
    return found


def weights_in(state: Mapping[str, Any]) -> Weights:
    """The network in the `state_dict` of a policy, as new arrays."""
    names = {"action_net": str(_depth_of(state)), "value_net": "value"}
    names |= {f"features_extractor.layers.{layer}": str(layer) for layer in range(_depth_of(state))}
    names |= {"gates": "gate"} if "gates.weight" in state else {}
    return {
        f"{part}_{name}": state[f"{module}.{part}"].detach().cpu().numpy().copy()
        for module, name in names.items()
        for part in ("weight", "bias")
    }


def state_of(weights: Weights) -> dict[str, NDArray[np.float32]]:
    """The inverse of `weights_in`: `weights` by the names of a policy's parameters, which may lack a value head."""
    last = len(layers_of(weights)) - 1
    modules = {f"{layer}": f"features_extractor.layers.{layer}" for layer in range(last)}
    modules |= {f"{last}": "action_net", "value": "value_net", "gate": "gates"}
    return {
        f"{modules[name]}.{part}": array for key, array in weights.items() for part, _, name in [key.partition("_")]
    }


def _depth_of(state: Mapping[str, Any]) -> int:
    """The number of hidden layers."""
    return sum(name.startswith("features_extractor.layers.") and name.endswith(".weight") for name in state)
