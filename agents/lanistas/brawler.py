"""The lanista called `brawler`: fists, combos, finishing blows.

Who it is. It walks up to the opponent that it can strike hardest, from behind or against a wall if it can, and spends
all its points there: Standard Attacks, Feints, and combos more gladly than the odds alone would have it. It calls every
Haymaker that it can, and goes for the limb or the life that is within reach. It never seizes anybody, and shies from
little.

How it thinks. One command ahead: for each blow the coins that the dice bring on the average, what a limb or a life is
worth beside them, and what the points left after it bring in Standard Attacks. For each place in reach, what it may take
from there and what the others may take from it.

What it does not know. Where hazards will appear, what is in the hands of the others and what they want; nor the cards and
weapons of a stock other than that of this package.
"""

from typing import Any

from agents.lanistas.temper import NEVER, Temper
from agents.lanistas.wishes import pick, the_only_one, wishes_of
from nexus_env.machine.compiled import compiled

TEMPER = Temper(caution=40, combos=150, grapples=NEVER)


@compiled
def brawler(seen: Any, mask: Any, generator: Any) -> int:
    """The action that a brawler takes."""
    only = the_only_one(mask)
    if only >= 0:
        return only
    wishes = wishes_of(seen, mask, TEMPER)
    return pick(wishes, mask, generator)
