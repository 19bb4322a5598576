"""A command is one row of the table: numbers, name, rule and words come from there, or it is refused."""

import re
from enum import IntEnum

import pytest

from nexus_env.games.nexus.rules.actions import IS_COMMAND, NAMES, ROW_OF, TABLE, Action, read_table
from nexus_env.games.nexus.rules.operands import OPERANDS
from nexus_env.games.nexus.words.price_preview import PRICES
from nexus_env.games.nexus.write_dispatch import HERE, files


class Two(IntEnum):
    GO = 0
    STOP = 6


GO = '[go]\noperands = ["way"]\ndoes = "movement.move(way)"\nwhen = "command"\n'
STOP = '[stop]\nanswers = ["any window"]\n'
WORDS = 'group = "x"\npage = "1"\nrules = ["R-001"]\ntext = "X."\n'


def test_the_dispatch_says_what_the_table_says():
    """`make docs` writes it anew."""
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make docs"


def test_a_table_is_read_row_by_row():
    go, stop = read_table(GO + WORDS + STOP + WORDS, Two).values()
    assert (go.size, go.does, stop.size, stop.answers) == (6, "movement.move(way)", 1, ("any window",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GO + WORDS, "differ at STOP, 6"),
        (STOP + WORDS + GO + WORDS, "differ at"),
        (GO.replace("way", "location") + WORDS + STOP + WORDS, "differ at STOP, 6"),
        (GO.replace('["way"]', '["street"]') + WORDS + STOP + WORDS, "go: got 'street'; expected one of way, "),
        (GO + WORDS + STOP.replace("any window", "why") + WORDS, "stop: got 'why'; expected one of any window"),
        (GO + 'at = "beyond"\n' + WORDS + STOP + WORDS, "go: got 'beyond'; expected one of "),
        (GO.replace('when = "command"\n', "") + WORDS + STOP + WORDS, "go: expected `does` with its `when`"),
        (GO + WORDS + STOP.partition("answers")[0] + WORDS, "stop: expected `does` with its `when`, or `answers`"),
    ],
)
def test_a_row_that_does_not_fit_is_refused(text: str, message: str):
    with pytest.raises(ValueError, match=re.escape(message)):
        read_table(text, Two)


def test_every_number_belongs_to_the_row_that_its_name_says():
    for number, name in enumerate(NAMES):
        row = Action(int(ROW_OF[number]))
        assert row <= number < row + TABLE[row].size
        assert name == row.name.lower().replace("_", " ") or name.startswith(row.name.lower().replace("_", " ") + " ")
        assert IS_COMMAND[number] == (TABLE[row].when == "command")


def test_the_mask_asks_for_every_row():
    """What no mask allows could never be done."""
    asking = "".join((HERE / "rules" / name).read_text(encoding="utf-8") for name in ("mask.py", "interruptions.py"))
    asked = set(re.findall(r"Action\.(\w+)", asking))
    assert {action.name for action in Action} == asked


def test_what_costs_something_has_a_price():
    """A card's lines may cost its player something, which no row says."""
    assert {action for action, row in TABLE.items() if row.cost} == set(PRICES) - {Action.PLAY_CARD}


def test_the_words_of_an_operand_tell_its_places_apart():
    for name, operand in OPERANDS.items():
        assert len(set(operand.words)) == len(operand.words) > 1, name
