"""Small networks that play in compiled code, so that a bout runs to the learner's next choice by itself.

Between two choices of a learner, the others may make one decision or fifty. If Python asked for each, the slowest of a
thousand bouts would hold up all others, with a call per decision. Here each bout is played on independently.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.core.endless import Endless, endless
from nexus_env.core.slots import Rows, advance, end, see, show
from nexus_env.kit.dice import draw_word
from nexus_env.kit.tape import NOBODY
from nexus_env.machine.compiled import compiled
from nexus_env.system.wording import InputError

Weights = Mapping[str, NDArray[np.float32]]
"""Fully connected layers: `weight_0` float32 [out, in] and `bias_0` float32 [out], then `weight_1` …; ReLU between."""

GUEST = -1
"""In place of a row: a player that is not a network of the bank and is asked from Python."""


class PolicyBank:
    """Memory for networks of one shape, one per row; a player is the number of a row.

    `weights` is float32 [networks, n]: layer after layer, its matrix as [in, out], then its bias. `widths` is int64:
    the size of the observation, of each hidden layer, and the number of actions.
    """

    def __init__(self, networks: int, widths: Sequence[int]) -> None:
        """Allocate memory for this number of networks with these widths."""
        self.widths = np.array(widths, np.int64)
        size = int((self.widths[:-1] * self.widths[1:]).sum() + self.widths[1:].sum())
        self.weights = np.zeros((networks, size), np.float32)

    def put(self, row: int, weights: Weights) -> None:
        """Store a network in a row.

        Raises:
            ValueError: the network has another shape.
        """
        layers = range(len(self.widths) - 1)
        parts = [part for k in layers for part in (weights[f"weight_{k}"].T.ravel(), weights[f"bias_{k}"])]
        shapes = [weights[f"weight_{k}"].shape for k in layers]
        expected = [(int(wide), int(narrow)) for narrow, wide in zip(self.widths[:-1], self.widths[1:], strict=True)]
        if shapes != expected:
            raise InputError(f"got a network with layers {shapes}; expected {expected}")
        self.weights[row] = np.concatenate(parts)


@compiled
def logits_of(weights: Any, widths: Any, observation: Any, mask: Any, layers: Any, places: Any) -> Any:
    """The logits of one network, float32 [actions]; those of actions outside `mask` are undefined.

    Zero inputs, which most are, and illegal actions cost nothing. `layers` float32 [2, widest layer] and `places` int64
    [2, widest of all] are scratch memory.
    """
    values, place = observation, 0
    last = widths.shape[0] - 2
    for layer in range(last + 1):
        fan_in, fan_out = widths[layer], widths[layer + 1]
        begin, place = place, place + fan_in * fan_out
        rows = weights[begin:place].reshape(fan_in, fan_out)
        sums = layers[layer % 2]
        sums[:fan_out] = weights[place : place + fan_out]
        place += fan_out
        count = list_places(values, fan_in, places[0])
        if layer < last:
            add_rows(sums, rows, values, places[0], count)
            for j in range(fan_out):
                sums[j] = max(sums[j], np.float32(0))
        else:
            legal = list_places(mask, fan_out, places[1])
            for k in range(count):
                value, row = values[places[0, k]], rows[places[0, k]]
                for j in range(legal):
                    action = places[1, j]
                    sums[action] += value * row[action]
        values = sums
    return values


@compiled
def list_places(values: Any, count: int, places: Any) -> int:
    """List which of the first `count` values are not 0; returns their number."""
    found = 0
    for i in range(count):
        places[found] = i  # in any case: a branch would be guessed wrong too often
        found += values[i] != 0
    return found


@compiled
def add_rows(sums: Any, rows: Any, values: Any, places: Any, count: int) -> None:
    """Add to `sums` the first `count` of the rows at `places`, each times its value. It adds two rows at a time to save
    loads and stores of the sums.
    """
    for k in range(0, count - 1, 2):
        first, second = places[k], places[k + 1]
        one, other = values[first], values[second]
        for j in range(rows.shape[1]):
            sums[j] += one * rows[first, j] + other * rows[second, j]
    if count % 2:
        final = places[count - 1]
        for j in range(rows.shape[1]):
            sums[j] += values[final] * rows[final, j]


@compiled
def draw_action(logits: Any, mask: Any, generator: Any) -> int:
    """A legal action, sampled from the softmax of the logits over the legal ones."""
    highest = -np.inf
    for action in range(mask.shape[0]):
        if mask[action] and logits[action] > highest:
            highest = logits[action]
    total = 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            total += np.exp(logits[action] - highest)
    aim = total * draw_word(generator) / 4294967296.0
    chosen = -1
    for action in range(mask.shape[0]):
        if mask[action]:
            chosen = action
            aim -= np.exp(logits[action] - highest)
            if aim < 0:
                break
    return chosen


@compiled
def only_action(mask: Any) -> int:
    """The one legal action; -1 if there is a choice."""
    only = -1
    for action in range(mask.shape[0]):
        if mask[action]:
            if only >= 0:
                return -1
            only = action
    return only


@compiled
def _play_on(
    slots: Rows,
    env_config: Rows,
    which: Any,
    learner: Any,
    players: Any,
    owing: Any,
    weights: Any,
    widths: Any,
    layers: Any,
    gains: Any,
    over: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    truncated: Any,
    outcomes: Any,
    final_observations: Any,
) -> None:
    """Play each bout of `which` until its learner or a guest has a choice, or until it ends and the next one begins.

    Args:
        slots: the bouts.
        env_config: the row of `slots.make_env_config`.
        which: int64 [k], the bouts to play on.
        learner: int32 [n], the seat that learns.
        players: int32 [n, seats], the row of the network that plays each other seat, or `GUEST`.
        owing: bool [n], True if the learner has decided in this bout: it is then paid, and its forced actions are
            carried out.
        weights: see `PolicyBank`.
        widths: see `PolicyBank`.
        layers: float32 [2, widest layer], scratch memory.
        gains: float32 [n]; the learner's pay is added to it.
        over: bool [n]; True where the bout ended.
        observations: see `Batch`, as for all below.
        masks: int8 [n, actions].
        seats: int32 [n].
        truncated: bool [n]; written where the bout ended, as are those below.
        outcomes: float32 [n, seats].
        final_observations: float32 [n, seats, size].

    Raises:
        Endless: a bout may take no more decisions.
    """
    places = np.zeros((2, widths.max()), np.int64)
    for i in which:
        slot, over[i] = slots[i], False
        while not over[i]:
            # The learner decides for itself, unless its only action can be carried out and paid here.
            seat = slot.bout.table.request.seat
            action = only_action(slot.mask)
            if seat == learner[i] and (action < 0 or not owing[i]):
                break
            # A network chooses for its seat; a guest is asked by the caller.
            if action < 0:
                if players[i, seat] == GUEST:
                    break
                see(slot, env_config[0], seat, observations[i])
                logits = logits_of(weights[players[i, seat]], widths, observations[i], slot.mask, layers, places)
                action = draw_action(logits, slot.mask, slot.players)
            # The learner's decision is paid with all that follows from it.
            if advance(slot, env_config[0], action) and owing[i]:
                gains[i] += slot.rewards[learner[i]]
            if slot.bout.table.request.seat == NOBODY:
                over[i] = True
                truncated[i] = end(slot, env_config[0], outcomes[i], final_observations[i])
        # Show what is asked now: in this bout, or in the next one if it has ended.
        seats[i] = show(slot, env_config[0], observations[i], masks[i])


def play_on(slots: Rows, env_config: Rows, *others: Any) -> None:
    """Call `_play_on`.

    Args:
        slots: the bouts.
        env_config: the row of `slots.make_env_config`.
        *others: see `_play_on`.

    Raises:
        EndlessBout: a bout may take no more decisions.
    """
    try:
        _play_on(slots, env_config, *others)
    except Endless:
        raise endless(slots, env_config) from None
