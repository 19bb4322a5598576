"""Wide sets: of any number of cells, cards or other small numbers, 64 to a word. `bitsets` has those that fit one word.

A set is a row of words in a record, all of them 0 for the empty set:

    reached: Annotated[list[CellWord], words_for(CELLS)]

Words are signed, for NumPy makes a float of `uint64 + int64` where machine code does not. To go through a set, begin
with `first_cell`, go on with `next_cell`, and stop at NONE.
"""

from typing import Annotated, Any

import numpy as np

from nexus_env.kit.bitsets import first_member, how_many
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Within

NONE = -1  # no member
WORD_BITS = 64
LEAST = -(1 << 63)  # the word that holds its last bit alone
CellWord = Annotated[np.int64, Within(LEAST, (1 << 63) - 1)]
_BIT = np.array([*(1 << bit for bit in range(WORD_BITS - 1)), LEAST], np.int64)
_FROM = np.array([-(1 << bit) for bit in range(WORD_BITS)], np.int64)  # this bit and all above it


def words_for(members: int) -> int:
    """How many words a set of numbers below `members` takes."""
    return -(-members // WORD_BITS)


@compiled
def add(cells: Any, cell: int) -> None:
    """Put one into the set."""
    cells[cell >> 6] |= _BIT[cell & 63]


@compiled
def remove(cells: Any, cell: int) -> None:
    """Take one out, if it is in."""
    cells[cell >> 6] &= ~_BIT[cell & 63]


@compiled
def has(cells: Any, cell: int) -> bool:
    """Whether one is in the set."""
    return bool(cells[cell >> 6] & _BIT[cell & 63])


@compiled
def clear(cells: Any) -> None:
    """Take all out."""
    for word in range(len(cells)):
        cells[word] = 0


@compiled
def is_empty(cells: Any) -> bool:
    """Whether nothing is in the set."""
    found = False
    for word in range(len(cells)):
        found = found or cells[word] != 0
    return not found


@compiled
def count(cells: Any) -> int:
    """How many are in the set."""
    total = 0
    for word in range(len(cells)):
        total += how_many(int(cells[word]))
    return total


@compiled
def unite(cells: Any, others: Any) -> None:
    """Put all of another set, with as many words, into this one."""
    for word in range(len(cells)):
        cells[word] |= others[word]


@compiled
def intersect(cells: Any, others: Any) -> None:
    """Keep only those that are in another set, with as many words, too."""
    for word in range(len(cells)):
        cells[word] &= others[word]


@compiled
def subtract(cells: Any, others: Any) -> None:
    """Take all of another set, with as many words, out of this one."""
    for word in range(len(cells)):
        cells[word] &= ~others[word]


@compiled
def first_cell(cells: Any) -> int:
    """The least member, or NONE."""
    for word in range(len(cells)):
        if cells[word] != 0:
            return WORD_BITS * word + first_member(int(cells[word]))
    return NONE


@compiled
def next_cell(cells: Any, cell: int) -> int:
    """The least member above `cell`, or NONE."""
    after = cell + 1
    if after >= WORD_BITS * len(cells):
        return NONE
    left = int(cells[after >> 6] & _FROM[after & 63])
    if left != 0:
        return (after & ~63) + first_member(left)
    for word in range((after >> 6) + 1, len(cells)):
        if cells[word] != 0:
            return WORD_BITS * word + first_member(int(cells[word]))
    return NONE
