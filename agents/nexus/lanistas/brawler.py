"""The lanista `brawler`: fists, combos, finishing blows.

Style: it walks up to the opponent that it can strike hardest, from behind or against a wall if possible, and spends all
its points there on Standard Attacks, Feints, and combos, which it overvalues. It calls every Haymaker that it can and
goes for any limb or life within reach. It never grapples and avoids few risks.

Method: one command ahead. A blow is worth its expected coins, plus the value of a limb or a life, plus the Standard
Attacks that the remaining points allow. A place is worth what the brawler may take from there in its next round, less
part of what the others may take from it.

It ignores where hazards will appear, other hands and motivations, and any cards or weapons outside the stock of this
package.
"""

from typing import Any

import numpy as np

from nexus_env.agents.nexus.lanistas.answers import prefer
from nexus_env.agents.nexus.lanistas.sight import NOT_SEEN, foe_in_front, is_asked, points_against
from nexus_env.agents.nexus.lanistas.temper import FIRST, NEVER, LanistaTemper
from nexus_env.agents.nexus.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import Question
from nexus_env.games.nexus.rules.melee import STANDARD_COST
from nexus_env.machine.compiled import compiled

TEMPER = LanistaTemper(caution=40, combos=100, grapples=NEVER)
FIST_CARDS = np.array((5, 7, 4, 7, 5, 2, 8, 5, 4, 6, 3, 4, 1, 3, 8, 9, 2, 2, 1, 4, 7, 3, 5, 4))
FIST_MOTIVATIONS = np.array((0, 2, 1, 1))  # Famished


@compiled
def brawler(seen: Any, mask: Any, generator: Any) -> int:
    """The brawler's action."""
    only = the_only_one(mask)
    if only >= 0:
        return only
    wishes = wishes_of(seen, mask, TEMPER)
    if is_asked(seen, Question.COMMAND):
        foe = foe_in_front(seen)
        if foe != NOT_SEEN and points_against(seen, foe) >= STANDARD_COST:
            wishes[Action.TUNNEL_VISION] = FIRST
    elif is_asked(seen, Question.KEEP_CARD):
        prefer(wishes, Action.KEEP_CARD, FIST_CARDS)
    elif is_asked(seen, Question.MOTIVATION):
        prefer(wishes, Action.CHOOSE_MOTIVATION, FIST_MOTIVATIONS)
    return pick(wishes, mask, generator)
