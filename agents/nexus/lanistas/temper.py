"""The temper of a lanista: the few weights that distinguish it from the others."""

from typing import NamedTuple

COIN = 100  # wishes and worths are hundredths of a coin
NEVER, UNWANTED = -1_000_000, -100_000
# The order of a round: immediate help, blows, the way to an opponent, other purchases. Then, for less than all these,
# the remaining movement points are walked off.
FIRST, FIGHT, CLOSE_IN, SPARE = 600_000, 400_000, 300_000, 200_000


class LanistaTemper(NamedTuple):
    """A lanista's valuation of a position, in hundredths of a coin unless stated otherwise."""

    caution: int = 60  # the weight of a coin that others may take from it where it ends its round
    hope: int = 80  # the weight of a coin that it may take in its next round from there
    gloats_from: int = 6  # the coins of a blow that make it Gloat
    grapples: int = 0  # added to the value of seizing an opponent
    combos: int = 0  # added to the value of a combo
    limb: int = 500  # the value of an opponent's lost limb besides its coins
    life: int = 1500  # the value of ending the bout as the winner
    prone: int = 450  # the value of an opponent that ends up Prone
    grip: int = 300  # the value of holding an opponent at the end of the round
    own_coin: int = 40  # the value of a coin of its own Overall Condition
    spare_step: int = 10  # the value of a movement point left after the way to an opponent
