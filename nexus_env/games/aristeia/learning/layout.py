"""The layout of the observation: the name, scale and meaning of each number.

The seat's own side comes first, among seats and Characters alike. Spaces are those of the printed board for both seats,
as in the actions: the Blocked spaces are not symmetric, so turning the board would gain nothing.

The target Zone is the Scoring Zone or, if there is none, any Zone that this seat does not hold.
"""

from nexus_env.games.aristeia.cards.records import CHARACTERS, COLORS, STATES, SYMBOLS
from nexus_env.games.aristeia.cards.verbs import Timing
from nexus_env.games.aristeia.rules.bout import (
    CONTENDER,
    DECK,
    SEATS,
    SPACES,
    TEAM,
    UNITS,
    ZONES,
    Contest,
    Question,
    Where,
)
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.kit import hexes
from nexus_env.kit.observation import COUNT, INT8, ObservationField, Things, block, each, pieces, size_of

SHOWN_DICE = 10  # of each side; most rolls have no more
OFFERED, MOST_NEARER = 4, 3  # the base value of a space that may be chosen, and how far it is raised or lowered
BLOCKED = 2  # the value of a space that nobody can enter
FROM_ONES_OWN = Things("players", SEATS)
TEAMS = Things("characters", UNITS)
TACTICS = Things("tactics", DECK)
BOARD = Things("spaces", SPACES, tuple((int(hexes.CELL_Q[cell]), int(hexes.CELL_R[cell])) for cell in range(SPACES)))
ZONE = Things("zones", ZONES)


class PlayerSeen(ObservationField):
    """One player."""

    POINTS = 1, "VP / 8", 1 / 8, COUNT
    FRAGS = 1, "Frags / 8", 1 / 8, COUNT
    SCORED = 1, "VP of this Round / 4", 1 / 4, COUNT
    TAKEN = 1, "Frags of this Round / 4", 1 / 4, COUNT
    HAND = 1, "the size of the hand / 8", 1 / 8, (0, DECK)
    PILE = 1, "the size of the draw pile / 18", 1 / 18, (0, DECK)
    ZONE = ZONES, "its Deployment Zone, one-hot"
    DISCARDS = DECK, "its discarded cards"
    ORDER = TEAM * TEAM, "the Character in each slot of the Running Order, as far as this seat may know"


class CharacterSeen(ObservationField):
    """One Character."""

    CARD = CHARACTERS, "which Character of the stock it is, one-hot"
    WHERE = len(Where), "aside, on the board, in the Infirmary, on the Bench"
    Q = 1, "its space: q / 9", 1 / 9, (-hexes.RADIUS, hexes.RADIUS)
    R = 1, "its space: r / 9", 1 / 9, (-hexes.RADIUS, hexes.RADIUS)
    ZONE = ZONES, "the Zone that it is inside, one-hot"
    AWAY = (
        1,
        "steps from its space to the target Zone (the Scoring Zone or, if there is none, any Zone that this seat does "
        "not hold) / 9",
        1 / 9,
        COUNT,
    )
    DAMAGE = 1, "damage / 8", 1 / 8, COUNT
    HEALTH = 1, "Hit Points left / 8", 1 / 8, INT8
    INITIATIVE = 1, "current Initiative / 8", 1 / 8, INT8
    SPEED = 1, "current Speed / 8", 1 / 8, INT8
    ENERGY = 1, "current Energy / 8", 1 / 8, INT8
    RED = STATES, "State tokens, red side up", 1, COUNT
    BLUE = STATES, "State tokens, blue side up", 1, COUNT
    ACTIVE = 1, "whether it is the Active Character"
    MEANT = 1, "whether this seat's question is about it"


class SideSeen(ObservationField):
    """One side of a roll."""

    UNIT = UNITS, "whose roll it is"
    LEFT = SYMBOLS, "symbols left / 4", 1 / 4, COUNT
    HALVES = 2, "halves of criticals that may pay for Switches / 4", 1 / 4, COUNT
    DEALT = 1, "damage inflicted / 4", 1 / 4, COUNT
    COVER = 1, "whether it has Cover"
    COLORS = COLORS, "dice of each color / 3", 1 / 3, COUNT
    DICE = SHOWN_DICE * SYMBOLS, "symbols of each die that is not removed / 3", 1 / 3, COUNT


class Seen(ObservationField):
    """The whole vector."""

    QUESTION = len(Question), "the question to this seat, if any, one-hot"
    REASON = len(Reason), "the reason for that question, one-hot"
    TIMING = len(Timing), "the timing of the Tactics asked for, one-hot"
    ROUND = 1, "the Round / 5", 1 / 5, COUNT
    ROUNDS = 1, "Rounds left / 5", 1 / 5, COUNT
    TURN = 1, "the Turn / 4", 1 / 4, (0, TEAM)
    ACTIVATED = 1, "Activations so far in this Turn / 2", 1 / 2, (0, SEATS)
    UNDERDOG = 1, "whether this seat is the Underdog"
    FIRST = 1, "whether this seat goes first"
    ENERGY = 1, "AP of the Active Character / 5", 1 / 5, COUNT
    MOVEMENT = 1, "MP of the Active Character / 5", 1 / 5, COUNT
    SLIPPERY = 1, "whether its next Disengage succeeds without a roll"
    SCENARIO = 4, "the scenario, one-hot"
    SCORING = each(ZONE, "the Scoring Zone, one-hot")
    BURNT = each(ZONE, "Zones with red counters")
    HOLDERS = each(ZONE, "Conquest markers: 1 for one's own, -1 for the other side's", span=(-1, 1))
    CARDS = each(TACTICS, "the cards in one's own hand")
    LOOKED = each(TACTICS, "the cards that this seat is only looking at")
    PLAYED = each(TACTICS, "the other side's card that this seat may answer")
    PLAYERS = block(PlayerSeen, "one's own seat, then the other", FROM_ONES_OWN)
    CHARACTERS = block(CharacterSeen, "one's own team, then the other", TEAMS)
    CONTEST = len(Contest), "the kind of the roll in progress, one-hot"
    ACTION = CONTENDER + 1, "the Action in progress, or the one that this seat chooses a target for, one-hot"
    TARGET = each(TEAMS, "its target, one-hot")
    BESIDE = 1, "whether the two were adjacent at its declaration"
    REPEAT = 1, "whether it is being repeated"
    SIDES = block(SideSeen, "the dice of the Active Character, then of the other Character", Things("sides", SEATS))
    GROUND = each(
        BOARD,
        "each space: 1 for one's own Character, -1 for an enemy, 2 for an obstacle or a Blocked space",
        1 / 2,
        (-1, BLOCKED),
    )
    SPACES = each(
        BOARD,
        "each space that this seat may choose: (4 + the steps it is nearer to the target Zone than the Character in "
        "question, from -3 to 3) / 4",
        1 / 4,
        (0, OFFERED + MOST_NEARER),
    )


LAYOUT = pieces(Seen)
PLAYER, CHARACTER, SIDE = size_of(PlayerSeen), size_of(CharacterSeen), size_of(SideSeen)  # numbers each
