"""Messages about bouts that a front end keeps, sent as positions or transcripts: see docs/protocol.md."""

from typing import Annotated, Any, Literal

from pydantic import Field

from nexus_env.contract.view import Happening, View
from nexus_env.frontends.web.protocol.base import (
    ActionNumber,
    Answer,
    Name,
    Part,
    Request,
    Seat,
    Seed,
    Shaped,
    Thinking,
    TurnNumber,
)
from nexus_env.frontends.web.protocol.bouts import EndedBy
from nexus_env.frontends.web.protocol.commands import Command, Walk, Weighed
from nexus_env.frontends.web.protocol.limits import (
    MOST_ACTIONS_TRIED,
    MOST_CHARACTERS_OF_A_POSITION,
    MOST_CHARACTERS_OF_A_TRANSCRIPT,
    MOST_CHOICES_OF_ADVICE,
    MOST_STEPS_OF_A_REPLAY,
)


class Given(Request):
    """A request about a bout kept by the front end, as a position or a transcript.

    Missing fields keep their values from the last `position` and `options` of the connection. A new position
    or transcript keeps none of the last `position`, and new `turns` no `then`.
    """

    game: Name | None = Field(default=None, description="the position's game; default: the first game in `welcome`")
    position: Annotated[str, Field(max_length=MOST_CHARACTERS_OF_A_POSITION)] | None = Field(
        default=None, description="a position as one line, complete or as one seat sees it"
    )
    transcript: Annotated[str, Field(max_length=MOST_CHARACTERS_OF_A_TRANSCRIPT)] | None = Field(
        default=None, description="a transcript as text or JSON, up to `turns`"
    )
    turns: TurnNumber | None = Field(default=None, description="default: all")
    seed: Seed | None = Field(default=None, description="the seed for dealing hidden values")
    then: Annotated[list[ActionNumber], Field(max_length=MOST_ACTIONS_TRIED)] | None = Field(
        default=None, description="actions to carry out first, in order, at most 1000"
    )


class Options(Request):
    """Set the defaults of this connection: game, agent, thinking time, seed."""

    type: Literal["options"] = "options"
    game: Name | None = Field(default=None, description="the game of positions; default: the first game in `welcome`")
    agent: Name | None = Field(default=None, description="default: the game's `default` in `welcome`")
    time: Thinking | None = Field(default=None, description="seconds, at most 60; default: 1")
    seed: Seed | None = Field(default=None, description="the seed for dealing hidden values and for the agent")


class Ready(Answer):
    """Confirm `options` or `stop`."""

    type: Literal["ready"] = "ready"


class Position(Given):
    """Set the bout that `legal` and `go` refer to."""

    type: Literal["position"] = "position"


class Legal(Given):
    """List the legal commands of a bout."""

    type: Literal["legal"] = "legal"
    eyes: Literal["asked", "everybody"] = Field(
        default="asked", description="the view: of the seat that is asked, or with all hands open"
    )
    walks: bool = Field(default=False, description="also list where pieces can walk with several commands")


class Situation(Answer):
    """A bout of the front end, as the seat to act sees it."""

    type: Literal["situation"] = "situation"
    game: str
    seat: str | None = Field(
        default=None, description='the seat to act; "dice" for a die; absent when the bout is over'
    )
    question: str
    legal: list[Command]
    view: Annotated[dict[str, Any], Shaped(View)]
    position: str = Field(description="the bout as one line, as that seat sees it")
    result: list[float] | None = None
    happened: list[Annotated[dict[str, Any], Shaped(Happening)]] = Field(
        default=[], description="the consequences of the last action of `then`"
    )
    walks: list[Walk] = Field(default=[], description="as in `walk_list`, if `legal` asks for them")


class Go(Given):
    """Ask an agent to decide for the seat to act. The answer comes before the time is up."""

    type: Literal["go"] = "go"
    agent: Name | None = Field(default=None, description="default: the game's `default` in `welcome`")
    time: Thinking | None = Field(default=None, description="seconds, at most 60; default: 1")
    choices: Annotated[int, Field(ge=0, le=MOST_CHOICES_OF_ADVICE)] = Field(
        default=0, description="number of its best choices to report, at most 10"
    )


class Best(Answer):
    """An agent's decision."""

    type: Literal["best"] = "best"
    seat: str
    command: str
    action: int
    agent: str = Field(
        description="the agent that decided: the one asked, or the game's `fallback` if that one failed or was late"
    )
    instead_of: str | None = Field(default=None, description="the agent that was asked, if another decided")
    expected: list[float] | None = Field(
        default=None, description="the result it expects for each seat, -1 to 1; absent if it does not say"
    )
    line: list[str] = Field(
        default=[], description="the decisions it expects, beginning with this one, as in a transcript"
    )
    choices: list[Weighed] = Field(
        default=[], description="its best choices, as many as requested; only its decision if it does not weigh choices"
    )
    seconds: float = Field(description="the time from the request to the answer, in seconds")


class Replay(Request):
    """Get the turns of a transcript with the table after each, as one seat saw it or with all hands open."""

    type: Literal["replay"] = "replay"
    transcript: Annotated[str, Field(max_length=MOST_CHARACTERS_OF_A_TRANSCRIPT)]
    eyes: Literal["everybody", "nobody"] | Seat = Field(
        default="everybody", description="whose hands are open: everybody's, nobody's, or one seat's"
    )
    first: TurnNumber = Field(default=0, description="the first turn to send; 0 is the table before any turn")
    count: Annotated[int, Field(ge=1, le=MOST_STEPS_OF_A_REPLAY)] = MOST_STEPS_OF_A_REPLAY


class Step(Part):
    """The table after a turn."""

    turn: int = Field(description="number of turns so far")
    seat: str | None = None
    command: str | None = Field(default=None, description="absent if hidden from this viewer")
    comment: str = ""
    happened: list[Annotated[dict[str, Any], Shaped(Happening)]] = Field(default=[])
    view: Annotated[dict[str, Any], Shaped(View)]


class Replayed(Answer):
    """A part of a replay."""

    type: Literal["replayed"] = "replayed"
    game: str
    seats: int
    players: list[str]
    turns: int = Field(description="number of turns of the whole bout")
    result: list[float] | None = Field(
        default=None, description="each seat's result; in a duel: 1 win, 0 draw, -1 loss"
    )
    ended_by: EndedBy | None = Field(default=None, description="absent if the rules ended it")
    steps: list[Step]


class Stop(Request):
    """Ask the thinking agent to answer now with its best command so far."""

    type: Literal["stop"] = "stop"
