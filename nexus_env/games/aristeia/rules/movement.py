"""Moving on the board: Free spaces, steps, Disengage, Displace and Place.

Rulebook: (A-027, A-076, A-077, A-078, A-079, A-085, A-086, A-087).
"""

from typing import Any

from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.actions import ENERGY, TABLE, Action
from nexus_env.games.aristeia.rules.asking import ask_character, ask_space
from nexus_env.games.aristeia.rules.bout import (
    MOST_FREE,
    NO_CELL,
    NO_UNIT,
    SPACES,
    TEAM,
    UNITS,
    Bout,
    Contest,
    Step,
    Where,
)
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.states import is_still, release, speed_of
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit import bitsets, cells, hexes
from nexus_env.machine.compiled import compiled

MOVE_COST = TABLE.price(Action.MOVE, ENERGY)
MOST_MOVEMENT = 90  # more MP than any Character can have


# --- spaces -----------------------------------------------------------------------------------------------------------


@compiled
def is_free(bout: Bout, cell: int) -> bool:
    """Neither Blocked nor Occupied by a Character or an obstacle. Rulebook: (A-025, A-027, A-078)."""
    options = bout.options
    return not (
        cells.has(bout.table.occupied, cell) or cells.has(options.blocked, cell) or cells.has(options.obstacles, cell)
    )


@compiled
def free_neighbors(bout: Bout, cell: int, out: Any) -> int:
    """Add the Free spaces adjacent to a space to a set; returns their number."""
    found = 0
    for direction in range(hexes.DIRECTIONS):
        near = hexes.neighbor(cell, direction, SPACES)
        if near != hexes.OFF and is_free(bout, near):
            cells.add(out, near)
            found += 1
    return found


@compiled
def has_free_neighbor(bout: Bout, cell: int) -> bool:
    """Whether any space adjacent to this one is Free."""
    for direction in range(hexes.DIRECTIONS):
        near = hexes.neighbor(cell, direction, SPACES)
        if near != hexes.OFF and is_free(bout, near):
            return True
    return False


@compiled
def stands(bout: Bout, unit: int) -> bool:
    """Whether a Character is on the board. Rulebook: (A-096)."""
    return unit != NO_UNIT and bout.table.characters[unit].where == Where.BOARD


@compiled
def enemies_beside(bout: Bout, unit: int) -> int:
    """The enemies adjacent to a Character, one bit each."""
    return enemies_near(bout, unit, int(bout.table.characters[unit].cell)) if stands(bout, unit) else 0


@compiled
def enemies_near(bout: Bout, unit: int, cell: int) -> int:
    """The enemies of a Character that are adjacent to a space, one bit each."""
    table, found = bout.table, 0
    first = TEAM * (1 - unit // TEAM)
    for other in range(first, first + TEAM):
        if stands(bout, other) and hexes.distance(cell, int(table.characters[other].cell)) == 1:
            found |= 1 << other
    return found


@compiled
def put_down(bout: Bout, unit: int, cell: int) -> None:
    """Put a Character on a Free space, wherever it was."""
    one = bout.table.characters[unit]
    if one.cell != NO_CELL:
        cells.remove(bout.table.occupied, int(one.cell))
    cells.add(bout.table.occupied, cell)
    one.cell, one.where = cell, Where.BOARD


@compiled
def take_off(bout: Bout, unit: int) -> None:
    """Take a Character off the board; those that it has Taunted no longer are. Rulebook: (A-096, A-109)."""
    one = bout.table.characters[unit]
    if one.cell != NO_CELL:
        cells.remove(bout.table.occupied, int(one.cell))
    one.cell = NO_CELL
    release(bout, unit)


# --- moving by MP -----------------------------------------------------------------------------------------------------


@compiled
def may_move(bout: Bout) -> bool:
    """The Action Move costs 2 AP; an Immobilized Character may not use it. Rulebook: (A-076, A-111)."""
    table = bout.table
    return table.energy >= MOVE_COST and not is_still(bout, int(table.active))


@compiled
def move(bout: Bout) -> None:
    """Gain MP equal to the Speed. Rulebook: (A-076)."""
    table, unit = bout.table, int(bout.table.active)
    table.energy -= MOVE_COST
    gain_movement(bout, unit, speed_of(bout, unit))
    go_to(bout, Step.ACTING)


@compiled
def gain_movement(bout: Bout, unit: int, amount: int) -> None:
    """Give MP to the Active Character. Rulebook: (A-076, A-133)."""
    table = bout.table
    table.movement = min(MOST_MOVEMENT, int(table.movement) + amount)
    log.gained_movement(bout, unit=unit, points=amount)


@compiled
def can_spend(bout: Bout) -> bool:
    """The Active Character has MP and may spend them to move. Rulebook: (A-077, A-111)."""
    table = bout.table
    return table.movement > 0 and stands(bout, int(table.active)) and not is_still(bout, int(table.active))


@compiled
def may_step(bout: Bout) -> bool:
    """A step without a roll: no enemy is adjacent to the current space. Rulebook: (A-077, A-079)."""
    return can_spend(bout) and enemies_beside(bout, int(bout.table.active)) == 0


@compiled
def step(bout: Bout, cell: int) -> None:
    """1 MP to an adjacent Free space.

    Rulebook: (A-077, A-078, A-EX-04, A-EX-05, A-EX-10, A-EX-14, A-EX-19, A-EX-23, A-EX-31).
    """
    walk(bout, int(bout.table.active), cell)
    go_to(bout, Step.ACTING)


@compiled
def walk(bout: Bout, unit: int, cell: int) -> None:
    """Spend the MP of one step."""
    bout.table.movement -= 1
    put_down(bout, unit, cell)
    log.stepped(bout, unit=unit)


@compiled
def may_disengage(bout: Bout) -> bool:
    """An enemy is adjacent, and there is a Free space to go to. Rulebook: (A-079, A-080).

    Steps refused too often end the attempts: a house limit, so that the Activation ends.
    """
    unit = int(bout.table.active)
    return (
        can_spend(bout)
        and bout.table.free < MOST_FREE
        and enemies_beside(bout, unit) != 0
        and has_free_neighbor(bout, int(bout.table.characters[unit].cell))
    )


@compiled
def disengage(bout: Bout) -> None:
    """Roll Agility against the Brawn of an adjacent enemy, which its player chooses if there are several.

    Each other enemy adds a Black die. The destination is chosen and the MP spent afterwards.

    Rulebook: (A-079, A-080, A-081, A-129).
    """
    table, unit = bout.table, int(bout.table.active)
    seat = unit // TEAM
    if table.slippery:
        table.slippery = 0
        log.disengaged_freely(bout, unit=unit)
        finish_disengage(bout, success=True)
        go_to(bout, Step.ACTING)
        return
    enemies = enemies_beside(bout, unit)
    enemy = ask_character(bout, Reason.CONTEST, 1 - seat, unit, enemies, may_pass=False)
    roll = table.roll
    roll.contest, roll.action, roll.both, roll.beside = Contest.DISENGAGE, -1, 1, 1
    roll.unit, roll.target, roll.cell = unit, enemy, table.characters[enemy].cell
    roll.side[0].unit, roll.side[1].unit = unit, enemy
    roll.side[1].others = bitsets.how_many(enemies) - 1
    log.disengaged(bout, unit=unit, enemy=enemy)
    go_to(bout, Step.BEFORE_ROLL)


@compiled
def finish_disengage(bout: Bout, success: bool) -> None:
    """After a success the Character may step; after a failure all MP are lost.

    A success stands even if a Switch has moved the Character.

    Rulebook: (A-082, A-083, A-084, A-EX-24).
    """
    table, unit = bout.table, int(bout.table.active)
    if not stands(bout, unit):
        return
    seat = unit // TEAM
    log.escaped(bout, unit=unit, success=success)
    if not success:
        table.movement = 0
        return
    free_neighbors(bout, int(table.characters[unit].cell), table.spaces)
    # Ruling: the step may be refused; its MP is not spent then, but the success is used up. It counts as a
    # free Action.
    cell = ask_space(bout, Reason.STEP, seat, unit, may_pass=True)
    if cell == NO_CELL:
        table.free = min(MOST_FREE, int(table.free) + 1)
        log.passed(bout, unit=unit)
    else:
        walk(bout, unit, cell)


# --- moving by effects ------------------------------------------------------------------------------------------------


@compiled
def displace_step(bout: Bout, seat: int, unit: int, by: int, reason: int, optional: bool) -> bool:
    """Move to an adjacent Free space that `seat` chooses, without MP and without a roll; False if there was no step.

    There is none without a Free space, or if the step is optional and refused.

    Rulebook: (A-085, A-087, A-EX-07, A-EX-11, A-EX-12, A-EX-13, A-EX-17, A-EX-34).
    """
    table = bout.table
    if not stands(bout, unit) or free_neighbors(bout, int(table.characters[unit].cell), table.spaces) == 0:
        return False
    cell = ask_space(bout, reason, seat, unit, may_pass=optional)
    if cell == NO_CELL:
        return False
    put_down(bout, unit, cell)
    log.displaced(bout, unit=unit, chooser=seat, by=by)
    return True


@compiled
def displace(bout: Bout, seat: int, unit: int, by: int, steps: int, optional: bool) -> int:
    """Up to `amount` single steps; all but the first are optional. Returns their number. Rulebook: (A-085)."""
    made = 0
    while made < steps and displace_step(bout, seat, unit, by, Reason.DISPLACE, optional=optional or made > 0):
        made += 1
    return made


@compiled
def place_beside(bout: Bout, seat: int, unit: int, center: int, by: int, optional: bool) -> bool:
    """Place a Character on a Free space adjacent to another space, regardless of anything between.

    Rulebook: (A-086, A-EX-32, A-EX-33).
    """
    if not stands(bout, unit) or free_neighbors(bout, center, bout.table.spaces) == 0:
        return False
    cell = ask_space(bout, Reason.PLACE, seat, unit, may_pass=optional)
    if cell == NO_CELL:
        return False
    put_down(bout, unit, cell)
    log.placed(bout, unit=unit, chooser=seat, by=by)
    return True


@compiled
def standing(bout: Bout) -> int:
    """All Characters on the board, one bit each."""
    found = 0
    for unit in range(UNITS):
        found |= int(stands(bout, unit)) << unit
    return found
