"""The view: what a seat or a spectator may see of a bout, in one format for all games.

Front ends draw from this and nothing else. Its values are JSON values. Anything specific to a game is next to the
shared part, under the game's name, with the types `About.own_view` and `About.own_happening`.

Seats are `player_0` …; nobody is null. Places are in units of the game's own board, x to the right and y down; a front
end scales them. Angles are in degrees, clockwise from up. A heap, which things move from and to, is the name of a pile
or `seat:name` of a meter, counter or hand.
"""

from collections.abc import Callable
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

Point = tuple[float, float]
WAITING = "Waiting."  # shown in place of another seat's private question
COMMAND = "command"  # the name of the question that is answered by any command of the own turn


class Cell(TypedDict):
    """A place of the board where a piece can stand."""

    id: str  # its name, as commands spell it
    at: Point  # its center
    polygon: NotRequired[list[Point]]  # its corners in order; without it, the cell has the outline of the board
    kind: str  # what it is, in the game's words: floor, wall, water, …
    label: NotRequired[str]  # what is written on it
    marks: NotRequired[list[str]]  # what else is on it, in the game's words


class Meter(TypedDict):
    """A number between 0 and a maximum: health, a clock. A maximum of 0 means that the number is not known yet."""

    name: str
    value: int
    most: int


class Counter(TypedDict):
    """A number of something: coins, points."""

    name: str
    value: int


class Piece(TypedDict):
    """A figure, a tile or anything else that can be on the board."""

    id: str
    cell: str | None  # null if it is not on the board
    kind: str
    name: str  # its name for people
    symbol: str  # one of the page's symbols, or up to three letters
    owner: str | None  # a seat
    facing: float | None
    marks: list[str]  # its states, in the game's words
    meters: NotRequired[list[Meter]]
    counters: NotRequired[list[Counter]]


class Board(TypedDict):
    """Squares or hexagons; no cells if the game has no board."""

    cells: list[Cell]
    pieces: list[Piece]
    outline: NotRequired[list[Point]]  # the corners, relative to its center, of each cell without a polygon
    turned: NotRequired[bool]  # the viewer sits on the far side: the board is best drawn rotated by 180 degrees


class Card(TypedDict):
    """A card that the viewer may see."""

    id: str  # as commands spell it
    name: str


class Hand(TypedDict):
    """A seat's cards: their number, and those that the viewer may see."""

    name: str
    size: int
    cards: list[Card]
    deck: NotRequired[str]  # the deck that explains them: a key of `Words.decks`, and of `cards` in `rulebook`


class Seat(TypedDict):
    """A player's area of the table."""

    seat: str
    name: str | None  # of what it plays: a character, a team
    meters: list[Meter]
    counters: list[Counter]
    hands: list[Hand]
    marks: list[str]
    out: NotRequired[bool]  # it can do nothing more in this bout


class Pile(TypedDict):
    """A pile, deck or supply that belongs to nobody."""

    name: str
    size: int
    cards: list[Card]  # the face-up ones
    deck: NotRequired[str]  # the deck that explains them: a key of `Words.decks`, and of `cards` in `rulebook`


class Die(TypedDict):
    """A requested die."""

    name: str  # which die of the game
    purpose: str | None
    seat: str | None  # whose die it is
    faces: list[str]  # the possible faces; an answer counts them from 1


class Question(TypedDict):
    """The open question and the seat that must answer it."""

    seat: str | None  # "dice" for a die; null when the bout is over, or if the viewer may not know the question
    name: str | None  # the kind of question; "command" is answered by any command in the seat's own turn
    about: str | None  # a seat
    text: str  # for everybody
    die: Die | None
    title: NotRequired[str]  # a heading for whoever is asked
    hint: NotRequired[str]  # for whoever is asked, below the heading; default: `text`
    notes: NotRequired[list[str]]  # what the answer is about: an attack, a card
    decline: NotRequired[str]  # the command that declines, if the seat may only react to somebody else


class Round(TypedDict):
    """The progress of the bout."""

    number: int
    limit: int | None
    text: str  # the progress in words
    seat: str | None  # whose turn it is
    counters: NotRequired[list[Counter]]  # the points left to spend


class Score(TypedDict):
    """A number that decides the bout."""

    seat: str | None  # null if it belongs to nobody
    name: str
    value: int


class View(TypedDict):
    """Everything that a viewer may see."""

    seat: str | None  # the viewer's own; null for a spectator
    seats: list[Seat]
    board: Board
    piles: list[Pile]
    question: Question
    round: Round
    over: bool
    truncated: bool
    winners: list[str]
    result: str | None
    scores: NotRequired[list[Score]]
    text: NotRequired[str]  # the table as text, if the rest does not show it


class Roll(TypedDict):
    """Dice rolled together."""

    purpose: str
    faces: list[str]  # numbers, or the names of symbols
    sides: int
    die: NotRequired[str]  # which die of the game; dice rolled for one purpose may be of several kinds
    counted: NotRequired[list[bool]]  # which of them count; absent if all do
    total: NotRequired[int]


class Transfer(TypedDict):
    """Things that moved from one heap to another."""

    what: str
    count: int
    origin: str
    target: str


class Happening(TypedDict):
    """One result of a decision, public to all."""

    event: str  # what it was, in the game's words
    seat: str | None
    other: str | None  # another seat that it concerns
    text: str  # as a sentence; empty if it is obvious
    cells: NotRequired[list[str]]  # where it happened
    units: NotRequired[list[str]]  # to which pieces
    roll: NotRequired[Roll]
    transfer: NotRequired[Transfer]
    role: NotRequired[Literal["command", "deed"]]  # the sentence only repeats the command, or it says more


Own = dict[str, Any]  # a view or happening with what a game adds under its own name


def told(text: str) -> Question:
    """The question for a viewer when there is none, or none that the viewer may know: `text` alone."""
    return {"seat": None, "name": None, "about": None, "text": text, "die": None}


def turned(board: Board) -> Board:
    """The board as seen from the far side: rotated by 180 degrees, with facings."""
    places = [cell["at"] for cell in board["cells"]]
    across, down = (min(axis) + max(axis) for axis in zip(*places, strict=True)) if places else (0.0, 0.0)

    def flipped(point: Point) -> Point:
        return across - point[0], down - point[1]

    found: Board = {
        "cells": [_turned_cell(cell, flipped) for cell in board["cells"]],
        "pieces": [
            piece if piece["facing"] is None else {**piece, "facing": (piece["facing"] + 180) % 360}
            for piece in board["pieces"]
        ],
    }
    if "outline" in board:
        found["outline"] = [(-x, -y) for x, y in board["outline"]]
    return found


def _turned_cell(cell: Cell, flipped: Callable[[Point], Point]) -> Cell:
    found: Cell = {**cell, "at": flipped(cell["at"])}
    if "polygon" in cell:
        found["polygon"] = list(map(flipped, cell["polygon"]))
    return found
