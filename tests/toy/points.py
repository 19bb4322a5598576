"""What is scored."""

from nexus_env.machine.compiled import compiled
from toy import log
from toy.bout import Bout


@compiled
def score(bout: Bout, seat: int, points: int) -> None:
    """Points for a seat."""
    bout.table.players[seat].points += points
    log.scored(bout, seat=seat, points=points)


@compiled
def lead(bout: Bout, seat: int) -> int:
    """How many points a seat is ahead of its best rival."""
    table = bout.table
    best = -1
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.players[other].points)
    return table.players[seat].points - best
