"""Cards as data: the stock of a game, a folder that overrides it, the names of its cards, its stamp, and its verbs.

A game has a `StockReader`, which turns its files into a `Stock`, and one `Stocks`, which caches what has been read.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from os.path import exists, isdir
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from nexus_env.kit.options import OptionsError
from nexus_env.kit.spelling import Words, plain, spelled
from nexus_env.kit.stock_files import Document, Entry, shown
from nexus_env.machine.record import Record
from nexus_env.system.wording import mismatch, nearest, nearest_path

NO_PLACE = -1
REMEMBERED = 256  # the number of cached options with known names
STAMP_LENGTH = 12  # hexadecimal digits
N = TypeVar("N")  # a dataclass of names
S = TypeVar("S", bound="Stock[Any]")
F = TypeVar("F", bound="Form")
Read = tuple[S, list[str]]  # a stock, and the mistakes found in it; with any mistake it must not be used
Values = NDArray[Any]


# --- a stock, its names and its stamp ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stock(Generic[N]):
    """A stock as the fields of `Options` that hold it, and the names of its cards."""

    fields: Mapping[str, Values]
    names: N

    def lay(self, row: Values) -> None:
        """Write the fields into one row of `Options`, from the first card on."""
        for name, values in self.fields.items():
            row[name][(0, slice(len(values))) if values.ndim else 0] = values


class Stocks(Generic[S, N]):
    """The stocks of a game that this process has read.

    Args:
        options: the record that holds a stock.
        read: reads the game's own files, overridden by those of a folder, if any.
        stamped: the values in a row of `Options` that the stamp covers.
        named: the values in a row of `Options` that determine the names of its cards.
        numbered: the names for a stock that this process has not read.
        counted: for `validate`: functions that select names of a stock to count, by their noun in the plural.
    """

    def __init__(
        self,
        options: type[Record],
        read: Callable[[Path | None], Read[S]],
        *,
        stamped: Callable[[Any], Iterable[Values]],
        named: Callable[[Any], Iterable[Values]],
        numbered: Callable[[], N],
        counted: Mapping[str, Callable[[N], tuple[str, ...]]],
    ) -> None:
        self._options, self._read, self._counted = options, read, counted
        self._stamped, self._named, self._numbered = stamped, named, numbered
        self._names: dict[str, N] = {}
        self._names_in = lru_cache(REMEMBERED)(self._find_names)  # the stamp takes long

    @cached_property
    def own(self) -> S:
        """The stock of the game's own files."""
        return _without_mistakes(self._read(None))

    def load(self, folder: str = "") -> S:
        """The game's own stock, overridden by a folder.

        Raises:
            OptionsError: with the first mistake, and the number of others.
        """
        return _without_mistakes(self.read(folder), folder)

    def read(self, folder: str = "") -> Read[S]:
        """The stock, and the mistakes found in it; with any mistake it must not be used."""
        if not folder:
            return self.own, []
        path = Path(os.path.expanduser(folder))  # unlike `Path.expanduser`, it does not fail on an unknown home
        if not isdir(path):
            found = "a file" if exists(path) else "no such folder"
            hint = nearest_path(path, "*", is_folder=True)
            return self.own, [mismatch(folder, found, "a folder of stock files", hint)]
        return self._read(path)

    def stamp(self, row: Values) -> str:
        """A hash of the stock, as twelve hexadecimal digits.

        Args:
            row: `Options` [1], or a single one.
        """
        return _digest(self._stamped(row.reshape(-1)[0]))

    def remember(self, row: Values, names: N) -> None:
        """Remember the names of the stock in one row of `Options`."""
        self._names[_digest(self._named(row[0]))] = names
        self._names_in.cache_clear()

    def names_of(self, options: Any) -> N:
        """The names of the cards of a bout; numbers instead, if this process has not read their stock.

        Args:
            options: a single `Options`, such as `bout["options"]`.
        """
        return self._names_in(options.tobytes())

    def _find_names(self, options: bytes) -> N:
        row = np.frombuffer(options, self._options.dtype)[0]
        return self._names.get(_digest(self._named(row))) or self._numbered()

    def validate(self, folder: str) -> tuple[list[str], int]:
        """The output and exit status of `python -m nexus_env validate`: all mistakes, or the content of the folder.

        Args:
            folder: the folder with the stock files.
        """
        stock, mistakes = self.read(folder)
        if mistakes:
            return [*mistakes, f"{len(mistakes)} mistake{'s' if mistakes[1:] else ''} in {folder}."], 1
        row = np.zeros(1, self._options.dtype)
        stock.lay(row)
        lines = []
        for kind, names in self._counted.items():
            fresh = [name for name in names(stock.names) if name not in names(self.own.names)]
            lines.append(f"{len(names(stock.names))} {kind}" + (f", new: {', '.join(fresh)}" if fresh else ""))
        return [*lines, f"{folder} is valid; its stamp is {self.stamp(row)}."], 0


def by_number(kind: str, count: int) -> tuple[str, ...]:
    """Numbered names for the cards of an unknown stock: "Tactic 1", "Tactic 2"."""
    return tuple(f"{kind} {number}" for number in range(1, count + 1))


def _digest(parts: Iterable[Values]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()[:STAMP_LENGTH]


def _without_mistakes(read: Read[S], folder: str = "") -> S:
    """The stock, or an `OptionsError` if it has mistakes."""
    stock, mistakes = read
    if mistakes:
        more = f" {len(mistakes) - 1} more: python -m nexus_env validate {folder} lists all." if mistakes[1:] else ""
        raise OptionsError(mistakes[0] + more)
    return stock


# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass
class StockReader:
    """Reads the files of a stock once: the game's own, each overridden by that of a folder.

    Args:
        own: the folder of the game's own files.
        files: their names without `.toml`, and the tables that each may have.
        folder: a folder of files with some of these names, or None.
    """

    own: Path
    files: Mapping[str, tuple[str, ...]]
    folder: Path | None
    mistakes: list[str] = field(default_factory=list)
    documents: dict[str, list[Document]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.files:
            self.documents[name] = [Document.read(self.own / f"{name}.toml", self.mistakes)]
        if self.folder:
            self._read_folder(self.folder)

    def _read_folder(self, folder: Path) -> None:
        known = [f"{name}.toml" for name in self.files]
        for path in sorted(folder.glob("*.toml")):
            if path.name in known:
                document = Document.read(path, self.mistakes)
                document.refuse_others(self.files[path.stem])
                self.documents[path.stem].append(document)
            else:
                expected = f"one of {', '.join(known)}"
                self.mistakes.append(mismatch(path, "a file of this name", expected, nearest(path.name, known)))
        if not any(several[1:] for several in self.documents.values()) and not self.mistakes:
            self.mistakes.append(f"{folder}: got no stock file; expected at least one of {', '.join(known)}.")

    def entries(self, file: str, key: str, most: int, *, grows: bool = False, counted: bool = False) -> list[Entry]:
        """The cards of a file; a card of the folder replaces the game's card with the same name.

        Args:
            file: without `.toml`.
            key: the key of the list of cards.
            most: the number of cards; the greatest number if the list grows.
            grows: whether a new name adds a card.
            counted: whether a card may give the number of the card that it replaces; `most` cards without numbers
                replace the whole list.
        """
        entries = self.documents[file][0].entries(key)
        for document in self.documents[file][1:]:
            own = document.entries(key)
            if counted and len(own) == most and not any("number" in entry.table for entry in own):
                entries = own
                continue
            taken: set[int] = set()
            for entry in own:
                place = _place(entry, entries, key, most, grows=grows, counted=counted)
                if place in taken:
                    named_by = "number" if counted and "number" in entry.table else "name"
                    entry.note(named_by, f"{shown(entry.table[named_by])} again", "each card once in a file")
                taken |= {place} - {NO_PLACE}
                if place == len(entries):
                    entries.append(entry)
                elif place >= 0:
                    entries[place] = entry
        return entries

    def table(self, file: str, key: str) -> Entry:
        """One table of a file; keys of the folder's table replace the game's."""
        entry = self.documents[file][0].entry(key)
        for document in self.documents[file][1:]:
            entry = Entry(document, {**entry.table, **document.entry(key).table}, (key,), key)
        return entry


def _place(entry: Entry, entries: list[Entry], key: str, most: int, *, grows: bool, counted: bool) -> int:
    """The index of the card that an entry replaces; the length of the list for a new card, NO_PLACE after a mistake."""
    if counted and "number" in entry.table:
        number = entry.whole("number", 1, most)
        return number - 1 if entry.table["number"] == number else NO_PLACE
    names = {str(other.table.get("name", "")).lower(): place for place, other in enumerate(entries)}
    name = str(entry.table.get("name", "")).lower()
    if name and name in names:
        return names[name]
    if grows and len(entries) < most:
        return len(entries)
    expected = f"the name of a {key} of the stock"
    if counted:
        expected = f"a number from 1 to {most} beside it, or {expected}"
    elif grows:
        expected = f"{expected}, since there are already {most}"
    near = nearest(name, names)
    found = shown(entry.table["name"]) if "name" in entry.table else "nothing"
    entry.note("name", found, expected, near and f'"{near}"')
    return NO_PLACE


def read_named(entry: Entry, key: str, count: int, words: Words) -> list[int]:
    """The numbers of a list of names; empty if no names are known, since their file has mistakes."""
    if not words:
        return []
    return [entry.of_list(key, name).word(key, words) for name in entry.texts(key, count)]


# --- the grammar of effects -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """The keys that an effect with some verb may have; a game adds those for its targets and times."""

    meaning: str
    amount: tuple[int, int] | None = None  # the least and the greatest
    key: str = ""  # the name of one more key: its value is a word, or true or false if there are no words
    words: Words = field(default_factory=dict)  # the allowed words, unless they are names of the stock
    default: str | None = None  # one of these words


def read_form(line: Entry, forms: Mapping[Any, F], names: Mapping[str, Words], row: Any) -> F | None:
    """Read the verb of an effect, its amount and its further key.

    Args:
        line: the table.
        forms: the form of each verb.
        names: the allowed words of keys that name cards.
        row: the record of the effect; its `verb`, `amount` and `detail` are written.

    Returns:
        The form. None, with a mistake noted, if there is no such verb: the other keys mean nothing then.
    """
    verbs = spelled(forms)
    verb = line.word("do", verbs)
    if str(line.table.get("do", "")).lower() not in verbs:
        return None
    form = forms[verb]
    row["verb"] = verb
    if form.amount:
        row["amount"] = line.whole("amount", *form.amount)
        if row["amount"] == 0:
            line.note("amount", "0", "another number")
    if words := names.get(form.key, form.words):
        row["detail"] = line.word(form.key, words, form.default)
    elif form.key:
        row["detail"] = line.flag(form.key)
    return form


def verb_table(forms: Mapping[Any, F], columns: Mapping[str, Callable[[F], str]]) -> str:
    """Every verb as a row of a table in Markdown.

    Args:
        forms: the form of each verb.
        columns: the content of each column, by its heading.
    """
    rows = [("`do`", *columns), ("---",) * (1 + len(columns))]
    rows += [(plain(verb), *(column(form) for column in columns.values())) for verb, form in forms.items()]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
