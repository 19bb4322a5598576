"""What a viewer is told of the table, as `games.nexus.words.view` makes it: the shapes of views and happenings.

The values are those of the game; these classes say in the schema what they look like, and a test holds both together.
"""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, WithJsonSchema

from nexus_env.frontends.web.message_base import Part, Seat

Facing = Literal["north", "east", "south", "west"]
PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}  # which all readers know
Square = Annotated[tuple[int, int], WithJsonSchema(PAIR)]


class Command(Part):
    """A legal command."""

    action: int
    command: str
    group: str = Field(description="movement, attack, grapple, aim, weapon, recovery, fame, ability, card, round, …")
    squares: list[Square] = Field(default=[], description="where it acts, as [x, y]")
    target: str | None = Field(default=None, description="the seat that it is aimed at")
    price: dict[str, int] = Field(
        default={},
        description="what it takes from you now, before any die: movement points, cred, overall condition, …",
    )
    cost: str = Field(default="", description="the same in words; empty for nothing")
    may_end: bool = Field(default=False, description="what it takes may end your own helot: ask before it is played")
    gives: str = Field(default="", description="a split of the command points: what it comes to")


class Card(Part):
    """A card: its number, as commands have it, and its name."""

    card: int
    name: str


class Die(Part):
    """A die that is asked for."""

    sides: int
    purpose: str | None = Field(alias="for")
    seat: Seat | None = Field(description="whose die it is; null for nobody's")
    faces: list[int] = Field(description="those that can come")


class Question(Part):
    """Who is asked what."""

    seat: str | None = Field(description='"dice" for a die; null when the bout is over')
    name: str | None
    about: Seat | None
    text: str
    die: Die | None


class Round(Part):
    """The command round under way."""

    seat: Seat
    split: bool = Field(description="the points are")
    movement_points: int
    action_points: int
    forfeited: int
    bonus_points: int
    free_liberates: int
    gloat_coins: int
    bonus_target: Seat | None
    feinted: list[Seat]


class Contest(Part):
    """The contested roll under way, or the last one of the command."""

    blow: str | None
    attacker: Seat | None
    defender: Seat | None
    location: str | None
    declared: bool
    attack: int
    defense: int
    damage: int
    hits: int
    check: int


class CardPlay(Part):
    """The card that is being played or carried out."""

    deck: str
    card: int
    name: str
    seat: Seat | None
    chosen: Seat | None


class Piece(Part):
    """What lies on a square."""

    x: int
    y: int
    piece: str


class FloorCoins(Part):
    """The coins on a square."""

    x: int
    y: int
    coins: int


class Weapon(Part):
    """The weapon of a helot."""

    name: str
    drawn: bool
    uses: int


class Helot(Part):
    """A helot and its panel."""

    seat: Seat
    x: int
    y: int
    facing: Facing
    present: bool
    standing: Literal["fit", "incapacitated", "killed"]
    health: dict[str, int] = Field(description="by location, and overall-condition")
    lost: list[str]
    prone: bool
    bleeding: bool
    flaming: bool
    elusive: bool
    exposed: bool
    rattled: bool
    tunnel_vision: bool
    holds: Seat | None
    held_by: Seat | None
    traits: dict[str, int]
    weapon: Weapon | None
    shield: str | None
    slowed: int
    states: list[str] = Field(description="in words")


class Lanista(Part):
    """What lies in front of a player."""

    seat: Seat
    name: str | None
    motivation: str | None
    cred: int
    influence: int
    deception_tokens: int
    command_tokens: int
    cards: int = Field(description="in hand")
    hand: list[Card] = Field(description="one's own; of others what one has seen")
    put_away: list[Card] = Field(description="one's own")
    marked: list[int]
    counter: int
    turning_point_damage: bool
    trait: str | None
    ratio: int | None
    initiative: int | None
    side: Facing


class Lasting(Part):
    """An effect of a card that lasts, or waits for its moment."""

    effect: str
    seat: Seat | None
    owner: Seat | None
    amount: int
    until: str
    waits_for: str | None
    card: str | None


class View(Part):
    """The table, as a seat or a spectator may see it."""

    seat: Seat | None = Field(description="whose view it is; null for a spectator's")
    seats: int
    cycle: int
    cycle_limit: int
    order: list[Seat]
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
    weapons: dict[str, int] = Field(description="cards left of each")
    over: bool
    truncated: bool
    winners: list[Seat]
    result: str | None = Field(description="as a sentence")


def _as_told(schema: dict[str, Any]) -> None:
    """What a happening has not to tell is left out."""
    schema.pop("additionalProperties", None)
    for field in schema["properties"].values():
        field.pop("default", None)


class Happening(Part):
    """Something that came of a decision. Which fields there are beyond the first four depends on `event`."""

    model_config = ConfigDict(json_schema_extra=_as_told)

    event: str
    seat: Seat | None
    other: Seat | None
    text: str = Field(description="as a sentence; empty where it goes without saying")
    origin: str = Field(default="", alias="from", description="coins: the pile that they leave")
    to: str = Field(default="", description="coins: the pile that they reach")
    coins: int = Field(default=0, description="coins, littered")
    purpose: str | None = Field(default=None, alias="for", description="dice, roll")
    slide: int = Field(default=0, description="dice: the SDS")
    total: int = Field(default=0, description="dice")
    faces: list[int] = Field(default=[], description="dice, roll")
    sides: int = Field(default=0, description="roll")
    x: int = Field(default=0, description="move, crate, tile, hazard, cleared, littered")
    y: int = Field(default=0, description="the same")
    piece: str | None = Field(default=None, description="tile, hazard, cleared")
    facing: Facing = Field(default="north", description="turn")
