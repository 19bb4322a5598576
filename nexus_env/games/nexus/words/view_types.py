"""Additions of NEXUS to views and happenings, under the key `nexus`."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from nexus_env.contract import view

Facing = Literal["north", "east", "south", "west"]


class Card(TypedDict):
    """A card: its number, which commands use, and its name."""

    card: int
    name: str


class Question(TypedDict):
    """The open question and the seat that must answer it."""

    seat: str | None
    name: str | None
    about: str | None
    text: str


class Round(TypedDict):
    """The current Command Round."""

    seat: str
    split: bool  # whether the points have been split
    movement_points: int
    action_points: int
    forfeited: int
    bonus_points: int
    free_liberates: int
    gloat_coins: int
    bonus_target: str | None
    feinted: list[str]


class Contest(TypedDict):
    """The contested roll in progress, or the last one of the command."""

    blow: str | None
    attacker: str | None
    defender: str | None
    location: str | None
    declared: bool
    attack: int
    defense: int
    damage: int
    hits: int
    check: int


class CardPlay(TypedDict):
    """The card that is being played or carried out, with its number in its own deck."""

    deck: str
    card: int
    name: str
    seat: str | None
    chosen: str | None


class Piece(TypedDict):
    """The contents of a square."""

    x: int
    y: int
    piece: str


class FloorCoins(TypedDict):
    """The coins on a square."""

    x: int
    y: int
    coins: int


class Weapon(TypedDict):
    """The weapon of a helot."""

    name: str
    drawn: bool
    uses: int


class Helot(TypedDict):
    """A helot and its panel."""

    seat: str
    x: int
    y: int
    facing: Facing
    present: bool
    standing: Literal["fit", "incapacitated", "killed"]
    health: dict[str, int]  # by location, and overall-condition
    lost: list[str]
    prone: bool
    bleeding: bool
    flaming: bool
    elusive: bool
    exposed: bool
    rattled: bool
    tunnel_vision: bool
    holds: str | None
    held_by: str | None
    traits: dict[str, int]
    weapon: Weapon | None
    shield: str | None
    slowed: int
    states: list[str]  # in words


class Lanista(TypedDict):
    """A player's area of the table."""

    seat: str
    name: str | None
    motivation: str | None
    cred: int
    influence: int
    deception_tokens: int
    command_tokens: int
    cards: int  # the number of cards in hand
    hand: list[Card]  # the viewer's own cards; of others, those that the viewer has seen
    put_away: list[Card]  # the viewer's own
    marked: list[int]
    counter: int
    turning_point_damage: bool
    trait: str | None
    ratio: int | None
    initiative: int | None
    side: Facing


class Lasting(TypedDict):
    """An effect of a card that lasts, or waits for its moment."""

    effect: str
    seat: str | None
    owner: str | None
    amount: int
    until: str
    waits_for: str | None
    card: str | None


class Table(TypedDict):
    """The additions of NEXUS to a view."""

    seat: str | None
    seats: int
    cycle: int
    cycle_limit: int
    order: list[str]
    turn: int
    question: Question
    round: Round | None
    contest: Contest | None
    card_play: CardPlay | None
    pieces: list[Piece]
    floor_coins: list[FloorCoins]
    helots: list[Helot]
    lanistas: list[Lanista]
    lasting: list[Lasting]
    full_health: dict[str, int]
    crowd_pile: int
    box: int
    turning_points: int
    turning_point_card: Card | None
    turning_point_discards: list[Card]
    used_cards: list[Card]
    weapons: dict[str, int]  # the cards left of each weapon
    over: bool
    truncated: bool
    winners: list[str]
    result: str | None  # as a sentence


Detail = TypedDict(
    "Detail",
    {
        "from": NotRequired[str],  # coins: the pile that they leave
        "to": NotRequired[str],  # coins: the pile that they reach
        "coins": NotRequired[int],  # coins, littered
        "for": NotRequired[str | None],  # dice, roll
        "slide": NotRequired[int],  # dice: the SDS
        "total": NotRequired[int],  # dice
        "faces": NotRequired[list[int]],  # dice, roll
        "sides": NotRequired[int],  # roll
        "x": NotRequired[int],  # move, crate, tile, hazard, cleared, littered
        "y": NotRequired[int],
        "piece": NotRequired[str | None],  # tile, hazard, cleared
        "facing": NotRequired[Facing],  # turn
    },
)


class View(view.View):
    """Everything that a viewer may see."""

    nexus: Table


class Happening(view.Happening):
    """One result of a decision, public to all."""

    nexus: Detail
