"""The player `greedy`: the simplest one, the baseline for the others.

Style: it attacks whenever it can, goes straight for the Scoring Zone, plays every Tactic and uses every Switch.

It ignores odds, reach, enemies in the way, and plans.
"""

from typing import Any

import numpy as np

from nexus_env.agents.aristeia.odds import IS_ATTACK
from nexus_env.agents.aristeia.sight import active_of, card_of, is_mine, meant_by, of, question_of, reason_of
from nexus_env.agents.aristeia.wishes import NEVER, pick
from nexus_env.games.aristeia.learning.layout import OFFERED, CharacterSeen, Seen
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import ACTIONS, CONTENDER, SPACES, TEAM, UNITS, Question
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.machine.compiled import compiled

ATTACK, WALK, MOVE, ANYTHING = 5.0, 3.0, 2.0, 1.0


@compiled
def greedy(seen: Any, mask: Any, generator: Any) -> int:
    """The greedy player's action."""
    wishes = np.full(ACTIONS, ANYTHING)
    wishes[Action.PASS], wishes[Action.END] = 0, 0
    question = question_of(seen)
    if question == Question.COMMAND:
        wish_to_act(seen, wishes)
    if question == Question.COMMAND or question == Question.SPACE:
        wish_to_go(seen, wishes)
    if question == Question.UNIT:
        for place in range(TEAM, UNITS):
            wishes[Action.UNIT + place] += 1
    return pick(wishes, mask, generator)


@compiled
def wish_to_act(seen: Any, wishes: Any) -> None:
    """Attack first; else move into the Scoring Zone, and never out of it."""
    active = active_of(seen)
    card = card_of(seen, active)
    for action in range(CONTENDER + 1):
        if IS_ATTACK[card, action]:
            wishes[Action.ACT + action] = ATTACK
    wishes[Action.MOVE] = wishes[Action.DISENGAGE] = MOVE if of(seen, active, CharacterSeen.AWAY) > 0 else -MOVE


@compiled
def wish_to_go(seen: Any, wishes: Any) -> None:
    """Move own Characters closer to the Zone, and enemies away from it."""
    meant = meant_by(seen)
    way = 1 if is_mine(meant) or meant < 0 else -1
    for cell in range(SPACES):
        nearer = way * (int(seen[Seen.SPACES + cell]) - OFFERED)
        wishes[Action.SPACE + cell] = WALK + nearer if nearer > 0 else nearer - 1
    if reason_of(seen) == Reason.STEP:
        wishes[Action.PASS] = NEVER  # after refusing the step, it would only try again
