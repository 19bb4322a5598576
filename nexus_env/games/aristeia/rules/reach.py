"""How far a Character gets by spending MP: for views, for observations, for players that plan.

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
    """How many MP the shortest way to each space costs a Character.

    Ways lead over Free spaces. One that comes beside an enemy ends there, or does not begin there, unless the Character
    is taken to win each Disengage roll. Rulebook: (A-077, A-078, A-079).

    Args:
        bout: the Character is on the board, or reaches nothing.
        unit: the Character.
        movement: the MP it has.
        may_disengage: whether it may leave the side of enemies.
        steps: [SPACES] whole numbers, overwritten: the MP to each space, 0 for its own, FAR for what is not reached.
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
