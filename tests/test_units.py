"""Units: requests and happenings name them and their cells, and a row keeps nothing of what lay there before."""

from typing import Annotated, Any

import pytest

from nexus_env.core.slots import rows_of
from nexus_env.kit import happenings
from nexus_env.kit.tape import OPEN, SUSPENDED, Tape
from nexus_env.kit.units import (
    MOST_CELLS,
    MOST_UNITS,
    NO_CELL,
    NO_UNIT,
    UnitHappening,
    UnitRequest,
    ask_unit,
    tell_unit,
)
from nexus_env.machine.compiled import compiled
from nexus_env.machine.field_ranges import first_outside, ranges_of
from nexus_env.machine.record import Record, record

QUESTION = 5
FIELDS = ("event", "seat", "unit", "cell", "other", "other_unit", "what", "amount", "detail")


@record
class Table(Record):
    request: UnitRequest


@record
class Bout(Record):
    table: Table
    tape: Tape
    told: int
    silent: int
    happenings: Annotated[list[UnitHappening], happenings.MOST]


@compiled
def tell_at(rows: Any, event: int, seat: int, unit: int, cell: int, other: int, other_unit: int) -> None:
    tell_unit(rows[0], event, seat, unit, cell, other, other_unit, 70, 80)


@compiled
def ask_at(rows: Any, seat: int, about: int, unit: int, cell: int) -> int:
    """The answer; -2 if it is not known yet."""
    answer = -2
    try:
        answer = ask_unit(rows[0], QUESTION, seat, about, unit, cell)
    except SUSPENDED:
        answer = -2
    return answer


def told(rows: Any, place: int) -> tuple[int, ...]:
    """A row of the happenings."""
    return tuple(int(rows["happenings"][0, place][name]) for name in FIELDS)


def test_a_happening_names_the_units_and_the_cell() -> None:
    rows = rows_of(Bout.dtype, 1)
    tell_at(rows, 1, 2, 30, 40, 5, 60)
    assert rows["told"][0] == 1
    assert told(rows, 0) == (1, 2, 30, 40, 5, 60, 70, 80, 0)


def test_no_field_of_a_row_stays_as_it_was() -> None:
    rows = rows_of(Bout.dtype, 1)
    for name in FIELDS:
        rows["happenings"][name] = 9
    tell_at(rows, 1, 2, NO_UNIT, NO_CELL, 5, NO_UNIT)
    assert told(rows, 0) == (1, 2, NO_UNIT, NO_CELL, 5, NO_UNIT, 70, 80, 0)
    assert told(rows, 1) == (9,) * len(FIELDS)


def test_nothing_is_written_where_nobody_listens_nor_beyond_the_last_row() -> None:
    rows = rows_of(Bout.dtype, 1)
    rows["silent"] = 1
    tell_at(rows, 1, 2, 3, 4, 5, 6)
    assert rows["told"][0] == 0 and told(rows, 0) == (0,) * len(FIELDS)
    rows["silent"], rows["told"] = 0, happenings.MOST - 1
    tell_at(rows, 1, 2, 3, 4, 5, 6)
    before = rows.tobytes()
    tell_at(rows, 9, 9, 9, 9, 9, 9)
    assert rows["told"][0] == happenings.MOST and rows.tobytes() == before


def test_a_question_names_the_unit_and_the_cell_that_it_concerns() -> None:
    rows = rows_of(Bout.dtype, 1)
    assert ask_at(rows, 1, 2, 30, 40) == -2 and rows["tape"]["suspended"][0] == 1
    request = rows["table"]["request"][0]
    names = ("question", "seat", "about", "unit", "cell", "private")
    assert [int(request[name]) for name in names] == [QUESTION, 1, 2, 30, 40, OPEN]


def test_a_question_that_is_answered_on_the_tape_leaves_the_request_alone() -> None:
    rows = rows_of(Bout.dtype, 1)
    rows["tape"]["entries"][0, 0], rows["tape"]["length"] = 17, 1
    request = rows["table"]["request"][0]
    request["unit"], request["cell"], request["about"] = 3, 4, 5
    assert ask_at(rows, 1, 2, 30, 40) == 17
    assert [int(request[name]) for name in ("unit", "cell", "about")] == [3, 4, 5]
    assert rows["tape"]["cursor"][0] == 1 and not rows["tape"]["suspended"][0]


@pytest.mark.parametrize(
    ("name", "least", "most"), [("unit", NO_UNIT, MOST_UNITS - 1), ("cell", NO_CELL, MOST_CELLS - 1)]
)
def test_units_and_cells_of_a_request_are_numbers_of_the_board_or_none(name: str, least: int, most: int) -> None:
    rows = rows_of(Table.dtype, 1)
    for value, is_wrong in ((least, False), (most, False), (least - 1, True), (most + 1, True)):
        rows["request"][name] = value
        assert (first_outside(rows, ranges_of(Table), 2) is not None) == is_wrong, value
