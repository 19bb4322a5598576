"""Directions on a board of squares: the eight points of the compass, clockwise from north, and steps along them.

x grows to the east, y to the south, both from 1.
"""

from enum import IntEnum, unique

import numpy as np

from nexus_env.machine.compiled import compiled


@unique
class Compass(IntEnum):
    """The faces of a compass die, in its own order."""

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7


# Arrays, because indexing a tuple compiles to a chain of comparisons; `& 7` is `% 8` without a test of the sign.
STEP_X = np.array((0, 1, 1, 1, 0, -1, -1, -1))
STEP_Y = np.array((-1, -1, 0, 1, 1, 1, 0, -1))


@compiled
def step_x(compass: int) -> int:
    """The change of x in one step towards `compass`; directions wrap around."""
    return int(STEP_X[compass & 7])


@compiled
def step_y(compass: int) -> int:
    """The change of y in one step towards `compass`; directions wrap around."""
    return int(STEP_Y[compass & 7])


@compiled
def distance(x: int, y: int, other_x: int, other_y: int) -> int:
    """The number of king's moves between two squares."""
    return max(abs(x - other_x), abs(y - other_y))
