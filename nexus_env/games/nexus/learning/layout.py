"""The layout of the observation: the name, scale and meaning of each number; `observation.py` writes them.

Directions are relative to one's own helot's FFD; seats count clockwise from one's own. `Seen` is the whole vector; the
other enums are the blocks within it. The value of a field is its offset. The scales bring counts to about 0 … 1.
"""

from enum import IntEnum

from nexus_env.games.nexus.rules.bout import (
    COINS,
    LOCATIONS,
    MOST_HEALTH,
    MOST_OF_LANISTA,
    MOST_TRAIT,
    MOST_USES,
    MOTIVATIONS,
    SEATS,
    SIDE,
    SLOTS,
    STARTING_HEALTH,
    TURNING_POINT_CARDS,
    WEAPONS,
    Blow,
    Question,
    Square,
    Standing,
    Trait,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.kit.observation import COUNT, INT8, ObservationField, Things, block, each, pieces, size_of, wide

QUESTIONS, BLOWS, PURPOSES, TRAITS = len(Question), len(Blow), len(Purpose), len(Trait)
STANDINGS, FACINGS = len(Standing), 4
COINS_APART = 16  # see `wide`
WINDOW = 2  # squares seen in each direction in the close view
WIDE = 2 * WINDOW + 1
CLOSE = WIDE**2
SLIDE = INT8  # the greatest total of effects
FROM_ONES_OWN = Things("seats", SEATS)
HANDFUL = Things("influence cards", CARDS)
NEAR = Things("near squares", CLOSE, tuple((column, row) for row in range(WIDE) for column in range(WIDE)))
SQUARES = Things("squares", SIDE * SIDE, tuple((column, row) for row in range(SIDE) for column in range(SIDE)))


class ClockSeen(ObservationField):
    """The progress of the bout."""

    CYCLE = 1, "the cycle", 1 / 20, COUNT
    OF_LIMIT = 1, "the cycle as a fraction of the limit", 1 / 100, (0, 100)
    TURN = 1, "the place in the cycle", 1 / 4, (0, SEATS)
    SEATS_IN_PLAY = 1, "seats in play", 1 / 4, (0, SEATS)
    FIT_HELOTS = 1, "fit helots", 1 / 4, (0, SEATS)


class RoundSeen(ObservationField):
    """The current Command Round."""

    MOVEMENT_POINTS = 1, "movement points", 1 / 10, COUNT
    ACTION_POINTS = 1, "action points", 1 / 10, COUNT
    FORFEITED = 1, "forfeited points", 1 / 10, COUNT
    BONUS_POINTS = 1, "bonus points", 1 / 10, (0, 2)
    ROTATIONS_LEFT = 1, "rotations made to the left", 1 / 2, (0, 2)
    ROTATIONS_RIGHT = 1, "rotations made to the right", 1 / 2, (0, 2)
    STRAIGHT_MOVES = 1, "straight moves so far, up to 2", 1 / 2, (0, 2)
    FEINT_READY = 1, "a Feint is in effect"
    GLOAT_OPEN = 1, "Gloating is possible now"
    GLOAT_COINS = 1, "the coins that Gloating would earn", 1 / 20, COUNT
    GLOATED = 1, "has gloated this round"
    DECEPTION = 1, "a Deception decides the split"
    HITS_TO_COME = 1, "combo hits still to come", 1 / 9, (0, 9)
    LAST_DIE = 1, "the last die, or the kind of the new weapon, from 1", 1 / 8, (0, 12)


class ContestSeen(ObservationField):
    """The contest that a question interrupts."""

    ATTACK = 1, "the attack", 1 / 12, (0, 12)
    DEFENSE = 1, "the defense", 1 / 12, (0, 12)
    DAMAGE = 1, "the damage", 1 / 12, COUNT
    MARGIN = 1, "attack minus defense", 1 / 12, (-12, 12)
    SUCCEEDS = 1, "the attack is higher"


class CoinsSeen(ObservationField):
    """Numbers of coins, which may exceed an int8."""

    PILE_SIXTEENS, PILE_REST = wide("the Crowd Pile", 1 / 100, (0, COINS), COINS_APART)
    LEAD_SIXTEENS, LEAD_REST = wide(
        "the own lead over the best rival and the crowd", 1 / 60, (-COINS, COINS), COINS_APART
    )


class QuietSeen(ObservationField):
    """Progress toward the side events, which depend on quiet cycles."""

    IDLE_CYCLES = 1, "cycles in which the Crowd Pile did not grow", 1 / 3, COUNT
    CROWD_GAINED = 1, "it has grown in this cycle"
    ATTACKED = 1, "an attack in this cycle"


class HelotSeen(ObservationField):
    """One helot and its lanista, as seen by another seat or by its own."""

    PRESENT = 1, "present"
    STANDING = STANDINGS, "fit, incapacitated, killed"
    WHERE = (
        4,
        "own seat: distance to each side of the barge; others: squares ahead, squares right, king's moves",
        1 / 7,
        (-SIDE, SIDE),
    )
    FACING = FACINGS, "others: its facing relative to mine: ahead, right, back, left"
    IN_FRONT = 1, "it stands ahead of me"
    IN_FRONT_LEFT = 1, "it stands ahead to the left of me"
    IN_FRONT_RIGHT = 1, "it stands ahead to the right of me"
    BEHIND_ME = 1, "it stands behind me"
    I_AM_IN_FRONT = 1, "I stand ahead of it"
    I_AM_BEHIND = 1, "I stand behind it"
    AGAINST_OBJECT = 1, "it is against an object, as seen from me"
    HEALTH = (
        LOCATIONS + 1,
        "health of the 7 locations and the Overall Condition",
        tuple(1 / int(c) for c in STARTING_HEALTH),
        (0, MOST_HEALTH),
    )
    LOST = LOCATIONS, "the depleted locations"
    PRONE = 1, "prone"
    BLEEDING = 1, "bleeding"
    FLAMING = 1, "flaming"
    HOLDS = 1, "holds somebody"
    HELD = 1, "is held"
    HOLDS_ME = 1, "holds me"
    HELD_BY_ME = 1, "is held by me"
    TRAITS = TRAITS, "the trait reserves", 1 / 5, (0, MOST_TRAIT)
    ELUSIVE = 1, "elusive"
    EXPOSED = 1, "exposed"
    RATTLED = 1, "rattled"
    TUNNEL_VISION = 1, "tunnel vision"
    CRED = 1, "Cred", 1 / 100, COUNT
    INFLUENCE_CARDS = 1, "influence cards", 1 / 12, (0, CARDS)
    DECEPTION_TOKENS = 1, "Deception tokens", 1 / 4, (0, MOST_OF_LANISTA)
    COMMAND_TOKENS = 1, "Command tokens", 1 / 4, (0, MOST_OF_LANISTA)
    MOTIVATION = MOTIVATIONS, "the motivation, one-hot"
    SLOTS = SLOTS, "the marked slots of the Turning Point Counter"
    TURNING_POINT_DAMAGE = 1, "the Turning Point damage modifier is waiting"
    RATIO = 1, "the ratio die", 1 / 6, (0, 6)
    ORDER = 1, "the place in the initiative order", 1 / 4, COUNT
    STILL_TO_COME = 1, "its round is still to come in this cycle"
    ITS_ROUND = 1, "it is its round"
    ATTACK_SLIDE = 1, "SDS on attacks", 1 / 3, SLIDE
    DEFENSE_SLIDE = 1, "SDS on defense", 1 / 3, SLIDE
    WEAPON = WEAPONS, "the weapon carried, one-hot by kind"
    DRAWN = 1, "the weapon is drawn"
    USES = 1, "uses left of the weapon", 1 / 3, (0, MOST_USES)
    SHIELDED = LOCATIONS + 1, "what the Shield covers, one-hot: a location or the back"
    SLOWED = 1, "movement points that it will lose", 1 / 3, COUNT
    I_SEE_IT = 1, "others: I see it, with a weapon to aim"
    IT_SEES_ME = 1, "others: it sees me, with a weapon to aim"
    DISTANCE_SLIDE = 1, "others: the distance SDS if I aim", 1 / 3, (-SIDE, 0)


class Side(IntEnum):
    """The sides of the barge, within WHERE of the own helot."""

    FAR = 0
    RIGHT = 1
    NEAR = 2
    LEFT = 3


class Way(IntEnum):
    """The way to another helot, within its WHERE."""

    AHEAD = 0  # negative if it is behind
    RIGHT = 1  # negative if it is to the left
    STEPS = 2  # in king's moves


class LastingSeen(ObservationField):
    """Lasting effects of cards and abilities on a helot."""

    DAMAGE = 1, "added damage", 1 / 10, SLIDE
    AIM_SLIDE = 1, "SDS on Aim commands", 1 / 3, SLIDE
    SPLIT_POINTS = 1, "points that wait for the next split", 1 / 6, SLIDE
    FREE_GLOAT = 1, "a free Gloat"
    GUARDED_LOCATION = 1, "a guarded location"
    GUARDED_OVERALL = 1, "a guarded Overall Condition"


class PlaneSeen(ObservationField):
    """The planes of the close view, row by row from the far end."""

    OBSTACLE = each(NEAR, "2 for an obstacle, 1 for a crate", 1 / 2, (0, 2))
    BLOOD = each(NEAR, "blood")
    GUTS = each(NEAR, "guts")
    FIRE = each(NEAR, "2 for fire, 1 for an upright brazier", 1 / 2, (0, 2))
    SAW = each(NEAR, "saw")
    SPIKES = each(NEAR, "spikes")
    COINS = each(NEAR, "coins on the floor", 1 / 15, COUNT)


class Seen(ObservationField):
    """The whole vector."""

    QUESTION = QUESTIONS, "the open question, one-hot by Question"
    ASKED = 1, "it is this seat's decision"
    ABOUT = each(FROM_ONES_OWN, "the seat that the question concerns, one-hot")
    CLOCK = block(ClockSeen, "how far the bout has progressed")
    ACTIVE = each(FROM_ONES_OWN, "whose Command Round it is, one-hot")
    ROUND = block(RoundSeen, "the state of that round")
    BONUS_TARGET = each(FROM_ONES_OWN, "the seat that the bonus points may be spent against, one-hot")
    FEINTED = each(FROM_ONES_OWN, "the seats that were feinted at")
    CONTEST = block(ContestSeen, "the contest that a question interrupts")
    BLOW = BLOWS, "its kind, one-hot by Blow"
    ATTACKER = each(FROM_ONES_OWN, "its attacker, one-hot")
    DEFENDER = each(FROM_ONES_OWN, "its defender, one-hot")
    LOCATION = LOCATIONS, "the location of its blow, one-hot by Pile"
    PURPOSE = PURPOSES, "the purpose of the last single die, one-hot by Purpose, while it may be rerolled"
    COINS = block(CoinsSeen, "the Crowd Pile and one's own lead")
    QUIET = block(QuietSeen, "how close the side events of quiet cycles are")
    HELOTS = block(HelotSeen, "one for each seat, clockwise from one's own", FROM_ONES_OWN)
    HAND = each(HANDFUL, "one's own influence cards")
    USED_CARDS = each(HANDFUL, "the influence cards played so far")
    KNOWN_CARDS = each(
        HANDFUL, "who holds an influence card that this seat has seen, counted clockwise", 1 / 4, (0, SEATS - 1)
    )
    CARD_IN_PLAY = TURNING_POINT_CARDS, "the card being carried out, one-hot by number"
    PRICE = TRAITS, "the trait price of that card", 1 / 5, (0, MOST_TRAIT)
    LASTING = block(
        LastingSeen,
        "lasting effects of cards and abilities, one for each seat, clockwise from one's own",
        FROM_ONES_OWN,
    )
    CLOSE_VIEW = block(PlaneSeen, f"{WIDE} x {WIDE} squares around one's own helot, its facing up, in planes")
    BARGE = each(
        SQUARES,
        "all squares by Square, row by row from the far end, one's own facing up",
        1 / 10,
        (0, Square.WALL - 1),
    )


LAYOUT = pieces(Seen)
HELOT, LASTING = size_of(HelotSeen), size_of(LastingSeen)  # numbers a seat
