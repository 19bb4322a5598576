"""Messages about the rules of a game: what commands, cards and terms mean, and the whole rulebook."""

from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import Answer, BoutId, Name, Part, Request


class Rules(Request):
    """Ask what the commands and cards of a game do."""

    type: Literal["rules"] = "rules"
    game: Name | None = Field(default=None, description="default: the first game in `welcome`")
    bout: BoutId | None = Field(default=None, description="a bout, instead of a game")
    whole: bool = Field(default=False, description="also list every rule by its id")


class CommandRule(Part):
    """A row of the action table: its effect in this project's words, and its page in the printed manual."""

    first: int = Field(description="the number of the first action of the row")
    name: str
    title: str = Field(description="its title in a menu")
    group: str
    cost: str
    page: str = Field(description="in the printed manual")
    rules: list[str] = Field(description="rule ids")
    text: str


class CardRule(Part):
    """A card."""

    card: int | str = Field(description="its id in views and commands")
    name: str
    timing: str | None = None
    price: dict[str, int] = Field(default={}, description="the price of playing it")
    text: str


class TermRule(Part):
    """A term of the game, in this project's words."""

    name: str
    chapter: str
    text: str
    page: str = Field(default="", description="in the printed manual")
    rules: list[str] = Field(default=[], description="the ids of its rules")
    also: list[str] = Field(default=[], description="other spellings by which a text names it")


class RuleLine(Part):
    """A rule of the game, in this project's words."""

    id: str
    text: str


class Chapter(Part):
    """A chapter of the rules."""

    title: str
    rules: list[RuleLine]


class RuleBook(Answer):
    """What the commands and the cards do, and what the terms mean."""

    type: Literal["rulebook"] = "rulebook"
    game: str
    groups: dict[str, str] = Field(description="the groups of commands in order, with their titles in a menu")
    commands: list[CommandRule]
    cards: dict[str, list[CardRule]] = Field(description="by deck")
    terms: list[TermRule] = Field(default=[], description="what the game's terms mean, by chapter")
    primer: str = Field(default="", description="the rules in short; only with `whole`")
    chapters: list[Chapter] = Field(default=[], description="every rule by its id; only with `whole`")
