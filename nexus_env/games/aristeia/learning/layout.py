"""The layout of the observation: every number has its place, its meaning and its scale.

Seats are counted from the own one on, Characters too: the own team first. Spaces are those of the printed board, for
both seats, as in the actions: what is Blocked on it looks another way from across, so turning it would gain nothing.

The Zone that is to be reached is the Scoring Zone, or, where there is none, any that this seat does not hold.
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
    Piece("zone", ZONES, "the own Deployment Zone: one of the seven"),
    Piece("discards", DECK, "the cards of the deck that are discarded"),
    Piece("order", TEAM * TEAM, "who stands in each slot of the Running Order, as far as it may be known"),
)
CHARACTER = (
    Piece("card", CHARACTERS, "which Character of the stock it is"),
    Piece("where", len(Where), "aside, on the board, in the Infirmary, on the Bench"),
    Piece("q", 1, "its space: q / 9", 1 / 9),
    Piece("r", 1, "its space: r / 9", 1 / 9),
    Piece("zone", ZONES, "the Zone that it is inside"),
    Piece("away", 1, "steps from its space to the Zone that is to be reached / 9", 1 / 9),
    Piece("damage", 1, "damage / 8", 1 / 8),
    Piece("health", 1, "Hit Points left / 8", 1 / 8),
    Piece("initiative", 1, "current Initiative / 8", 1 / 8),
    Piece("speed", 1, "current Speed / 8", 1 / 8),
    Piece("energy", 1, "current Energy / 8", 1 / 8),
    Piece("red", STATES, "State tokens with the red side up"),
    Piece("blue", STATES, "State tokens with the blue side up"),
    Piece("active", 1, "whether it is the Active Character"),
    Piece("meant", 1, "whether the question to this seat is about it"),
)
SIDE = (
    Piece("unit", UNITS, "whose roll it is"),
    Piece("left", SYMBOLS, "symbols that are left / 4", 1 / 4),
    Piece("halves", 2, "halves of criticals that may pay Switches / 4", 1 / 4),
    Piece("dealt", 1, "damage that it inflicted / 4", 1 / 4),
    Piece("cover", 1, "whether it has Cover"),
    Piece("colors", COLORS, "dice of each color / 3", 1 / 3),
    Piece("dice", SHOWN_DICE * SYMBOLS, "the symbols of each die that is not removed / 3", 1 / 3),
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
    Piece("question", len(Question), "what this seat is asked, if it is"),
    Piece("reason", len(Reason), "what that is asked for"),
    Piece("timing", len(Timing), "which Tactics are asked for"),
    Piece("round", 1, "the Round / 5", 1 / 5),
    Piece("rounds", 1, "Rounds that are left / 5", 1 / 5),
    Piece("turn", 1, "the Turn / 4", 1 / 4),
    Piece("activated", 1, "Activations of this Turn / 2", 1 / 2),
    Piece("underdog", 1, "whether this seat is the Underdog"),
    Piece("first", 1, "whether this seat goes first"),
    Piece("energy", 1, "AP of the Active Character / 5", 1 / 5),
    Piece("movement", 1, "its MP / 5", 1 / 5),
    Piece("slippery", 1, "whether its next Disengage succeeds"),
    Piece("scenario", 4, "the scenario"),
    Piece("scoring", ZONES, "the Scoring Zone"),
    Piece("burnt", ZONES, "Zones with red counters"),
    Piece("holders", ZONES, "markers of Conquest: 1 the own, -1 the other's"),
    Piece("cards", DECK, "the cards of the own hand"),
    Piece("looked", DECK, "those that are only looked at"),
    Piece("played", DECK, "of the other's deck: the card that this seat may answer"),
    _row("players", SEATS, "the own seat, then the other", PLAYER),
    _row("characters", UNITS, "the own team, then the other", CHARACTER),
    Piece("contest", len(Contest), "the roll under way"),
    Piece("action", CONTENDER + 1, "the Action under way, or that for which this seat names a target"),
    Piece("target", UNITS, "whom it is aimed at"),
    Piece("beside", 1, "whether the two were adjacent when it was declared"),
    Piece("repeat", 1, "whether it is performed again"),
    _row("sides", SEATS, "the dice of the Active Character, then of the other", SIDE),
    Piece("ground", SPACES, "1 an own Character, -1 an enemy, 2 an obstacle or a Blocked space", 1 / 2),
    Piece(
        "spaces",
        SPACES,
        "the spaces that this seat may name: 4, and by how many steps they are nearer to the Zone to be reached than "
        "the Character in question, from -3 to 3, / 4",
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
