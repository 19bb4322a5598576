"""Distances on the board, as a scripted player sees it."""

from typing import Any, NamedTuple

import numpy as np

from nexus_env.agents.aristeia.sight import cell_of, member_of
from nexus_env.games.aristeia.learning.layout import BLOCKED, Seen
from nexus_env.games.aristeia.learning.ways import KNOWN, MOST_AWAY, SHUT
from nexus_env.games.aristeia.rules.bout import NO_CELL, NO_ZONE, SPACES, TEAM, UNITS, ZONES
from nexus_env.games.aristeia.rules.geometry import zone_of
from nexus_env.kit import hexes, ways
from nexus_env.machine.compiled import compiled


@compiled
def is_sought(seen: Any, zone: int) -> bool:
    """The Scoring Zone, or, if there is none, a Zone that this seat does not hold."""
    for scoring in range(ZONES):
        if seen[Seen.SCORING + scoring]:
            return zone == scoring
    return int(seen[Seen.HOLDERS + zone]) != 1


@compiled
def steps_to_zone(seen: Any) -> Any:
    """[space] -> the steps to the target Zone, past Characters; MOST_AWAY if unreachable.

    For the boards of this package they are precomputed.
    """
    scenario = member_of(seen, Seen.SCENARIO, len(KNOWN))
    if not is_known(seen, scenario):
        return count_steps(seen)
    away = np.full(SPACES, MOST_AWAY, np.int64)
    for zone in range(ZONES):
        if is_sought(seen, zone):
            for cell in range(SPACES):
                away[cell] = min(away[cell], KNOWN[scenario, zone, cell])
    return away


@compiled
def is_known(seen: Any, scenario: int) -> bool:
    """The board is the package's own for the scenario."""
    differ = 0
    for cell in range(SPACES):
        differ |= (seen[Seen.GROUND + cell] == BLOCKED) != SHUT[scenario, cell]
    return differ == 0


@compiled
def count_steps(seen: Any) -> Any:
    """The same on any board."""
    away = np.full(SPACES, ways.FAR, np.int64)
    for cell in range(SPACES):
        zone = zone_of(cell)
        if zone != NO_ZONE and is_sought(seen, zone) and seen[Seen.GROUND + cell] != BLOCKED:
            away[cell] = 0
    blocked = seen[Seen.GROUND : Seen.GROUND + SPACES] == BLOCKED
    ways.spread(hexes.NEIGHBORS, blocked, np.zeros(SPACES, np.int8), MOST_AWAY - 1, away, np.empty(SPACES, np.int64))
    return np.minimum(away, MOST_AWAY)


class Ground(NamedTuple):
    """Facts about the board that a player computes before it decides."""

    away: Any  # [space] -> the steps to the target Zone
    beside: Any  # [space] -> the number of adjacent enemies
    cells: Any  # [place] -> the space of a Character, or NO_CELL


@compiled
def look_at_ground(seen: Any) -> Ground:
    """Compute the facts from the observation."""
    cells, beside = np.full(UNITS, NO_CELL, np.int64), np.zeros(SPACES, np.int64)
    for place in range(UNITS):
        cells[place] = cell_of(seen, place)
        if place >= TEAM and cells[place] != NO_CELL:
            for direction in range(hexes.DIRECTIONS):
                near = hexes.neighbor(cells[place], direction, SPACES)
                if near != hexes.OFF:
                    beside[near] += 1
    return Ground(steps_to_zone(seen), beside, cells)


@compiled
def ways_from(seen: Any, beside: Any, start: int, movement: int, steps: Any, before: Any) -> None:
    """The spaces in reach; no step but perhaps the first leaves a space adjacent to an enemy.

    Args:
        seen: the observation.
        beside: see `Ground`.
        start: the space where paths begin.
        movement: the MP that may be spent.
        steps: [space], overwritten: the steps to it, or `ways.FAR`.
        before: [space], overwritten: the previous space on the path.
    """
    steps[:] = ways.FAR
    steps[start] = 0
    ways.spread(hexes.NEIGHBORS, seen[Seen.GROUND : Seen.GROUND + SPACES], beside, movement, steps, before)
