"""A bout told to people: every turn in its lines, and the steps of one walk in the lines of one turn.

Records, prompts and messages keep every turn. The page joins walks in the same way, in `steps_told.js`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from nexus_env.contract.view import Happening
from nexus_env.contract.words import Words

NUMBERED = re.compile(r"(.*\D) \d+")  # a command that names something by its number


@dataclass(frozen=True)
class PlayedTurn:
    """A turn, and what came of it."""

    who: str
    command: str  # in words; empty if nobody needs to hear it
    happened: Sequence[Happening] = ()
    comment: str = ""
    by: str = ""  # behind `who`: what decided

    def after(self, happened: Sequence[Happening]) -> "PlayedTurn":
        """The turn with what came of it."""
        return replace(self, happened=happened)

    @property
    def is_silent(self) -> bool:
        """Whether there is nothing to tell."""
        return not self.command and not self.rows

    @property
    def rows(self) -> list[Happening]:
        """What came of it and is told: not what only repeats the command."""
        return [row for row in self.happened if row["text"] and row.get("role") != "command"]


class WalkedStep(NamedTuple):
    """A turn as a step of a walk: what it has in common with the others, and the place that it reaches."""

    who: str
    unit: str
    event: str
    before: str  # the sentence, up to the place
    behind: str  # the rest of it
    place: str

    def goes_on_from(self, other: "WalkedStep | None") -> bool:
        """Whether both are steps of one walk."""
        return other is not None and self[:-1] == other[:-1]


def step_of(turn: PlayedTurn) -> WalkedStep | None:
    """The step that a turn is; None if it is something else, or if more came of it."""
    if len(turn.rows) != 1 or turn.comment or any("roll" in row or "transfer" in row for row in turn.happened):
        return None
    row, cells, units = turn.rows[0], turn.rows[0].get("cells", []), turn.rows[0].get("units", [])
    if len(cells) != 1 or len(units) != 1:
        return None
    place = next((place for place in (f"({cells[0]})", cells[0]) if place in row["text"]), "")
    before, _, behind = row["text"].rpartition(place) if place else ("", "", "")
    return WalkedStep(turn.who, units[0], row["event"], before, behind, place) if place else None


class Telling(NamedTuple):
    """What people read of a turn, or of a walk: the decision, empty if nothing is said of it, and its consequences."""

    head: str
    lines: list[str]


def tell(walk: Sequence[PlayedTurn]) -> Telling:
    """One turn, or the steps of a walk, in words.

    A sentence that reports the decision stands for the commands of a walk and lists its places. Otherwise the commands
    are listed, and the last place is told.
    """
    turn, rows = walk[-1], walk[-1].rows
    steps = [step for one in walk if (step := step_of(one))]
    if steps and rows[0].get("role") == "deed":
        places = ", ".join(step.place for step in steps)
        return Telling(f"{steps[0].before}{places}{steps[0].behind}".strip(), [])
    said = counted([one.command for one in walk if one.command])
    behind = f" {{{turn.comment}}}" if turn.comment else ""
    return Telling(f"{turn.who}{turn.by}: {said}{behind}" if said else "", [row["text"] for row in rows])


def counted(words: Sequence[str]) -> str:
    """Words in their order, with a count in front of each that is repeated: `2 x move forward, rotate left`."""
    runs = ((word, len(list(run))) for word, run in groupby(words))
    return ", ".join(f"{count} x {word}" if count > 1 else word for word, count in runs)


class WalkJoiner:
    """Turns as they come; those of the walk that is not over are in `turns`."""

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self.turns: list[PlayedTurn] = []

    def goes_on(self, turn: PlayedTurn) -> bool:
        """Whether a turn is a further step of the walk; it becomes the last of `turns`, or the only one."""
        step = step_of(turn)
        is_further = step is not None and bool(self.turns) and step.goes_on_from(step_of(self.turns[-1]))
        self.turns = [*self.turns, turn] if is_further else [turn]
        return is_further


def entries(turns: Sequence[PlayedTurn]) -> list[Telling]:
    """All of these turns, each walk told once."""
    walks, found = WalkJoiner(), list[Telling]()
    for turn in (turn for turn in turns if not turn.is_silent):
        if walks.goes_on(turn):
            found.pop()
        found.append(tell(walks.turns))
    return found


class Printer:
    """Prints turns as they come, a walk when it has ended."""

    def __init__(self) -> None:
        """Nothing has been printed yet."""
        self._walks = WalkJoiner()
        self._is_held = False

    def hear(self, turn: PlayedTurn) -> None:
        """Print a turn; the steps of a walk wait for its end."""
        if turn.is_silent:
            return
        before = self._walks.turns
        if not self._walks.goes_on(turn) and self._is_held:
            _print(before)
        self._is_held = step_of(turn) is not None
        if not self._is_held:
            _print(self._walks.turns)

    def end(self) -> None:
        """Print what waits."""
        if self._is_held:
            _print(self._walks.turns)
        self._is_held = False
        self._walks = WalkJoiner()


def _print(walk: Sequence[PlayedTurn]) -> None:
    head, lines = tell(walk)
    for line in [*filter(None, [head]), *lines]:
        print(line)


def spelled(words: Words, bout: Any, action: int) -> str:
    """A command in words, with the name of what it only numbers: `play card 21` is one for programs.

    Args:
        words: the words of the game.
        bout: the record in which it is a command of the seat to act.
        action: its number.
    """
    said, name = words.spell(bout, action), words.gloss(bout, action)
    numbered = NUMBERED.fullmatch(said)
    if not name:
        return said
    return f"{numbered[1]} {name}" if numbered else f"{said} ({name})"
