"""Lines of sight on a board of hexagons: which cells obstruct the view between two cells, in integers only.

The center of the cell (q,r) is at the point (3q, 2r + q); its corners are six points around it. A segment runs from
each corner of the viewer's cell to each corner of the target's. That makes 36 segments, one bit each, six in a row for
each corner of the viewer. `OBSTRUCTED` holds, for a cell in between, the set of segments that it obstructs. All tables
are computed at import.

By symmetry few views differ: rotate and mirror the board so that the target is to the right and below, not farther down
than right. The number of free segments does not change. Only these targets have a table. The tables are concatenated;
each has a number for every cell of the box around viewer and target. For every offset from viewer to target, `WAYS`
holds the index of the viewer in its table, and the strides for one cell to the right and one cell down.
"""

from itertools import product
from typing import Any

import numpy as np

from nexus_env.kit import hexes
from nexus_env.kit.bitsets import first_member, how_many
from nexus_env.kit.cells import BIT, NONE, WORD_BITS, words_for
from nexus_env.machine.compiled import compiled

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
SEGMENTS = len(CORNERS) ** 2
FROM_ONE = (1 << len(CORNERS)) - 1  # the segments from one corner of the viewer's cell
REACH = 2 * hexes.RADIUS  # the greatest distance of two cells
AXES = 3
LEAST = -hexes.RADIUS - 1  # the first coordinate of `BELOW`
_SYMMETRIES = tuple(
    np.linalg.matrix_power(np.array([[0, -1], [1, 1]]), turns) @ mirror
    for turns in range(hexes.DIRECTIONS)
    for mirror in (np.eye(2, dtype=np.int64), np.array([[0, 1], [1, 0]]))
)
"""The ways to turn and to mirror the board."""

Points = tuple[Any, Any]


def points_of(q: Any, r: Any) -> Points:
    """The centers of cells."""
    return 3 * q, 2 * r + q


def segments_to(q: int, r: int) -> tuple[Points, Points]:
    """Both ends of the 36 segments from the cell (0,0) to another."""
    (from_x, to_x), (from_y, to_y) = np.array(list(product(CORNERS, CORNERS))).T
    x, y = points_of(q, r)
    return (from_x, from_y), (to_x + x, to_y + y)


def is_obstructed(start: Points, end: Points, middle: Points) -> Any:
    """Whether segments between corners pass through the inside of a cell or touch two of its corners.

    Takes arrays of points, all of one shape or broadcast to one. A corner is never inside a cell. So a segment passes
    through the inside if the corners of the cell are on both sides of its line, and if its projection overlaps that of
    the cell along each of the three directions parallel to a pair of its edges.
    """
    (x, y), (to_x, to_y), (at_x, at_y) = start, end, middle
    right, down = to_x - x, to_y - y
    off_line = abs(right * (at_y - y) - down * (at_x - x))
    reach = np.maximum(2 * abs(down), np.maximum(abs(right - down), abs(right + down)))  # of the corners off the center
    overlaps = True
    for along_x, along_y in ((0, 2), (1, 1), (1, -1)):
        one, other, here = (along_x * to + along_y * down_to for to, down_to in (start, end, middle))
        overlaps = overlaps & (abs(2 * here - one - other) < abs(one - other) + 4)
    touched = np.zeros(np.broadcast(off_line).shape, np.int64)
    for beside_x, beside_y in CORNERS:
        corner_x, corner_y = at_x + beside_x, at_y + beside_y
        on_line = right * (corner_y - y) == down * (corner_x - x)
        in_box = (abs(2 * corner_x - x - to_x) <= abs(right)) & (abs(2 * corner_y - y - to_y) <= abs(down))
        touched += on_line & in_box
    return (off_line < reach) & overlaps | (touched >= 2)


def table_of(q: int, r: int) -> Any:
    """The segments from (0,0) to (q,r) that each cell obstructs, one bit each; `q` and `r` are not negative.

    The cells are listed column by column, from (-1,-1) to (q+1,r+1).
    """
    column, row = (part.reshape(-1, 1) for part in np.mgrid[-1 : q + 2, -1 : r + 2])
    found = is_obstructed(*segments_to(q, r), points_of(column, row))
    found &= ~((column == 0) & (row == 0)) & ~((column == q) & (row == r))  # their own cells do not count
    return (found << np.arange(SEGMENTS)).sum(axis=1)


def _tables() -> tuple[Any, Any]:
    """`OBSTRUCTED` and `WAYS`."""
    tables: list[Any] = []
    first: dict[tuple[int, int], int] = {}
    ways = np.zeros((2 * REACH + 1, 2 * REACH + 1, AXES), np.int32)
    for q, r in product(range(-REACH, REACH + 1), repeat=2):
        if abs(q + r) > REACH:
            continue
        turned = next(each for each in _SYMMETRIES if 0 <= (each @ (q, r))[1] <= (each @ (q, r))[0])
        right, down = (int(part) for part in turned @ (q, r))
        if (right, down) not in first:
            first[right, down] = sum(len(table) for table in tables)
            tables.append(table_of(right, down))
        column = down + 3  # the length of a column
        along = np.array([column, 1]) @ turned
        ways[q + REACH, r + REACH] = (first[right, down] + column + 1, *along)
    return np.concatenate(tables), ways


def _below() -> Any:
    """[axis, coordinate - LEAST] -> the set of the cells with a lesser coordinate on that axis: q, r or q + r."""
    below = np.zeros((AXES, 2 * hexes.RADIUS + 4, words_for(hexes.CELLS)), np.int64)
    for axis, coordinates in enumerate((hexes.CELL_Q, hexes.CELL_R, hexes.CELL_Q + hexes.CELL_R)):
        for cell in range(hexes.CELLS):
            below[axis, int(coordinates[cell]) + 1 - LEAST :, cell // WORD_BITS] |= BIT[cell % WORD_BITS]
    return below


OBSTRUCTED, WAYS = _tables()
BELOW = _below()


@compiled
def strip(axis: int, least: int, most: int, word: int) -> int:
    """A word of the set of cells whose coordinate on an axis is between two others, or at most one beyond them."""
    return int(BELOW[axis, most + 2 - LEAST, word]) & ~int(BELOW[axis, least - 1 - LEAST, word])


@compiled
def cut(one: int, other: int, standing: int, word: int, beside: int) -> int:
    """The segments from one cell to another that are obstructed by the cells of one word of a set.

    Args:
        one: the cell of the viewer.
        other: the cell of the target.
        standing: the word, as a set of obstructing cells.
        word: the index of the word.
        beside: a cell, if only cells adjacent to it count; else NONE.
    """
    q, r, to_q, to_r = column_of(one), row_of(one), column_of(other), row_of(other)
    place, along_q, along_r = (
        int(WAYS[to_q - q + REACH, to_r - r + REACH, 0]),
        int(WAYS[to_q - q + REACH, to_r - r + REACH, 1]),
        int(WAYS[to_q - q + REACH, to_r - r + REACH, 2]),
    )
    first = place - along_q * q - along_r * r
    left = standing & strip(0, min(q, to_q), max(q, to_q), word) & strip(1, min(r, to_r), max(r, to_r), word)
    left &= strip(2, min(q + r, to_q + to_r), max(q + r, to_q + to_r), word)
    found = 0
    while left != 0:
        bit = first_member(left)
        left &= ~int(BIT[bit])
        cell = WORD_BITS * word + bit
        if beside == NONE or hexes.distance(cell, beside) == 1:
            found |= int(OBSTRUCTED[first + along_q * column_of(cell) + along_r * row_of(cell)])
    return found


@compiled
def column_of(cell: int) -> int:
    """The coordinate q of a cell."""
    return int(hexes.CELL_Q[cell])


@compiled
def row_of(cell: int) -> int:
    """The coordinate r of a cell."""
    return int(hexes.CELL_R[cell])


@compiled
def free_from(segments: int, corner: int) -> int:
    """The number of unobstructed segments from one corner of the viewer."""
    return len(CORNERS) - how_many((segments >> (len(CORNERS) * corner)) & FROM_ONE)


@compiled
def best_free(segments: int) -> int:
    """The greatest number of unobstructed segments from any one corner of the viewer."""
    best = 0
    for corner in range(len(CORNERS)):
        best = max(best, free_from(segments, corner))
    return best
