"""A command is one row of the table: numbers, name, rule and words come from there, or it is refused."""

import re
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import toy.actions
from games import GAMES

from nexus_env import games
from nexus_env.kit.actions import ActionTable, Operand, counted, read_table
from nexus_env.kit.dispatch import dispatch
from nexus_env.kit.tape import UnknownCommand
from nexus_env.kit.write_log import stubs
from nexus_env.system.wording import InputError

MODULES = {name: import_module(f"nexus_env.games.{name}.rules.actions") for name in GAMES if name != "toy"}
TABLES = {"toy": toy.actions.TABLE} | {name: module.TABLE for name, module in MODULES.items()}
FOLDERS = {"toy": Path(toy.__file__).parent} | {name: Path(games.__file__).parent / name for name in MODULES}
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


class Two(IntEnum):
    GO = 0
    STOP = 6


class Asked(IntEnum):
    COMMAND = 0
    WHERE_TO = 1


OPERANDS = {"way": counted(6), "side": Operand(("left", "right"), of="sides", first=1)}
GO = '[go]\noperands = ["way"]\ndoes = "movement.move(way)"\nwhen = "command"\n'
STOP = '[stop]\nanswers = ["any window"]\n'
KINDS = {"points": ("point", "points")}
WORDS = 'group = "x"\npage = "1"\nrules = ["R-001"]\ntext = "X."\n'


def read(text: str) -> ActionTable:
    return read_table(text, Two, OPERANDS, questions=Asked, times=("command",), count=7, places=("ahead",), kinds=KINDS)


@pytest.mark.parametrize("name", FOLDERS)
def test_editors_know_the_functions_of_the_log(name: str) -> None:
    """`make docs` writes `log.pyi` anew."""
    found = stubs(FOLDERS[name])
    assert found
    for path, text in found.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make docs"


# --- the dispatch -----------------------------------------------------------------------------------------------------

DISPATCH = '[dispatch.obey]\nmeaning = "Carry it out."\ntakes = ["seat", "action"]\nwhen = ["command"]\n'
PATHS = """
MANY = 3

def move(bout, seat, way, far):
    bout.append(("move", seat, way, far))

def turn(bout, far):
    bout.append(("turn", far))
"""


class Three(IntEnum):
    GO = 0
    TURN = 12
    STOP = 13


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The module of a game that makes a dispatch, beside one with rules, and one with helpers."""
    for name, text in {"paths": PATHS, "around": "def half(number): return number // 2", "commands": ""}.items():
        (tmp_path / f"{name}_of_test.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import_module("commands_of_test")
    return "commands_of_test"


def plain_dispatch(table: ActionTable, home: str) -> Any:
    """The dispatch before it is compiled, since machine code takes no lists."""
    obey = dispatch(table, "obey", home)
    return getattr(obey, "py_func", obey)


def three(**does: str) -> ActionTable:
    """A table of three rows, two of which have rules."""
    operands = OPERANDS | {"way": counted(6, "around_of_test.half({place})")}
    go = GO.replace('["way"]', '["side", "way"]').replace("movement.move(way)", does.get("go", GOES))
    turn = f'[turn]\ndoes = "{does.get("turn", TURNS)}"\nwhen = "command"\n'
    text = DISPATCH + go + WORDS + turn + WORDS + STOP + WORDS
    return read_table(text, Three, operands, questions=Asked, times=("command",), count=14)


def test_rules_of_one_name_are_told_apart(home: str, tmp_path: Path) -> None:
    """Whatever their modules are called."""
    for name in ("arms_of_test.py", "arms_of_test_load.py"):
        function = "load_up" if name == "arms_of_test.py" else "up"
        (tmp_path / name).write_text(f"def {function}(bout): bout.append({name!r})", encoding="utf-8")
    table = three(go="arms_of_test.load_up()", turn="arms_of_test_load.up()")
    bout = list[str]()
    for action in (0, 12):
        plain_dispatch(table, home)(bout, 0, action)
    assert bout == ["arms_of_test.py", "arms_of_test_load.py"]


GOES, TURNS = "paths_of_test.move(seat, side, way)", "paths_of_test.turn(MANY)"


def test_a_dispatch_sends_each_number_to_its_rule_with_its_operands(home: str) -> None:
    obey, bout = plain_dispatch(three(), home), list[tuple[object, ...]]()
    for action in (0, 5, 6, 11, 12):
        obey(bout, 7, action)
    goes = [("move", 7, 0, 0), ("move", 7, 0, 2), ("move", 7, 1, 0), ("move", 7, 1, 2)]
    assert bout == [*goes, ("turn", 3)] and obey.__doc__ == "Carry it out."
    with pytest.raises(UnknownCommand):
        obey(bout, 7, 13)


@pytest.mark.parametrize(
    ("does", "name", "message"),
    [
        ({}, "follow", "commands.toml: dispatch: got obey; expected follow, too"),
        (
            {"go": "paths_of_test.run(seat)"},
            "obey",
            "obey, go: got run; expected a function of the module",
        ),
        ({"go": "move(seat)"}, "obey", "commands.toml, obey, go: got the rule 'move(seat)'; expected one as `module."),
        ({"turn": "paths_of_test.turn(FEW)"}, "obey", "commands.toml, obey, turn: got FEW; expected a module of the"),
        ({"turn": "paths_of_test.turn()"}, "obey", "obey, turn: got the rule 'paths_of_test.turn()'; expected arg"),
        ({"turn": "paths_of_test.turn(1 +)"}, "obey", "which is no Python: invalid syntax; expected a call"),
        ({"turn": "paths_of_test.MANY(1)"}, "obey", "obey, turn: got MANY; expected a function of the module"),
        ({"turn": "nowhere_of_test.deep.turn(1)"}, "obey", "obey, turn: got nowhere_of_test.deep; expected a module"),
        (
            {"turn": "roads_of_test.turn(1)"},
            "obey",
            "obey, turn: got roads_of_test; expected a module of",
        ),
    ],
)
def test_a_dispatch_that_does_not_fit_is_refused(home: str, does: dict[str, str], name: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        dispatch(three(**does), name, home)


class Step(IntEnum):
    OPENING = 1
    LAST_TURN = 2


FOLLOW = '[dispatch.follow]\nmeaning = "What follows."\ntakes = ["step"]\ndoes = { DOES }\n'
OPENS, TURNS_AT_LAST = 'opening = "paths_of_test.turn(step)"', 'last_turn = "paths_of_test.turn(MANY)"'


def followed(*does: str) -> ActionTable:
    """A table with a dispatch of steps."""
    text = FOLLOW.replace("DOES", ", ".join(does)) + GO + WORDS + STOP + WORDS
    return read(text)


def test_a_dispatch_sends_each_step_to_its_rule(home: str) -> None:
    follow = dispatch(followed(OPENS, TURNS_AT_LAST), "follow", home, Step)
    bout = list[tuple[object, ...]]()
    for step in Step:
        getattr(follow, "py_func", follow)(bout, step)
    assert bout == [("turn", 1), ("turn", 3)]


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ((OPENS,), "commands.toml, dispatch.follow: does: got no rule for last_turn; expected one for each member of"),
        ((), "dispatch.follow: does: got no rule for opening, last_turn; expected one for each member of Step"),
        ((OPENS, TURNS_AT_LAST.replace("last", "least")), "does: got least_turn; expected a member of Step; did you"),
    ],
)
def test_steps_without_a_rule_are_refused_by_name(home: str, does: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        dispatch(followed(*does), "follow", home, Step)


# --- the table --------------------------------------------------------------------------------------------------------


def test_a_table_is_read_row_by_row() -> None:
    table = read(GO + WORDS + STOP + WORDS)
    go, stop = table[Two.GO], table[Two.STOP]
    assert (go.size, go.does, stop.size, stop.answers) == (6, "movement.move(way)", 1, ("any window",))
    assert table.names == (*(f"go {way}" for way in range(1, 7)), "stop")
    assert table.first_of_row.tolist() == [0] * 6 + [6] and table.means == {}


def test_a_price_depends_on_what_an_operand_counts_or_is() -> None:
    text = STOP + WORDS
    counted_up = read(GO + "price = { points = 2 }\neach = { way = { points = 3 } }\n" + WORDS + text)
    listed = read(GO + 'cost = "it depends"\neach = { way = { points = [1, 1, 1, 2, 2, 4] } }\n' + WORDS + text)
    assert [counted_up.price_of(action)["points"] for action in range(6)] == [5, 8, 11, 14, 17, 20]
    assert [listed.price_of(action)["points"] for action in range(6)] == [1, 1, 1, 2, 2, 4]
    assert listed.prices(Two.GO, "way", "points") == [1, 1, 1, 2, 2, 4] and listed.cost_of(Two.GO) == "it depends"


def test_actions_mean_the_things_of_their_operands() -> None:
    class Turns(IntEnum):
        TURN = 0

    text = GO.replace("[go]", "[turn]").replace('["way"]', '["side", "way"]') + WORDS
    table = read_table(text, Turns, OPERANDS, questions=Asked, times=("command",), count=12)
    assert table.names[:2] == ("turn left 1", "turn left 2") and len(table.names) == 12
    assert [table.means[action] for action in (0, 5, 6)] == [(("sides", 1),), (("sides", 1),), (("sides", 2),)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GO + WORDS + "[stop", "commands.toml: got no TOML: Expected ']' at the end of a table declaration"),
        (GO + WORDS, "got 1 rows; expected one for each member of Two"),
        (STOP + WORDS + GO + WORDS, "got STOP as 0; expected GO as 0"),
        (
            GO + "each = { way = { points = [1, 2] } }\n" + WORDS + STOP + WORDS,
            "go: each: way: points: got [1, 2]; expected a whole number, or a list of 6",
        ),
        (GO + "each = { side = { points = 1 } }\n" + WORDS + STOP + WORDS, "go: each: got 'side'; expected an operand"),
        (GO.replace("way", "side") + WORDS + STOP + WORDS, "got STOP as 2; expected STOP as 6"),
        (GO + WORDS + STOP + WORDS + STOP.replace("stop", "wait") + WORDS, "got WAIT as 7; expected nothing"),
        (
            GO.replace('["way"]', '["street"]') + WORDS + STOP + WORDS,
            "go: operands: got 'street'; expected one of way",
        ),
        (
            GO + WORDS + STOP.replace("any window", "why") + WORDS,
            "stop: answers: got 'why'; expected one of any",
        ),
        (
            GO + "each = { way = { points = [1, 1, 1, 1, 1, 1] } }\n" + WORDS + STOP + WORDS,
            "go: got no `cost`; expected the price in words",
        ),
        (GO + 'texxt = "x"\n' + WORDS + STOP + WORDS, "go: got the key 'texxt'; expected one of group, rules"),
        (GO + STOP + WORDS, "go: got no group; expected it in each row"),
        (GO.replace('["way"]', '"way"') + WORDS + STOP + WORDS, "go: operands: got 'way'; expected a list of texts"),
        (GO + "price = 3\n" + WORDS + STOP + WORDS, "go: price: got 3; expected a table"),
        (GO + 'price = { points = "3" }\n' + WORDS + STOP + WORDS, "go: price: points: got '3'; expected a whole"),
        (GO + "price = { pints = 3 }\n" + WORDS + STOP + WORDS, "go: price: got 'pints'; expected one of points; did"),
        ("go = 3\n" + STOP + WORDS, "go: got 3; expected the keys of a row"),
        (GO + 'at = "beyond"\n' + WORDS + STOP + WORDS, "go: at: got 'beyond'; expected one of ahead"),
        (GO.replace('"command"', '"never"') + WORDS + STOP + WORDS, "go: when: got 'never'; expected one of command"),
        (GO.replace('when = "command"\n', "") + WORDS + STOP + WORDS, "go: got"),
        (GO + WORDS + STOP.partition("answers")[0] + WORDS, "stop: got"),
    ],
)
def test_a_row_that_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        read(text)


def test_a_table_of_another_length_than_the_record_was_told_is_refused() -> None:
    text = GO.replace("[go]", "[turn]") + WORDS
    one = IntEnum("one", {"TURN": 0})
    with pytest.raises(InputError, match=r"commands.toml: got 6 actions; expected 7, as the record of a bout has it\."):
        read_table(text, one, OPERANDS, questions=Asked, times=("command",), count=7)


@every_table
def test_every_number_belongs_to_the_row_that_its_name_says(table: ActionTable) -> None:
    for number, name in enumerate(table.names):
        first: Any = table.row_of[number]
        assert first <= number < first + table[first].size
        assert f"{name} ".startswith(first.name.lower().replace("_", " ") + " ")


@every_table
def test_the_words_of_an_operand_tell_its_places_apart(table: ActionTable) -> None:
    for name, operand in table.operands.items():
        assert len(set(operand.words)) == len(operand.words) > 1, name
