"""The messages about walks of several steps: see docs/wire.md and docs/protocol.md."""

from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import Answer, BoutId, Part, Request, Token


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
    price: dict[str, int] = Field(default={}, description="what it costs when its turn comes, by kind")
    cost: str = Field(default="", description="the same in words, for display; empty if free")


class Walk(Part):
    """The cheapest path found for a piece to a cell. No step asks anybody or rolls a die, as far as you can know."""

    unit: str = Field(description="the piece that walks")
    cell: str = Field(description="where it ends")
    steps: list[WalkStep]
    price: dict[str, int] = Field(default={}, description="what all steps cost, by kind")
    cost: str = Field(default="", description="the same in words, for display; empty if free")


class WalkList(Answer):
    """Where pieces can walk, from what this seat knows; empty if no command is asked for. The bout is unchanged."""

    type: Literal["walk_list"] = "walk_list"
    bout: str
    cursor: int = Field(description="the cursor of the state it refers to")
    walks: list[Walk] = Field(description="one for each piece and cell, cheapest first")
