"""The messages about bouts that the service keeps: see docs/serve.md and docs/protocol.md."""

from typing import Annotated, Any, Literal

from pydantic import Field

from nexus_env.frontends.web.limits import (
    MOST_FACE,
    MOST_SEATS_OF_A_BOUT,
    MOST_SECONDS_OF_A_WAIT,
    MOST_TOKENS_OF_A_LIST,
)
from nexus_env.frontends.web.message_base import (
    VERSION,
    ActionNumber,
    Answer,
    Away,
    BoutId,
    Clock,
    Cursor,
    Name,
    OwnToken,
    Part,
    Request,
    Seat,
    Seed,
    Shaped,
    Thinking,
    Token,
    Words,
)
from nexus_env.frontends.web.table_messages import Command
from nexus_env.game.options import Field as FormField
from nexus_env.game.view import Happening, View

AWAY = 300.0  # seconds
Kind = Literal["joined", "turn", "undone", "next", "resigned", "claimed", "draw_offered", "draw_answered", "skipped"]
Phase = Literal["open", "playing", "over"]
EndedBy = Literal["resignation", "draw", "claim"]

# --- greetings --------------------------------------------------------------------------------------------------------


class Hello(Request):
    """Who is there, and which version of the protocol it speaks."""

    type: Literal["hello"] = "hello"
    version: int = VERSION
    client: Name = ""


class Agent(Part):
    """An opponent that can be asked for by its name."""

    name: str
    meaning: str
    seats: list[int] = Field(description="with how many it plays")
    expects: bool = Field(description="it tells what result it expects")
    weighs: bool = Field(default=False, description="it tells how probable its choices are")


class ServedGame(Part):
    """A game that is played here."""

    name: str
    title: str
    subtitle: str = ""
    invitation: str = Field(default="", description="what it is, in a sentence or two")
    notice: str = Field(default="", description="whose it is")
    rules: int = Field(description="the version of its rules")
    actions: str = Field(description="the stamp of its action table")
    stock: str = Field(description="the stamp of its cards and boards; empty for none")
    seats: list[int]
    agents: list[Agent]
    default: str = Field(description="the agent that is asked where none is named")
    fallback: str = Field(description="the agent that decides where a person has run out of time")
    advisers: dict[str, str] = Field(
        default={}, description="the agent that gives advice where none is named, by the number of seats"
    )
    estimators: dict[str, str] = Field(
        default={}, description="the same of the agent that estimates results; none for seats where nobody does"
    )
    form: list[Annotated[dict[str, Any], Shaped(FormField)]] = Field(
        description="the options that people are asked for"
    )
    page: bool = Field(default=False, description="it draws board and panels itself: /games/NAME/page.js and page.css")
    puzzles: int = Field(default=0, description="how many puzzles come with it: ask for them with `puzzles`")
    lesson: bool = Field(default=False, description="it has a guided bout: ask for it with `learn`")


class Welcome(Answer):
    """What the service is and can do."""

    type: Literal["welcome"] = "welcome"
    version: int
    service: str
    games: list[ServedGame] = Field(description="the first one is played where none is named")
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
    seats: Annotated[list[Name], Field(min_length=1, max_length=MOST_SEATS_OF_A_BOUT)] = Field(
        description='who sits in each seat: "person", or the name of an agent'
    )
    game: Name | None = Field(default=None, description="by default the first of `welcome`")
    name: Name = Field(default="", description="the creator, who takes the first seat of a person")
    options: dict[str, Any] = Field(default={}, description="what was agreed: options of the game")
    seed: Seed | None = Field(default=None, description="where the dice come from; any")
    dice: Literal["service", "own"] = Field(
        default="service",
        description='"own": a single person sends every face; of several people each rolls its own dice, and the '
        "service those of agents and of nobody",
    )
    time: Thinking = Field(default=1.0, description="seconds that an agent may take for a decision, 60 at most")
    clock: Clock | None = Field(
        default=None,
        description="seconds that a person may take, at least 0.5; then the game's `fallback` decides. None: no limit",
    )
    undo: bool = Field(default=False, description="agreed: decisions may be taken back, where all others are agents")
    advice: bool | None = Field(
        default=None,
        description="agreed: `advise` and `evaluate` are answered. By default in bouts with one person or none",
    )
    away: Away | None = Field(
        default=AWAY, description="seconds that a person may be away before others may `claim` the bout. None: any"
    )
    token: OwnToken | None = Field(
        default=None, description="a key of your own making for the creator's seat; `bouts` finds the bout by it"
    )


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
    wait: Annotated[float, Field(ge=0, le=MOST_SECONDS_OF_A_WAIT, allow_inf_nan=False)] = Field(
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
    face: Annotated[int, Field(ge=1, le=MOST_FACE)] | None = None


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


class Resign(Request):
    """Give up. A duel ends, and the other wins; with more seats an agent plays on for this one."""

    type: Literal["resign"] = "resign"
    bout: BoutId
    token: Token


class OfferDraw(Request):
    """Offer a draw to all others, who must be people: the bout ends when all of them have accepted."""

    type: Literal["offer_draw"] = "offer_draw"
    bout: BoutId
    token: Token


class AnswerDraw(Request):
    """Accept the draw that is offered, or decline it."""

    type: Literal["answer_draw"] = "answer_draw"
    bout: BoutId
    token: Token
    accept: bool


class Claim(Request):
    """The others have left for long enough, `claimable` says: they are taken to have resigned."""

    type: Literal["claim"] = "claim"
    bout: BoutId
    token: Token


class Skip(Request):
    """Only agents are left to decide, `may_skip` says: let them play the rest quickly."""

    type: Literal["skip"] = "skip"
    bout: BoutId
    token: Token


class Bouts(Request):
    """The bouts in which some tokens hold seats, as a browser or a person has kept them."""

    type: Literal["bouts"] = "bouts"
    tokens: Annotated[list[Token], Field(min_length=1, max_length=MOST_TOKENS_OF_A_LIST)]


class Record(Request):
    """The transcript of a bout that is over."""

    type: Literal["record"] = "record"
    bout: BoutId


class Recorded(Answer):
    """A transcript, as text."""

    type: Literal["recorded"] = "recorded"
    bout: str
    transcript: str


class Why(Request):
    """Why is this not legal now?"""

    type: Literal["why"] = "why"
    bout: BoutId
    token: Token
    action: ActionNumber | None = Field(default=None, description="by default the first of each row of the table")


class Reason(Part):
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
    """What the commands and the cards of a game do."""

    type: Literal["rules"] = "rules"
    game: Name | None = Field(default=None, description="by default the first of `welcome`")
    bout: BoutId | None = Field(default=None, description="or that of a bout")
    whole: bool = Field(default=False, description="tell every rule by its id, too")


class CommandRule(Part):
    """A row of the action table: what it does, in words of this project, and where the manual says so."""

    first: int = Field(description="the number of the first action of the row")
    name: str
    title: str = Field(description="what a menu calls it")
    group: str
    cost: str
    page: str = Field(description="of the printed manual")
    rules: list[str] = Field(description="the ids of docs/rules.md")
    text: str


class CardRule(Part):
    """A card."""

    card: int | str = Field(description="as views and commands have it")
    name: str
    timing: str | None = None
    price: dict[str, int] = Field(default={}, description="what it takes to play it")
    text: str


class TermRule(Part):
    """A term of the game, in words of this project."""

    name: str
    chapter: str
    text: str
    page: str = Field(default="", description="of the printed manual")
    rules: list[str] = Field(default=[], description="the ids of its rules")
    also: list[str] = Field(default=[], description="other spellings by which a text names it")


class RuleLine(Part):
    """A rule of the game, in words of this project."""

    id: str
    text: str


class Chapter(Part):
    """A chapter of the rules."""

    title: str
    rules: list[RuleLine]


class RuleBook(Answer):
    """What the commands and the cards do, and what the terms mean."""

    type: Literal["rulebook"] = "rulebook"
    game: str
    groups: dict[str, str] = Field(description="of commands, in their order: what a menu calls each")
    commands: list[CommandRule]
    cards: dict[str, list[CardRule]] = Field(description="by deck")
    terms: list[TermRule] = Field(default=[], description="what its terms mean, by chapter")
    primer: str = Field(default="", description="the rules in short; only with `whole`")
    chapters: list[Chapter] = Field(default=[], description="every rule by its id; only with `whole`")


class Event(Part):
    """Something that happened in a bout. Cursors count them from 1."""

    cursor: int
    kind: Kind
    seat: str | None = Field(default=None, description='whose it was; "dice" for a die of one\'s own')
    name: str | None = Field(default=None, description="joined: of the person")
    command: str | None = Field(default=None, description="turn: in words; None where it is hidden from this viewer")
    action: int | None = None
    by: str | None = Field(
        default=None,
        description="turn: the agent that decided, where one did; resigned, claimed, skipped: the one that plays on",
    )
    instead_of: str | None = Field(
        default=None, description="turn: the agent that was to decide, where it could not: it has failed or is not here"
    )
    by_clock: bool = Field(default=False, description="turn: the time of the person was up")
    happened: list[Annotated[dict[str, Any], Shaped(Happening)]] = Field(
        default=[], description="turn: what came of it, from the words of the game"
    )
    turns: int | None = Field(default=None, description="undone: how many turns are left")
    bout: str | None = Field(default=None, description="next: the bout that follows")
    accepted: bool | None = Field(default=None, description="draw_answered: whether it was")
    left: list[Seat] | None = Field(default=None, description="claimed: the seats whose people have left")


class Chair(Part):
    """A seat of a bout and who sits there."""

    seat: Seat
    person: bool
    name: str
    taken: bool
    resigned: bool = Field(default=False, description="its person has given up, or has left and the bout was claimed")
    agent: str | None = Field(default=None, description="who decides for it where no person does")


class Agreed(Part):
    """What a bout was begun with: whoever joins it agrees to that."""

    dice: Literal["service", "own"]
    clock: float | None = None
    options: dict[str, Any]
    undo: bool
    time: float
    away: float | None = None
    advice: bool = Field(default=False, description="`advise` and `evaluate` are answered")


class State(Part):
    """How a bout stands, as one seat or a spectator may see it."""

    game: str
    phase: Phase
    you: str | None = Field(default=None, description='your seat; "dice" with the key of the dice')
    seats: list[Chair]
    agreed: Agreed
    present: list[Seat] = Field(description="seats whose people are connected now")
    turns: int
    view: Annotated[dict[str, Any], Shaped(View)]
    legal: list[Command] = Field(default=[], description="what you may do now; empty if you are not asked")
    seconds_left: float | None = Field(default=None, description="until the clock decides for the person who is asked")
    may_undo: bool = False
    draw_offered_by: Seat | None = None
    may_offer_draw: bool = Field(default=False, description="you may offer a draw now")
    must_answer_draw: bool = Field(default=False, description="a draw is offered to you, and you have not answered")
    may_resign: bool = False
    claimable: bool = Field(default=False, description="you may claim the bout: the others have left for long enough")
    may_skip: bool = Field(default=False, description="only agents are left: you may let them play the rest quickly")
    skipped: bool = Field(default=False, description="the rest is being played quickly")
    result: list[float] | None = Field(default=None, description="what the end is worth to each seat")
    ended_by: EndedBy | None = Field(default=None, description="None where the rules have ended it")
    next: str | None = Field(default=None, description="the bout that follows this one")


class Update(Answer):
    """How a bout stands and what has happened."""

    type: Literal["update"] = "update"
    bout: str
    cursor: int
    events: list[Event]
    state: State


class Mine(Part):
    """A bout in which one of the tokens holds a seat."""

    bout: str
    game: str
    link: str
    seat: str = Field(description='"dice" with the key of the dice')
    place: int = Field(description="of the token in the request")
    phase: Phase
    seats: list[Chair]
    agreed: Agreed
    turns: int
    your_turn: bool
    result: list[float] | None = None


class Kept(Answer):
    """The bouts of some tokens, those that were joined last first, 100 at most; not those of other rules."""

    type: Literal["kept"] = "kept"
    bouts: list[Mine]
