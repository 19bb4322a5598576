"""The messages of a guided bout: see docs/page.md."""

from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import Answer, Name, Request, TurnNumber
from nexus_env.frontends.web.protocol.bouts import Event, State


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
    steps: list[str] = Field(description="what each step is about, in a few words")
    step: int
    text: str = Field(description="what the learner reads")
    show: list[str] = Field(
        description="what the step points at: board, players, own panel, hands, commands, log, dice, summary, or the "
        "name of something on the table after its kind: `cell ID`, `piece ID`, `seat PLAYER`, `pile NAME`"
    )
    action: int | None = Field(
        default=None, description="what the learner is to do; absent for a step that is only read"
    )
    command: str = Field(default="", description="the same in words")
    otherwise: str = Field(default="", description="what is said to a learner who tries something else")
    cursor: int = Field(description="the number of events so far")
    events: list[Event] = Field(description="all events so far, as the learner sees them")
    state: State
