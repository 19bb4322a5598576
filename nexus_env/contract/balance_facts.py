"""The ledger of a game: what a balance report counts in its bouts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from nexus_env.kit.texts import read_texts


@dataclass(frozen=True)
class Kind:
    """A kind of thing that a seat may have in a bout, such as the cards of one deck.

    - `key`, `title`: its name for programs, and for people.
    - `had`: when a seat counts as having had one; a whole sentence.
    - `origin`: how a seat gets one, and so what a difference may mean; a whole sentence.
    - `first`, `names`: the first column of the ledger for these things, and the names of that and the next columns.
    - `shared`: whether a thing, such as the board, is the same for all seats of a bout.
    """

    key: str
    title: str
    had: str
    origin: str
    first: int
    names: tuple[str, ...]
    shared: bool = False


def read_kinds(code: str, columns: Mapping[str, tuple[int, tuple[str, ...]]], **origins: str) -> tuple[Kind, ...]:
    """Kinds from the `kinds.toml` beside the module with this `__file__`.

    Args:
        code: the file of the module.
        columns: `first` and `names` of each kind, by its key.
        origins: origins that depend on the options, by the names of others.
    """
    found = read_texts(code, "kinds.toml")
    told = found.pop("origins")
    told |= {name: told[other] for name, other in origins.items()}
    return tuple(
        Kind(key, row["title"], row["had"], told[row["origin"]], *columns[key], shared=row.get("shared", False))
        for key, row in found.items()
    )


@dataclass(frozen=True)
class Ledger:
    """The things to count in bouts. It must be a module's `LEDGER`, since it is pickled by that name.

    - `columns`: the number of things.
    - `kinds(options)`: plain Python; the kinds of things in bouts with these keyword options.
    - `note(slots, i, had)`: compiled; set `had`, int8 [seats, columns], to 1 where the last step of the bout in slot
      `i` shows that a seat has had a thing; leave the rest unchanged. Also called once after the setup.
    - `usual`: the default options of the counted bouts, chosen so that everything occurs.
    - `turns`: for options that neither the caller nor the dice set, the values that the bouts take in turn.
    """

    columns: int
    kinds: Callable[[Mapping[str, Any]], tuple[Kind, ...]]
    note: Callable[[Any, int, Any], None]
    usual: Mapping[str, Any] = field(default_factory=dict, hash=False)
    turns: Mapping[str, Sequence[Any]] = field(default_factory=dict, hash=False)

    def __reduce__(self) -> Any:
        """Pickle the name of its module."""
        return _ledger_of, (self.note.__module__,)


def _ledger_of(module: str) -> Ledger:
    found: Ledger = import_module(module).LEDGER
    return found
