"""The temper of a lanista: the few weights that distinguish it from the others."""

from typing import NamedTuple

COIN = 100  # wishes and worths are hundredths of a coin
NEVER, UNWANTED = -1_000_000, -100_000
# What comes first in a round: what helps at once, blows, the way to an opponent, what else the points can buy. Then,
# for less than all these, what is left of the movement points is walked off.
FIRST, FIGHT, CLOSE_IN, SPARE = 600_000, 400_000, 300_000, 200_000


class Temper(NamedTuple):
    """How a lanista values a position, in hundredths of a coin unless stated otherwise."""

    caution: int = 60  # what a coin counts that others may take from it where it ends its round
    hope: int = 80  # what a coin counts that it may take in its next round from there
    gloats_from: int = 6  # the coins of a blow that is worth a Gloat
    grapples: int = 0  # how gladly it seizes an opponent: added to what that is worth
    combos: int = 0  # how gladly it strikes a combo
    limb: int = 500  # what a lost limb of an opponent is worth beside its coins
    life: int = 1500  # what it is worth to end the bout as the winner
    prone: int = 450  # what it is worth that an opponent ends up Prone
    grip: int = 300  # what it is worth to hold an opponent at the end of the round
    own_coin: int = 40  # what a coin of its own Overall Condition is worth
    spare_step: int = 10  # what a movement point is worth that is left after the way to an opponent
