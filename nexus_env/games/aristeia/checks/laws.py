"""The laws that hold at every decision of every bout; `laws.toml` has them as sentences."""

from enum import IntEnum, unique

from nexus_env.contract.game import read_laws


@unique
class Law(IntEnum):
    """The number of each law; `LAWS` has its sentence."""

    ALONE = 1
    OCCUPIED = 2
    WHERE = 3
    FREE = 4
    DAMAGE = 5
    TOKENS = 6
    STACKED = 7
    TAUNTED = 8
    CARDS = 9
    LOOKED = 10
    TOP = 11
    ACCOUNTS = 12
    ORDER = 13
    TEAMS = 14
    SCENARIO = 15
    SCORING = 16
    ASKED = 17
    ACTIVE = 18
    ROLL = 19
    QUIET = 20
    PHASE = 21
    SECRETS = 22
    OFFERED = 23
    SPACES = 24
    DICE = 25
    DRAFT = 26
    START = 27
    BEGUN = 28


LAWS, FIELDS = read_laws(__file__, Law)
