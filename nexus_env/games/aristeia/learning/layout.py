"""The layout of the observation: the name, scale and meaning of each number.

The seat's own side comes first, among seats and Characters alike. Spaces are those of the printed board for both seats,
as in the actions: the Blocked spaces are not symmetric, so turning the board would gain nothing.

The target Zone is the Scoring Zone or, if there is none, any Zone that this seat does not hold.
"""

from nexus_env.game.contract import Piece
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

SHOWN_DICE = 10  # of each side: as many as there are in most rolls
OFFERED, MOST_NEARER = 4, 3  # what a space that may be answered is at least, and how far that is raised or lowered

PLAYER = (
    Piece("points", 1, "VP / 8", 1 / 8),
    Piece("frags", 1, "Frags / 8", 1 / 8),
    Piece("scored", 1, "VP of this Round / 4", 1 / 4),
    Piece("taken", 1, "Frags of this Round / 4", 1 / 4),
    Piece("hand", 1, "the size of the hand / 8", 1 / 8),
    Piece("pile", 1, "the size of the draw pile / 18", 1 / 18),
    Piece("zone", ZONES, "its Deployment Zone, one-hot"),
    Piece("discards", DECK, "its discarded cards"),
    Piece("order", TEAM * TEAM, "the Character in each slot of the Running Order, as far as this seat may know"),
)
CHARACTER = (
    Piece("card", CHARACTERS, "which Character of the stock it is, one-hot"),
    Piece("where", len(Where), "aside, on the board, in the Infirmary, on the Bench"),
    Piece("q", 1, "its space: q / 9", 1 / 9),
    Piece("r", 1, "its space: r / 9", 1 / 9),
    Piece("zone", ZONES, "the Zone that it is inside, one-hot"),
    Piece(
        "away",
        1,
        "steps from its space to the target Zone (the Scoring Zone or, if there is none, any Zone that this seat does "
        "not hold) / 9",
        1 / 9,
    ),
    Piece("damage", 1, "damage / 8", 1 / 8),
    Piece("health", 1, "Hit Points left / 8", 1 / 8),
    Piece("initiative", 1, "current Initiative / 8", 1 / 8),
    Piece("speed", 1, "current Speed / 8", 1 / 8),
    Piece("energy", 1, "current Energy / 8", 1 / 8),
    Piece("red", STATES, "State tokens, red side up"),
    Piece("blue", STATES, "State tokens, blue side up"),
    Piece("active", 1, "whether it is the Active Character"),
    Piece("meant", 1, "whether this seat's question is about it"),
)
SIDE = (
    Piece("unit", UNITS, "whose roll it is"),
    Piece("left", SYMBOLS, "symbols left / 4", 1 / 4),
    Piece("halves", 2, "halves of criticals that may pay for Switches / 4", 1 / 4),
    Piece("dealt", 1, "damage inflicted / 4", 1 / 4),
    Piece("cover", 1, "whether it has Cover"),
    Piece("colors", COLORS, "dice of each color / 3", 1 / 3),
    Piece("dice", SHOWN_DICE * SYMBOLS, "symbols of each die that is not removed / 3", 1 / 3),
)


def _length(fields: tuple[Piece, ...]) -> int:
    return sum(field.length for field in fields)


PLAYER_LENGTH, CHARACTER_LENGTH, SIDE_LENGTH = _length(PLAYER), _length(CHARACTER), _length(SIDE)


def _row(name: str, count: int, meaning: str, fields: tuple[Piece, ...]) -> Piece:
    scales: list[float] = []
    for field in fields:
        scale = field.scale if isinstance(field.scale, tuple) else (field.scale,)
        scales += [scale[place % len(scale)] for place in range(field.length)]
    return Piece(name, count * len(scales), meaning, tuple(scales), fields)


LAYOUT = (
    Piece("question", len(Question), "the question to this seat, if any, one-hot"),
    Piece("reason", len(Reason), "the reason for that question, one-hot"),
    Piece("timing", len(Timing), "the timing of the Tactics asked for, one-hot"),
    Piece("round", 1, "the Round / 5", 1 / 5),
    Piece("rounds", 1, "Rounds left / 5", 1 / 5),
    Piece("turn", 1, "the Turn / 4", 1 / 4),
    Piece("activated", 1, "Activations so far in this Turn / 2", 1 / 2),
    Piece("underdog", 1, "whether this seat is the Underdog"),
    Piece("first", 1, "whether this seat goes first"),
    Piece("energy", 1, "AP of the Active Character / 5", 1 / 5),
    Piece("movement", 1, "MP of the Active Character / 5", 1 / 5),
    Piece("slippery", 1, "whether its next Disengage succeeds without a roll"),
    Piece("scenario", 4, "the scenario, one-hot"),
    Piece("scoring", ZONES, "the Scoring Zone, one-hot"),
    Piece("burnt", ZONES, "Zones with red counters"),
    Piece("holders", ZONES, "Conquest markers: 1 for one's own, -1 for the other side's"),
    Piece("cards", DECK, "the cards in one's own hand"),
    Piece("looked", DECK, "the cards that this seat is only looking at"),
    Piece("played", DECK, "the other side's card that this seat may answer"),
    _row("players", SEATS, "one's own seat, then the other", PLAYER),
    _row("characters", UNITS, "one's own team, then the other", CHARACTER),
    Piece("contest", len(Contest), "the kind of the roll in progress, one-hot"),
    Piece("action", CONTENDER + 1, "the Action in progress, or the one that this seat chooses a target for, one-hot"),
    Piece("target", UNITS, "its target, one-hot"),
    Piece("beside", 1, "whether the two were adjacent at its declaration"),
    Piece("repeat", 1, "whether it is being repeated"),
    _row("sides", SEATS, "the dice of the Active Character, then of the other Character", SIDE),
    Piece(
        "ground",
        SPACES,
        "each space: 1 for one's own Character, -1 for an enemy, 2 for an obstacle or a Blocked space",
        1 / 2,
    ),
    Piece(
        "spaces",
        SPACES,
        "each space that this seat may choose: (4 + the steps it is nearer to the target Zone than the Character in "
        "question, from -3 to 3) / 4",
        1 / 4,
    ),
)


def place_of(pieces: tuple[Piece, ...], name: str) -> int:
    """Where a piece begins."""
    begin = 0
    for piece in pieces:
        if piece.name == name:
            return begin
        begin += piece.length
    raise KeyError(name)
