"""A trained network inside a search: it judges situations, or says which actions are likely to be good and plays below
the tree.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from agents.agent import AgentError, bring
from agents.policy import refuse_strangers, shaping_of, tensors_of
from nexus_env.contract import Game
from nexus_env.lineup import Lineup, add_rows, logits_of
from nexus_env.machine.compiled import compiled

NO_NETWORK, PAY, FORECAST = range(3)  # what a judge says: nothing; what the learner will be paid; win, loss, margin


class Network(NamedTuple):
    """Fully connected layers with heads for actions and for what is expected, and room to work in."""

    weights: Any  # float32 [n]: see `Lineup`
    widths: Any  # int64 [layers + 1]: see there
    heads: Any  # float32 [heads, last hidden width + 1]: the weights of each head that judges, then its bias
    said: Any  # float64 [3]: what they said last
    scales: Any  # float32 [size]: of the whole numbers that are seen
    inputs: Any  # float32 [size]
    layers: Any  # float32 [2, widest layer]
    places: Any  # int64 [2, widest of all]
    nothing: Any  # int8 [actions]: a mask of no action
    shaping: float  # how much potential its judgments lack, because the learner was paid that in advance


@compiled
def weigh_actions(network: Network, seen: Any, mask: Any, likely: Any) -> None:
    """How likely each action of `mask` is to be good, written into `likely` float32 [actions]; they add up to 1."""
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
def judge(network: Network, seen: Any) -> None:
    """Write down, in `said`, what the network expects from here on for the seat that sees this.

    A network with one head expects what the learner will be paid, one with three says how likely the seat is to win and
    to lose, and its margin.
    """
    show(network, seen)
    logits_of(network.weights, network.widths, network.inputs, network.nothing, network.layers, network.places)
    last = network.widths.shape[0] - 2  # the layer of the actions; the one before left its features
    features, width = network.layers[(last - 1) % 2], network.widths[last]
    for head in range(network.heads.shape[0]):
        value = network.heads[head, width]
        for place in range(width):
            value += network.heads[head, place] * features[place]
        network.said[head] = value


@compiled
def forecast(network: Network, words: Any, seen: Any) -> None:
    """The same as `judge` for a network of `read_judge`: faster, because it has one hidden layer and is asked so often.

    Args:
        network: says it.
        words: int64, the same memory as `seen`, eight numbers a word: most are 0 altogether.
        seen: int8 [size].
    """
    size, width, places, count = seen.shape[0], network.widths[1], network.places[0], 0
    rows, hidden = network.weights[: size * width].reshape(size, width), network.layers[0, :width]
    hidden[:] = network.weights[size * width : (size + 1) * width]
    for word in range(words.shape[0]):
        if words[word] != 0:
            for place in range(8 * word, min(8 * word + 8, size)):
                places[count], network.inputs[place] = place, seen[place]
                count += seen[place] != 0
    add_rows(hidden, rows, network.inputs, places, count)
    for head in range(network.heads.shape[0]):
        value = network.heads[head, width]
        for unit in range(width):
            value += network.heads[head, unit] * max(hidden[unit], np.float32(0))
        network.said[head] = value


@compiled
def show(network: Network, seen: Any) -> None:
    """Whole numbers times their scales."""
    for place in range(seen.shape[0]):
        network.inputs[place] = network.scales[place] * seen[place]


def read_judge(path: Path, game: Game) -> Network:
    """The network of a file that `agents.judging` has written.

    Raises:
        AgentError: it was made for another game.
    """
    with np.load(path, allow_pickle=False) as file:
        tensors = {name: file[name] for name in file.files}
    refuse_strangers(path, {name: str(tensors[name]) for name in game.stamps}, game)
    hidden = {
        "weight_0": tensors["weight_0"].astype(np.float32) * game.observation_scales,  # of whole numbers, as they are
        "bias_0": tensors["bias_0"].astype(np.float32),
    }
    lineup = Lineup(1, [game.observation_size, len(hidden["bias_0"]), len(game.actions)])
    lineup.put(
        0,
        {
            **hidden,
            "weight_1": np.zeros((len(game.actions), len(hidden["bias_0"])), np.float32),
            "bias_1": np.zeros(len(game.actions), np.float32),
        },
    )
    return _room(lineup, tensors["heads"], game)._replace(scales=np.ones(game.observation_size, np.float32))


def read_network(path: Path, game: Game) -> Network:
    """The network of an ONNX file that `agents.export` has written.

    Raises:
        AgentError: there is no such file, it is no such network, or it was trained for another game.
    """
    if not path.is_file():
        raise AgentError(f"{path}: found no such file, expected an agent that train.py has exported.")
    onnx = bring("onnx", path)
    try:
        model = onnx.load(str(path))
        tensors = tensors_of(model)
    except Exception as error:  # the package raises a class of its own for each kind of damage
        raise AgentError(f"{path}: found no readable ONNX network ({error}).") from error
    facts = {entry.key: entry.value for entry in model.metadata_props}
    refuse_strangers(path, facts, game)
    try:
        return _assemble(tensors, game)._replace(shaping=shaping_of(path, facts))
    except (KeyError, ValueError) as error:
        raise AgentError(
            f"{path}: found other layers ({error}), expected those of a network that train.py has exported."
        ) from error


def no_network(game: Game) -> Network:
    """A network that is never asked."""
    return _room(Lineup(1, [1, 1, 1]), np.zeros((1, 2), np.float32), game)


def with_own_room(network: Network) -> Network:
    """The same network for another thread."""
    room = {name: getattr(network, name).copy() for name in ("said", "inputs", "layers", "places")}
    return network._replace(**room)


def _assemble(tensors: dict[str, Any], game: Game) -> Network:
    """The tensors of the file, layer by layer."""
    layers = sum(1 for name in tensors if name.startswith("weight_") and name != "weight_value")
    widths = [game.observation_size, *(len(tensors[f"weight_{layer}"]) for layer in range(layers))]
    if layers < 2 or widths[-1] != len(game.actions):
        raise ValueError(f"widths {widths}")
    lineup = Lineup(1, widths)
    lineup.put(0, tensors)
    value = np.concatenate([tensors["weight_value"].ravel(), tensors["bias_value"].ravel()])
    if value.shape != (widths[-2] + 1,):
        raise ValueError(f"a value head of {len(value) - 1}")
    return _room(lineup, value[None], game)


def _room(lineup: Lineup, heads: Any, game: Game) -> Network:
    """The network with room to work in."""
    return Network(
        weights=lineup.weights[0],
        widths=lineup.widths,
        heads=heads.astype(np.float32),
        said=np.zeros(3),
        scales=game.observation_scales,
        inputs=np.zeros(game.observation_size, np.float32),
        layers=np.zeros((2, int(lineup.widths[1:].max())), np.float32),
        places=np.zeros((2, int(lineup.widths.max())), np.int64),
        nothing=np.zeros(len(game.actions), np.int8),
        shaping=0.0,
    )
