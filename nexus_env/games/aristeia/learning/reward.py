"""What a standing is worth. Rulebook: (A-200, A-201)."""

from typing import Any

from nexus_env.games.aristeia.rules.bout import NOBODY, SEATS, Bout
from nexus_env.games.aristeia.rules.scoring import lead_of
from nexus_env.machine.compiled import compiled

FRAG = 0.1  # of a VP: it breaks ties


@compiled
def rewards(bout: Bout, out: Any) -> None:
    """1 for the winner, -1 for the loser, 0 for a draw. Rulebook: (A-201)."""
    for seat in range(SEATS):
        out[seat] = lead_of(bout, seat)


@compiled
def margin(bout: Bout, seat: int) -> float:
    """The lead in VP and Frags as a part of the VP that end the game. Rulebook: (A-200, A-201)."""
    mine, theirs = bout.table.players[seat], bout.table.players[1 - seat]
    lead = int(mine.points) - int(theirs.points) + FRAG * (int(mine.frags) - int(theirs.frags))
    return float(min(1.0, max(-1.0, lead / max(1, int(bout.options.goal)))))


@compiled
def potential(bout: Bout, seat: int) -> float:
    """The margin; nothing at the end."""
    if bout.table.request.seat == NOBODY:
        return 0.0
    return margin(bout, seat)
