"""A game's examples for the pages of `docs/`; they are played when the pages are generated."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Read = Callable[[str], str]  # returns the text of a page of `docs/`


@dataclass(frozen=True)
class Manual:
    """The examples of a game, and its own pages.

    - `point_of_view`: what positions in the observation are relative to, as the end of a sentence.
    - `position`: a drawn position in which seat 0 gives a command.
    - `misspelled`, `impossible`: a command that is nearly legal there, and a group that no position has.
    - `misnamed`: a group with a name that is nearly one.
    - `panel`: the prefix of those groups of a position that show what one seat may see.
    - `options`: those of the example bout; `opening`: the first commands of its two seats.
    - `searched`: an example of what a user types to search for a command.
    - `rules`: the name of the page of rules, if it is not the name of the game plus `-rules.md`.
    - `pages`: takes a function that reads a page, and returns the game's own pages with their generated parts
      refreshed.
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


def with_table(page: str, table: str) -> str:
    """A page with its generated table rewritten, between the note about it and the next headline."""
    note = page.index("<!-- The table is generated")
    begin, end = page.index("\n", note) + 1, page.index("\n## ", note)
    return page[:begin] + table + page[end:]


NO_MANUAL = Manual()
