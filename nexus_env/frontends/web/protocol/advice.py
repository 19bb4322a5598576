"""The messages that ask agents for advice in the service's bouts: see docs/wire.md and docs/protocol.md."""

from typing import Annotated, Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import Answer, BoutId, Name, Part, Request, Seed, Thinking, Token
from nexus_env.frontends.web.protocol.limits import MOST_CHOICES_OF_ADVICE

CountOfChoices = Annotated[int, Field(ge=1, le=MOST_CHOICES_OF_ADVICE)]


class Weighed(Part):
    """A legal action with an agent's assessment."""

    action: int
    command: str
    probability: float | None = Field(
        default=None,
        description="by its network, or the share of the simulations, 0 to 1; absent if the agent weighs no choices",
    )
    expected: list[float] | None = Field(
        default=None,
        description="the result it expects for each seat after this action, -1 to 1; absent if it does not say",
    )


class Advise(Request):
    """Ask what an agent would do in your place. For the seat to act, if the terms of the bout allow advice."""

    type: Literal["advise"] = "advise"
    bout: BoutId
    token: Token
    agent: Name | None = Field(default=None, description="default: the one in `advisers` for this seat count")
    choices: CountOfChoices = Field(default=3, description="number of its best choices, at most 10")
    time: Thinking | None = Field(
        default=None, description="thinking time in seconds, at most 10; default: 1, or the bout's limit if lower"
    )
    seed: Seed | None = Field(default=None, description="the seed for dealing hidden values and for the agent")


class Advice(Answer):
    """What the agent would do, from what this seat knows. The bout is unchanged."""

    type: Literal["advice"] = "advice"
    bout: str
    cursor: int = Field(description="the cursor of the state it refers to")
    seat: str
    agent: str
    choices: list[Weighed] = Field(
        description="its best choices, its decision first; only the decision if it does not weigh choices"
    )
    expected: list[float] | None = Field(
        default=None, description="the result it expects for each seat, -1 to 1; absent if it does not say"
    )
    line: list[str] = Field(
        default=[], description="the decisions it expects, beginning with its own, as in a transcript"
    )
    seconds: float = Field(description="seconds until the answer, waiting for a slot included")


class Evaluate(Request):
    """Ask an agent who is ahead, from what you may know, if the terms of the bout allow advice."""

    type: Literal["evaluate"] = "evaluate"
    bout: BoutId
    token: Token | None = Field(default=None, description="without it, from what everybody may know")
    agent: Name | None = Field(
        default=None, description="an agent whose `expects` is true; default: the one in `estimators`"
    )


class Evaluation(Answer):
    """An agent's expected result of a bout."""

    type: Literal["evaluation"] = "evaluation"
    bout: str
    cursor: int = Field(description="the cursor of the state it refers to")
    agent: str
    expected: list[float] | None = Field(
        default=None, description="the result for each seat, -1 to 1; absent if the agent cannot say"
    )
