"""Dice whose faces are symbols, several of them on a face or none.

They lie in records, `dice[die].faces[face].symbols[symbol]`: how often each symbol is on each face. A game whose stock
a user's folder may change has them in its `Options`; any other makes an array of them as it is imported. They are read
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

BLANK = "blank"  # what a face without symbols is called


@compiled
def symbols_on(dice: Any, die: int, face: int, symbol: int) -> int:
    """How often a symbol is on a face, which is counted from 0."""
    return int(dice[die].faces[face].symbols[symbol])


def read_faces(entry: Entry, signs: Words, count: int, most: int, row: Any) -> None:
    """Read the faces of a die.

    Args:
        entry: the die.
        signs: its symbols, as they are written.
        count: how many faces it has.
        most: how often one symbol may be on a face.
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
    """So many of each symbol, in the order of `signs`: `S S X`; nothing for none."""
    return between.join(sign for symbol, sign in signs.items() for _ in range(int(counts[symbol])))


def told_apart(names: Sequence[str], place: int) -> str:
    """One of several names, with a number if it is not the first that is called so: `hit`, `hit (2)`."""
    alike = names[: place + 1].count(names[place])
    return names[place] + (f" ({alike})" if alike > 1 else "")
