"""The lanista `survivor`: it wants to be the last one standing, and to be paid for it.

Style: it strikes from places where it is hard to strike back, and walks out of reach with the remaining points. It
heals, covers its chest and back with a Shield if it finds one, becomes Elusive as soon as an opponent is near, and
gloats only if that is well worth being exposed.

Method: one command ahead. A blow is worth its expected coins, plus the value of a limb or a life, plus what the
remaining points bring; a place is worth its expected gains less its risks. It weighs risks more than the others do.

It ignores where hazards will appear, other hands and motivations, and any cards or weapons outside the stock of this
package.
"""

from typing import Any

import numpy as np

from nexus_env.agents.nexus.lanistas.answers import prefer
from nexus_env.agents.nexus.lanistas.sight import (
    FIT,
    ME,
    NOT_SEEN,
    OVERALL,
    SEATS_IN_PLAY,
    STEPS,
    foe_in_front,
    is_asked,
    of,
)
from nexus_env.agents.nexus.lanistas.temper import FIRST, SPARE, LanistaTemper
from nexus_env.agents.nexus.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import Pile, Question
from nexus_env.machine.compiled import compiled

TEMPER = LanistaTemper(caution=100, gloats_from=9, own_coin=100)
SURGEON = 5  # the card that heals, in the stock of this package
WOUNDED = 40  # Overall Condition
NEAR = 2  # squares
CARDS = np.array((6, 7, 4, 7, 5, 6, 5, 4, 8, 6, 5, 4, 1, 5, 5, 9, 1, 2, 1, 4, 8, 5, 6, 5))


@compiled
def survivor(seen: Any, mask: Any, generator: Any) -> int:
    """The survivor's action."""
    only = the_only_one(mask)
    if only >= 0:
        return only
    wishes = wishes_of(seen, mask, TEMPER)
    if is_asked(seen, Question.COMMAND):
        wish_to_recover(seen, wishes)
    elif is_asked(seen, Question.INTERRUPT):
        wish_to_evade(seen, wishes)
    elif is_asked(seen, Question.KEEP_CARD):
        prefer(wishes, Action.KEEP_CARD, CARDS)
    return pick(wishes, mask, generator)


@compiled
def wish_to_recover(seen: Any, wishes: Any) -> None:
    """Heal where needed; with spare points, stop bleeding and raise a Shield."""
    if of(seen, ME, OVERALL) <= WOUNDED:
        wishes[Action.PLAY_CARD + SURGEON] = FIRST
    if foe_in_front(seen) == NOT_SEEN:
        wishes[Action.MEND] = SPARE + 1
        wishes[Action.DRAW_SHIELD + Pile.CHEST] = SPARE
        wishes[Action.STORE_ON_BACK] = SPARE


@compiled
def wish_to_evade(seen: Any, wishes: Any) -> None:
    """Become Elusive as soon as an opponent is near."""
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, FIT) and of(seen, seat, STEPS) <= NEAR:
            wishes[Action.ELUSIVE] = 50
