"""Sets of any number of cells, cards or other small numbers, 64 to a word. `bitsets` has sets of a single word.

A set is an array of words in a record, all 0 for the empty set:

    reached: Annotated[list[CellWord], words_for(CELLS)]

Words are signed because `uint64 + int64` is a float in NumPy and not in machine code. To iterate over a set, begin with
`first_cell`, continue with `next_cell`, and stop at NONE.
"""

from typing import Annotated, Any

import numpy as np

from nexus_env.kit.bitsets import first_member, how_many
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Within

NONE = -1  # no member
WORD_BITS = 64
LEAST = -(1 << 63)  # the word with only its last bit set
CellWord = Annotated[np.int64, Within(LEAST, (1 << 63) - 1)]
BIT = np.array([*(1 << bit for bit in range(WORD_BITS - 1)), LEAST], np.int64)  # the word with only this bit set
_FROM = np.array([-(1 << bit) for bit in range(WORD_BITS)], np.int64)  # this bit and all above it


def words_for(members: int) -> int:
    """The number of words for a set of numbers below `members`."""
    return -(-members // WORD_BITS)


@compiled
def add(cells: Any, cell: int) -> None:
    """Add a member."""
    cells[cell >> 6] |= BIT[cell & 63]


@compiled
def remove(cells: Any, cell: int) -> None:
    """Remove a member, if present."""
    cells[cell >> 6] &= ~BIT[cell & 63]


@compiled
def has(cells: Any, cell: int) -> bool:
    """Whether `cell` is in the set."""
    return bool(cells[cell >> 6] & BIT[cell & 63])


@compiled
def clear(cells: Any) -> None:
    """Remove all members."""
    for word in range(len(cells)):
        cells[word] = 0


@compiled
def is_empty(cells: Any) -> bool:
    """Whether the set is empty."""
    found = False
    for word in range(len(cells)):
        found = found or cells[word] != 0
    return not found


@compiled
def count(cells: Any) -> int:
    """The size of the set."""
    total = 0
    for word in range(len(cells)):
        total += how_many(int(cells[word]))
    return total


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
