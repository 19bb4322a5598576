"""Reasons why a command is not legal now, in sentences that cite rule ids; and the guide to each command.

The rules decide (`mask.write_mask`); this module only explains. If there are several reasons, it names the first one
that a player would think of.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from nexus_env.games.nexus.rules.actions import (
    NAMES,
    ROWS,
    TABLE,
    Action,
)
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    Question,
)
from nexus_env.games.nexus.rules.operands import OPPONENTS
from nexus_env.games.nexus.rules.questions import IS_WINDOW
from nexus_env.games.nexus.words.conditions import FINE
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.hindrances import CHECKS
from nexus_env.games.nexus.words.sentences import question
from nexus_env.kit.actions import Guide, guides_of


@cache
def guides() -> Mapping[int, Guide]:
    """The guide to every row of the action table."""
    return guides_of(TABLE)


def guide(action: int) -> Guide:
    """The guide to the row of an action."""
    return guides()[ROWS[action]]


def why_not(world: Any, seat: int, action: int) -> str:
    """The reason why `seat` may not take an action now, in a sentence.

    Args:
        world: the record of a bout as that seat imagines it (`Session.known_to`).
        seat: the seat that would take it.
        action: an illegal action.
    """
    eye = Eye(world, seat)
    row, place = ROWS[action], action - ROWS[action]
    if world["table"]["request"]["private"] and eye.asked != seat:
        return "It is not your decision: wait."
    if eye.asked == NOBODY:
        return "The bout is over."
    if eye.asked != seat:
        return f"It is not your decision: {question(world)}"
    for check in (_answers_something_else, _no_such_opponent, *CHECKS.get(row, ())):
        if reason := check(eye, place, action):
            return reason
    if eye.question != Question.COMMAND:
        return f"It does not answer the question: {question(world)}"
    return f"The rules do not allow it in this position ({', '.join(guides()[row].rules)})."


# --- checks that all commands share -----------------------------------------------------------------------------------

ANSWERS = {action for action, row in TABLE.items() if row.group in ("answer", "setup")}
ANY_TIME = {action for action, row in TABLE.items() if row.when == "any time" and action != Action.DROP_WEAPON}
WINDOWS = {  # abilities with a window of their own
    action: Question[row.answers[0].upper().replace(" ", "_")]
    for action, row in TABLE.items()
    if row.group == "ability" and not row.does and len(row.answers) == 1
}
REACTIONS = {*ANY_TIME, *WINDOWS, Action.CANT_FOOL_ME}


def _answers_something_else(eye: Eye, place: int, action: int) -> str:
    """The sentence for a command where an answer is due, or the other way around."""
    row = ROWS[action]
    asked = question(eye.world)
    if eye.question == Question.COMMAND:
        if row == Action.PASS:
            return "There is nothing to pass on; use `end round` when you are done (R-059)."
        if row in ANSWERS or row == Action.CANT_FOOL_ME:
            return f"It answers a question that is not asked now: {asked}"
        moment = WINDOWS.get(row)
        return FINE if moment is None else f"It is used at another moment ({', '.join(guides()[row].rules)})."
    if row == Action.DROP_WEAPON and IS_WINDOW[eye.question]:
        return FINE
    if row not in ANSWERS and row not in REACTIONS:
        return f"Answer the question first: {asked}"
    if row in WINDOWS and WINDOWS[row] != eye.question:
        return f"It is used at another moment ({', '.join(guides()[row].rules)}). Now: {asked}"
    return FINE


def _no_such_opponent(eye: Eye, place: int, action: int) -> str:
    """The sentence for an opponent who is not in this bout."""
    for nth, words in enumerate(OPPONENTS, 1):
        if words in NAMES[action] and nth >= eye.table["seats"]:
            return f"A bout of {eye.table['seats']} seats has no {words}."
    return FINE
