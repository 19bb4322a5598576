"""Reasons and rules come to the same judgment: what stands in the way of a command is named, and nothing else is.

Where several things may, the last sentence of a check is what is left when none of the others does.
"""

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from nexus_env.core.session import Session
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.checks.variety import variety
from nexus_env.games.aristeia.rules.actions import NAMES, Action
from nexus_env.games.aristeia.rules.bout import NO_CELL, NO_UNIT, Question
from nexus_env.games.aristeia.words import reasons
from nexus_env.games.aristeia.words.spelling import row_of
from nexus_env.kit.hexes import NEIGHBORS
from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="bouts are played compiled; the reasons are plain Python in any case")

CASES, DECISIONS, EVERY = 16, 400, 40
FAR = 91  # one in so many spaces is tried where nobody stands near
FALLBACK = "The rules do not allow it in this position"
LEFT = {
    Action.DISENGAGE: r"No space adjacent to .* is Free",
    Action.SPACE: r"Disengage first|is not one of the spaces to choose from",
    Action.ACT: r"is in Line of Sight|has an adjacent Free space",
    Action.CARD: r"would do nothing now|is played |is not among the cards",
    Action.PASS: r"You may not pass here",
    Action.UNIT: r"cannot be chosen here|is on the board already",
    Action.ZONE: r"has Characters inside",
    Action.PICK: r"is taken",
    Action.DIE: r"There is no die",
    Action.SWITCH: r"There is no such Switch here",
}
"""What is said when nothing that a check looks for stands in the way."""


def moments() -> Iterator[Session]:
    """Moments of many bouts at which somebody is asked something: the first of each kind of question, and some more."""
    for case in range(CASES):
        rng, asked = np.random.default_rng(case), set[int]()
        session = Session(ARISTEIA, ARISTEIA.read_options(**variety(case)), seed=case)
        for number in range(DECISIONS):
            if session.is_over:
                break
            question = int(session.bout["table"]["request"]["question"])
            if question not in asked or number % EVERY == 0:
                asked.add(question)
                yield session
            session.act(int(rng.choice(np.flatnonzero(session.mask))))


def tried(session: Session) -> Iterator[int]:
    """The actions, of the spaces those that are offered or beside the Active Character, and a few of the others."""
    unit = session.bout["table"]["active"]
    cell = session.bout["table"]["characters"]["cell"][unit] if unit != NO_UNIT else NO_CELL
    near = {int(other) for other in NEIGHBORS[cell]} if cell != NO_CELL else set()
    for action in range(len(NAMES)):
        cell = action - Action.SPACE
        if cell < 0 or session.mask[action] or cell in near or cell % FAR == 0:
            yield action


def test_a_command_is_legal_exactly_where_nothing_stands_in_its_way() -> None:
    found, asked = Counter[bool](), set[Question]()
    for session in moments():
        world, seat = session.known_to(session.seat), session.seat
        here = reasons.Place(world, seat)
        asked.add(here.question)
        checks = reasons.COMMAND_CHECKS if here.question == Question.COMMAND else reasons.ANSWER_CHECKS
        for action in tried(session):
            row = row_of(action)
            if session.mask[action]:
                fires = checks[row](here, action - row) if row in checks else ""
                assert not fires or re.search(LEFT[row], fires), (here.question, NAMES[action], fires)
            else:
                reason = reasons.why_not(world, seat, action)
                assert reason.endswith((".", "?")) and FALLBACK not in reason, (here.question, NAMES[action], reason)
            found[bool(session.mask[action])] += 1
    assert min(found.values()) > 500 and asked >= set(Question) - {Question.ROLL, Question.CARD}
