"""A trained network inside a search: it gives priors for actions, judges situations, or plays."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nexus_env.agents.advisors import describe, names_in
from nexus_env.agents.agent import AgentError, bring, refuse_missing_file
from nexus_env.agents.model_files import read_onnx
from nexus_env.agents.policy import EXPECTED, refuse_strangers, shaping_of
from nexus_env.agents.weights import metadata_of, tensors_of
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import PolicyBank, logits_of
from nexus_env.machine.compiled import compiled
from nexus_env.system.wording import InputError, spoken


class Network(NamedTuple):
    """Fully connected layers with a policy head and a value head, and scratch memory."""

    weights: Any  # float32 [n]: see `PolicyBank`
    widths: Any  # int64 [layers + 1]: see there
    value: Any  # float32 [last hidden width + 1]: the weights of the value head, then its bias
    scales: Any  # float32 [size]: the scales of the observation
    inputs: Any  # float32 [size]
    layers: Any  # float32 [2, widest layer]
    places: Any  # int64 [2, widest of all]
    nothing: Any  # int8 [actions]: a mask of no action
    shaping: float  # the share of the potential that its values lack, since shaping paid it in advance


@compiled
def weigh_actions(network: Network, seen: Any, mask: Any, likely: Any) -> None:
    """Write the probability of each action of `mask` into `likely`, float32 [actions]; they add up to 1."""
    show(network, seen)
    logits = logits_of(network.weights, network.widths, network.inputs, mask, network.layers, network.places)
    highest, total = -np.inf, 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            highest = max(highest, float(logits[action]))
    for action in range(mask.shape[0]):
        likely[action] = np.exp(logits[action] - highest) if mask[action] else 0.0
        total += likely[action]
    for action in range(mask.shape[0]):
        likely[action] /= np.float32(total)


@compiled
def judge(network: Network, seen: Any) -> float:
    """The expected future reward of the seat that sees the observation `seen`, int8 [size]."""
    show(network, seen)
    logits_of(network.weights, network.widths, network.inputs, network.nothing, network.layers, network.places)
    last = network.widths.shape[0] - 2  # skip the policy head; the layer before it left its features
    features, width = network.layers[(last - 1) % 2], network.widths[last]
    value = float(network.value[width])
    for place in range(width):
        value += network.value[place] * features[place]
    return value


@compiled
def show(network: Network, seen: Any) -> None:
    """Multiply the int8 observation `seen` by its scales, for the first layer."""
    for place in range(seen.shape[0]):
        network.inputs[place] = network.scales[place] * seen[place]


def read_network(path: Path, game: Game) -> Network:
    """Read the network of an ONNX file that `nexus_env.agents.learning.export` wrote.

    Raises:
        AgentError: the file is missing or damaged, holds no such network, or was trained for another game.
    """
    refuse_missing_file(path)
    onnx, data = bring("onnx", path), read_onnx(path)
    try:
        model = onnx.load_model_from_string(data)
        tensors, facts = tensors_of(model), metadata_of(model)
    except Exception as error:  # the package raises a different class for each kind of damage
        raise AgentError(f"{path}: got no readable ONNX network ({spoken(error)}); {EXPECTED}.") from error
    refuse_strangers(path, facts, game)
    if names := names_in(facts):
        raise AgentError(f"{path}: got a network, {describe(names)}; expected {describe(())}.")
    shaping = shaping_of(path, facts)
    try:
        return _assemble(tensors, game)._replace(shaping=shaping)
    except (KeyError, ValueError) as error:
        raise AgentError(
            f"{path}: got other layers ({spoken(error)}); expected those of a network that train.py has exported."
        ) from error


def no_network(game: Game) -> Network:
    """A placeholder network that is never used."""
    return _room(PolicyBank(1, [1, 1, 1]), np.zeros(2, np.float32), game)


def with_own_room(network: Network) -> Network:
    """The same network with its own scratch memory, for another thread."""
    room = {name: getattr(network, name).copy() for name in ("inputs", "layers", "places")}
    return network._replace(**room)


def _assemble(tensors: dict[str, Any], game: Game) -> Network:
    """The tensors of the file, layer by layer."""
    layers = sum(1 for name in tensors if name.startswith("weight_") and name != "weight_value")
    widths = [game.observation_size, *(len(tensors[f"weight_{layer}"]) for layer in range(layers))]
    if layers < 2 or widths[-1] != len(game.actions):
        raise InputError(f"widths {widths}")
    bank = PolicyBank(1, widths)
    bank.put(0, tensors)
    value = np.concatenate([tensors["weight_value"].ravel(), tensors["bias_value"].ravel()])
    if value.shape != (widths[-2] + 1,):
        raise InputError(f"a value head of {len(value) - 1}")
    return _room(bank, value, game)


def _room(bank: PolicyBank, value: Any, game: Game) -> Network:
    """Allocate the network's scratch memory."""
    return Network(
        weights=bank.weights[0],
        widths=bank.widths,
        value=value.astype(np.float32),
        scales=game.observation_scales,
        inputs=np.zeros(game.observation_size, np.float32),
        layers=np.zeros((2, int(bank.widths[1:].max())), np.float32),
        places=np.zeros((2, int(bank.widths.max())), np.int64),
        nothing=np.zeros(len(game.actions), np.int8),
        shaping=0.0,
    )
