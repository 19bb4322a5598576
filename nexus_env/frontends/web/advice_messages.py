"""The messages that ask agents for advice in bouts that the service keeps: see docs/serve.md and docs/protocol.md."""

from typing import Annotated, Literal

from pydantic import Field

from nexus_env.frontends.web.limits import MOST_CHOICES_OF_ADVICE
from nexus_env.frontends.web.message_base import Answer, BoutId, Name, Part, Request, Seed, Thinking, Token

CountOfChoices = Annotated[int, Field(ge=1, le=MOST_CHOICES_OF_ADVICE)]


class Weighed(Part):
    """A legal action as an agent sees it."""

    action: int
    command: str
    probability: float | None = Field(
        default=None,
        description="by its network, or the share of its simulations, 0 to 1; None if the agent weighs nothing",
    )
    expected: list[float] | None = Field(
        default=None, description="the result that it expects of it for each seat, -1 to 1; None if it does not say"
    )


class Advise(Request):
    """What would an agent do in your place? Of the seat that is asked, where the terms of the bout allow advice."""

    type: Literal["advise"] = "advise"
    bout: BoutId
    token: Token
    agent: Name | None = Field(default=None, description="by default the one of `advisers` for so many seats")
    choices: CountOfChoices = Field(default=3, description="how many of its first choices, 10 at most")
    time: Thinking | None = Field(
        default=None, description="seconds that it may think, 10 at most; by default 1, or less if agents have less"
    )
    seed: Seed | None = Field(default=None, description="of chance in dealing what is hidden and in the agent")


class Advice(Answer):
    """What the agent would do, by what this seat knows. The bout has not been changed."""

    type: Literal["advice"] = "advice"
    bout: str
    cursor: int = Field(description="of the state that it is about")
    seat: str
    agent: str
    choices: list[Weighed] = Field(
        description="the one that it would take first; one alone of an agent that weighs none"
    )
    expected: list[float] | None = Field(
        default=None, description="the result that it expects for each seat, -1 to 1; None if it does not say"
    )
    line: list[str] = Field(
        default=[], description="the decisions that it expects, beginning with its own, as in a transcript"
    )
    seconds: float = Field(description="how long that took")


class Evaluate(Request):
    """Who is ahead, as an agent estimates it from what you may know, where the terms of the bout allow advice."""

    type: Literal["evaluate"] = "evaluate"
    bout: BoutId
    token: Token | None = Field(default=None, description="without one, from what all may know")
    agent: Name | None = Field(default=None, description="one that `expects`; by default the one of `estimators`")


class Evaluation(Answer):
    """What an agent expects of a bout."""

    type: Literal["evaluation"] = "evaluation"
    bout: str
    cursor: int = Field(description="of the state that it is about")
    agent: str
    expected: list[float] | None = Field(
        default=None, description="the result for each seat, -1 to 1; None where the agent cannot say"
    )
