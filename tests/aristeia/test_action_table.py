"""A command is one row of the table: the mask and the rules have its numbers and its range from there."""

import numpy as np
import pytest

from nexus_env.core.session import Session
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.rules.actions import ROWS, TABLE
from nexus_env.games.aristeia.rules.bout import Question, Step
from nexus_env.games.aristeia.rules.commands import go_on, obey
from nexus_env.kit.actions import ANY_WINDOW
from nexus_env.kit.tape import PASS, UnknownCommand
from nexus_env.machine.compiled import PLAIN

LENGTH = 60 if PLAIN else 1000  # decisions


def test_the_mask_allows_what_a_row_is_an_answer_to() -> None:
    """A range that is too long would reach into the next row."""
    rng = np.random.default_rng(1)
    session = Session(ARISTEIA, ARISTEIA.read_options(), seed=1)
    for _ in range(LENGTH):
        question = Question(session.rows["table"]["request"]["question"][0])
        legal = np.flatnonzero(session.mask).tolist()
        for action in legal:
            answers = TABLE[ROWS[action]].answers
            is_window = action == PASS and question != Question.COMMAND
            assert question.name.lower() in answers or (is_window and ANY_WINDOW in answers), (action, question)
        if session.is_over:
            break
        session.act(int(rng.choice(legal)))


@pytest.mark.skipif(not PLAIN, reason="each would be another way into the rules, compiled for this test alone")
def test_a_number_that_no_row_covers_is_an_error() -> None:
    """Answers are no commands, and each step has its place."""
    bout = Session(ARISTEIA, ARISTEIA.read_options(), seed=1).bout
    for row, known in TABLE.items():
        if not known.does:
            with pytest.raises(UnknownCommand):
                obey(bout, 0, 0, int(row))
    for beyond in (0, max(Step) + 1):
        with pytest.raises(UnknownCommand):
            go_on(bout, beyond)
