"""The lanista called `brawler`: fists, combos, finishing blows.

Who it is. It walks up to the opponent that it can strike hardest, from behind or against a wall if it can, and spends
all its points there: Standard Attacks, Feints, and combos more gladly than the odds alone would have it. It calls every
Haymaker that it can, and goes for the limb or the life that is within reach. It never seizes anybody, and shies from
little.

How it thinks. One command ahead: for each blow the coins that the dice bring on the average, what a limb or a life is
worth beside them, and what the points left after it bring in Standard Attacks. For each place in reach, what it may
take from there in its next round, less a part of what the others may take from it.

What it does not know. Where hazards will appear, what is in the hands of the others and what they want; nor the cards
and weapons of a stock other than that of this package.
"""

from typing import Any

import numpy as np

from agents.nexus.lanistas.answers import prefer
from agents.nexus.lanistas.sight import NOT_SEEN, foe_in_front, is_asked, points_against
from agents.nexus.lanistas.temper import FIRST, NEVER, Temper
from agents.nexus.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import Question
from nexus_env.games.nexus.rules.melee import STANDARD_COST
from nexus_env.machine.compiled import compiled

TEMPER = Temper(caution=40, combos=100, grapples=NEVER)
FIST_CARDS = np.array((5, 7, 4, 7, 5, 2, 8, 5, 4, 6, 3, 4, 1, 3, 8, 9, 2, 2, 1, 4, 7, 3, 5, 4))
FIST_MOTIVATIONS = np.array((0, 2, 1, 1))  # Famished


@compiled
def brawler(seen: Any, mask: Any, generator: Any) -> int:
    """The action that a brawler takes."""
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
