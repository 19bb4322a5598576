"""Bouts that do not end: a bout with too many decisions raises an error that names the repeating commands.

A game states how many decisions a bout can take (`Game.most_decisions`); dice are not counted. Compiled code counts
them in the slot of a bout, and notes only the last few before the limit.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from nexus_env.contract.game import Game, game_of
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import compiled, compiled_apart
from nexus_env.system.wording import InputError, either

RECENT = 64  # decisions that are noted before the limit
NAMED = 3  # commands that the error names
UNNAMED = "bout: got more decisions than its game states; expected an end by then."


class Endless(ValueError):
    """A bout has reached its limit of decisions; raised by compiled code, which knows no names."""


class EndlessBout(InputError):
    """A bout has taken more decisions than any bout of the game can."""


@compiled_apart
def note(slot: Any, most: int, action: int) -> None:
    """Note one of the last decisions before the limit.

    Raises:
        Endless: the limit is reached; nothing but the count has changed.
    """
    if slot.decisions > most:  # this marks the slot, until `endless` has found it
        raise Endless(UNNAMED)
    slot.recent[slot.decisions % RECENT] = action


@compiled
def count_decision(slot: Any, most: int, action: int) -> None:
    """Count a decision that is about to be carried out; see `note`."""
    if slot.bout.table.request.seat != CHANCE:
        slot.decisions += 1
        if slot.decisions > most - RECENT:
            note(slot, most, action)


def endless(slots: np.ndarray[Any, Any], env_config: np.ndarray[Any, Any]) -> EndlessBout:
    """The error about the first of some slots that is at its limit, after compiled code has raised `Endless`."""
    rows, most = np.asarray(slots), int(np.asarray(env_config)["most"][0])
    place = int(np.argmax(rows["decisions"]))
    row, where = rows[place], f"bout {place}" if len(rows) > 1 else "bout"
    row["decisions"] = most
    recent = [row["recent"][decision % RECENT] for decision in range(max(1, most - RECENT + 1), most + 1)]
    return EndlessBout(sentence(game_of(rows.dtype["bout"]), where, most, recent))


def sentence(game: Game, where: str, most: int, recent: Iterable[int]) -> str:
    """The error for a bout that does not end.

    Args:
        game: its game.
        where: the place of the error.
        most: the decisions that a bout can take.
        recent: its last actions, in any order.
    """
    named = repeated(game, recent)
    end = f"; its last decisions repeat {named}" if named else ""
    return f"{where}: got more than {most:,} decisions; expected an end by then, as {game.name} states{end}."


def repeated(game: Game, recent: Iterable[int]) -> str:
    """The actions that occur most often among the last ones, with their counts; empty if there are none."""
    counts = Counter(int(action) for action in recent).most_common(NAMED)
    names = [f"'{game.actions[action]}' ({count} times)" for action, count in counts]
    return either(names).replace(" or ", " and ") if names else ""
