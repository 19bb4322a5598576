"""The layout of the observation: each number by its name, its scale and its meaning; `observation.py` writes them.

Directions are relative to the own helot's FFD, seats are counted clockwise from oneself. `Seen` is the whole vector,
the other enums are the blocks within it; the value of a field is its place. The scales bring all counts to about 0 … 1.
"""

from enum import IntEnum

from nexus_env.game.layout import Field, block, pieces, size_of
from nexus_env.games.nexus.rules.bout import (
    LOCATIONS,
    MOTIVATIONS,
    SEATS,
    SIDE,
    SLOTS,
    STARTING_HEALTH,
    TURNING_POINT_CARDS,
    WEAPONS,
    Blow,
    Question,
    Standing,
    Trait,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.operands import CARDS

QUESTIONS, BLOWS, PURPOSES, TRAITS = len(Question), len(Blow), len(Purpose), len(Trait)
STANDINGS, FACINGS = len(Standing), 4
COINS_APART = 16  # a pile that may exceed an int8 is seen as two numbers: how many of these, and what is left
WINDOW = 2  # squares seen in each direction in the close view
WIDE = 2 * WINDOW + 1
CLOSE = WIDE**2


class ClockSeen(Field):
    """How far the bout has come."""

    CYCLE = 1, "the cycle", 1 / 20
    OF_LIMIT = 1, "the cycle as a part of the limit", 1 / 100
    TURN = 1, "the place in the cycle", 1 / 4
    SEATS_IN_PLAY = 1, "seats in play", 1 / 4
    FIT_HELOTS = 1, "fit helots", 1 / 4


class RoundSeen(Field):
    """The Command Round under way."""

    MOVEMENT_POINTS = 1, "movement points", 1 / 10
    ACTION_POINTS = 1, "action points", 1 / 10
    FORFEITED = 1, "forfeited points", 1 / 10
    BONUS_POINTS = 1, "bonus points", 1 / 10
    ROTATIONS_LEFT = 1, "rotations to the left", 1 / 2
    ROTATIONS_RIGHT = 1, "rotations to the right", 1 / 2
    STRAIGHT_MOVES = 1, "straight moves, up to 2", 1 / 2
    FEINT_READY = 1, "a Feint is ready"
    GLOAT_OPEN = 1, "Gloating is open"
    GLOAT_COINS = 1, "the coins of Gloating", 1 / 20
    GLOATED = 1, "Gloating is done"
    DECEPTION = 1, "a Deception stands"
    HITS_TO_COME = 1, "combo hits to come", 1 / 9
    LAST_DIE = 1, "the last die, or the place of the new weapon among the kinds, from 1", 1 / 8


class ContestSeen(Field):
    """The contest that a question interrupts."""

    ATTACK = 1, "the attack", 1 / 12
    DEFENSE = 1, "the defense", 1 / 12
    DAMAGE = 1, "the damage", 1 / 12
    MARGIN = 1, "attack less defense", 1 / 12
    SUCCEEDS = 1, "the attack is ahead"


class CoinsSeen(Field):
    """Coins, where there may be many."""

    PILE_SIXTEENS = 1, "the sixteens of the Crowd Pile", COINS_APART / 100
    PILE_REST = 1, "the rest of the Crowd Pile", 1 / 100
    LEAD_SIXTEENS = 1, "the sixteens of the own lead over the best rival and the crowd", COINS_APART / 60
    LEAD_REST = 1, "the rest of that lead", 1 / 60


class QuietSeen(Field):
    """How near the bout is to an end in boredom."""

    IDLE_CYCLES = 1, "cycles without a gain of the Crowd Pile", 1 / 3
    CROWD_GAINED = 1, "it gained in this one"
    ATTACKED = 1, "an attack in this one"


class HelotSeen(Field):
    """One helot with its lanista, seen by another one or by itself."""

    PRESENT = 1, "present"
    STANDING = STANDINGS, "fit, incapacitated, killed"
    WHERE = 4, "own seat: distance to each Side; others: the steps of Way", 1 / 7
    FACING = FACINGS, "others: its FFD relative to one's own: ahead, right, back, left"
    IN_FRONT = 1, "it stands ahead of me"
    IN_FRONT_LEFT = 1, "it stands ahead to the left of me"
    IN_FRONT_RIGHT = 1, "it stands ahead to the right of me"
    BEHIND_ME = 1, "it stands behind me"
    I_AM_IN_FRONT = 1, "I stand ahead of it"
    I_AM_BEHIND = 1, "I stand behind it"
    AGAINST_OBJECT = 1, "it is against an object seen from me"
    HEALTH = (
        LOCATIONS + 1,
        "health of the 7 locations and the Overall Condition",
        tuple(1 / int(c) for c in STARTING_HEALTH),
    )
    LOST = LOCATIONS, "the locations lost"
    PRONE = 1, "prone"
    BLEEDING = 1, "bleeding"
    FLAMING = 1, "flaming"
    HOLDS = 1, "holds somebody"
    HELD = 1, "is held"
    HOLDS_ME = 1, "holds me"
    HELD_BY_ME = 1, "is held by me"
    TRAITS = TRAITS, "the reserves", 1 / 5
    ELUSIVE = 1, "elusive"
    EXPOSED = 1, "exposed"
    RATTLED = 1, "rattled"
    TUNNEL_VISION = 1, "tunnel vision"
    CRED = 1, "Cred", 1 / 100
    INFLUENCE_CARDS = 1, "influence cards", 1 / 12
    DECEPTION_TOKENS = 1, "Deception tokens", 1 / 4
    COMMAND_TOKENS = 1, "Command tokens", 1 / 4
    MOTIVATION = MOTIVATIONS, "the motivation, one-hot"
    SLOTS = SLOTS, "the marked slots of the Turning Point Counter"
    TURNING_POINT_DAMAGE = 1, "Turning Point damage"
    RATIO = 1, "the ratio die", 1 / 6
    ORDER = 1, "the place in the order", 1 / 4
    STILL_TO_COME = 1, "still to come in this cycle"
    ITS_ROUND = 1, "its round"
    ATTACK_SLIDE = 1, "slide to attack", 1 / 3
    DEFENSE_SLIDE = 1, "slide to defend", 1 / 3
    WEAPON = WEAPONS, "the weapon carried, one-hot by kind"
    DRAWN = 1, "it is drawn"
    USES = 1, "its uses", 1 / 3
    SHIELDED = LOCATIONS + 1, "what the Shield covers, one-hot: a location or the back"
    SLOWED = 1, "movement points to lose", 1 / 3
    I_SEE_IT = 1, "others: with a weapon to be aimed, I see it"
    IT_SEES_ME = 1, "others: with a weapon to be aimed, it sees me"
    DISTANCE_SLIDE = 1, "others: the distance slide if I aim", 1 / 3


class Side(IntEnum):
    """The sides of the barge, within WHERE of the own helot."""

    FAR = 0
    RIGHT = 1
    NEAR = 2
    LEFT = 3


class Way(IntEnum):
    """The way to another helot, within its WHERE."""

    AHEAD = 0  # behind is less than 0
    RIGHT = 1  # to the left is less than 0
    STEPS = 2  # king's moves


class LastingSeen(Field):
    """What cards and abilities do to a helot."""

    DAMAGE = 1, "more damage", 1 / 10
    AIM_SLIDE = 1, "slide to aim", 1 / 3
    SPLIT_POINTS = 1, "points that wait for its split", 1 / 6
    FREE_GLOAT = 1, "a free Gloat"
    GUARDED_LOCATION = 1, "a guarded location"
    GUARDED_OVERALL = 1, "a guarded Overall Condition"


class PlaneSeen(Field):
    """The planes of the close view, row by row from the far end."""

    OBSTACLE = CLOSE, "obstacle: 2, a crate 1", 1 / 2
    BLOOD = CLOSE, "blood"
    GUTS = CLOSE, "guts"
    FIRE = CLOSE, "fire: 2, in a brazier that stands 1", 1 / 2
    SAW = CLOSE, "saw"
    SPIKES = CLOSE, "spikes"
    COINS = CLOSE, "coins on the floor", 1 / 15


class Seen(Field):
    """All of the vector."""

    QUESTION = QUESTIONS, "what is being asked, one-hot by Question"
    ASKED = 1, "this seat is the one that is asked"
    ABOUT = SEATS, "the seat that the question concerns, one-hot"
    CLOCK = block(ClockSeen, "how far the bout has come")
    ACTIVE = SEATS, "whose Command Round it is, one-hot"
    ROUND = block(RoundSeen, "that round")
    BONUS_TARGET = SEATS, "against whom the bonus points are good, one-hot"
    FEINTED = SEATS, "who was feinted at"
    CONTEST = block(ContestSeen, "the contest that a question interrupts")
    BLOW = BLOWS, "its kind, one-hot by Blow"
    ATTACKER = SEATS, "its attacker, one-hot"
    DEFENDER = SEATS, "its defender, one-hot"
    LOCATION = LOCATIONS, "the location of its blow, one-hot by Pile"
    PURPOSE = PURPOSES, "what the last single die was for, one-hot by Purpose, while it may be rerolled"
    COINS = block(CoinsSeen, "the Crowd Pile, and the own lead")
    QUIET = block(QuietSeen, "how near the end in boredom is")
    HELOTS = block(HelotSeen, "for each seat, clockwise from the own", SEATS)
    HAND = CARDS, "the own influence cards"
    USED_CARDS = CARDS, "the influence cards that all have seen played"
    KNOWN_CARDS = CARDS, "who holds an influence card that one has seen, places clockwise", 1 / 4
    CARD_IN_PLAY = TURNING_POINT_CARDS, "the card that is being carried out, one-hot by its number"
    PRICE = TRAITS, "the price of that card in traits", 1 / 5
    LASTING = block(LastingSeen, "for each seat, clockwise from the own, what cards and abilities do to it", SEATS)
    CLOSE_VIEW = block(PlaneSeen, f"{WIDE} x {WIDE} squares round the own helot, the FFD up, in planes")
    BARGE = SIDE * SIDE, "all squares by Square, row by row from the far end, the FFD up", 1 / 10


LAYOUT = pieces(Seen)
HELOT, LASTING = size_of(HelotSeen), size_of(LastingSeen)  # numbers a seat
