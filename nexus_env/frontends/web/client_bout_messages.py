"""The messages about bouts that a front end keeps, and the refusals: see docs/protocol.md."""

from typing import Annotated, Any, Literal

from pydantic import Field

from nexus_env.frontends.web.advice_messages import Weighed
from nexus_env.frontends.web.bout_messages import EndedBy
from nexus_env.frontends.web.limits import (
    MOST_CHARACTERS_OF_A_POSITION,
    MOST_CHARACTERS_OF_A_TRANSCRIPT,
    MOST_CHOICES_OF_ADVICE,
    MOST_STEPS_OF_A_REPLAY,
)
from nexus_env.frontends.web.message_base import Answer, Name, Part, Request, Seat, Seed, Shaped, Thinking, TurnNumber
from nexus_env.frontends.web.table_messages import Command
from nexus_env.game.view import Happening, View

# --- your rules: the front end keeps the bout -------------------------------------------------------------------------


class Given(Request):
    """A request about a bout that the front end keeps: as a position or as a transcript.

    What is not said holds as the last `position` and `options` of the conversation have said it.
    """

    game: Name | None = Field(default=None, description="of the position; by default the first of `welcome`")
    position: Annotated[str, Field(max_length=MOST_CHARACTERS_OF_A_POSITION)] | None = Field(
        default=None, description="a line of docs/text.md, also as one seat sees it"
    )
    transcript: Annotated[str, Field(max_length=MOST_CHARACTERS_OF_A_TRANSCRIPT)] | None = Field(
        default=None, description="a transcript, as text or JSON; of it, `turns` turns"
    )
    turns: TurnNumber | None = Field(default=None, description="by default all")
    seed: Seed | None = Field(default=None, description="what the position does not know is dealt by it")


class Options(Request):
    """Who is to be asked in this conversation, and how long it may think."""

    type: Literal["options"] = "options"
    game: Name | None = Field(default=None, description="of positions; by default the first of `welcome`")
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
    game: str
    seat: str | None = Field(default=None, description='who is asked; "dice" for a die; None when it is over')
    question: str
    legal: list[Command]
    view: Annotated[dict[str, Any], Shaped(View)]
    position: str = Field(description="the line of the bout as that seat sees it")
    result: list[float] | None = None


class Go(Given):
    """Decide for the seat that is asked. The answer comes before the time is up."""

    type: Literal["go"] = "go"
    agent: Name | None = Field(default=None, description="by default that of `welcome`")
    time: Thinking | None = Field(default=None, description="seconds, 60 at most; by default 1")
    choices: Annotated[int, Field(ge=0, le=MOST_CHOICES_OF_ADVICE)] = Field(
        default=0, description="how many of its first choices it is to weigh, 10 at most"
    )


class Best(Answer):
    """What the agent decides."""

    type: Literal["best"] = "best"
    seat: str
    command: str
    action: int
    agent: str = Field(description="who decided: the one asked, or the game's `fallback` when the time was up")
    instead_of: str | None = Field(default=None, description="who was asked, where another one decided")
    expected: list[float] | None = Field(
        default=None, description="the result that it expects for each seat, -1 to 1; None if it does not say"
    )
    line: list[str] = Field(
        default=[], description="the decisions that it expects, beginning with this one, as in a transcript"
    )
    choices: list[Weighed] = Field(
        default=[], description="its first choices, as many as were asked for; one alone of an agent that weighs none"
    )
    seconds: float = Field(description="how long it has thought")


class Replay(Request):
    """The turns of a transcript and the table after each, as somebody saw it, or as it lay."""

    type: Literal["replay"] = "replay"
    transcript: Annotated[str, Field(max_length=MOST_CHARACTERS_OF_A_TRANSCRIPT)]
    eyes: Literal["everybody", "nobody"] | Seat = Field(
        default="everybody", description="whose hands are open: all, none, or that of a seat"
    )
    first: TurnNumber = Field(default=0, description="0 is the table before any turn")
    count: Annotated[int, Field(ge=1, le=MOST_STEPS_OF_A_REPLAY)] = MOST_STEPS_OF_A_REPLAY


class Step(Part):
    """The table after a turn."""

    turn: int = Field(description="how many there have been")
    seat: str | None = None
    command: str | None = Field(default=None, description="None where it is hidden from these eyes")
    comment: str = ""
    happened: list[Annotated[dict[str, Any], Shaped(Happening)]] = Field(default=[])
    view: Annotated[dict[str, Any], Shaped(View)]


class Replayed(Answer):
    """A stretch of a bout that has been played."""

    type: Literal["replayed"] = "replayed"
    game: str
    seats: int
    players: list[str]
    turns: int = Field(description="of the whole bout")
    result: list[float] | None = Field(default=None, description="what the end was worth to each seat")
    ended_by: EndedBy | None = Field(default=None, description="None where the rules have ended it")
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
