"""The spaces that a Character can reach by spending MP, for views, observations and planning players.

Rulebook: (A-077 to A-080).
"""

from typing import Any

import numpy as np

from nexus_env.games.aristeia.rules.bout import SPACES, Bout
from nexus_env.games.aristeia.rules.movement import enemies_near, is_free
from nexus_env.kit import hexes
from nexus_env.kit.units import NO_CELL
from nexus_env.kit.ways import FAR, spread
from nexus_env.machine.compiled import compiled


@compiled
def count_steps(bout: Bout, unit: int, movement: int, may_disengage: bool, steps: Any) -> None:
    """The MP that the shortest path to each space costs a Character.

    Paths run over Free spaces. A path that comes next to an enemy ends there, and none starts next to one, unless the
    Character is assumed to win each Disengage roll. Rulebook: (A-077, A-078, A-079).

    Args:
        bout: the bout; a Character off the board reaches nothing.
        unit: the Character.
        movement: its MP.
        may_disengage: whether it may leave spaces adjacent to enemies.
        steps: [SPACES] integers, overwritten: the MP to each space, 0 for its own, FAR for unreachable ones.
    """
    shut, held = np.zeros(SPACES, np.int8), np.zeros(SPACES, np.int8)
    for cell in range(SPACES):
        steps[cell], shut[cell] = FAR, not is_free(bout, cell)
        held[cell] = not may_disengage and enemies_near(bout, unit, cell) != 0
    start = int(bout.table.characters[unit].cell)
    if start != NO_CELL:
        steps[start] = 0
        most = 0 if held[start] else movement
        spread(hexes.NEIGHBORS, shut, held, most, steps, np.empty(SPACES, np.int16))
