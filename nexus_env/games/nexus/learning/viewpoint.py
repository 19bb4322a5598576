"""The viewpoint of a seat: places clockwise to other seats, squares ahead and to the right."""

from typing import Any

import numpy as np

from nexus_env.games.nexus.rules.bout import NOBODY, SIDE, Helot, Table
from nexus_env.kit.squares import step_x, step_y
from nexus_env.machine.compiled import compiled

EDGE = np.array((-1, SIDE, SIDE, -1))  # of the four sides, clockwise from the north: see `away_from_side`


@compiled
def places_from(table: Table, seat: int) -> int:
    """The number of places clockwise from `seat` to each seat, one byte each."""
    places, other = 0, int(seat)
    for turn in range(table.seats):
        places |= turn << (8 * other)
        other = int(table.lanistas[other].next_clockwise)
    return places


@compiled
def relative_seat(places: int, other: int) -> int:
    """The number of places clockwise to another seat, from `places_from`; NOBODY for NOBODY and chance."""
    return (places >> (8 * (int(other) & 3))) & 3 if other >= 0 else NOBODY


@compiled
def mark(out: Any, place: int, size: int, which: int) -> None:
    """One-hot: write 1 at `which`, if that is within the field."""
    if 0 <= which < size:
        out[place + which] = 1


@compiled
def steps_ahead(me: Helot, other: Helot) -> int:
    """The squares from this helot ahead to the other one; negative behind. Rulebook: p.18 (R-005)."""
    return (other.x - me.x) * step_x(2 * me.facing) + (other.y - me.y) * step_y(2 * me.facing)


@compiled
def steps_right(me: Helot, other: Helot) -> int:
    """The squares from this helot to the right to the other one; negative to the left. Rulebook: p.18 (R-005)."""
    return (other.x - me.x) * step_x(2 * me.facing + 2) + (other.y - me.y) * step_y(2 * me.facing + 2)


@compiled
def away_from_side(helot: Helot, side: int) -> int:
    """The number of squares between the helot and one side of the barge, 0 north, clockwise."""
    return int(EDGE[side & 3]) - helot.x * step_x(2 * side) - helot.y * step_y(2 * side)
