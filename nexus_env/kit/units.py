"""Requests and happenings that name units and cells, for games in which a seat commands several units.

Such a game uses `UnitRequest` instead of `Request`, and rows of `UnitHappening`; the tape works with either. It numbers
its units and cells itself. Log with `tell_unit` only: it overwrites every field of a row.
"""

from typing import Annotated, Any

import numpy as np

from nexus_env.kit.happenings import MOST, SeatHappening
from nexus_env.kit.seats import NOBODY
from nexus_env.kit.tape import LENGTH, Request, ask_about, ask_privately
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Within, record

NO_UNIT, NO_CELL = NOBODY, -1
MOST_UNITS, MOST_CELLS = 64, 576  # of any game
UnitNumber = Annotated[int, np.int16, Within(NO_UNIT, MOST_UNITS - 1)]
CellNumber = Annotated[int, np.int16, Within(NO_CELL, MOST_CELLS - 1)]


@record
class UnitRequest(Request):
    """A `Request` with a unit and a cell; `setup` sets them to NO_UNIT and NO_CELL."""

    unit: UnitNumber  # the unit that the question concerns
    cell: CellNumber  # the cell that it concerns


@record
class UnitHappening(SeatHappening):
    """A `SeatHappening` with units and a cell."""

    unit: UnitNumber  # the unit that did it, or to which it happened
    other_unit: UnitNumber  # the second unit concerned
    cell: CellNumber  # where


@compiled
def tell_unit(
    bout: Any, event: int, seat: int, unit: int, cell: int, other: int, other_unit: int, what: int, amount: int
) -> None:
    """Append a row, unless the bout is silent; `detail` is 0."""
    if bout.silent or bout.told >= MOST:
        return
    row = bout.happenings[bout.told]
    row.event, row.seat, row.unit, row.cell = event, seat, unit, cell
    row.other, row.other_unit = other, other_unit
    row.what, row.amount, row.detail = what, amount, 0
    bout.told += 1


@compiled
def ask_unit(bout: Any, question: int, seat: int, about: int, unit: int, cell: int) -> int:
    """Like `ask_about`, and name the unit and the cell that the question concerns."""
    if bout.tape.cursor == bout.tape.length:
        request = bout.table.request
        request.unit, request.cell = unit, cell
    return ask_about(bout, question, seat, about)


@compiled
def ask_unit_privately(
    bout: Any, question: int, seat: int, about: int, unit: int, cell: int, openly: bool, hidden: bool
) -> int:
    """Like `ask_privately`, and name the unit and the cell that the question concerns.

    They are written only if the seat is asked: if they were set before, a seat that is not asked would leave them on
    the table for everybody to see.
    """
    tape = bout.tape
    if (openly or hidden) and tape.cursor == tape.length and tape.cursor < LENGTH:
        request = bout.table.request
        request.unit, request.cell = unit, cell
    return ask_privately(bout, question, seat, about, openly, hidden)
