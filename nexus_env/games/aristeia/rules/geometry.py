"""The board: 271 spaces in a hexagon, and the seven Zones on it.

A space is a number of `kit.hexes`; its axial coordinates are those of the rules, q to the right and r downward. Blocked
spaces and obstacles belong to the stock, so the options of the bout hold them.

Rulebook: (A-020 to A-028).
"""

import numpy as np

from nexus_env.games.aristeia.rules.bout import CENTRAL, NO_ZONE, SPACES, ZONES
from nexus_env.kit import hexes
from nexus_env.machine.compiled import compiled

CENTERS = ((0, 0), (0, 7), (-7, 7), (-7, 0), (0, -7), (7, -7), (7, 0))
"""The space in the middle of each Zone. Rulebook: (A-022)."""


def space(q: int, r: int) -> int:
    """The space at axial coordinates, or `hexes.OFF`, in plain Python. Rulebook: (A-020)."""
    on_grid = max(abs(q), abs(r)) <= hexes.RADIUS
    return int(hexes.CELL_AT[q + hexes.RADIUS, r + hexes.RADIUS]) if on_grid else hexes.OFF


def _zones() -> tuple[np.ndarray[tuple[int], np.dtype[np.int8]], np.ndarray[tuple[int], np.dtype[np.int8]]]:
    """[space] -> the Zone that contains it, and the Zones that it is adjacent to, one bit each."""
    inside, beside = np.full(SPACES, NO_ZONE, np.int8), np.zeros(SPACES, np.int8)
    for zone, (q, r) in enumerate(CENTERS):
        right, down = hexes.CELL_Q - q, hexes.CELL_R - r
        steps = np.maximum(np.maximum(abs(right), abs(down)), abs(right + down))
        inside[steps <= 1] = zone
        beside[steps == 2] |= 1 << zone
    return inside, beside


INSIDE, _BESIDE = _zones()


@compiled
def zone_of(cell: int) -> int:
    """The Zone that contains a space, or NO_ZONE. Rulebook: (A-022, A-028)."""
    return int(INSIDE[cell])


@compiled
def beside_zone(cell: int, zone: int) -> bool:
    """A space is adjacent to a Zone: one step from it, and not inside. Rulebook: (A-028)."""
    return (int(_BESIDE[cell]) >> zone) & 1 == 1


@compiled
def opposite(zone: int) -> int:
    """The Deployment Zone across the board; the Central Zone is its own. Rulebook: (A-023)."""
    return CENTRAL if zone == CENTRAL else (zone + 2) % (ZONES - 1) + 1


@compiled
def in_range(one: int, other: int, least: int, most: int) -> bool:
    """The distance between two spaces is within a Range, regardless of anything between them.

    Rulebook: (A-021, A-029).
    """
    # Ruling: the shortest path may cross Blocked and Occupied spaces.
    return least <= hexes.distance(one, other) <= most
