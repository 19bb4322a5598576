"""The view of the squares: the whole barge, and the near squares in planes.

Both are written by looking up many squares at once; `tests/nexus/test_hazards.py` defines the expected result.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.games.nexus.learning.layout import CLOSE, WIDE, WINDOW, PlaneSeen, Seen
from nexus_env.games.nexus.learning.viewpoint import away_from_side
from nexus_env.games.nexus.rules.bout import SIDE, Helot, Square, Table
from nexus_env.games.nexus.rules.geometry import LAST
from nexus_env.kit.observation import capped
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import eight_from, filled, look_up_by, put_eight, shuffle_by


def _turned() -> NDArray[np.uint8]:
    """For each FFD the squares of the barge, numbered from 0 row by row, in the order in which that helot sees them."""
    squares = np.arange(SIDE * SIDE, dtype=np.uint8).reshape(SIDE, SIDE)
    return np.array([np.rot90(squares, facing).ravel() for facing in range(4)])


TURNED = _turned()
turn_board = shuffle_by(TURNED)
# The number of each Square in each plane; an upright brazier is in the plane of fires too.
SEEN_AS = np.array(
    (
        (0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2),
        (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0),
        (0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0),
    ),
    np.int8,
)
look_up_planes = look_up_by(SEEN_AS, CLOSE)
IN_VIEW = (1 << 8 * WIDE) - 1  # of eight squares in a row, a byte each, those in the close view
ALL_WALLS = sum(Square.WALL << 8 * column for column in range(WIDE))
# By the first column of the close view, from -WINDOW: a wall for each of its columns beyond the barge.
WALLS = np.array(
    [
        sum(Square.WALL << 8 * column for column in range(WIDE) if not 0 <= left + column < SIDE)
        for left in range(-WINDOW, SIDE)
    ]
)


@compiled
def see_close(table: Table, seat: int, out: Any) -> None:
    """The close view, cut out of the barge, which is already written; the FFD is up.

    The squares are first written to the first plane, row by row, and then looked up for each plane.
    """
    helot, place = table.helots[seat], Seen.CLOSE_VIEW
    far = max(0, away_from_side(helot, helot.facing)) - WINDOW  # before the seats are taken, the helot is nowhere
    left = max(0, away_from_side(helot, helot.facing + 3)) - WINDOW
    before, beyond = 8 * max(0, -int(left)), 8 * max(0, int(left))
    for row in range(far, far + WIDE):
        squares = ((eight_from(out, Seen.BARGE + SIDE * (row & LAST)) >> beyond) << before) & IN_VIEW
        squares |= int(WALLS[left + WINDOW])
        inside = 0 <= row < SIDE
        put_eight(squares if inside else ALL_WALLS, out, place + WIDE * (row - far))
    look_up_planes(out, place)
    put_eight(0, out, place + PlaneSeen.COINS)  # earlier planes reach this far
    if has_coins(table):
        see_coins_near(table, helot, far, left, out, place + PlaneSeen.COINS)


@compiled
def see_coins_near(table: Table, helot: Helot, far: int, left: int, out: Any, place: int) -> None:
    """The last plane of the close view, if there are coins on the floor."""
    for row in range(max(0, far), min(SIDE, far + WIDE)):
        for column in range(max(0, left), min(SIDE, left + WIDE)):
            square = TURNED[helot.facing, SIDE * row + column]
            coins = table.coins[square >> 3, square & LAST]
            out[place + WIDE * (row - far) + column - left] = capped(coins)


@compiled
def has_coins(table: Table) -> bool:
    """There are coins on the floor."""
    return filled(table.coins, 0) != 0


@compiled
def see_barge(table: Table, seat: int, out: Any) -> None:
    """The barge, row by row from the far end, left to right, in the direction of the own helot's FFD."""
    first = Seen.BARGE
    turn_board(table.squares, table.helots[seat].facing, out[first : first + SIDE * SIDE])
