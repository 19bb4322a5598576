"""Dice whose faces show symbols, several of them on a face or none.

They are part of records: `dice[die].faces[face].symbols[symbol]` is the number of times that a symbol is on a face. A
game whose stock can be overridden has them in its `Options`; any other builds an array of them at import. They are read
from stock files, such as

    [[die]]
    faces = ["", "hit", "hit hit", "hit shield"]

and rolled through the tape like any other die, so they can be dictated.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from nexus_env.kit.spelling import Words
from nexus_env.kit.stock_files import Entry, shown
from nexus_env.machine.compiled import compiled

BLANK = "blank"  # the name of a face without symbols


@compiled
def symbols_on(dice: Any, die: int, face: int, symbol: int) -> int:
    """The number of times that a symbol is on a face; faces count from 0."""
    return int(dice[die].faces[face].symbols[symbol])


def read_faces(entry: Entry, signs: Words, count: int, most: int, row: Any) -> None:
    """Read the faces of a die.

    Args:
        entry: the die.
        signs: the written form of each symbol.
        count: the number of faces.
        most: the greatest number of one symbol on a face.
        row: the record of the die, overwritten.
    """
    row["faces"] = np.zeros((), row["faces"].dtype)
    for place, face in enumerate(entry.texts("faces", count)):
        words = face.split()
        if not set(words) <= set(signs):
            entry.note("faces", f"{shown(face)} among them", f"faces of {', '.join(signs)}, or empty ones")
        elif max(map(words.count, words), default=0) > most:
            entry.note("faces", f"{shown(face)} among them", f"at most {most} of one symbol on a face")
        else:
            for word in words:
                row["faces"][place]["symbols"][signs[word]] += 1


def spelled_symbols(counts: Any, signs: Mapping[Any, str], between: str = " ") -> str:
    """Each symbol as often as it occurs, in the order of `signs`: `S S X`; a word for none."""
    return between.join(sign for symbol, sign in signs.items() for _ in range(int(counts[symbol])))


def told_apart(names: Sequence[str], place: int) -> str:
    """A name made unique by a number if it was used before: `hit`, `hit (2)`."""
    alike = names[: place + 1].count(names[place])
    return names[place] + (f" ({alike})" if alike > 1 else "")
