"""The lanista `showman`: it plays to the crowd for coins.

Style: it gloats over most blows, and over any blow while the crowd has more coins than it has, since the crowd may win
the bout. It wins the crowd over whenever it has the Swagger, turns it against a leader, and taunts whoever is about to
strike. It converts Cunning to Swagger and keeps the cards that bring Cred.

Method: one command ahead. A blow is worth its expected coins, plus the value of a limb or a life, plus what the
remaining points bring; a place is worth its expected gains less its risks.

It ignores where hazards will appear, other hands and motivations, and any cards or weapons outside the stock of this
package.
"""

from typing import Any

import numpy as np

from nexus_env.agents.nexus.lanistas.answers import prefer
from nexus_env.agents.nexus.lanistas.sight import CRED, GLOAT_COINS, ME, SEATS_IN_PLAY, TRAITS, crowd_pile, is_asked, of
from nexus_env.agents.nexus.lanistas.temper import FIRST, LanistaTemper
from nexus_env.agents.nexus.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import Question, Trait
from nexus_env.machine.compiled import compiled

TEMPER = LanistaTemper(gloats_from=4)
SWAGGER = TRAITS + int(Trait.SWAGGER)
TURN_CROWD_PRICE, WIN_THEM_OVER_PRICE = 3, 4
SUPREMACIST, ZEALOT = 2, 3
SHOW_CARDS = np.array((9, 9, 7, 5, 3, 2, 4, 3, 4, 5, 3, 4, 1, 3, 8, 8, 1, 1, 1, 4, 7, 3, 4, 8))
SHOW_MOTIVATIONS = np.array((0, 0, 2, 1))


@compiled
def showman(seen: Any, mask: Any, generator: Any) -> int:
    """The showman's action."""
    only = the_only_one(mask)
    if only >= 0:
        return only
    wishes = wishes_of(seen, mask, TEMPER)
    if is_asked(seen, Question.COMMAND) or is_asked(seen, Question.INTERRUPT):
        wish_to_please(seen, wishes)
    elif is_asked(seen, Question.KEEP_CARD):
        prefer(wishes, Action.KEEP_CARD, SHOW_CARDS)
    elif is_asked(seen, Question.MOTIVATION):
        prefer(wishes, Action.CHOOSE_MOTIVATION, SHOW_MOTIVATIONS)
    return pick(wishes, mask, generator)


@compiled
def wish_to_please(seen: Any, wishes: Any) -> None:
    """Convert Cunning to Swagger, turn the crowd against a leader, and gloat over any blow while the crowd is rich."""
    if of(seen, ME, SWAGGER) < WIN_THEM_OVER_PRICE:
        wishes[Action.JACK_OF_ALL_TRAITS + Trait.SWAGGER] = FIRST
    leader = leading_rival(seen)
    if of(seen, ME, SWAGGER) >= TURN_CROWD_PRICE and of(seen, leader, CRED) > 2 * crowd_pile(seen):
        wishes[Action.TURN_CROWD + leader - 1] = FIRST - 1
    if crowd_pile(seen) > of(seen, ME, CRED) and seen[GLOAT_COINS] >= 2:
        wishes[Action.GLOAT] = FIRST


@compiled
def leading_rival(seen: Any) -> int:
    """The rival with most Cred."""
    leader = 1
    for seat in range(2, seen[SEATS_IN_PLAY]):
        if of(seen, seat, CRED) > of(seen, leader, CRED):
            leader = seat
    return leader
