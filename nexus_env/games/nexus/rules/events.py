"""What is told of a bout: the kinds of happenings, and what dice are rolled for."""

from enum import IntEnum, unique


@unique
class Event(IntEnum):
    """What a happening tells; `log` writes a row for each. `words/sentences.py` says what its numbers mean."""

    COMMAND = 0
    ROLL = 1
    DICE = 2
    COINS = 3
    MOVE = 4
    TURN = 5
    PRONE = 6
    UPRIGHT = 7
    GRAPPLED = 8
    RELEASED = 9
    DEPLETED = 10
    INCAPACITATED = 11
    KILLED = 12
    TILE = 13
    ABILITY = 14
    DEFENDED = 15
    BLEEDING = 16
    FLAMING = 17
    RATIO = 18
    DECEPTION = 19
    BLOCKED = 20
    MARK = 21
    DUPLICATE = 22
    TURNING_POINT = 23
    ORDER = 24
    CYCLE = 25
    ROUND = 26
    BONUS = 27
    CARD = 28
    DRAFT = 29
    LOST = 30
    CRATE = 31
    END = 32
    TOKEN = 33
    TRAIT_UP = 34
    WEAPON = 35  # what: the kind; amount: a Handling
    SHIELD = 36  # what: the location that it covers
    CONTENTS = 37  # what: the kind of weapon or a Content; amount: the roll
    HAZARD = 38  # what: the Square that acts at (amount, detail)
    CLEARED = 39  # what: the Square that is gone from (amount, detail)
    PLAYED = 40  # what: an influence card
    CANCELED = 41  # what: an influence card, by seat
    UNIQUE = 42  # what: a unique ability, by its place in the stock
    EFFECT = 43  # what: a Verb; amount, detail
    TRAIT_DOWN = 44
    LITTERED = 45  # what: how many coins lie at (amount, detail) now


@unique
class Handling(IntEnum):
    """What happens to a weapon card."""

    TAKEN = 0
    DRAWN = 1
    STORED = 2
    DROPPED = 3
    WORN = 4  # one use or one point of durability less
    BROKEN = 5


@unique
class Purpose(IntEnum):
    """What a die is rolled for."""

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
    ODDS = 20  # of a card's effect
    DRAW_WEAPON = 21
    STEAL_CARD = 22
    EDGE = 23
    SCATTER = 24
