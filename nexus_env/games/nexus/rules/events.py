"""The kinds of weapon handling in the log, and the purposes of dice; `events.toml` has the kinds of events."""

from enum import IntEnum, unique
from pathlib import Path

from nexus_env.kit.log import FILE, OF_SEATS, read_events

EVENTS = read_events(Path(__file__).with_name(FILE), OF_SEATS)


@unique
class Handling(IntEnum):
    """The ways to handle a weapon card."""

    TAKEN = 0
    DRAWN = 1
    STORED = 2
    DROPPED = 3
    WORN = 4  # one use or one point of durability less
    BROKEN = 5


@unique
class Purpose(IntEnum):
    """The purposes of dice."""

    ATTACK = 0
    DEFENSE = 1
    LOCATION = 2
    CHECK = 3
    STAGGER = 4
    STRIKE_DOWN = 5
    PULLED_IN = 6
    TRAIT = 7
    RATIO = 8
    TIE = 9
    COMPASS = 10
    COLUMN = 11
    ROW = 12
    ORDER = 13
    DEAL_LANISTA = 14
    DEAL_MOTIVATION = 15
    DEAL_CARD = 16
    BARGE = 17
    CONTENTS = 18
    DISTANCE = 19
    ODDS = 20  # for a card's effect
    DRAW_WEAPON = 21
    STEAL_CARD = 22
    EDGE = 23
    SCATTER = 24
