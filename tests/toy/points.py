"""What is told, and what is scored."""

from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.seats import NOBODY
from nexus_env.tabletop.units import NO_CELL, NO_UNIT, tell_unit
from toy.bout import Bout, Event


@compiled
def tell(bout: Bout, event: int, seat: int, unit: int, cell: int, what: int) -> None:
    """One happening that concerns a single seat."""
    tell_unit(bout, event, seat, unit, cell, NOBODY, NO_UNIT, what, 0)


@compiled
def score(bout: Bout, seat: int, points: int) -> None:
    """Points for a seat."""
    bout.table.players[seat].points += points
    tell(bout, Event.POINTS.value, seat, NO_UNIT, NO_CELL, points)


@compiled
def lead(bout: Bout, seat: int) -> int:
    """How many points a seat is ahead of its best rival."""
    table = bout.table
    best = -1
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.players[other].points)
    return table.players[seat].points - best
