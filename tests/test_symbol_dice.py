"""Dice with symbols: read from a table, rolled by the tape, added up, and named in words."""

from typing import Annotated, Any

import pytest

from nexus_env.core.slots import rows_of
from nexus_env.kit.dice import seed_generator
from nexus_env.kit.symbol_dice import SymbolDice, roll_symbols
from nexus_env.kit.tape import SUSPENDED, Request, Tape
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, Within, record

TABLE = """
symbols = ["hit", "shield", "star"]

[dice]
red = ["", "hit", "hit", "hit hit star"]
white = ["shield", "shield star"]
"""
DICE = SymbolDice.read(TABLE)
SIDES, COUNTS = DICE.sides, DICE.counts


@record
class Table(Record):
    request: Request
    shown: Annotated[list[Annotated[int, Within(0, 99)]], 3]


@record
class Bout(Record):
    table: Table
    tape: Tape


@compiled
def seed_at(rows: Any, seed: int) -> None:
    seed_generator(rows[0].tape.generator, seed)


@compiled
def roll_at(rows: Any, die: int) -> int:
    """Roll one die; -2 if chance is asked."""
    face = -2
    try:
        face = roll_symbols(rows[0], SIDES, COUNTS, die, 5, 1, rows[0].table.shown)
    except SUSPENDED:
        face = -2
    return face


def test_a_table_becomes_dice() -> None:
    assert (DICE.names, DICE.symbols) == (("red", "white"), ("hit", "shield", "star"))
    assert SIDES.tolist() == [4, 2]
    assert COUNTS[0].tolist() == [[0, 0, 0], [1, 0, 0], [1, 0, 0], [2, 0, 1]]
    assert COUNTS[1, :2].tolist() == [[0, 1, 0], [0, 1, 1]]


def test_the_symbols_of_all_faces_are_added_up() -> None:
    rows = rows_of(Bout.dtype, 1)
    seed_at(rows, 3)
    faces = [roll_at(rows, nth % 2) for nth in range(40)]
    assert {faces[nth] for nth in range(0, 40, 2)} == {0, 1, 2, 3} and {faces[nth] for nth in range(1, 40, 2)} == {0, 1}
    expected = sum(COUNTS[nth % 2, face] for nth, face in enumerate(faces))
    assert rows["table"]["shown"][0].tolist() == expected.tolist()
    assert rows["tape"]["entries"][0, :40].tolist() == faces


def test_a_dictated_die_is_asked_for() -> None:
    rows = rows_of(Bout.dtype, 1)
    rows["tape"]["dictated"] = 1
    assert roll_at(rows, 0) == -2 and not rows["table"]["shown"].any()
    request = rows["table"]["request"][0]
    assert (request["sides"], request["purpose"], request["roller"], request["private"]) == (4, 5, 1, 0)
    rows["tape"]["entries"][0, 0], rows["tape"]["length"], rows["tape"]["cursor"] = 3, 1, 0
    assert roll_at(rows, 0) == 3 and rows["table"]["shown"][0].tolist() == [2, 0, 1]


def test_faces_have_names_and_those_that_look_alike_are_told_apart() -> None:
    assert [DICE.face(0, face) for face in range(4)] == ["blank", "hit", "hit", "hit + hit + star"]
    assert [DICE.spelled(0, face) for face in range(4)] == ["blank", "hit", "hit (2)", "hit + hit + star"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("star", "moon"), r"^dice\.red: got 'star'; expected one of hit, shield, moon\.$"),
        (('["shield", "shield star"]', "[]"), r"^dice\.white: got 0 faces; expected 1 to 127\.$"),
    ],
)
def test_a_wrong_table_is_refused_in_a_sentence(change: tuple[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SymbolDice.read(TABLE.replace(*change, 1))
