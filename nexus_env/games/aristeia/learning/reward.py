"""Rewards and the potential. Rulebook: (A-200, A-201)."""

from typing import Any

import numpy as np

from nexus_env.games.aristeia.rules.bout import NO_CELL, NO_ZONE, NOBODY, SEATS, TEAM, UNITS, ZONES, Bout
from nexus_env.games.aristeia.rules.geometry import CENTERS, space
from nexus_env.games.aristeia.rules.scoring import lead_of
from nexus_env.kit import hexes
from nexus_env.machine.compiled import compiled

FRAG = 0.1  # in VP: it breaks ties
INSIDE, APART = 0.08, 0.01  # the value of a Character inside the Scoring Zone, and its loss per step away from it
HURT, LOST = 0.01, 0.12  # the loss for a damage token, and for a Character that is off the board
CENTER = np.array([space(q, r) for q, r in CENTERS], np.int16)


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
    """The margin, plus the position: Characters inside the Scoring Zone or near it, and damage; 0 at the end."""
    table = bout.table
    if table.request.seat == NOBODY:
        return 0.0
    found = margin(bout, seat)
    for unit in range(UNITS):
        one = table.characters[unit]
        worth = -HURT * int(one.damage)
        if one.cell == NO_CELL:
            worth -= LOST
        elif table.scoring != NO_ZONE:
            away = max(0, hexes.distance(int(one.cell), int(CENTER[int(table.scoring)])) - 1)
            worth += INSIDE if away == 0 else -APART * away
        found += worth if unit // TEAM == seat else -worth
    if table.scoring == NO_ZONE:
        for zone in range(ZONES):
            holder = table.holders[zone]
            found += 0.0 if holder == NOBODY else INSIDE if holder == seat else -INSIDE
    return float(min(1.0, max(-1.0, found)))
