"""Dice whose faces are symbols, several of them on a face or none, from a table in data:

    symbols = ["hit", "shield"]

    [dice]
    red = ["", "hit", "hit", "hit hit", "hit shield", "shield"]

They are rolled through the tape like any other die, so they can be dictated, and each face has its name in words. Rules
add up symbols with compiled functions; words come from `SymbolDice`.
"""

import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.kit.tape import MOST_SIDES, roll
from nexus_env.machine.compiled import compiled
from nexus_env.system.wording import InputError

BLANK = "blank"  # what a face without symbols is called


@dataclass(frozen=True)
class SymbolDice:
    """The dice of a game: `faces[die]` is a row of faces, each a text of symbols with blanks between."""

    symbols: tuple[str, ...]
    names: tuple[str, ...]
    faces: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Refuse a symbol that is not named, and a die that cannot be rolled: a `ValueError`."""
        for name, faces in zip(self.names, self.faces, strict=True):
            if not 1 <= len(faces) <= MOST_SIDES:
                raise InputError(f"dice.{name}: got {len(faces)} faces; expected 1 to {MOST_SIDES}.")
            for face in faces:
                for symbol in face.split():
                    if symbol not in self.symbols:
                        raise InputError(f"dice.{name}: got {symbol!r}; expected one of {', '.join(self.symbols)}.")

    @classmethod
    def read(cls, text: str) -> "SymbolDice":
        """The dice of a table in TOML, as above.

        Raises:
            ValueError: the table cannot be understood; what was found and expected.
        """
        table = tomllib.loads(text)
        dice = table["dice"]
        return cls(tuple(table["symbols"]), tuple(dice), tuple(tuple(faces) for faces in dice.values()))

    @cached_property
    def sides(self) -> NDArray[np.int64]:
        """How many faces each die has, [dice]."""
        return np.array([len(faces) for faces in self.faces])

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How often each symbol is on each face, [dice, faces, symbols]; faces are counted from 0."""
        counts = np.zeros((len(self.names), int(self.sides.max()), len(self.symbols)), np.int64)
        for die, faces in enumerate(self.faces):
            for face, text in enumerate(faces):
                for symbol in text.split():
                    counts[die, face, self.symbols.index(symbol)] += 1
        return counts

    def face(self, die: int, face: int) -> str:
        """A face, counted from 0, in words: `hit + shield`, or `blank`."""
        return " + ".join(self.faces[die][face].split()) or BLANK

    def spelled(self, die: int, face: int) -> str:
        """As `face`, told apart from equal faces of the same die by a number: `hit`, `hit (2)`."""
        alike = [self.face(die, other) for other in range(face + 1)].count(self.face(die, face))
        return self.face(die, face) + (f" ({alike})" if alike > 1 else "")


@compiled
def roll_symbols(bout: Any, sides: Any, counts: Any, die: int, purpose: int, roller: int, shown: Any) -> int:
    """Roll one die and add the symbols on its face to `shown`, a row with a place for each symbol.

    Args:
        bout: the bout.
        sides: see `SymbolDice.sides`.
        counts: see `SymbolDice.counts`.
        die: which of the dice.
        purpose: one of the game's own.
        roller: whose die it is.
        shown: int [symbols].

    Returns:
        The face, counted from 0.
    """
    face = roll(bout, int(sides[die]), purpose, roller) - 1
    for symbol in range(counts.shape[2]):
        shown[symbol] += counts[die, face, symbol]
    return face
