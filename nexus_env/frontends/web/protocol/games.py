"""Messages about what the service offers: games, with their rules, puzzles and guided bouts. See docs/protocol.md."""

from typing import Annotated, Any, Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import (
    VERSION,
    Answer,
    BoutId,
    Name,
    Part,
    Request,
    Shaped,
    TurnNumber,
)
from nexus_env.frontends.web.protocol.bouts import Event, State
from nexus_env.kit.options import Field as FormField

# --- greetings --------------------------------------------------------------------------------------------------------


class Hello(Request):
    """Introduce a client and the protocol version it speaks."""

    type: Literal["hello"] = "hello"
    version: int = VERSION
    client: Name = ""


class Agent(Part):
    """An opponent, by name."""

    name: str
    meaning: str
    seats: list[int] = Field(description="the seat counts that it supports")
    expects: bool = Field(description="whether it reports an expected result")
    weighs: bool = Field(default=False, description="whether it reports the probabilities of its choices")


class ServedGame(Part):
    """A game that the service offers."""

    name: str
    title: str
    subtitle: str = ""
    invitation: str = Field(default="", description="a description in a sentence or two")
    notice: str = Field(default="", description="the legal notice")
    rules: int = Field(description="the version of its rules")
    actions: str = Field(description="the stamp of its action table")
    stock: str = Field(description="the stamp of its cards and boards; empty for none")
    seats: list[int]
    agents: list[Agent]
    default: str = Field(description="the agent for requests that name none")
    fallback: str = Field(description="the agent that decides when a person runs out of time or another agent fails")
    advisers: dict[str, str] = Field(
        default={}, description="the agent for advice requests that name none, by seat count"
    )
    estimators: dict[str, str] = Field(
        default={}, description="the agent that estimates results, by seat count; missing where there is none"
    )
    form: list[Annotated[dict[str, Any], Shaped(FormField)]] = Field(description="the options to offer to people")
    page: bool = Field(default=False, description="it has its own drawing code: /games/NAME/page.js and page.css")
    puzzles: int = Field(default=0, description="number of puzzles; request them with `puzzles`")
    lesson: bool = Field(default=False, description="it has a guided bout: ask for it with `learn`")


class Welcome(Answer):
    """Describe the service and its capabilities."""

    type: Literal["welcome"] = "welcome"
    version: int
    service: str
    games: list[ServedGame] = Field(description="the first one is the default")
    can: list[str]
    limits: dict[str, float]


class Ping(Request):
    """Check the connection."""

    type: Literal["ping"] = "ping"


class Pong(Answer):
    """Confirm a `ping`."""

    type: Literal["pong"] = "pong"


# --- rules ------------------------------------------------------------------------------------------------------------


class Rules(Request):
    """Ask what the commands and cards of a game do."""

    type: Literal["rules"] = "rules"
    game: Name | None = Field(default=None, description="default: the first game in `welcome`")
    bout: BoutId | None = Field(default=None, description="a bout, instead of a game")
    whole: bool = Field(default=False, description="also list every rule by its id")


class CommandRule(Part):
    """A row of the action table: its effect in this project's words, and its page in the printed manual."""

    first: int = Field(description="the number of the first action of the row")
    name: str
    title: str = Field(description="its title in a menu")
    group: str
    cost: str
    page: str = Field(description="in the printed manual")
    rules: list[str] = Field(description="rule ids")
    text: str


class CardRule(Part):
    """A card."""

    card: int | str = Field(description="its id in views and commands")
    name: str
    timing: str | None = None
    price: dict[str, int] = Field(default={}, description="the price of playing it")
    text: str


class TermRule(Part):
    """A term of the game, in this project's words."""

    name: str
    chapter: str
    text: str
    page: str = Field(default="", description="in the printed manual")
    rules: list[str] = Field(default=[], description="the ids of its rules")
    also: list[str] = Field(default=[], description="other spellings by which a text names it")


class RuleLine(Part):
    """A rule of the game, in this project's words."""

    id: str
    text: str


class Chapter(Part):
    """A chapter of the rules."""

    title: str
    rules: list[RuleLine]


class RuleBook(Answer):
    """The effects of the commands and the cards, and the meanings of the terms."""

    type: Literal["rulebook"] = "rulebook"
    game: str
    groups: dict[str, str] = Field(description="the groups of commands in order, with their titles in a menu")
    commands: list[CommandRule]
    cards: dict[str, list[CardRule]] = Field(description="by deck")
    terms: list[TermRule] = Field(default=[], description="the meanings of the game's terms, by chapter")
    primer: str = Field(default="", description="the rules in short; only with `whole`")
    chapters: list[Chapter] = Field(default=[], description="every rule by its id; only with `whole`")


# --- puzzles ----------------------------------------------------------------------------------------------------------


class Puzzles(Request):
    """Get the puzzles of a game. `legal` with a puzzle's position shows its table."""

    type: Literal["puzzles"] = "puzzles"
    game: Name | None = Field(default=None, description="default: the first game in `welcome`")


class Puzzle(Part):
    """A position with one or two clearly best choices."""

    position: str = Field(description="the position as one line; what the seat cannot know was dealt at random")
    seats: int = Field(description="number of seats")
    seat: str = Field(description="the seat to act")
    question: str
    solution: list[str] = Field(description="the correct commands, best first")
    values: dict[str, float] = Field(
        description="the result that the search expects for the seat after each legal command, -1 to 1, best first"
    )
    played: str = Field(description="the command played in the original bout")
    margin: float = Field(
        description="the lead of the solution over the next best command, in the search that finds the smaller one"
    )
    simulations: int = Field(description="simulations of each of the two searches that judged it")


class PuzzleSet(Answer):
    """The puzzles of a game."""

    type: Literal["puzzle_set"] = "puzzle_set"
    game: str
    puzzles: list[Puzzle]


# --- guided bouts -----------------------------------------------------------------------------------------------------


class Learn(Request):
    """Get a step of the guided bout of a game. The service keeps no state: ask for any step at any time."""

    type: Literal["learn"] = "learn"
    game: Name | None = Field(default=None, description="default: the first game in `welcome`")
    step: TurnNumber = Field(default=0, description="the step, counted from 0")


class Lesson(Answer):
    """A step of a guided bout, and the bout as the learner sees it then."""

    type: Literal["lesson"] = "lesson"
    game: str
    title: str
    minutes: int = Field(description="about how long the lesson takes")
    steps: list[str] = Field(description="the subject of each step, in a few words")
    step: int
    text: str = Field(description="the text for the learner")
    show: list[str] = Field(
        description="the targets of the step: board, players, own panel, hands, commands, log, dice, summary, or the "
        "name of something on the table after its kind: `cell ID`, `piece ID`, `seat PLAYER`, `pile NAME`"
    )
    action: int | None = Field(default=None, description="the task of the learner; absent for a step that is only read")
    command: str = Field(default="", description="the same in words")
    otherwise: str = Field(default="", description="the answer to a learner who tries something else")
    cursor: int = Field(description="the number of events so far")
    events: list[Event] = Field(description="all events so far, as the learner sees them")
    state: State
