"""The record of a bout, the action table, and all the words of the game that are numbers."""

from enum import IntEnum
from pathlib import Path
from typing import Annotated

import numpy as np

from nexus_env.kit import cells, happenings, hexes
from nexus_env.kit.bout import AnyBout
from nexus_env.kit.cells import CellWord
from nexus_env.kit.decks import CardPlace
from nexus_env.kit.log import FILE, OF_UNITS, read_events
from nexus_env.kit.mask import LegalWord, words_for
from nexus_env.kit.seats import NOBODY, SeatNumber
from nexus_env.kit.secrets import Secrets
from nexus_env.kit.tape import OPEN, SECRET, Tape
from nexus_env.kit.units import NO_CELL, UnitHappening, UnitRequest
from nexus_env.machine.record import Narrowed, Record, Within, record

SEATS, UNITS = 4, 2  # at most; of each seat
ALL_UNITS = SEATS * UNITS
MOST_ROUNDS = 60
MOST_COMMANDS = SEATS * MOST_ROUNDS
MOST_POINTS = 2 * MOST_ROUNDS + 2 * (SEATS - 1)  # two a command of its own, and the auctions of the others
LUCKY_NUMBER, PARRY_BONUS = 6, 3

CELL_NAMES = ("mid", *hexes.FLAT)
CELLS = hexes.cells_within(1)
MIDDLE = 0
UNIT_NAMES = ("a", "b")

CARD_NAMES = tuple(f"{kind} {copy}" for kind in ("coin", "shield", "bell") for copy in range(1, 5))
CARDS, COPIES, MOST_HAND = len(CARD_NAMES), 4, 3
COIN, SHIELD, BELL = range(3)  # the kinds of cards

RED, WHITE = range(2)
HIT, GUARD = range(2)  # the symbols
SIGNS = {HIT: "hit", GUARD: "shield"}
SIDES = (6, 5)  # of the dice
MOST_ON_A_FACE = 2  # of one symbol
BIDS = 3

COUNT = 45  # actions in the table, which is built on this page


class Step(IntEnum):
    """Commands that follow by themselves. The command is minus the number."""

    OPENING = 1
    NEXT = 2
    BIDDING = 3
    REVEALING = 4


class Question(IntEnum):
    """What a seat is asked."""

    COMMAND = 0
    ROLL = 1
    PARRY = 2
    LUCKY = 3
    BID = 4
    TARGET = 5


class Purpose(IntEnum):
    """What a die is rolled for, or a card drawn."""

    DEAL = 0
    ATTACK = 1
    DEFENSE = 2
    SWAP = 3
    RED = 4
    WHITE = 5
    CARD = 6


MINE = Narrowed(
    question=Within(0, len(Question) - 1),
    sides=Within(0, CARDS),
    purpose=Within(0, len(Purpose) - 1),
    private=Within(OPEN, SECRET),
    unit=Within(NOBODY, ALL_UNITS - 1),
    cell=Within(NO_CELL, CELLS - 1),
)
EVENTS = read_events(Path(__file__).with_name(FILE), OF_UNITS)
TOLD = Narrowed(event=Within(0, len(EVENTS.kinds) - 1))


@record
class Face(Record):
    """One face of a die."""

    symbols: Annotated[list[Annotated[int, Within(0, MOST_ON_A_FACE)]], len(SIGNS)]


@record
class Die(Record):
    """A die with symbols; the white one has no sixth face."""

    faces: Annotated[list[Face], max(SIDES)]


@record
class Seat(Record):
    """What lies in front of one seat."""

    number: Annotated[int, Within(0, 6)]  # hidden from the others; 0 before the deal
    points: Annotated[int, Within(0, MOST_POINTS)]
    parries: Annotated[int, Within(0, 1)]
    called: Annotated[int, Within(0, 1)]  # 1: it has called its auction


@record
class Table(Record):
    """All that lies on the table."""

    request: Annotated[UnitRequest, MINE]
    seats: Annotated[int, Within(0, SEATS)]
    truncated: Annotated[int, Within(0, 1)]
    commands: Annotated[int, Within(0, MOST_COMMANDS)]
    turn: Annotated[int, SeatNumber()]
    players: Annotated[list[Seat], SEATS]
    units: Annotated[list[Annotated[np.int16, Within(NO_CELL, CELLS - 1)]], ALL_UNITS]  # the cell of each, or beside
    taken: Annotated[list[CellWord], cells.words_for(CELLS)]  # the cells on which a unit stands
    cards: Annotated[list[Annotated[np.int8, CardPlace()]], CARDS]
    secrets: Secrets
    symbols: Annotated[list[Annotated[int, Within(0, 9)]], len(SIGNS)]  # of the last roll


@record
class Options(Record):
    """What was agreed before the bout."""

    seats: Annotated[int, Within(0, SEATS)]
    rounds: Annotated[int, Within(1, MOST_ROUNDS)]
    last_wins: Annotated[int, Within(0, 1)]  # who moves last wins, whatever was done
    limit: Annotated[int, Within(0, MOST_COMMANDS)]  # commands after which the bout is cut off; 0 for none
    lucky: Annotated[int, Within(0, 1)]  # 1: the lucky number may be shown
    held: Annotated[int, Within(0, 1)]  # 1: who is asked for it depends on nothing hidden
    bare: Annotated[int, Within(0, 1)]  # 1: without board, cards and auctions


@record
class Bout(AnyBout):
    """A bout."""

    table: Table
    command: Annotated[int, Within(-len(Step), COUNT - 1)]
    legal: Annotated[list[LegalWord], words_for(COUNT)]
    start: Table
    options: Options
    happenings: Annotated[list[Annotated[UnitHappening, TOLD]], happenings.MOST]
    tape: Annotated[Tape, Narrowed(entries=Within(0, COUNT - 1))]
