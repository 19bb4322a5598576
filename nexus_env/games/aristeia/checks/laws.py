"""What holds at every decision of every bout, in sentences."""

from enum import IntEnum, unique


@unique
class Law(IntEnum):
    """The number of each law; `LAWS` says what it says."""

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


LAWS = (
    "No two Characters stand on one space (A-027).",
    "The Occupied spaces are those on which Characters stand (A-027).",
    "A Character has a space if it is on the board, and no other has one (A-096).",
    "No Character stands on a Blocked space or on an obstacle (A-027).",
    "A Character on the board has less damage than Hit Points, one elsewhere has none (A-097).",
    "Only on the board does a Character have State tokens, and on the Bench those of the Recovery (A-097, A-101).",
    "A Character has one token of a State at most, unless its tokens are kept (A-104).",
    "Who is Taunted knows by whom, and that Character is on the board (A-109).",
    "Every card of a deck is in its draw pile, its discard pile or the hand of its player, or the one in play (A-010).",
    "What is looked at is in the own hand, while the Tactic for it is in play (A-135).",
    "What is known to lie on top of a draw pile lies in it, each card once (A-135).",
    "The VP and Frags of a Round are among those of the game, and only Rounds that were played brought any (A-202).",
    "A Running Order has each of the four Characters once, or is not set yet (A-064).",
    "From the hands on eight Characters of the stock are in play, each once, or once in each team (A-203).",
    "Markers are laid in Conquest alone, and red counters in Scorched Earth alone (A-189, A-197).",
    "There is a Scoring Zone but in Conquest (A-184, A-199).",
    "A command is asked of the Active Character's player, and a question of the set-up before the first Round.",
    "In an Activation the Active Character is on the board, and it is the one that its player has revealed (A-068).",
    "A roll is of the Active Character, with an Action of its card, or it is a Disengage (A-050).",
    "At a command no roll is under way, nothing is to be drawn, and nothing is left to be answered.",
    "What follows comes in its own time: Turns after the Running Orders are set, and so on (A-004).",
    "What is chosen in secret is an answer, chosen in the order of the seats, while it is asked for (A-064, A-203).",
    "Whoever is asked for a Character, a Zone, a die, a Switch or a space has something to answer with.",
    "All spaces that are noted are on the board (A-020).",
    "Of the dice of a roll those that there are were removed or re-rolled, and no others (A-052, A-123).",
    "A draft counts the Characters that are taken, and so does a deployment (A-178, A-204).",
    "The table before the command is one at which that command comes.",
    "Before the teams are known nobody stands on the board, and no Round has begun (A-008).",
)
FIELDS = (
    *("characters cell", "table occupied", "characters where", "characters cell", "characters damage"),
    *("characters red blue", "characters red blue", "characters taunter", "players cards", "players looked"),
    *("players top", "players points frags scored taken", "players order", "characters card", "table holders burnt"),
    *("table scoring", "request seat", "table active", "roll", "table", "table turn", "secrets", "table offered"),
    *("table spaces", "roll.side", "table picked", "start", "table round_number"),
)
"""What each of them is about, in the words of positions."""
