"""A game in words: the part of the contract that front ends depend on.

A game's `words` is a module, or any object, with the functions of `Words`. A game takes the functions that it does not
define from `nexus_env.contract.plain_words`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from nexus_env.contract.real_table import Chance, Hands
from nexus_env.contract.view import Happening, View
from nexus_env.kit.actions import Guide
from nexus_env.kit.options import Field, OptionsError

Json = dict[str, Any]


@dataclass(frozen=True)
class About:
    """A game's description for people, and facts for front ends."""

    title: str = ""  # its whole name; empty for its short one
    subtitle: str = ""  # shown beside its short name
    invitation: str = ""  # what it is, in a sentence or two
    primer: str = ""  # the rules in brief for beginners, a few hundred words
    notice: str = ""  # whose it is
    groups: Mapping[str, str] = field(default_factory=dict)  # groups of commands with their names in menus
    form: Sequence[Field] = ()  # the options that people are asked for, in order
    host_options: Sequence[str] = ()  # options that only the host may set, such as files
    most: Mapping[str, int] = field(default_factory=dict)  # limits on options that strangers could set too high
    page: Path | None = None  # a folder with `page.js` and `page.css`, the game's drawing code for the browser
    lesson: Path | None = None  # the file of a guided bout, see `play.lesson`
    glossary: Path | None = None  # the file with its terms, see `text.glossary`
    own_view: type | None = None  # a `TypedDict`: what its views hold under its name
    own_happening: type | None = None  # the same for its happenings

    def refuse_strange(self, options: Mapping[str, Any], place: str, *, lengths: bool = True) -> None:
        """Refuse options that users of a service may not choose; with `lengths`, also those of very long bouts.

        Raises:
            OptionsError: there is one; `place` is what the message calls the options.
        """
        for name in self.host_options:
            if name in options:
                expected = "none, since it names a file of the service's machine"
                raise OptionsError(f"{place}.{name}: got a value; expected {expected}.")
        for name, most in self.most.items() if lengths else ():
            if isinstance(found := options.get(name), int) and found > most:
                raise OptionsError(f"{place}.{name}: got {found}; expected at most {most} in this service.")


@dataclass(frozen=True)
class ReachedCell:
    """A cell that a command would reach, shown before the command is given."""

    cell: str
    kind: Literal["reach", "clear", "limited", "blocked"]  # the last three say how well a piece there is seen
    text: str = ""  # the same in the game's words, with what else it means; empty where it goes without saying


@dataclass(frozen=True)
class Offer:
    """A menu entry for a legal command, besides its spelling.

    Commands with the same `title` share a menu entry; `ways` tells them apart, step by step.
    """

    group: str = ""
    title: str = ""  # empty: the spelling
    ways: Sequence[str] = ()
    text: str = ""  # what it does, where the guide to its row does not say it
    timing: str = ""  # when it may be done, where that is not clear
    unit: str = ""  # the piece that acts
    cells: Sequence[str] = ()  # where it acts, step by step
    target: int = -1  # the seat that it is aimed at; -1: nobody
    price: Mapping[str, int] = field(default_factory=dict)  # what it takes now, before any die
    cost: str = ""  # the same in words; empty for nothing
    may_end: bool = False  # it may end the own game: ask before it is played
    gives: str = ""  # what it comes to
    needs: str = ""  # the roll by which it succeeds
    sights: Sequence[ReachedCell] = ()  # what it would reach and see, whether or not that is legal: in no order


@dataclass(frozen=True)
class TerminalLook:
    """Additions to the view for a terminal, which draws with letters; every part is optional."""

    short: Mapping[str, str] = field(default_factory=dict)  # short names of meters, counters and hands in panels
    vital: Sequence[str] = ()  # the meters that begin full and end the bout at 0
    letters: Mapping[str, str] = field(default_factory=dict)  # of states, by a word of them, and of kinds of cells
    styles: Mapping[str, str] = field(default_factory=dict)  # of kinds of pieces and cells, as Rich writes them
    help: str = ""  # what the page of help says of all this


class Words(Protocol):
    """The words of a game. A `bout` is its record; a `world` is a bout as a seat may know it (`Session.known_to`)."""

    def about(self) -> About:
        """The game's names, groups of commands, options as a form, and types of its own views."""

    def board(self, bout: Any) -> str:
        """The table as text."""

    def picture(self, bout: Any) -> str:
        """The table as a picture, SVG."""

    def question(self, bout: Any) -> str:
        """The open question, in a sentence."""

    def sentences(self, bout: Any, rows: slice | None = None) -> list[str]:
        """Sentences for the happenings of the last step, or for some rows of them."""

    def action(self, number: int) -> str:
        """The name of an action in the action table."""

    def spell(self, bout: Any, number: int) -> str:
        """The canonical spelling of an action in this position; when chance is asked, of a face."""

    def read(self, bout: Any, text: str) -> int:
        """The legal action that a text spells; a `ValueError` if it spells none."""

    def view(self, world: Any, seat: int | None) -> View:
        """The view of a seat or a spectator."""

    def open_view(self, bout: Any) -> View:
        """The view with nothing hidden, for replays."""

    def happened(self, world: Any, rows: slice | None = None) -> Sequence[Happening]:
        """The happenings of the last step, or some rows of them, as values."""

    def is_private(self, world: Any) -> bool:
        """Whether the answer to the open question is secret."""

    def can_act(self, bout: Any, seat: int) -> bool:
        """Whether a seat can still do anything in this bout."""

    def offers(self, world: Any, seat: int, actions: Iterable[int]) -> list[Offer]:
        """The menu entries of these legal commands of the seat to act."""

    def price(self, price: Mapping[str, int]) -> str:
        """A price, by kind as in `Offer.price`, in words, such as "2 AP, 1 Cred"; empty for no price."""

    def why_not(self, world: Any, seat: int, action: int) -> str:
        """Why a seat may not take an action that is not legal now, in a sentence."""

    def guides(self) -> Mapping[int, Guide]:
        """The guide to each row of the action table, by the number of the row's first action."""

    def guide(self, action: int) -> Guide:
        """The guide to the row of an action."""

    def gloss(self, bout: Any, action: int) -> str:
        """The name of what an action chooses or uses; empty if its spelling says it."""

    def explain(self, bout: Any, seat: int, action: int, *, is_legal: bool = True) -> str:
        """The cost and effect of an action, with its place in the rulebook."""

    def look(self) -> TerminalLook:
        """The terminal's abbreviations and colors."""

    def dice(self, bout: Any) -> Chance:
        """The requested die or card, when dice are dictated."""

    def hands(self, bout: Any) -> Hands | None:
        """The hidden cards in hands and where each one is; None for a bout without any."""

    def goes_unasked(self, world: Any, actions: Sequence[int]) -> bool:
        """Whether people at a real table announce any of these actions unprompted, so that they are not asked.

        `actions` are all legal actions of the seat to act, except the pass.
        """

    def decks(self, options: Any) -> Mapping[str, list[Json]]:
        """The cards of a row of options, by deck: `card` as in views, `name`, `text`, and perhaps `timing`, `price`."""
