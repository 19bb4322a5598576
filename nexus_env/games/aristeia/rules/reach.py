"""How far a Character gets by spending MP: for views, for observations, for players that plan.

Rulebook: (A-077 to A-080).
"""

from typing import Any

from nexus_env.games.aristeia.rules.bout import SPACES, Bout
from nexus_env.games.aristeia.rules.movement import enemies_near, is_free
from nexus_env.kit import hexes
from nexus_env.kit.units import NO_CELL
from nexus_env.machine.compiled import compiled

FAR = -1  # a space that is not reached


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
    for cell in range(SPACES):
        steps[cell] = FAR
    start = int(bout.table.characters[unit].cell)
    if start == NO_CELL:
        return
    steps[start] = 0
    for spent in range(movement):
        for cell in range(SPACES):
            if steps[cell] == spent and (may_disengage or enemies_near(bout, unit, cell) == 0):
                go_on_from(bout, cell, steps)


@compiled
def go_on_from(bout: Bout, cell: int, steps: Any) -> None:
    """One step more to each Free space around a space that was not reached before. Rulebook: (A-077, A-078)."""
    for direction in range(hexes.DIRECTIONS):
        near = hexes.neighbor(cell, direction, SPACES)
        if near != hexes.OFF and steps[near] == FAR and is_free(bout, near):
            steps[near] = steps[cell] + 1
