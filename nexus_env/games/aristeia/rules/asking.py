"""Questions with their legal answers: a rule lists the answers, asks, and gets the chosen one.

The legal answers are on the table only while the question is open. If there is only one, nobody is asked.
"""

from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import NO_CELL, NO_UNIT, NOBODY, TEAM, Bout, Question
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.kit import bitsets, cells
from nexus_env.kit.units import ask_unit
from nexus_env.machine.compiled import compiled

NOTHING = -1


@compiled
def put(bout: Bout, question: int, reason: int, seat: int, unit: int, offered: int, may_pass: bool) -> int:
    """Ask, and return the action with which the seat answers; the lists of answers are cleared afterwards."""
    table = bout.table
    table.reason, table.offered, table.may_pass = reason, offered, int(may_pass)
    cell = NO_CELL if unit == NO_UNIT else int(table.characters[unit].cell)
    answer = ask_unit(bout, question, seat, NOBODY, unit, cell)
    table.reason, table.offered, table.may_pass = Reason.NONE, 0, 0
    table.request.unit, table.request.cell = NO_UNIT, NO_CELL
    return answer


@compiled
def ask_space(bout: Bout, reason: int, seat: int, unit: int, may_pass: bool) -> int:
    """One of `table.spaces`, which the caller has filled; NO_CELL for none. The set is empty afterwards."""
    table = bout.table
    cell = cells.first_cell(table.spaces)
    if cell == cells.NONE:
        return NO_CELL
    if may_pass or cells.next_cell(table.spaces, cell) != cells.NONE:
        answer = put(bout, Question.SPACE, reason, seat, unit, 0, may_pass)
        cell = NO_CELL if answer == Action.PASS else answer - Action.SPACE
    cells.clear(table.spaces)
    return cell


@compiled
def ask_member(
    bout: Bout, question: int, first: int, reason: int, seat: int, unit: int, offered: int, may_pass: bool
) -> int:
    """One member of a set, one bit each; action `first` means member 0. NOTHING for none."""
    if offered == 0:
        return NOTHING
    if not may_pass and offered & (offered - 1) == 0:
        return bitsets.first_member(offered)
    answer = put(bout, question, reason, seat, unit, offered, may_pass)
    return NOTHING if answer == Action.PASS else answer - first


@compiled
def ask_character(bout: Bout, reason: int, seat: int, unit: int, offered: int, may_pass: bool) -> int:
    """One of some Characters, one bit each; NO_UNIT for none. `unit` is the one that the question concerns."""
    if offered == 0:
        return NO_UNIT
    if not may_pass and offered & (offered - 1) == 0:
        return bitsets.first_member(offered)
    answer = put(bout, Question.UNIT, reason, seat, unit, offered, may_pass)
    return NO_UNIT if answer == Action.PASS else unit_of(seat, answer)


@compiled
def ask_zone(bout: Bout, reason: int, seat: int, offered: int) -> int:
    """One of some Zones, one bit each."""
    return ask_member(bout, Question.ZONE, Action.ZONE, reason, seat, NO_UNIT, offered, may_pass=False)


@compiled
def ask_die(bout: Bout, reason: int, seat: int, unit: int, offered: int) -> int:
    """One of some dice of a side, one bit each; NOTHING if the seat passes."""
    return ask_member(bout, Question.DIE, Action.DIE, reason, seat, unit, offered, may_pass=True)


@compiled
def ask_switch(bout: Bout, seat: int, unit: int, offered: int) -> int:
    """One of the Switches that can be paid, one bit each; NOTHING if the seat passes."""
    reason = Reason.SWITCHES
    return ask_member(bout, Question.SWITCH, Action.SWITCH, reason, seat, unit, offered, may_pass=True)


@compiled
def ask_first(bout: Bout, reason: int, seat: int) -> int:
    """The seat that goes first, chosen by `seat`."""
    answer = put(bout, Question.FIRST, reason, seat, NO_UNIT, 0, may_pass=False)
    return seat if answer == Action.ME else 1 - seat


@compiled
def unit_of(seat: int, answer: int) -> int:
    """The Character that an answer of `seat` means; its own Characters come first."""
    return (answer - Action.UNIT + TEAM * seat) % (2 * TEAM)


@compiled
def answer_for(seat: int, unit: int) -> int:
    """The answer that means a Character, for `seat`."""
    return Action.UNIT + (unit + TEAM * seat) % (2 * TEAM)
