"""Messages about a decision: its legal commands, reasons, walks of several steps, and advice. See docs/protocol.md."""

from typing import Annotated, Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import (
    ActionNumber,
    Answer,
    BoutId,
    Name,
    Part,
    Request,
    Seed,
    Thinking,
    Token,
)
from nexus_env.frontends.web.protocol.limits import MOST_CHOICES_OF_ADVICE

CountOfChoices = Annotated[int, Field(ge=1, le=MOST_CHOICES_OF_ADVICE)]


class Sight(Part):
    """The effect of a command on a cell that it would reach or see, shown before it is played."""

    cell: str
    kind: Literal["reach", "clear", "limited", "blocked"]
    text: str = Field(default="", description="the same in the game's words, with its consequences")


class Command(Part):
    """A legal command. Commands with the same title share a menu entry."""

    action: int
    command: str
    group: str = Field(description="a group of `rulebook`")
    title: str = Field(default="", description="its title in a menu; empty: use the command")
    ways: list[str] = Field(default=[], description="the steps that distinguish it from others of the same title")
    text: str = Field(default="", description="its effect, if the rule of its row does not give it")
    timing: str = Field(default="", description="when it may be played")
    unit: str = Field(default="", description="the piece that acts")
    cells: list[str] = Field(default=[], description="the cells on which it acts, step by step")
    target: str | None = Field(default=None, description="the seat that it targets")
    price: dict[str, int] = Field(default={}, description="its price for you now, by kind, before any die")
    cost: str = Field(default="", description="the same in words, for display; empty if free")
    may_end: bool = Field(default=False, description="it may end your bout: ask for confirmation")
    gives: str = Field(default="", description="its result, such as points gained")
    needs: str = Field(default="", description="the roll by which it succeeds, such as `4 or more`")
    sights: list[Sight] = Field(default=[], description="the cells that it would reach and see, for a preview")


# --- reasons ----------------------------------------------------------------------------------------------------------


class Why(Request):
    """Ask why an action is not legal now."""

    type: Literal["why"] = "why"
    bout: BoutId
    token: Token
    action: ActionNumber | None = Field(default=None, description="default: the first of each row of the action table")


class Reason(Part):
    """Why an action is not legal, naming the rule by its id where one applies."""

    action: int
    name: str = Field(description="the action's name in the action table")
    group: str
    text: str


class Reasons(Answer):
    """Why actions are not legal now."""

    type: Literal["reasons"] = "reasons"
    bout: str
    cursor: int
    reasons: list[Reason]


# --- walks ------------------------------------------------------------------------------------------------------------


class Walks(Request):
    """Ask where your pieces can walk with several commands, and what it costs. For the seat to act."""

    type: Literal["walks"] = "walks"
    bout: BoutId
    token: Token


class WalkStep(Part):
    """A command that takes the piece to the next cell."""

    action: int
    command: str
    cell: str
    price: dict[str, int] = Field(default={}, description="its price when its turn comes, by kind")
    cost: str = Field(default="", description="the same in words, for display; empty if free")


class Walk(Part):
    """The cheapest path found for a piece to a cell. No step asks anybody or rolls a die, as far as you can know."""

    unit: str = Field(description="the piece that walks")
    cell: str = Field(description="the cell where it ends")
    steps: list[WalkStep]
    price: dict[str, int] = Field(default={}, description="the price of all steps, by kind")
    cost: str = Field(default="", description="the same in words, for display; empty if free")


class WalkList(Answer):
    """The possible walks, from what this seat knows; empty if no command is asked for. The bout is unchanged."""

    type: Literal["walk_list"] = "walk_list"
    bout: str
    cursor: int = Field(description="the cursor of the state it refers to")
    walks: list[Walk] = Field(description="one for each piece and cell, cheapest first")


# --- advice -----------------------------------------------------------------------------------------------------------


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
    """The action that the agent would choose, from what this seat knows. The bout is unchanged."""

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
