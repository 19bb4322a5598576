"""The message part for a legal command. `nexus_env.contract.view` has the types of views and happenings."""

from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import Part


class Sight(Part):
    """What a command would reach or see on a cell, shown before it is played."""

    cell: str
    kind: Literal["reach", "clear", "limited", "blocked"]
    text: str = Field(default="", description="the same in the game's words, with its consequences")


class Command(Part):
    """A legal command. Commands with the same title share a menu entry."""

    action: int
    command: str
    group: str = Field(description="a group of `rulebook`")
    title: str = Field(default="", description="its title in a menu; empty: use the command")
    ways: list[str] = Field(default=[], description="what distinguishes it from others of the same title, step by step")
    text: str = Field(default="", description="its effect, if the rule of its row does not give it")
    timing: str = Field(default="", description="when it may be played")
    unit: str = Field(default="", description="the piece that acts")
    cells: list[str] = Field(default=[], description="where it acts, step by step")
    target: str | None = Field(default=None, description="the seat that it targets")
    price: dict[str, int] = Field(default={}, description="what it costs you now, by kind, before any die")
    cost: str = Field(default="", description="the same in words, for display; empty if free")
    may_end: bool = Field(default=False, description="it may end your bout: ask for confirmation")
    gives: str = Field(default="", description="its result, such as points gained")
    needs: str = Field(default="", description="the roll by which it succeeds, such as `4 or more`")
    sights: list[Sight] = Field(default=[], description="what it would reach and see, for a preview")
