"""A command is one row of the table: numbers, name, rule and words come from there, or it is refused."""

import re
from enum import IntEnum

import numpy as np
import pytest

from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.checks.variety import variety
from nexus_env.games.nexus.rules.actions import (
    ANY_TIME,
    ANY_WINDOW,
    IS_COMMAND,
    NAMES,
    ROW_OF,
    ROWS,
    TABLE,
    Action,
    Row,
    read_table,
)
from nexus_env.games.nexus.rules.bout import Question
from nexus_env.games.nexus.rules.operands import OPERANDS
from nexus_env.games.nexus.rules.questions import IS_WINDOW
from nexus_env.games.nexus.words.price_preview import PRICES
from nexus_env.games.nexus.write_dispatch import HERE, files
from nexus_env.machine.compiled import PLAIN
from nexus_env.play.session import Sitting

LENGTH = 25 if PLAIN else 200  # decisions of each bout


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


def test_the_mask_allows_what_a_row_is_for():
    """A range that is too long would reach into the next row."""
    for number in range(0, 33, 3):  # each number of seats
        rng = np.random.default_rng(number)
        sitting = Sitting(NEXUS, NEXUS.read_options(**variety(number)), seed=number)
        for _ in range(LENGTH):
            question = Question(sitting.rows["table"]["request"]["question"][0])
            legal = np.flatnonzero(sitting.mask).tolist()
            for row in {ROWS[action] for action in legal} if sitting.seat >= 0 else ():
                assert is_for(TABLE[row], question), (number, row.name, question.name)
            if sitting.is_over:
                break
            sitting.act(int(rng.choice(legal)))


def is_for(row: Row, question: Question) -> bool:
    """Whether the actions of a row may be legal at a question, as the table has it."""
    if question == Question.COMMAND:
        return bool(row.does)
    in_window = bool(IS_WINDOW[question]) and (row.when == ANY_TIME or ANY_WINDOW in row.answers)
    return in_window or question.name.lower().replace("_", " ") in row.answers


def test_what_costs_something_has_a_price():
    """A card's lines may cost its player something, which no row says."""
    assert {action for action, row in TABLE.items() if row.cost} == set(PRICES) - {Action.PLAY_CARD}


def test_the_words_of_an_operand_tell_its_places_apart():
    for name, operand in OPERANDS.items():
        assert len(set(operand.words)) == len(operand.words) > 1, name
