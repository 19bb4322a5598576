"""Boards of hexagons: a center and up to RADIUS rings around it.

Cells are numbered in a spiral: 0 is the center, the next six are the first ring, clockwise from north, and so on. A
cell thus has the same number on boards of any radius, and a board consists of the numbers below `cells_within(radius)`.

A cell also has axial coordinates, `q` to the east and `r` to the south along the grid's axes; the third cube coordinate
is `-q - r`. The six directions run clockwise from north; hexagons are flat-topped.
"""

from math import cos, pi, sin, sqrt

import numpy as np

from nexus_env.machine.compiled import compiled

RADIUS = 9
OFF = -1  # no cell
DIRECTIONS = 6
FLAT = ("n", "ne", "se", "s", "sw", "nw")  # the directions in words on a flat-topped board

STEP_Q = np.array((0, 1, 1, 0, -1, -1))
STEP_R = np.array((-1, -1, 0, 1, 1, 0))
_SPAN = 2 * RADIUS + 1


def cells_within(radius: int) -> int:
    """The number of cells of a board with `radius` rings around its center."""
    return 3 * radius * (radius + 1) + 1


CELLS = cells_within(RADIUS)


def _spiral() -> list[tuple[int, int]]:
    """The axial coordinates of every cell, in the order of the cells' numbers."""
    places = [(0, 0)]
    for ring in range(1, RADIUS + 1):
        q, r = 0, -ring
        for side in range(DIRECTIONS):
            towards = (side + 2) % DIRECTIONS
            for _ in range(ring):
                places.append((q, r))
                q, r = q + int(STEP_Q[towards]), r + int(STEP_R[towards])
    return places


def _numbers(places: list[tuple[int, int]]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """An array [q + RADIUS, r + RADIUS] of cells; OFF where there is none."""
    numbers = np.full((_SPAN, _SPAN), OFF)
    for cell, (q, r) in enumerate(places):
        numbers[q + RADIUS, r + RADIUS] = cell
    return numbers


CELL_Q, CELL_R = (np.array(row) for row in zip(*_spiral(), strict=True))
CELL_AT = _numbers(_spiral())


@compiled
def cell_at(q: int, r: int, cells: int) -> int:
    """The cell at axial coordinates on a board of `cells` cells, or OFF."""
    if abs(q) > RADIUS or abs(r) > RADIUS:
        return OFF
    cell = int(CELL_AT[q + RADIUS, r + RADIUS])
    return cell if cell < cells else OFF


NEIGHBORS = np.array(
    [
        [
            CELL_AT[q + dq + RADIUS, r + dr + RADIUS] if max(abs(q + dq), abs(r + dr)) <= RADIUS else OFF
            for dq, dr in zip(STEP_Q.tolist(), STEP_R.tolist(), strict=True)
        ]
        for q, r in _spiral()
    ]
)


@compiled
def neighbor(cell: int, direction: int, cells: int) -> int:
    """The next cell in one of the six directions on a board of `cells` cells, or OFF."""
    found = int(NEIGHBORS[cell, direction])
    return found if found < cells else OFF


@compiled
def distance(one: int, other: int) -> int:
    """The number of steps between two cells of an empty board."""
    q, r = int(CELL_Q[one] - CELL_Q[other]), int(CELL_R[one] - CELL_R[other])
    return max(abs(q), abs(r), abs(q + r))


@compiled
def ring_cell(center: int, radius: int, nth: int, cells: int) -> int:
    """The nth of the `6 * radius` cells at a distance from `center`, clockwise from the first direction.

    OFF if the board has no such cell; with a radius of 0, the center.
    """
    side, along = (nth // radius) % DIRECTIONS if radius > 0 else 0, nth % radius if radius > 0 else 0
    towards = (side + 2) % DIRECTIONS
    q = CELL_Q[center] + radius * STEP_Q[side] + along * STEP_Q[towards]
    r = CELL_R[center] + radius * STEP_R[side] + along * STEP_R[towards]
    return cell_at(int(q), int(r), cells)


# --- for drawings, in plain Python ------------------------------------------------------------------------------------

Point = tuple[float, float]
_DIGITS = 4  # decimal places in drawings


def center_of(cell: int) -> Point:
    """The center of a cell, x to the right and y down; the edge of a hexagon is 1 long, cell 0 is at (0, 0)."""
    q, r = int(CELL_Q[cell]), int(CELL_R[cell])
    return round(1.5 * q, _DIGITS), round(sqrt(3) * (r + q / 2), _DIGITS)


def polygon_of(cell: int) -> list[Point]:
    """The six corners of a cell, clockwise, in the same units."""
    x, y = center_of(cell)
    angles = [(side - 1) * pi / 3 for side in range(DIRECTIONS)]
    return [(round(x + cos(angle), _DIGITS), round(y + sin(angle), _DIGITS)) for angle in angles]
