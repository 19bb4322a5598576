"""The small networks of a search, evaluated hundreds of thousands of times per second: one judges, one plays.

They have one hidden layer and integer weights. A seat's observation changes little between decisions, so the sums of
the hidden layer are kept for each seat, and each evaluation adds only the changes. Integer sums do not depend on their
order, so the output does not depend on earlier evaluations and is the same on every machine.
"""

from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import AgentError
from nexus_env.agents.model_files import read_zip
from nexus_env.agents.policy import refuse_strangers
from nexus_env.contract.game import Game
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import zeros_at_line
from nexus_env.system.wording import spoken

WORD = 8  # numbers
FARTHEST = 128  # the greatest absolute value in an observation
HIDDEN_BITS = 8  # fractional bits of a hidden unit's output
MOST, MOST_SUM = (1 << 15) - 1, 1 << 30  # of 16 bits, and of 32 with room for rounding up
TINY = 1e-9


class Shallow(NamedTuple):
    """A network of one hidden layer, with the last observation and the sums of each seat."""

    rows: Any  # int16 [size, hidden]: the weights of each number of the observation
    shift: int  # the number of their bits that are dropped for the hidden units
    heads: Any  # int16 [outputs, hidden]
    biases: Any  # int32 [outputs]
    unit: float  # the value of 1 in an output
    words: Any  # int64 [seats, words]: the last observation of each seat, eight numbers per word
    sums: Any  # int32 [seats, hidden]: the sums for that observation
    hidden: Any  # int16 [hidden]: the outputs of the units for the last observation, at most 128
    altered: Any  # int64 [words]: which words have changed
    places: Any  # int64 [8 * words]: the indices of changed numbers
    changes: Any  # int64 [8 * words]: the changes


@compiled
def look(network: Shallow, seat: int, words: Any) -> None:
    """Take in a seat's observation, int64 [words], eight int8 numbers per word."""
    count, width = note_changes(network, seat, words), network.rows.shape[1]
    for k in range(count):
        place, change = network.places[k], np.int32(network.changes[k])
        for unit in range(width):  # 32 bits throughout, or the processor handles fewer at a time
            more = np.int32(change * np.int32(network.rows[place, unit]))
            network.sums[seat, unit] = np.int32(network.sums[seat, unit] + more)
    for unit in range(width):
        network.hidden[unit] = min(max(network.sums[seat, unit] >> network.shift, 0), MOST)


@compiled
def note_changes(network: Shallow, seat: int, words: Any) -> int:
    """List the indices that have changed since the seat's last observation; returns their number."""
    altered, count = 0, 0
    for word in range(words.shape[0]):
        network.altered[altered] = word  # unconditionally: a branch would be mispredicted too often
        altered += words[word] != network.words[seat, word]
    for k in range(altered):
        word = network.altered[k]
        for place in range(WORD):
            change = number_at(words[word], place) - number_at(network.words[seat, word], place)
            network.places[count], network.changes[count] = WORD * word + place, change
            count += change != 0
        network.words[seat, word] = words[word]
    return count


@compiled
def number_at(word: int, place: int) -> int:
    """One of the eight numbers of a word, counted from 0."""
    byte = (int(word) >> (8 * place)) & 0xFF
    return byte - ((byte & 0x80) << 1)


@compiled
def said(network: Shallow, output: int) -> int:
    """An output of the network for the last look, in units."""
    total = network.biases[output]
    for unit in range(network.heads.shape[1]):
        total = np.int32(total + np.int32(network.hidden[unit]) * np.int32(network.heads[output, unit]))
    return int(total)


@compiled
def likeliest(network: Shallow, words: Any, mask: Any) -> int:
    """The legal action with the largest output; `mask` int8 [actions] and `words` int64 share memory."""
    found, most = 0, -(1 << 40)
    for word in range(words.shape[0]):
        if words[word] != 0:
            for action in range(WORD * word, min(WORD * word + WORD, mask.shape[0])):
                if mask[action] != 0:
                    told = said(network, action)
                    if told > most:
                        found, most = action, told
    return found


@compiled
def weigh(network: Shallow, words: Any, mask: Any, likely: Any) -> None:
    """Write the probability of each action of `mask` into `likely`, float32 [actions]; they add up to 1."""
    highest, total = said(network, likeliest(network, words, mask)), 0.0
    for action in range(mask.shape[0]):
        likely[action] = np.exp((said(network, action) - highest) * network.unit) if mask[action] else 0.0
        total += likely[action]
    for action in range(mask.shape[0]):
        likely[action] /= np.float32(total)


def read_shallow(path: Path, game: Game, outputs: int | None = None) -> Shallow:
    """Read the network of an .npz file.

    Args:
        path: a file with `weight_0` [hidden, size] for scaled observations, `bias_0` [hidden], `heads` [outputs, hidden
            + 1] (the bias last), and the stamps of the game.
        game: what the network must be for.
        outputs: the number of outputs that it must have; None takes any. Compiled code reads them without bounds
            checks.

    Raises:
        AgentError: the file is missing or damaged, or was made for another game or another purpose.
    """
    try:
        with np.load(BytesIO(read_zip(path)), allow_pickle=False) as file:
            tensors = {name: file[name] for name in file.files}
        stamps = {name: str(tensors[name]) for name in game.stamps}
        inner, biases, heads = (tensors[name].astype(np.float64) for name in ("weight_0", "bias_0", "heads"))
    except AgentError:
        raise
    except Exception as error:  # zip, its compression and NumPy raise different classes for each kind of damage
        found = f"got no readable network of the search ({spoken(error)})"
        raise AgentError(f"{path}: {found}; expected one that the command student or judge has made.") from error
    refuse_strangers(path, stamps, game)
    units, told = max(1, biases.size), outputs or max(1, len(np.atleast_1d(heads)))
    expected = ((units, game.observation_size), (units,), (told, units + 1))
    if (inner.shape, biases.shape, heads.shape) != expected:
        shapes = f"{inner.shape}, {biases.shape} and {heads.shape}"
        wanted = f"(n, {game.observation_size}), (n,) and ({outputs or 'm'}, n + 1)"
        raise AgentError(f"{path}: got layers of {shapes}; expected {wanted}.")
    if not all(np.isfinite(layer).all() for layer in (inner, biases, heads)):
        raise AgentError(f"{path}: got weights that are not finite; expected finite ones.")
    try:
        return shallow(inner * game.observation_scales, biases, heads, max(game.seats))
    except ValueError as error:
        raise AgentError(f"{path}: {error}") from error


def shallow(weights: NDArray[Any], biases: NDArray[Any], heads: NDArray[Any], seats: int) -> Shallow:
    """Quantize these weights to integers: a network for `seats` seats.

    Args:
        weights: float [hidden, size], for observations that are not scaled.
        biases: float [hidden].
        heads: float [outputs, hidden + 1], the bias last.
        seats: the number of seats; each has its own memory.

    Raises:
        ValueError: the weights are too large for 32-bit integers.
    """
    size, hidden = weights.shape[1], weights.shape[0]
    farthest = np.abs(weights).sum(1) * FARTHEST + np.abs(biases)
    fine = _bits(MOST / max(TINY, np.abs(weights).max()), MOST_SUM / max(TINY, farthest.max()))
    loudest = np.abs(heads[:, :-1]).sum(1) * MOST + np.abs(heads[:, -1]) * (1 << HIDDEN_BITS)
    coarse = _bits(MOST / max(TINY, np.abs(heads[:, :-1]).max()), MOST_SUM / max(TINY, loudest.max()))
    if fine < HIDDEN_BITS:
        raise ValueError(
            "got weights of the hidden layer that are too large for 32-bit integers; expected smaller ones."
        )
    words = -(-size // WORD)
    return Shallow(
        rows=_whole(weights.T, fine, np.int16),
        shift=fine - HIDDEN_BITS,
        heads=_whole(heads[:, :-1], coarse, np.int16),
        biases=_whole(heads[:, -1], coarse + HIDDEN_BITS, np.int32),
        unit=2.0 ** -(coarse + HIDDEN_BITS),
        words=np.zeros((seats, words), np.int64),
        sums=_aligned(np.tile(_whole(biases, fine, np.int32), (seats, 1))),
        hidden=_aligned(np.zeros(hidden, np.int16)),
        altered=np.zeros(words, np.int64),
        places=np.zeros(WORD * words, np.int64),
        changes=np.zeros(WORD * words, np.int64),
    )


def _bits(*limits: float) -> int:
    """The number of fractional bits that keeps the scaled values within a limit."""
    return int(np.floor(np.log2(min(limits))))


def _whole(numbers: NDArray[Any], bits: int, dtype: Any) -> NDArray[Any]:
    """The numbers in fixed point with this many fractional bits, row after row."""
    return _aligned(np.ascontiguousarray(np.rint(numbers.astype(np.float64) * 2.0**bits), dtype))


def _aligned(numbers: NDArray[Any]) -> NDArray[Any]:
    """A copy aligned to a cache line; rows across two lines made simulations up to a sixth slower."""
    found = zeros_at_line(numbers.shape, numbers.dtype)
    found[:] = numbers
    return found


def no_shallow(game: Game) -> Shallow:
    """A placeholder network that is never used."""
    return shallow(np.zeros((1, game.observation_size)), np.zeros(1), np.zeros((1, 2)), max(game.seats))


def with_own_memory(network: Shallow) -> Shallow:
    """The same network with its own memory, for another thread."""
    memory = ("words", "sums", "hidden", "altered", "places", "changes")
    own: dict[str, Any] = {name: _aligned(getattr(network, name)) for name in memory}
    return network._replace(**own)
