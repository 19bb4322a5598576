"""What stands in the way between two spaces, worked out once when this is imported, with whole numbers only.

The center of the space (q,r) lies at the point (3q, 2r + q); its corners are six points around it. From each corner of
the viewer's space to each corner of the target's runs a segment: 36 of them, a bit each, six in a row for each corner
of the viewer. `OBSTRUCTED` says which of them a space obstructs that lies somewhere between.

Every view is the same as one of few: the board can be turned and mirrored so that the target lies to the right and
below, not farther down than right, and how many segments are free does not change with that. Only for these targets is
there a table, one behind the other, a number for each space of the box around viewer and target. `WAYS` has for every
target, as seen from the viewer, the place where the viewer stands in its table, and how far one space to the right and
one space down lie from there.

Rulebook: (A-031, A-032).
"""

from itertools import product
from typing import Any

import numpy as np

from nexus_env.games.aristeia.rules.bout import SPACE_WORDS, SPACES
from nexus_env.kit import cells, hexes

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
SEGMENTS = len(CORNERS) ** 2
REACH = 2 * hexes.RADIUS  # how far apart two spaces may lie
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
    """Where the centers of spaces lie. Rulebook: (A-031)."""
    return 3 * q, 2 * r + q


def segments_to(q: int, r: int) -> tuple[Points, Points]:
    """Both ends of the 36 segments from the space (0,0) to another."""
    (from_x, to_x), (from_y, to_y) = np.array(list(product(CORNERS, CORNERS))).T
    x, y = points_of(q, r)
    return (from_x, from_y), (to_x + x, to_y + y)


def is_obstructed(start: Points, end: Points, middle: Points) -> Any:
    """Which segments between corners pass through the inside of a space or touch two of its corners.

    Arrays of points, all of one shape or broadcast to one. A corner never lies inside a space. So a segment passes
    through the inside if the corners of the space lie on both sides of its line, and its shadow overlaps that of the
    space in each of the three directions along which the space is cut off by two of its edges. Rulebook: (A-032).
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
    """Which segments each space obstructs of those from (0,0) to (q,r), neither of them negative: column by column from
    (-1,-1) to (q+1,r+1), a bit for each segment.
    """
    column, row = (part.reshape(-1, 1) for part in np.mgrid[-1 : q + 2, -1 : r + 2])
    found = is_obstructed(*segments_to(q, r), points_of(column, row))
    found &= ~((column == 0) & (row == 0)) & ~((column == q) & (row == r))  # their own spaces do not count
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
        column = down + 3  # how long one is
        along = np.array([column, 1]) @ turned
        ways[q + REACH, r + REACH] = (first[right, down] + column + 1, *along)
    return np.concatenate(tables), ways


def _below() -> Any:
    """[axis, coordinate - LEAST] -> the set of the spaces with a lesser coordinate on that axis: q, r or q + r."""
    below = np.zeros((AXES, 2 * hexes.RADIUS + 4, SPACE_WORDS), np.int64)
    for axis, coordinates in enumerate((hexes.CELL_Q, hexes.CELL_R, hexes.CELL_Q + hexes.CELL_R)):
        for cell in range(SPACES):
            for place in range(int(coordinates[cell]) + 1 - LEAST, below.shape[1]):
                below[axis, place, cell // cells.WORD_BITS] |= BITS[cell % cells.WORD_BITS]
    return below


BITS = np.array([*(1 << bit for bit in range(cells.WORD_BITS - 1)), cells.LEAST], np.int64)
OBSTRUCTED, WAYS = _tables()
BELOW = _below()
