"""The ledger of a game: what a balance report counts in its bouts, as each game says it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any


@dataclass(frozen=True)
class Kind:
    """A kind of things that a seat may have in a bout, such as the cards of one deck.

    - `key`, `title`: its name, for programs and for people.
    - `had`: when a seat counts as having had one; a whole sentence.
    - `origin`: how a seat comes by one, and what a difference may therefore mean; a whole sentence.
    - `first`, `names`: the things stand side by side in the ledger, from this column on.
    - `shared`: a thing concerns all seats of a bout alike, as its board does.
    """

    key: str
    title: str
    had: str
    origin: str
    first: int
    names: tuple[str, ...]
    shared: bool = False


@dataclass(frozen=True)
class Ledger:
    """What is counted, and how. It stands in a module as `LEDGER`, by which it pickles.

    - `columns`: how many things there are.
    - `kinds(options)`: plain Python; the kinds that the game's keyword options bring.
    - `note(slots, i, had)`: compiled; put down in `had`, int8 [seats, columns], what the last step of the bout in slot
      `i` tells that each seat has had: 1 where it has, all else stays. Called once after the setup too.
    - `usual`: options of the bouts that are counted where nobody names others, so that all there is comes up.
    - `turns`: values of options that the bouts take by turns where nobody names one, and the dice do not choose.
    """

    columns: int
    kinds: Callable[[Mapping[str, Any]], tuple[Kind, ...]]
    note: Callable[[Any, int, Any], None]
    usual: Mapping[str, Any] = field(default_factory=dict, hash=False)
    turns: Mapping[str, Sequence[Any]] = field(default_factory=dict, hash=False)

    def __reduce__(self) -> Any:
        """As its module's name."""
        return _ledger_of, (self.note.__module__,)


def _ledger_of(module: str) -> Ledger:
    found: Ledger = import_module(module).LEDGER
    return found
