"""What holds at every decision of every bout, in sentences."""

from enum import IntEnum, unique


@unique
class Law(IntEnum):
    """The number of each law; `LAWS` says what it says."""

    COINS = 1
    PILES = 2
    HEALTH = 3
    RESERVES = 4
    POINTS = 5
    BOARD = 6
    ENTERABLE = 7
    ALONE = 8
    PAIRED = 9
    FRONT = 10
    PRONE_OR_GRAPPLED = 11
    STANDING = 12
    VITAL = 13
    LOST = 14
    PIECES = 15
    LANISTAS = 16
    HANDS = 17
    DECK = 18
    COUNTER = 19
    ORDER = 20
    ASKED = 21
    END = 22
    BONUS = 23
    ONCE = 24
    WEAPON_CARDS = 25
    WEAPON = 26
    LASTING = 27
    SEATED = 28
    DRAFTED = 29
    ROLLED = 30
    ASIDE = 31
    STARTED = 32


LAWS = (
    "All 700 coins are somewhere (R-009).",
    "No pile and no heap of tokens is below 0 (R-008).",
    "Health lies between 0 and what the helot began with (R-184).",
    "A trait reserve lies between 0 and 5 (R-126).",
    "No points are below 0, and no more than two rotations stand in one square (R-136).",
    "A helot in play stands on the board and faces one of four ways (R-004).",
    "A helot in play stands on no obstacle (R-007).",
    "No two helots stand on one square (R-007).",
    "Who holds is held by: captor and victim name each other, and both are in play (R-170).",
    "Between commands a victim is in the square in front of its captor (R-204).",
    "Between commands no helot in a grapple is Prone, and both are fit (R-204, R-289).",
    "A fit helot is in play, a killed one is not, an incapacitated one is Prone with no Overall Condition (R-107).",
    "Between commands a fit helot has Overall Condition, head and chest (R-107, R-109).",
    "Between commands every empty location is known to be lost (R-237).",
    "There are no more pieces of a kind than in the box (R-014).",
    "No two players have the same lanista or motivation card (R-021, R-025).",
    "Every influence card is in one place, and none is beyond the deck (R-028).",
    "Drawn Turning Point cards are of the deck (R-035).",
    "The Turning Point Counter holds a coin for each marked slot, and the modifier waits when all six are (R-083).",
    "Between commands those in the order of initiative have different places, and each fit helot has one (R-041).",
    "Who is asked is in the bout; who commands is fit and has the round (R-049).",
    "A bout is over when nobody is asked, and its winners played in it (R-106).",
    "Bonus points are for a Prone opponent in play (R-279).",
    "What a helot has or lacks it has once (R-015).",
    "No kind of weapon has more cards in the pile and in hands than in the box (R-307).",
    "A carried weapon has uses left, only a carried one is drawn, and only a Shield protects (R-292, R-296, R-299).",
    "Lasting effects are on helots of the bout, in the first places, each with numbers that its verb may have.",
    "Players sit on different sides, and the next one clockwise is the nearest (R-036).",
    "After the draft everybody has a lanista and a motivation card (R-021, R-025).",
    "Who has a place in the order of initiative has rolled the ratio die (R-044).",
    "Between commands no die, no card and no attack is in the middle of anything, and the first cycle has begun.",
    "The table before the command is one at which that command comes.",
)
FIELDS = (
    *("coins", "piles", "helots health", "helots traits", "command_round", "helots x y facing", "helots x y"),
    *("helots x y", "helots holds held_by", "helots holds", "helots prone", "helots standing present"),
    *("helots health", "helots lost", "table squares", "lanistas card motivation", "lanistas hand discarded"),
    *("table turning_point_discards", "lanistas slots counter", "table order", "request seat", "table over winners"),
    *("command_round bonus_target", "helots", "table weapons", "helots weapon", "lasting", "lanistas next_clockwise"),
    *("lanistas card motivation", "lanistas ratio", "request", "start"),
)
"""What each of them is about, in the words of positions."""
