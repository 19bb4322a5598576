"""Units: where they stand, how they move and how they fight."""

import numpy as np

from nexus_env.kit import bitsets, cells, hexes
from nexus_env.kit.seats import NOBODY
from nexus_env.kit.symbol_dice import symbols_on
from nexus_env.kit.tape import roll
from nexus_env.kit.units import NO_CELL, ask_unit
from nexus_env.machine.compiled import compiled
from toy import log
from toy.actions import TARGET
from toy.bout import ALL_UNITS, GUARD, HIT, MIDDLE, RED, SIDES, UNITS, WHITE, Bout, Purpose, Question, Table
from toy.dice import DICE
from toy.points import score

FACES = np.array(SIDES)


@compiled
def place(table: Table, unit: int, cell: int) -> None:
    """Put a unit on a free cell, or beside the board."""
    if table.units[unit] != NO_CELL:
        cells.remove(table.taken, table.units[unit])
    table.units[unit] = cell
    if cell != NO_CELL:
        cells.add(table.taken, cell)


@compiled
def may_move(table: Table, unit: int, cell: int) -> bool:
    """To a free cell beside its own; from beside the board to a free one of the outer ring. Rulebook: T-006."""
    own = int(table.units[unit])
    if cells.has(table.taken, cell):
        return False
    return cell != MIDDLE if own == NO_CELL else hexes.distance(own, cell) == 1


@compiled
def move(bout: Bout, seat: int, unit: int, cell: int) -> None:
    """A step, which scores a point in the middle. Rulebook: T-006."""
    place(bout.table, unit, cell)
    log.moved(bout, unit=unit)
    if cell == MIDDLE:
        score(bout, seat, 1)


@compiled
def may_hit(table: Table, unit: int, other: int) -> bool:
    """A unit of another seat on a cell beside its own. Rulebook: T-007."""
    if table.units[unit] == NO_CELL or table.units[other] == NO_CELL or unit // UNITS == other // UNITS:
        return False
    return hexes.distance(table.units[unit], table.units[other]) == 1


@compiled
def targets(table: Table, unit: int) -> int:
    """The units that a unit may hit, a bit each."""
    found = 0
    for other in range(ALL_UNITS):
        found |= int(may_hit(table, unit, other)) << other
    return found


@compiled
def target_of(table: Table, seat: int, answer: int) -> int:
    """The unit that an answer of `seat` means: seats are counted from the next one on."""
    return UNITS * ((seat + 1 + (answer - TARGET) // UNITS) % table.seats) + (answer - TARGET) % UNITS


@compiled
def fight(bout: Bout, seat: int, unit: int) -> None:
    """The red die against the white one; with more hits than shields the other unit leaves the board, for a point. Of
    several units within reach the seat chooses one. Rulebook: T-007, T-008.
    """
    table = bout.table
    left = targets(table, unit)
    other = bitsets.first_member(left)
    if bitsets.after_first(left):
        answer = ask_unit(bout, Question.TARGET, seat, NOBODY, unit, table.units[unit])
        other = target_of(table, seat, answer)
    owner = other // UNITS
    hits = throw(bout, RED, Purpose.RED, seat, unit, HIT)
    shields = throw(bout, WHITE, Purpose.WHITE, owner, other, GUARD)
    if hits > shields:
        where = table.units[other]
        place(table, other, NO_CELL)
        log.sent_off(bout, unit=other, cell=where, by_seat=seat, by_unit=unit)
        score(bout, seat, 1)


@compiled
def throw(bout: Bout, die: int, purpose: int, seat: int, unit: int, symbol: int) -> int:
    """How often one symbol is on the face of a die."""
    shown = bout.table.symbols
    face = roll(bout, int(FACES[die]), purpose, seat) - 1
    for each in range(len(shown)):
        shown[each] = symbols_on(DICE, die, face, each)
    log.threw(bout, unit=unit, die=die, face=face)
    return int(shown[symbol])
