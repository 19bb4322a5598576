"""What a viewer is told of the table: a legal command; views and happenings are as `nexus_env.game.view` types them."""

from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.message_base import Part


class Sight(Part):
    """What a cell is to a command, to be seen before it is given."""

    cell: str
    kind: Literal["reach", "clear", "limited", "blocked"]
    text: str = Field(default="", description="the same in the game's words, with what else it means")


class Command(Part):
    """A legal command. Those of one title are one entry of a menu."""

    action: int
    command: str
    group: str = Field(description="one of `rulebook`")
    title: str = Field(default="", description="what the menu calls it; empty for the command itself")
    ways: list[str] = Field(default=[], description="what tells it from others of the same title, step by step")
    text: str = Field(default="", description="what it does, where the rule of its row does not say it")
    timing: str = Field(default="", description="when it may be done")
    unit: str = Field(default="", description="the piece that acts")
    cells: list[str] = Field(default=[], description="where it acts, step by step")
    target: str | None = Field(default=None, description="the seat that it is aimed at")
    price: dict[str, int] = Field(default={}, description="what it takes from you now, before any die")
    cost: str = Field(default="", description="the same in words; empty for nothing")
    may_end: bool = Field(default=False, description="what it takes may end the game for you: ask before it is played")
    gives: str = Field(default="", description="what it comes to")
    sights: list[Sight] = Field(
        default=[], description="what it would reach and see, whether or not that is legal: for showing it beforehand"
    )
