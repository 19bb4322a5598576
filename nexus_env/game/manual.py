"""What the pages of `docs/` show of a game: examples, which are played when the pages are printed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Read = Callable[[str], str]  # the text of a page by its name in `docs/`


@dataclass(frozen=True)
class Manual:
    """The examples of a game, and the pages of its own.

    - `point_of_view`: what places in the observation are relative to, as the end of a sentence.
    - `position`: a drawn position, in which seat 0 gives a command.
    - `misspelled`, `impossible`: a command that is nearly legal there, and a group that no position has.
    - `misnamed`: a group with a name that is nearly one.
    - `panel`: how the groups of a position begin that show what one seat may see.
    - `options`: of a bout that is shown; `opening`: the first commands of its two seats.
    - `searched`: what somebody types who looks for a command.
    - `rules`: the name of the page of rules, if it is not that of the game and `-rules.md`.
    - `pages`: given what reads a page, those of the game alone with their generated parts made anew.
    """

    point_of_view: str = "seats clockwise from its own"
    position: str = ""
    misspelled: str = ""
    impossible: str = ""
    misnamed: str = ""
    panel: str = ""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    opening: tuple[str, str] = ("", "")
    searched: str = ""
    rules: str = ""
    pages: Callable[[Read], dict[str, str]] = lambda read: {}


NO_MANUAL = Manual()
