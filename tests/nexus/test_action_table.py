"""The mask allows what the rows of the table are for, and what costs something has a price."""

import re
from pathlib import Path

import numpy as np

from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.checks.variety import variety
from nexus_env.games.nexus.rules import actions
from nexus_env.games.nexus.rules.actions import ANY_TIME, IS_COMMAND, ROWS, TABLE, Action
from nexus_env.games.nexus.rules.bout import Question
from nexus_env.games.nexus.rules.questions import IS_WINDOW
from nexus_env.games.nexus.words.price_preview import PRICES
from nexus_env.kit.actions import ANY_WINDOW, Row
from nexus_env.machine.compiled import PLAIN

LENGTH = 25 if PLAIN else 200  # decisions of each bout


def test_the_action_table_is_complete():
    """Every number has a name; numbers are only ever added at the end."""
    assert len(actions.NAMES) == Action.PAY_PRICE + 1 == 309


def test_a_command_is_known_by_its_number():
    for number, row in enumerate(ROWS):
        assert IS_COMMAND[number] == (TABLE[row].when == "command")


def test_the_mask_asks_for_every_row():
    """What no mask allows could never be done."""
    rules = Path(actions.__file__).parent
    asking = "".join((rules / name).read_text(encoding="utf-8") for name in ("mask.py", "interruptions.py"))
    asked = set(re.findall(r"Action\.(\w+)", asking))
    assert {action.name for action in Action} == asked


def test_the_mask_allows_what_a_row_is_for():
    """A range that is too long would reach into the next row."""
    for number in range(0, 33, 3):  # each number of seats
        rng = np.random.default_rng(number)
        session = Session(NEXUS, NEXUS.read_options(**variety(number)), seed=number)
        for _ in range(LENGTH):
            question = Question(session.rows["table"]["request"]["question"][0])
            legal = np.flatnonzero(session.mask).tolist()
            for row in {ROWS[action] for action in legal} if session.seat >= 0 else ():
                assert is_for(TABLE[row], question), (number, row.name, question.name)
            if session.is_over:
                break
            session.act(int(rng.choice(legal)))


def is_for(row: Row, question: Question) -> bool:
    """Whether the actions of a row may be legal at a question, as the table has it."""
    if question == Question.COMMAND:
        return bool(row.does)
    in_window = bool(IS_WINDOW[question]) and (row.when == ANY_TIME or ANY_WINDOW in row.answers)
    return in_window or question.name.lower().replace("_", " ") in row.answers


def test_what_costs_something_has_a_price():
    """In its row, or, where the row only says how it is found, in the preview."""
    assert {action for action, row in TABLE.items() if row.cost and not row.each} <= set(PRICES)
    assert not any(row.cost and row.price for row in TABLE.rows.values())
