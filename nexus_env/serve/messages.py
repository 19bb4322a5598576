"""The messages of the protocol, version 1: one class each, of which their JSON Schema is made. See docs/protocol.md.

A front end sends requests; each is answered by one answer, which bears the `id` of its request as `to`. An update may
also come by itself, to whoever watches a bout.
"""

from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

VERSION = 1
SCHEMA = Path(__file__).with_name("protocol.schema.json")
PERSON = "person"  # who sits there, where it is no agent
MOST_TRANSCRIPT = 1_000_000  # characters
MOST_POSITION = 50_000
MOST_THINKING = 60  # seconds of an agent
MOST_STEPS = 50  # of a replay in one message

Id = Annotated[int, Field(ge=0, le=2**53)] | Annotated[str, Field(max_length=64)]
Name = Annotated[str, Field(max_length=40)]
BoutId = Annotated[str, Field(min_length=1, max_length=40)]
Token = Annotated[str, Field(min_length=1, max_length=64)]
OwnToken = Annotated[str, Field(min_length=20, max_length=64)]  # long enough that nobody guesses it
Words = Annotated[str, Field(min_length=1, max_length=120)]
Cursor = Annotated[int, Field(ge=0, le=2**31)]
Thinking = Annotated[float, Field(gt=0, le=MOST_THINKING, allow_inf_nan=False)]
Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
ActionNumber = Annotated[int, Field(ge=0, le=511)]
Seed = Annotated[int, Field(ge=0, le=2**53)]
Seat = Annotated[str, Field(pattern=r"^player_[0-3]$")]


class Message(BaseModel):
    """What all messages share: unknown fields are refused, and no value is bent into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def as_json(self) -> dict[str, Any]:
        """The message as JSON holds it; what is not said is left out."""
        return self.model_dump(mode="json", exclude_none=True)

    def as_text(self) -> str:
        """The same as text, on one line."""
        return self.model_dump_json(exclude_none=True)


class Request(Message):
    """A message to the service."""

    type: str = ""
    id: Id | None = Field(default=None, description="any number or short text; the answer bears it as `to`")


class Answer(Message):
    """A message from the service."""

    type: str = ""
    to: Id | None = Field(default=None, description="the `id` of the request that this answers")


# --- greetings --------------------------------------------------------------------------------------------------------


class Hello(Request):
    """Who is there, and which version of the protocol it speaks."""

    type: Literal["hello"] = "hello"
    version: int = VERSION
    client: Name = ""


class Agent(Message):
    """An opponent that can be asked for by its name."""

    name: str
    meaning: str
    seats: list[int] = Field(description="with how many it plays")
    expects: bool = Field(description="it tells what result it expects")


class Welcome(Answer):
    """What the service is and can do."""

    type: Literal["welcome"] = "welcome"
    version: int
    service: str
    game: str
    rules: int = Field(description="the version of the game's rules")
    actions: str = Field(description="the stamp of the action table")
    stock: str = Field(description="the stamp of the cards and barges")
    seats: list[int]
    agents: list[Agent]
    default: str = Field(description="the agent that is asked where none is named")
    barges: list[list[str]] = Field(description="barges 1 to 8 as drawn rows: . # c u b g; docs/environment.md")
    can: list[str]
    limits: dict[str, float]


class Ping(Request):
    """Is anybody there?"""

    type: Literal["ping"] = "ping"


class Pong(Answer):
    """Yes."""

    type: Literal["pong"] = "pong"


# --- our rules: the service keeps the bout ----------------------------------------------------------------------------


class Create(Request):
    """Begin a bout. Its link is for those who will join it or watch it."""

    type: Literal["create"] = "create"
    seats: Annotated[list[Name], Field(min_length=2, max_length=4)] = Field(
        description='who sits in each seat: "person", or the name of an agent'
    )
    name: Name = Field(default="", description="the creator, who takes the first seat of a person")
    options: dict[str, Any] = Field(default={}, description="what was agreed; docs/environment.md")
    seed: Seed | None = Field(default=None, description="where the dice come from; any")
    dice: Literal["service", "own"] = Field(default="service", description='"own": the front end sends every face')
    time: Thinking = Field(default=1.0, description="seconds that an agent may take for a decision, 60 at most")
    clock: Seconds | None = Field(
        default=None, description="what a person may take; then greedy decides. None: no limit"
    )
    undo: bool = Field(default=False, description="agreed: decisions may be taken back, where all others are agents")


class Join(Request):
    """Take a free seat of a person."""

    type: Literal["join"] = "join"
    bout: BoutId
    name: Name = ""
    seat: Seat | None = Field(default=None, description="which one; by default the first that is free")
    token: OwnToken | None = Field(
        default=None, description="a key of your own making: the same `join` sent again opens the same seat"
    )


class Joined(Answer):
    """A seat at a bout. The token is the key to it: keep it, and keep it secret."""

    type: Literal["joined"] = "joined"
    bout: str
    link: str = Field(description="the path of the page of this bout")
    seat: Seat | None = Field(default=None, description="None where all seats are played by agents")
    token: str | None = None
    dice_token: str | None = Field(
        default=None, description="the key of the one who sends the dice, where they are its own"
    )


class Look(Request):
    """How a bout stands, and what has happened after a cursor."""

    type: Literal["look"] = "look"
    bout: BoutId
    token: Token | None = Field(default=None, description="without one, what all may see")
    after: Cursor | None = Field(default=None, description="give me the events behind this cursor; None gives none")
    wait: Annotated[float, Field(ge=0, le=30, allow_inf_nan=False)] = Field(
        default=0.0, description="seconds to wait for an event behind `after`, if there is none"
    )


class Watch(Request):
    """As `look`, and updates come by themselves from then on. Not over HTTP."""

    type: Literal["watch"] = "watch"
    bout: BoutId
    token: Token | None = None
    after: Cursor | None = None


class Unwatch(Request):
    """No more updates of this bout."""

    type: Literal["unwatch"] = "unwatch"
    bout: BoutId
    token: Token | None = None


class Play(Request):
    """Decide: by the words of a command, the number of an action, or the face of one's own die."""

    type: Literal["play"] = "play"
    bout: BoutId
    token: Token
    at: Cursor = Field(description="the cursor of the state that is decided on: an old message changes nothing")
    command: Words | None = None
    action: ActionNumber | None = None
    face: Annotated[int, Field(ge=1, le=100)] | None = None


class Undo(Request):
    """Take back one's last decision and all that came after it."""

    type: Literal["undo"] = "undo"
    bout: BoutId
    token: Token
    at: Cursor


class Again(Request):
    """Play again with the same seats and options: once the bout is over, everybody asks for a place in the next."""

    type: Literal["again"] = "again"
    bout: BoutId
    token: Token


class Record(Request):
    """The transcript of a bout that is over."""

    type: Literal["record"] = "record"
    bout: BoutId


class Recorded(Answer):
    """A transcript, as text."""

    type: Literal["recorded"] = "recorded"
    bout: str
    transcript: str


class Command(Message):
    """A legal command."""

    action: int
    command: str
    group: str = Field(description="movement, attack, grapple, aim, weapon, recovery, fame, ability, card, round, …")
    squares: list[tuple[int, int]] = Field(default=[], description="where it acts, as [x, y]")
    target: str | None = Field(default=None, description="the seat that it is aimed at")
    price: dict[str, int] = Field(
        default={},
        description="what it takes from you now, before any die: movement points, cred, overall condition, …",
    )
    cost: str = Field(default="", description="the same in words; empty for nothing")
    may_end: bool = Field(default=False, description="what it takes may end your own helot: ask before it is played")
    gives: str = Field(default="", description="a split of the command points: what it comes to")


class Why(Request):
    """Why is this not legal now?"""

    type: Literal["why"] = "why"
    bout: BoutId
    token: Token
    action: ActionNumber | None = Field(default=None, description="by default the first of each row of the table")


class Reason(Message):
    """What stands in the way of an action, with the rule's id."""

    action: int
    name: str = Field(description="of the action, as the action table has it")
    group: str
    text: str


class Reasons(Answer):
    """Why actions are not legal now."""

    type: Literal["reasons"] = "reasons"
    bout: str
    cursor: int
    reasons: list[Reason]


class Rules(Request):
    """What the commands and the cards do."""

    type: Literal["rules"] = "rules"


class CommandRule(Message):
    """A row of the action table: what it does, in words of this project, and where the manual says so."""

    first: int = Field(description="the number of the first action of the row")
    name: str
    group: str
    cost: str
    page: str = Field(description="of the printed manual")
    rules: list[str] = Field(description="the ids of docs/rules.md")
    text: str


class CardRule(Message):
    """A card."""

    card: int
    name: str
    timing: str | None = None
    price: dict[str, int] = Field(default={}, description="in trait points")
    text: str


class RuleBook(Answer):
    """What the commands and the cards do."""

    type: Literal["rulebook"] = "rulebook"
    commands: list[CommandRule]
    cards: dict[str, list[CardRule]] = Field(description="by deck")


class Event(Message):
    """Something that happened in a bout. Cursors count them from 1."""

    cursor: int
    kind: Literal["joined", "turn", "undone", "next"]
    seat: str | None = Field(default=None, description='whose it was; "dice" for a die of one\'s own')
    name: str | None = Field(default=None, description="joined: of the person")
    command: str | None = Field(default=None, description="turn: in words; None where it is hidden from this viewer")
    action: int | None = None
    by_clock: bool = Field(default=False, description="turn: the time of the person was up")
    happened: list[dict[str, Any]] = Field(default=[], description="turn: what came of it, from the words of the game")
    turns: int | None = Field(default=None, description="undone: how many turns are left")
    bout: str | None = Field(default=None, description="next: the bout that follows")


class Chair(Message):
    """A seat of a bout and who sits there."""

    seat: Seat
    person: bool
    name: str
    taken: bool


class State(Message):
    """How a bout stands, as one seat or a spectator may see it."""

    phase: Literal["open", "playing", "over"]
    you: str | None = Field(default=None, description='your seat; "dice" with the key of the dice')
    seats: list[Chair]
    turns: int
    view: dict[str, Any] = Field(description="the table; docs/serve.md")
    legal: list[Command] = Field(default=[], description="what you may do now; empty if you are not asked")
    seconds_left: float | None = Field(default=None, description="until the clock decides for the person who is asked")
    may_undo: bool = False
    result: list[float] | None = Field(default=None, description="what the end is worth to each seat")
    next: str | None = Field(default=None, description="the bout that follows this one")


class Update(Answer):
    """How a bout stands and what has happened."""

    type: Literal["update"] = "update"
    bout: str
    cursor: int
    events: list[Event]
    state: State


# --- your rules: the front end keeps the bout -------------------------------------------------------------------------


class Given(Request):
    """A request about a bout that the front end keeps: as a position or as a transcript.

    What is not said holds as the last `position` and `options` of the conversation have said it.
    """

    position: Annotated[str, Field(max_length=MOST_POSITION)] | None = Field(
        default=None, description="a line of docs/text.md, also as one seat sees it"
    )
    transcript: Annotated[str, Field(max_length=MOST_TRANSCRIPT)] | None = Field(
        default=None, description="a transcript, as text or JSON; of it, `turns` turns"
    )
    turns: Annotated[int, Field(ge=0, le=100_000)] | None = Field(default=None, description="by default all")
    seed: Seed | None = Field(default=None, description="what the position does not know is dealt by it")


class Options(Request):
    """Who is to be asked in this conversation, and how long it may think."""

    type: Literal["options"] = "options"
    agent: Name | None = Field(default=None, description="by default that of `welcome`")
    time: Thinking | None = Field(default=None, description="seconds, 60 at most; by default 1")
    seed: Seed | None = Field(default=None, description="of chance in dealing what is hidden and in the agent")


class Ready(Answer):
    """It is so."""

    type: Literal["ready"] = "ready"


class Position(Given):
    """From now on, `legal` and `go` are about this bout."""

    type: Literal["position"] = "position"


class Legal(Given):
    """What may be done in a bout."""

    type: Literal["legal"] = "legal"


class Situation(Answer):
    """A bout of the front end, as the seat that is asked sees it."""

    type: Literal["situation"] = "situation"
    seat: str | None = Field(default=None, description='who is asked; "dice" for a die; None when it is over')
    question: str
    legal: list[Command]
    view: dict[str, Any]
    position: str = Field(description="the line of the bout as that seat sees it")
    result: list[float] | None = None


class Go(Given):
    """Decide for the seat that is asked. The answer comes before the time is up."""

    type: Literal["go"] = "go"
    agent: Name | None = Field(default=None, description="by default that of `welcome`")
    time: Thinking | None = Field(default=None, description="seconds, 60 at most; by default 1")


class Best(Answer):
    """What the agent decides."""

    type: Literal["best"] = "best"
    seat: str
    command: str
    action: int
    agent: str = Field(description="who decided: the one asked, or greedy when the time was up")
    expected: list[float] | None = Field(
        default=None, description="the result that it expects for each seat, -1 to 1; None if it does not say"
    )
    line: list[str] = Field(
        default=[], description="the decisions that it expects, beginning with this one, as in a transcript"
    )
    seconds: float = Field(description="how long it has thought")


class Replay(Request):
    """The turns of a transcript and the table after each, as somebody saw it, or as it lay."""

    type: Literal["replay"] = "replay"
    transcript: Annotated[str, Field(max_length=MOST_TRANSCRIPT)]
    eyes: Literal["everybody", "nobody"] | Seat = Field(
        default="everybody", description="whose hands are open: all, none, or that of a seat"
    )
    first: Annotated[int, Field(ge=0, le=100_000)] = Field(default=0, description="0 is the table before any turn")
    count: Annotated[int, Field(ge=1, le=MOST_STEPS)] = MOST_STEPS


class Step(Message):
    """The table after a turn."""

    turn: int = Field(description="how many there have been")
    seat: str | None = None
    command: str | None = Field(default=None, description="None where it is hidden from these eyes")
    comment: str = ""
    happened: list[dict[str, Any]] = []
    view: dict[str, Any]


class Replayed(Answer):
    """A stretch of a bout that has been played."""

    type: Literal["replayed"] = "replayed"
    seats: int
    players: list[str]
    turns: int = Field(description="of the whole bout")
    result: list[float] | None = Field(default=None, description="what the end was worth to each seat")
    steps: list[Step]


class Stop(Request):
    """What is being thought about is to be answered at once, with the best so far."""

    type: Literal["stop"] = "stop"


# --- errors -----------------------------------------------------------------------------------------------------------


class Error(Answer):
    """Why a request was refused; the bout has not been changed."""

    type: Literal["error"] = "error"
    code: str
    place: str = Field(description="which part of the request")
    found: str
    expected: str
    advice: str = ""


AnyRequest = Annotated[
    Hello
    | Ping
    | Create
    | Join
    | Look
    | Watch
    | Unwatch
    | Play
    | Undo
    | Again
    | Record
    | Why
    | Rules
    | Options
    | Position
    | Legal
    | Go
    | Stop
    | Replay,
    Field(discriminator="type"),
]
AnyAnswer = Annotated[
    Welcome | Pong | Joined | Update | Recorded | Reasons | RuleBook | Ready | Situation | Best | Replayed | Error,
    Field(discriminator="type"),
]
READER: TypeAdapter[Request] = TypeAdapter(AnyRequest)
REQUESTS: tuple[type[Request], ...] = get_args(get_args(AnyRequest)[0])
ANSWERS: tuple[type[Answer], ...] = get_args(get_args(AnyAnswer)[0])


def type_of(message: type[Message]) -> str:
    """The `type` that messages of this class bear."""
    return str(message.model_fields["type"].default)


def schema() -> dict[str, Any]:
    """The JSON Schema of every message; `SCHEMA` is a copy of it."""
    requests, answers = TypeAdapter(AnyRequest), TypeAdapter(AnyAnswer)
    refs, found = TypeAdapter.json_schemas(
        [("request", "validation", requests), ("answer", "serialization", answers)],
        title="The protocol of nexus_env, version 1",
        description="Every message is one of these; docs/protocol.md explains them.",
    )
    for kind in found["$defs"].values():
        if "const" in kind["properties"].get("type", {}):  # in Python it goes without saying, on the wire it does not
            kind["required"] = ["type", *kind.get("required", [])]
    either = [refs["request", "validation"], refs["answer", "serialization"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found, "oneOf": either}
