"""The sorts of questions: they determine who may answer what, and who may pass."""

from collections import Counter
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from nexus_env.games.nexus.rules.bout import Question

SETUP = (Question.LANISTA, Question.MOTIVATION, Question.SIDE, Question.KEEP_CARD)
CHOICES = (Question.TARGET, Question.LOCATION, Question.TRAIT, Question.DIRECTION)  # about a card or an ability
REACTIONS = (  # reactions to an action of another seat
    *(Question.INTERRUPT, Question.IM_STILL_STANDING, Question.MERELY_A_FLESH_WOUND, Question.PERSEVERANCE),
    *(Question.PERSEVERANCE_CONTEST, Question.COUNTERATTACK, Question.COMBO_BREAKER, Question.UNSHACKLED),
    *(Question.HAYMAKER, Question.TRIPPING),
)
TO_CARDS = (Question.PRICE, Question.CANCEL)
OF_THEIR_OWN = (
    *(Question.COMMAND, Question.ROLL, Question.DECEPTION, Question.DECEIVED, Question.RATIO, Question.BONUS_TARGET),
    *(Question.LOST_LEG, Question.KEEP_WEAPON, Question.HELOT_AID),
)
WINDOWS = (Question.DECEPTION, Question.DECEIVED, *REACTIONS, *TO_CARDS)  # the answer may be "pass"

if Counter((*SETUP, *CHOICES, *REACTIONS, *TO_CARDS, *OF_THEIR_OWN)) != Counter(Question):
    raise ValueError("questions.py: expected each question in one of the sorts.")


def _are(questions: Collection[Question]) -> NDArray[np.bool_]:
    """Whether each question is one of these, bool [questions]."""
    return np.array([question in questions for question in Question])


# For compiled rules, by question.
IS_SETUP, IS_CHOICE, IS_REACTION, IS_TO_CARD = _are(SETUP), _are(CHOICES), _are(REACTIONS), _are(TO_CARDS)
IS_WINDOW = _are(WINDOWS)
IS_INTERRUPTION = _are((*REACTIONS, *TO_CARDS))  # about something that is in progress
