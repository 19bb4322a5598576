"""A network as named arrays, read from any file that holds one: a snapshot, a checkpoint or an agent.

The arrays are those of `nexus_env.lineup.Weights`; `weight_value` float32 [1, features] and `bias_value` float32 [1]
are the head that tells the value, where the file has one.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import DRAWING, Actions, AgentError, Masks, Observations, best, bring, sample
from agents.checkpoint import write_whole
from agents.policy import refuse_strangers, tensors_of
from nexus_env.contract import Game
from nexus_env.lineup import Weights

STAMPS = "stamps"  # the entry of a snapshot that holds them, as JSON
SURE = np.float32(1e4)
KINDS = (".npz", ".pt", ".onnx")
Layer = tuple[NDArray[np.float32], NDArray[np.float32]]
Stamps = dict[str, str]


def layers_of(weights: Weights) -> list[Layer]:
    """Weight and bias of each layer that has a part in the choice, from the first to the last."""
    layers: list[Layer] = []
    while f"weight_{len(layers)}" in weights:
        layers.append((weights[f"weight_{len(layers)}"], weights[f"bias_{len(layers)}"]))
    return layers


def widths_of(weights: Weights) -> list[int]:
    """The size of the observation, of each hidden layer, and the number of actions."""
    layers = [weight for weight, _ in layers_of(weights)]
    return [layers[0].shape[1], *(layer.shape[0] for layer in layers)]


def read_player(name: str, game: Game, hidden: Sequence[int] | None = None) -> Weights:
    """The network of an agent as it is to play where actions are always drawn by their probabilities.

    Args:
        name: an .onnx, which plays its surest action, or with `:drawing` after it draws.
        game: as for `read_weights`, and so are `hidden` and what is raised.
        hidden: see there.
    """
    weights = read_weights(Path(name.removesuffix(DRAWING)), game, hidden)
    return weights if name.endswith(DRAWING) else surest(weights)


def surest(weights: Weights) -> Weights:
    """The same network with logits so far apart that drawing by their probabilities takes the most probable action."""
    last = len(layers_of(weights)) - 1
    return {**weights, **{f"{part}_{last}": weights[f"{part}_{last}"] * SURE for part in ("weight", "bias")}}


class Snapshot:
    """Plays a frozen network: by its surest action, or by its probabilities if `drawing`."""

    def __init__(self, weights: Weights, drawing: bool = False) -> None:
        """The network with these layers."""
        self._layers = [(weight.T, bias) for weight, bias in layers_of(weights)]
        self._drawing = drawing
        self.size = len(self._layers[0][0])  # of an observation

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        features = observations
        for weight, bias in self._layers[:-1]:
            features = np.maximum(features @ weight + bias, 0)
        weight, bias = self._layers[-1]
        logits = features @ weight + bias
        return sample(logits, masks, rng) if self._drawing else best(logits, masks)


def save_snapshot(path: Path, weights: Weights, game: Game) -> None:
    """Write `weights` and the stamps of `game` to `path`, an .npz file."""

    def write(partial: Path) -> None:
        with partial.open("wb") as file:
            np.savez(file, **weights, **{STAMPS: np.array(json.dumps(game.stamps))})  # type: ignore[arg-type]

    write_whole(path, write)


def load_snapshot(path: Path) -> Weights:
    """What `save_snapshot` has written, without looking at the stamps."""
    return _read_snapshot(path)[0]


def read_weights(path: Path, game: Game, hidden: Sequence[int] | None = None) -> Weights:
    """The network in `path`: a run's snapshot (.npz), its checkpoint (.pt) or an agent (.onnx).

    Args:
        path: the file.
        game: what the network must play. Where a file has no stamps, as snapshots of older runs, its shape decides.
        hidden: the widths of the hidden layers that it must have; None takes any.

    Raises:
        AgentError: there is no such file, it holds no such network, or the network is for another game or has another
            shape.
    """
    readers = {".npz": _read_snapshot, ".pt": _read_checkpoint, ".onnx": _read_agent}
    if path.suffix not in readers:
        raise AgentError(f"{path}: found another kind of file, expected one that ends in {', '.join(KINDS)}.")
    if not path.is_file():
        raise AgentError(f"{path}: found no such file, expected a snapshot, a checkpoint or an agent of a run.")
    try:
        weights, stamps = readers[path.suffix](path)
        widths = widths_of(weights)
    except AgentError:
        raise
    except Exception as error:  # each library raises classes of its own for each kind of damage
        raise AgentError(f"{path}: found no network of a run ({type(error).__name__}: {error}).") from error
    if stamps:
        refuse_strangers(path, stamps, game)
    expected = [game.observation_size, *(widths[1:-1] if hidden is None else hidden), len(game.actions)]
    if widths != expected:
        found, wanted = ("-".join(map(str, each)) for each in (widths, expected))
        raise AgentError(f"{path}: found a network with layers of {found}, expected {wanted}.")
    return weights


def read_start(path: Path, game: Game, hidden: Sequence[int]) -> Weights:
    """The network in `path`, to be learned on with by one with layers of `hidden`: as wide as these, or less.

    Raises:
        AgentError: as for `read_weights`.
    """
    weights = read_weights(path, game)
    widths = widths_of(weights)[1:-1]
    if len(widths) != len(hidden) or any(width > most for width, most in zip(widths, hidden, strict=True)):
        found, wanted = ("-".join(map(str, each)) for each in (widths, hidden))
        raise AgentError(f"{path}: found a network with hidden layers of {found}, expected {wanted}, or narrower ones.")
    return weights


def widened(weights: Weights, fresh: Weights) -> Weights:
    """The network of `weights` in the shape of `fresh`: the same choices and values, with units that may learn.

    What is new is as in `fresh`, but that no unit or head of before hears of it yet.
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


def _read_snapshot(path: Path) -> tuple[Weights, Stamps]:
    with np.load(path, allow_pickle=False) as arrays:
        weights: dict[str, Any] = dict(arrays)
    return weights, json.loads(str(weights.pop(STAMPS, "{}")))


def _read_checkpoint(path: Path) -> tuple[Weights, Stamps]:
    import torch  # which takes seconds

    state = torch.load(path, map_location="cpu", weights_only=True)
    return weights_in(state["policy"]), state.get(STAMPS, {})


def _read_agent(path: Path) -> tuple[Weights, Stamps]:
    model = bring("onnx", path).load(str(path), load_external_data=False)
    weights = {name: array for name, array in tensors_of(model).items() if name.startswith(("weight_", "bias_"))}
    return weights, {entry.key: entry.value for entry in model.metadata_props}


def weights_in(state: Mapping[str, Any]) -> Weights:
    """The network in the `state_dict` of a policy, as arrays of their own."""
    names = {"action_net": str(_depth_of(state)), "value_net": "value"}
    names |= {f"features_extractor.layers.{layer}": str(layer) for layer in range(_depth_of(state))}
    return {
        f"{part}_{name}": state[f"{module}.{part}"].detach().cpu().numpy().copy()
        for module, name in names.items()
        for part in ("weight", "bias")
    }


def state_of(weights: Weights) -> dict[str, NDArray[np.float32]]:
    """The other way round: `weights` by the names of a policy's parameters; without a value head, none for it."""
    last = len(layers_of(weights)) - 1
    modules = {f"{layer}": f"features_extractor.layers.{layer}" for layer in range(last)}
    modules |= {f"{last}": "action_net", "value": "value_net"}
    return {
        f"{modules[name]}.{part}": array for key, array in weights.items() for part, _, name in [key.partition("_")]
    }


def _depth_of(state: Mapping[str, Any]) -> int:
    """How many hidden layers there are."""
    return sum(name.startswith("features_extractor.layers.") and name.endswith(".weight") for name in state)
