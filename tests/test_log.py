"""The log: a table of events becomes functions that write rows, an enum, sentences, and a stub for type checkers."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from nexus_env.kit import write_log
from nexus_env.kit.log import OF_SEATS, OF_UNITS, Told, read_events
from nexus_env.kit.texts import by_members, read_texts
from nexus_env.system.wording import InputError

EVENTS = """
[forms]
unit = { unit = "unit", seat = "unit // SIZE", cell = "bout.places[unit]" }

[moved]
moved = { tells = "A unit has moved.", takes = ["unit"], of = "unit" }
says = "{name} moves {amount}."

[hit]
hit = { tells = "A unit was hit.", takes = ["unit", "amount", "by"], of = "unit", other_unit = "by", what = 7 }
missed = { tells = "It was not.", takes = ["unit"], of = "unit", cell = "NO_CELL" }
"""


BROKEN = "[hit]\nhit = {}"


def written(tmp_path: Path, text: str = EVENTS) -> Path:
    (tmp_path / "events.toml").write_text(text, encoding="utf-8")
    return tmp_path / "events.toml"


def test_a_function_writes_its_row(tmp_path: Path) -> None:
    """Arguments stand in the column of their name, a form has what many share, and the rest is told or left out."""
    events, rows = read_events(written(tmp_path), OF_UNITS), list[tuple[int, ...]]()
    events = events._replace(tell=lambda bout, *row: rows.append(row))
    functions = events.functions("some.log", __file__, SIZE=2, NO_CELL=-1)
    plain = {name: getattr(function, "py_func", function) for name, function in functions.items()}
    bout = SimpleNamespace(places=[4, 5, 6])
    plain["moved"](bout, unit=2)
    plain["hit"](bout, unit=1, amount=3, by=2)
    plain["missed"](bout, unit=1)
    assert rows == [(0, 1, 2, 6, -1, -1, 0, 0), (1, 0, 1, 5, -1, 2, 7, 3), (1, 0, 1, -1, -1, -1, 0, 0)]


def test_events_are_numbered_in_their_order_and_may_have_a_sentence(tmp_path: Path) -> None:
    class Named(Told):
        parts: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"name": lambda told: f"unit {told.what}"}

    events = read_events(written(tmp_path), OF_UNITS)
    assert [(kind.name, int(kind)) for kind in events.numbers(__name__)] == [("MOVED", 0), ("HIT", 1)]
    row: Any = {"what": 3, "amount": 2}
    says = events.sentences(Named)
    assert says == {0: "{name} moves {amount}."}
    assert says[0].format_map(Named(row)) == "unit 3 moves 2."
    assert 'def hit(bout: Any, unit: int, amount: int, by: int) -> None:\n    """A unit was hit."""' in events.stub()


@pytest.mark.parametrize(
    ("says", "message"),
    [
        (
            "{nmae} moves.",
            "events.toml: says, moved: got the placeholder 'nmae'; expected amount, .*; did you mean name",
        ),
        ("{} moves.", "events.toml: says, moved: got the placeholder ''; expected"),
        ("{name moves.", "events.toml: says, moved: got '{name moves.': .*; expected placeholders in braces"),
    ],
)
def test_a_sentence_that_no_row_fills_is_refused(tmp_path: Path, says: str, message: str) -> None:
    class Named(Told):
        name: str

    events = read_events(written(tmp_path, EVENTS.replace("{name} moves {amount}.", says)), OF_UNITS)
    with pytest.raises(InputError, match=message):
        events.sentences(Named)


def test_rows_of_both_kinds_are_refused(tmp_path: Path) -> None:
    """`detail` is a column of rows of seats, `unit` one of rows of units."""
    written(tmp_path, EVENTS.replace('cell = "NO_CELL"', "detail = 3"))
    with pytest.raises(InputError, match=r"got rows of neither kind; .* the column 'unit'; .* the column 'detail'"):
        write_log.stubs(tmp_path)


def test_a_column_that_no_row_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="moved: got the column 'unit'; expected one of seat, other"):
        read_events(written(tmp_path), OF_SEATS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'of = "unit" }\nsays',
            'of = "unti" }\nsays',
            "moved: of: got 'unti'; expected a name in `forms`; did you",
        ),
        ('tells = "A unit was hit."', 'tels = "A unit was hit."', "hit: tells: got None; expected what has happened"),
        ('takes = ["unit", "amount", "by"]', 'takes = "unit"', "hit: takes: got 'unit'; expected a list of names"),
        ('other_unit = "by"', 'other_unit = "by +"', "hit: other_unit: got 'by +', which is no Python: invalid syntax"),
        ("missed = {", "moved = {", "events.toml: got the function moved of two events; expected it once"),
        ("[hit]", "[hit", "got no TOML: .*; expected the events of a game"),
    ],
)
def test_a_function_that_does_not_fit_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert EVENTS.count(old) == 1
    with pytest.raises(InputError, match=message.replace("+", "[+]")):
        read_events(written(tmp_path, EVENTS.replace(old, new)), OF_UNITS)


def test_stubs_are_not_written_where_nothing_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, message in (("", "got no events.toml; expected the folder of a game"), (BROKEN, "hit: tells: got None")):
        with pytest.raises(SystemExit) as ended:
            write_log.main([str(written(tmp_path, text).parent if text else tmp_path)])
        assert ended.value.code == 2 and message in capsys.readouterr().err


def test_texts_are_found_by_the_members_of_an_enum(tmp_path: Path) -> None:
    class Color(IntEnum):
        DARK_RED = 1

    (tmp_path / "texts.toml").write_text('[colors]\ndark_red = ["a", "b"]\n[more]\nblue = "c"\n', encoding="utf-8")
    texts = read_texts(str(tmp_path / "code.py"))
    assert by_members(texts["colors"], Color) == {Color.DARK_RED: ("a", "b")}
    with pytest.raises(InputError, match="texts: got 'blue'; expected a member of Color"):
        by_members(texts["more"], Color)


def test_texts_that_the_code_does_not_fill_are_refused() -> None:
    Color = IntEnum("Color", ["RED", "BLUE"])
    table = {"red": "{unit} reddens", "blue": ("a", "{seta}")}
    with pytest.raises(InputError, match="texts, red: got the placeholder 'unit'; expected none"):
        by_members(table, Color)
    with pytest.raises(
        InputError, match="texts, blue: got the placeholder 'seta'; expected seat or unit; did you mean s"
    ):
        by_members(table, Color, ("unit", "seat"))


def test_texts_that_are_no_toml_are_refused(tmp_path: Path) -> None:
    (tmp_path / "texts.toml").write_text("[colors", encoding="utf-8")
    with pytest.raises(InputError, match=r"texts.toml: got no TOML: .*; expected the texts of a game"):
        read_texts(str(tmp_path / "code.py"))
