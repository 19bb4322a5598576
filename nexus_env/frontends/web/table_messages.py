"""What a viewer is told of the table: a legal command; views and happenings are as `nexus_env.game.view` types them."""

from pydantic import Field

from nexus_env.frontends.web.message_base import Part


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
