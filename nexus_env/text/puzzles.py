"""Puzzles: positions with one clearly best choice, as data of a game.

A game may have `puzzles.json` in its package, made by `python -m nexus_env puzzles`. It is read when needed.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from os.path import isfile
from pathlib import Path
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.core.session import Session, name_of
from nexus_env.machine.sources import home_of
from nexus_env.system.wording import InputError, mismatch, no_file, shortened
from nexus_env.text import position

FORMAT = "nexus_env puzzles 1"
FILE = "puzzles.json"


@dataclass(frozen=True)
class SolvedPuzzle:
    """A position, the question to the seat to act, and the value of each answer by the search.

    - `position`: the line of a bout as its seat imagines it: what it cannot know is redealt.
    - `solution`: the correct commands, best first.
    - `values`: the expected result of the seat after each legal command, -1 to 1, best first.
    - `played`: the command that was played in the original bout.
    - `simulations`, `seeds`: those of the two searches that judged it; `margins`: for each search, by how much the
      solution was better than the best other command.
    """

    position: str
    seats: int
    seat: int
    question: str
    solution: tuple[str, ...]
    values: Mapping[str, float]
    played: str
    simulations: int
    seeds: tuple[int, ...]
    margins: tuple[float, ...]

    def as_table(self) -> dict[str, Any]:
        """The puzzle as JSON values."""
        return {**vars(self), "seat": name_of(self.seat)}

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> "SolvedPuzzle":
        """The puzzle of a table of `as_table`.

        Raises:
            ValueError: a field is missing, or is not a field of a puzzle.
        """
        try:
            found = cls(
                position=str(table["position"]),
                seats=int(table["seats"]),
                seat=int(str(table["seat"]).removeprefix("player_")),
                question=str(table["question"]),
                solution=tuple(map(str, table["solution"])),
                values={str(command): float(worth) for command, worth in table["values"].items()},
                played=str(table["played"]),
                simulations=int(table["simulations"]),
                seeds=tuple(map(int, table["seeds"])),
                margins=tuple(map(float, table["margins"])),
            )
        except KeyError as error:
            raise InputError(f"no field {error}") from error
        except (TypeError, AttributeError) as error:
            raise ValueError("a field of another type") from error
        if not found.solution or not set(found.solution) <= set(found.values):
            raise ValueError("a solution without a value")
        if not all(map(math.isfinite, (*found.values.values(), *found.margins))):
            raise ValueError("a value that is not a number")
        return found

    def sit_down(self, game: Game) -> Session:
        """The bout of the puzzle.

        Raises:
            ValueError: the position is of another version or stock, or cannot be played on.
        """
        return Session.at(game, position.read(game, self.position))


def write(game: Game, puzzles: Sequence[SolvedPuzzle], command: str) -> str:
    """Puzzles of a game as the text of a file, one per line; `command` is the command that made them."""
    head = {"format": FORMAT, **game.stamps, "command": command}
    lines = [f" {json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    rows = ",\n".join(f"  {json.dumps(one.as_table(), ensure_ascii=False)}" for one in puzzles)
    return "\n".join(["{", *lines, ' "puzzles": [', *([rows] if rows else []), " ]", "}", ""])


def read(game: Game, path: Path) -> tuple[SolvedPuzzle, ...]:
    """Read the puzzles in a file.

    Raises:
        ValueError: the file is missing or holds something else, or the puzzles are for another game or version.
    """
    if not isfile(path):
        raise InputError(mismatch(path, no_file(path), "a file of puzzles"))
    try:
        told = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT or not isinstance(told.get("puzzles"), list):
        raise InputError(
            mismatch(path, "a text without puzzles", "puzzles, as `python -m nexus_env puzzles` writes them")
        )
    for name in ("game", "actions"):
        if told.get(name) != game.stamps[name]:
            found = f"{name} {shortened(str(told.get(name)))}"
            raise InputError(mismatch(path, found, f"{game.stamps[name]}: make the puzzles again"))
    puzzles = []
    for number, table in enumerate(told["puzzles"], 1):
        try:
            puzzles.append(SolvedPuzzle.from_table(table))
        except (ValueError, AttributeError) as error:
            raise InputError(mismatch(f"{path}: puzzle {number}", str(error), "the fields of a puzzle")) from error
    return tuple(puzzles)


def file_of(game: Game) -> Path | None:
    """The file of the puzzles that come with a game, or None."""
    spec = find_spec(home_of(game.record.__module__))
    homes = list(spec.submodule_search_locations or ()) if spec else []
    path = Path(homes[0]) / FILE if homes else None
    return path if path and path.is_file() else None


def shipped(game: Game) -> tuple[SolvedPuzzle, ...]:
    """The puzzles that come with a game; empty if there are none.

    Raises:
        ValueError: see `read`.
    """
    path = file_of(game)
    return read(game, path) if path else ()
