"""The content of a transcript: its tags and its turns."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from nexus_env.core.session import name_of
from nexus_env.kit.dice import MOST_SEED
from nexus_env.system.wording import InputError

FORMAT = 1
COMMENT = re.compile(r"\{([^{}\r\n\ud800-\udfff]*)\}")
LONE = re.compile(r"[\ud800-\udfff]")  # half of a letter, which no file takes
ENDED_BY = ("resignation", "draw", "claim")


@dataclass(frozen=True)
class Turn:
    """One command, answer or die."""

    seat: int  # CHANCE for a die
    words: str
    comment: str = ""
    line: int = field(default=0, compare=False)  # where it was read

    def __str__(self) -> str:
        return f"{name_of(self.seat)}: {self.words}"


@dataclass(frozen=True)
class Transcript:
    """The contents of a transcript; the fields are its tags."""

    game: str
    version: int  # of the game's rules
    actions: str  # the stamp of the action table
    options: dict[str, Any]
    seed: int  # of this one bout, 0 to 2**62
    dictated: bool = False  # every die stands in a line of its own
    stock: str = ""  # the stamp of the cards played with, for a game that has one
    players: tuple[str, ...] = ()
    date: str = ""
    result: tuple[float, ...] = ()  # what the end is worth to each seat; empty while the bout goes on
    ended_by: str = ""  # how people have ended it before the rules did: resignation, draw or claim
    ending: str = ""  # how the bout stands after the last turn, in words
    state: str = ""  # see `state_of`
    comment: str = ""  # on the whole bout
    turns: tuple[Turn, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # where each tag was read

    def up_to(self, turns: int) -> "Transcript":
        """This transcript cut after `turns` turns; a shortened one has no result, ending or state."""
        if turns >= len(self.turns):
            return self
        return replace(self, turns=self.turns[:turns], result=(), ended_by="", ending="", state="")


class TranscriptError(InputError):
    """A mistake in a transcript, and its line; `transcript` holds everything before it.

    The line is 0 for a transcript that was not read from a text.
    """

    def __init__(self, line: int, reason: str, transcript: Transcript | None) -> None:
        super().__init__(f"transcript, line {line}: {reason}" if line else f"transcript: {reason}")
        self.line, self.reason, self.transcript = line, reason, transcript


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(_is_text(text) for text in value)


def _is_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(
        type(number) in (int, float) and -math.inf < number < math.inf for number in value
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not LONE.search(value)


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_seed(value: Any) -> bool:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= len(str(MOST_SEED)):
        value = int(value)
    return type(value) is int and 0 <= value <= MOST_SEED


TAGS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "transcript": (_is_number, "a whole number"),
    "game": (_is_text, "a text"),
    "version": (_is_number, "a whole number"),
    "actions": (_is_text, "a text"),
    "stock": (_is_text, "a text"),
    "options": (lambda value: isinstance(value, dict), "a table"),
    "seed": (_is_seed, "a whole number from 0 to 2**62"),
    "dictated": (lambda value: isinstance(value, bool), "true or false"),
    "players": (_is_texts, "a list of texts"),
    "date": (_is_text, "a text"),
    "result": (_is_numbers, "a list of numbers"),
    "ended_by": (lambda value: value in ENDED_BY, f"one of {', '.join(ENDED_BY)}"),
    "ending": (_is_text, "a text"),
    "state": (_is_text, "a text"),
}
"""The values that a tag may have, as a test and in words."""
NEEDED = ("transcript", "game", "version", "actions", "options", "seed")
