"""All wishes of a lanista, and the action that it chooses by them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.nexus.lanistas.answers import (
    GOOD_TO_KEEP,
    prefer,
    wish_for_abilities,
    wish_for_cards,
    wish_for_weapons,
    wish_to_answer,
    wish_to_deceive,
    wish_to_interrupt,
)
from nexus_env.agents.nexus.lanistas.blows import wish_for_holds, wish_for_tokens, wish_to_fight, wish_to_gloat
from nexus_env.agents.nexus.lanistas.ground import wish_for_split, wish_to_walk
from nexus_env.agents.nexus.lanistas.sight import is_asked
from nexus_env.agents.nexus.lanistas.temper import FIGHT, NEVER, UNWANTED, LanistaTemper
from nexus_env.games.nexus.rules.actions import NAMES, Action
from nexus_env.games.nexus.rules.bout import Question
from nexus_env.kit.dice import draw_below
from nexus_env.machine.compiled import compiled

ACTIONS = len(NAMES)


@compiled
def wishes_of(seen: Any, mask: Any, temper: LanistaTemper) -> NDArray[np.int32]:
    """The wish of a lanista of this temper for each action, int32 [309]; only legal actions count."""
    wishes = np.full(ACTIONS, UNWANTED, np.int32)
    wishes[Action.PASS] = 0
    if is_asked(seen, Question.COMMAND):
        wish_for_abilities(seen, wishes)
        wish_for_cards(seen, wishes)
        wish_for_weapons(seen, wishes)
        wish_to_fight(seen, mask, wishes, temper)
        wish_for_holds(wishes)
        wish_to_gloat(seen, wishes, temper)
        wish_for_tokens(seen, wishes)
        if not any_at_least(wishes, mask, FIGHT):  # walking is worth less than any of these, and slow to evaluate
            wish_to_walk(seen, mask, wishes, temper)
    elif is_asked(seen, Question.INTERRUPT):
        wish_for_abilities(seen, wishes)
        wish_for_cards(seen, wishes)
        wish_to_interrupt(seen, wishes)
    elif is_asked(seen, Question.RATIO):
        wish_for_split(seen, wishes, temper)
    elif is_asked(seen, Question.DECEPTION):
        wish_to_deceive(seen, wishes)
    elif is_asked(seen, Question.KEEP_CARD):
        prefer(wishes, Action.KEEP_CARD, GOOD_TO_KEEP)
    else:
        wish_to_answer(seen, wishes)
    return wishes


@compiled
def any_at_least(wishes: Any, mask: Any, least: int) -> bool:
    """Whether some legal action has at least this wish."""
    for action in range(ACTIONS):
        if mask[action] and wishes[action] >= least:
            return True
    return False


@compiled
def the_only_one(mask: Any) -> int:
    """The only legal action, or -1 if there are several."""
    found = -1
    for action in range(ACTIONS):
        if mask[action]:
            if found >= 0:
                return -1
            found = action
    return found


@compiled
def pick(wishes: Any, mask: Any, generator: Any) -> int:
    """The legal action with the highest wish; ties are broken at random."""
    best, found, equals = NEVER - 1, 0, 0
    for action in range(ACTIONS):
        if mask[action] and wishes[action] >= best:
            equals = equals + 1 if wishes[action] == best else 1
            if equals == 1 or draw_below(generator, equals) == 0:
                best, found = wishes[action], action
    return found
