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
from nexus_env.kit.write_dispatch import Writer

MODULES = {name: import_module(f"nexus_env.games.{name}.rules.actions") for name in GAMES if name != "toy"}
TABLES = {"toy": toy.actions.TABLE} | {name: module.TABLE for name, module in MODULES.items()}
FOLDERS = {"toy": (Path(toy.__file__).parent, "toy")} | {
    name: (Path(games.__file__).parent / name, f"nexus_env.games.{name}") for name in MODULES
}
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
WORDS = 'group = "x"\npage = "1"\nrules = ["R-001"]\ntext = "X."\n'


def read(text: str) -> ActionTable:
    return read_table(text, Two, OPERANDS, questions=Asked, times=("command",), count=7, places=("ahead",))


@pytest.mark.parametrize("name", FOLDERS)
def test_the_dispatch_says_what_the_table_says(name: str) -> None:
    """`make docs` writes it anew."""
    for path, text in Writer(*FOLDERS[name]).files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make docs"


def test_a_table_is_read_row_by_row() -> None:
    table = read(GO + WORDS + STOP + WORDS)
    go, stop = table[Two.GO], table[Two.STOP]
    assert (go.size, go.does, stop.size, stop.answers) == (6, "movement.move(way)", 1, ("any window",))
    assert table.names == (*(f"go {way}" for way in range(1, 7)), "stop")
    assert table.first_of_row.tolist() == [0] * 6 + [6] and table.means == {}


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
        (GO + WORDS, "got 1 rows; expected one for each member of Two"),
        (STOP + WORDS + GO + WORDS, "got STOP as 0; expected GO as 0"),
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
        (GO + 'at = "beyond"\n' + WORDS + STOP + WORDS, "go: at: got 'beyond'; expected one of ahead"),
        (GO.replace('"command"', '"never"') + WORDS + STOP + WORDS, "go: when: got 'never'; expected one of command"),
        (GO.replace('when = "command"\n', "") + WORDS + STOP + WORDS, "go: got"),
        (GO + WORDS + STOP.partition("answers")[0] + WORDS, "stop: got"),
    ],
)
def test_a_row_that_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read(text)


def test_a_table_of_another_length_than_the_record_was_told_is_refused() -> None:
    text = GO.replace("[go]", "[turn]") + WORDS
    one = IntEnum("one", {"TURN": 0})
    with pytest.raises(ValueError, match=r"commands.toml: got 6 actions; expected 7, as the record of a bout has it\."):
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
