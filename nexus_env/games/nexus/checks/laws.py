"""The laws that hold at every decision of every bout; `laws.toml` has them as sentences."""

from enum import IntEnum, unique

from nexus_env.contract.game import read_laws


@unique
class Law(IntEnum):
    """The number of each law; `LAWS` has its sentence."""

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


LAWS, FIELDS = read_laws(__file__, Law)
