"""Additions of Aristeia! to views and happenings, under the key `aristeia`."""

from typing import NotRequired

from typing_extensions import TypedDict

from nexus_env.contract import view


class Token(TypedDict):
    """State tokens of one kind and side."""

    state: str
    side: str  # red or blue
    count: int


class Character(TypedDict):
    """One of the eight Characters, with its current numbers."""

    id: str  # its name: as commands spell it, and the id of its piece
    seat: str
    place: int  # in the team, from 1
    where: str  # aside, board, infirmary, bench
    cell: str | None
    damage: int
    hit_points: int
    initiative: int  # with its States
    speed: int
    energy: int
    states: list[Token]
    taunter: str | None  # the Character that imposed Taunted
    revealed: int | None  # the Turn of this Round in which it is revealed, if that is known


class Player(TypedDict):
    """A player's side, Zone, Running Order, points and cards."""

    seat: str
    side: str  # Green or Orange
    zone: int | None  # its Deployment Zone
    order: list[str | None]  # the Running Order; null for a slot that is hidden, or not set
    scored: int  # VP of this Round
    taken: int  # Frags of this Round
    pile: int  # cards of the draw pile
    looked: list[str]  # cards that the viewer is looking at


class Zone(TypedDict):
    """One of the seven Zones."""

    zone: int  # 0 is the Central Zone
    center: str
    scoring: bool
    burnt: bool  # it has red counters
    holder: str | None  # the seat whose marker is in it, in Conquest


class Die(TypedDict):
    """A die of a roll, or an automatic symbol."""

    die: str  # its color, or `automatic`
    face: str | None  # its symbols; null before the roll
    gone: bool  # a critical block has removed it


class Side(TypedDict):
    """One Character's dice in a roll."""

    unit: str
    dice: list[Die]
    left: str  # the symbols left, such as `S S X`
    spent: list[str]  # the Switches that were paid for, each with its cost
    cover: bool


class Roll(TypedDict):
    """The Action or Disengage in progress."""

    contest: str  # action or disengage
    unit: str
    action: str | None
    target: str | None
    cell: str | None  # of the target
    sides: list[Side]


class Table(TypedDict):
    """The additions of Aristeia! to a view."""

    scenario: str
    goal: int  # VP that end the game
    underdog: str
    scoring: int | None  # the Scoring Zone
    turn: int  # the Turn of the Round; 0 during Planning
    active: str | None  # the Active Character
    energy: int  # its AP
    movement: int  # its MP
    zones: list[Zone]
    characters: list[Character]
    players: list[Player]
    roll: Roll | None
    offered: NotRequired[list[str]]  # spaces that answer the question


class Detail(TypedDict):
    """The additions of Aristeia! to a happening."""

    action: NotRequired[str]
    die: NotRequired[str]
    face: NotRequired[str]
    state: NotRequired[str]
    tactic: NotRequired[str]
    zone: NotRequired[int]
    amount: NotRequired[int]


class View(view.View):
    """Everything that a viewer may see."""

    aristeia: Table


class Happening(view.Happening):
    """One result of a decision, public to all."""

    aristeia: Detail
