"""The next step, after the Tactics that are still to be drawn."""

from nexus_env.games.aristeia.rules.bout import SEATS, Bout, Step
from nexus_env.kit.tape import follow
from nexus_env.machine.compiled import compiled


@compiled
def go_to(bout: Bout, step: int) -> None:
    """Schedule a `Step`; a rule does this last. Tactics that are to be drawn come before it."""
    table, waits = bout.table, False
    for seat in range(SEATS):
        waits = waits or table.players[seat].to_draw > 0
    if waits:
        table.then = step
        step = Step.DRAWING
    follow(bout, -step)
