"""Records as words, `name=value`, for every field that differs from its default. The record drives this, so no field is
missed.

A field is written as numbers (`order=1,0`) unless its game specifies names (`facing=north`), sets (`hand={3+17}`) or a
board (`squares=8/2b5/…`). What a seat cannot know is `?`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_
from typing import Any, ClassVar, Protocol

import numpy as np

from nexus_env.system.wording import InputError, nearest, shortened

Array = np.ndarray[Any, Any]
Way = tuple[str | int, ...]
UNKNOWN = "?"
FEW = 30  # names, so many that all are told
WORD_BITS = 64  # of a word of a wide set


@dataclass(frozen=True)
class Hole:
    """The part of one field that a seat's view leaves unknown."""

    missing: int  # members of a set, or elements of an array
    places: tuple[int, ...] = ()  # of the array; a single number is an array of one
    among: tuple[int, ...] = ()  # the values of these places in any order, if the view lists them
    told: int = 0  # elements that the view names; the rest have their defaults


class Writing(Protocol):
    """The written form of a field's numbers."""

    @property
    def dims(self) -> int:
        """The number of axes of one value; further axes become indices in the name, `boards.8=…`."""

    def write(self, values: Array, unknown: Array) -> str | None:
        """Write one field, from its values [count, …] in several records; `unknown` […] marks where these differ. None
        if this writing cannot express them.
        """

    def read(self, text: str, shape: tuple[int, ...]) -> list[Any]:
        """The values as a flat row; values omitted at the end keep their defaults.

        Raises:
            ValueError: it cannot be read; the message says what was expected.
        """

    def set_apart(self, text: str) -> tuple[str, Hole]:
        """The text with a stand-in for each `?`, and what was missing there.

        Raises:
            ValueError: it cannot be read; the message says what was expected.
        """


class Numbers:
    """Numbers with commas."""

    dims: ClassVar[int] = 1

    def write(self, values: Array, unknown: Array) -> str:
        """See `Writing`."""
        cells = zip(values[0].ravel().tolist(), unknown.ravel().tolist(), strict=True)
        return ",".join(UNKNOWN if hidden else repr(value) for value, hidden in cells)

    def read(self, text: str, shape: tuple[int, ...]) -> list[Any]:
        """See `Writing`."""
        try:
            return [int(word) if re.fullmatch(r"-?\d+", word) else float(word) for word in text.split(",")]
        except ValueError:
            raise InputError("numbers" if np.prod(shape, dtype=int) > 1 else "a number") from None

    def set_apart(self, text: str) -> tuple[str, Hole]:
        """See `Writing`."""
        return _row_apart(text)


def _row_apart(text: str) -> tuple[str, Hole]:
    """An array with 0 for each `?`."""
    words = text.split(",")
    places = tuple(place for place, word in enumerate(words) if word == UNKNOWN)
    known = ",".join("0" if word == UNKNOWN else word for word in words)
    return known, Hole(len(places), places, told=len(words))


@dataclass(frozen=True)
class Names:
    """Number i is written as the i-th name; other numbers stay numbers."""

    names: tuple[str, ...]
    dims: ClassVar[int] = 1

    def write(self, values: Array, unknown: Array) -> str:
        """See `Writing`."""
        cells = zip(values[0].ravel().tolist(), unknown.ravel().tolist(), strict=True)
        return ",".join(UNKNOWN if hidden else self._name(value) for value, hidden in cells)

    def _name(self, value: int) -> str:
        return self.names[value] if 0 <= value < len(self.names) else str(value)

    def read(self, text: str, shape: tuple[int, ...]) -> list[Any]:
        """See `Writing`."""
        numbers = {name: number for number, name in enumerate(self.names)}
        try:
            return [numbers[word] if word in numbers else int(word) for word in text.split(",")]
        except ValueError:
            raise InputError(self._expected(text)) from None

    def set_apart(self, text: str) -> tuple[str, Hole]:
        """See `Writing`."""
        return _row_apart(text)

    def _expected(self, text: str) -> str:
        if len(self.names) <= FEW:
            return f"one of {', '.join(self.names)}"
        hints = [nearest(shortened(word), self.names) for word in text.split(",", FEW) if word not in self.names]
        return f"one of {len(self.names)} names" + (f", such as {hints[0]}" if any(hints[:1]) else "")


@dataclass(frozen=True)
class CardPlaces(Names):
    """The place of each card of a deck (see `kit.decks`). After a colon, the number of unknown cards in each
    place: `?,discards,?,?:2*pile+1*green`.
    """

    def write(self, values: Array, unknown: Array) -> str:
        """See `Writing`."""
        text = super().write(values, unknown)
        heaps = [Counter(row[unknown].tolist()) for row in values]
        if not unknown.any() or any(heap != heaps[0] for heap in heaps):
            return text
        counts = (f"{count}*{self._name(place)}" for place, count in sorted(heaps[0].items()))
        return f"{text}:{'+'.join(counts)}"

    def set_apart(self, text: str) -> tuple[str, Hole]:
        """See `Writing`."""
        row, _, counts = text.partition(":")
        known, hole = _row_apart(row)
        among: list[int] = []
        for count, name in re.findall(r"([0-9]{1,3})\*([^+]+)", counts):
            among += [self.names.index(name)] * int(count) if name in self.names else []
            if len(among) > hole.missing:
                break  # an untrusted text may count billions
        if len(among) != hole.missing:
            raise InputError(f"behind a colon where {hole.missing} unknown cards lie, as :2*{self.names[0]}")
        return known, replace(hole, among=tuple(among))


@dataclass(frozen=True)
class Sets:
    """Each number is a set of bits, `{1+7}`; an unknown member is `?`, and so is a set of unknown size."""

    members: tuple[str, ...]
    dims: ClassVar[int] = 1

    def write(self, values: Array, unknown: Array) -> str | None:
        """See `Writing`."""
        if values.min() < 0 or values.max() >= 1 << len(self.members):
            return None
        columns = values.reshape(len(values), -1).T.tolist()
        return ",".join(
            self._unknown(column) if hidden else self._known(column[0])
            for column, hidden in zip(columns, unknown.ravel().tolist(), strict=True)
        )

    def _known(self, value: int) -> str:
        return "{" + "+".join(name for bit, name in enumerate(self.members) if value >> bit & 1) + "}"

    def _unknown(self, column: list[int]) -> str:
        sizes = {value.bit_count() for value in column}
        if len(sizes) > 1:
            return UNKNOWN
        always = reduce(and_, column)
        known = [name for bit, name in enumerate(self.members) if always >> bit & 1]
        return "{" + "+".join([*known, *UNKNOWN * (sizes.pop() - len(known))]) + "}"

    def read(self, text: str, shape: tuple[int, ...]) -> list[Any]:
        """See `Writing`."""
        if not text.startswith("{"):
            return Numbers().read(text, shape)
        bits = {name: 1 << bit for bit, name in enumerate(self.members)}
        found = []
        for word in text.split(","):
            inner = re.fullmatch(r"\{(.*)\}", word)
            names = inner[1].split("+") if inner and inner[1] else []
            if not inner or not set(names) <= bits.keys() or len(set(names)) < len(names):
                raise InputError(f"a set of {', '.join(self.members)}, as {{{self.members[0]}+{self.members[-1]}}}")
            found.append(sum(bits[name] for name in names))
        return found

    def set_apart(self, text: str) -> tuple[str, Hole]:
        """See `Writing`."""
        if not re.fullmatch(r"\{[^{}]*\}", text):
            raise InputError("a set of a known size, as {1+?}")
        members = text.strip("{}").split("+")
        known = [member for member in members if member != UNKNOWN]
        return "{" + "+".join(known) + "}", Hole(len(members) - len(known))


@dataclass(frozen=True)
class WideSets:
    """An array of words is one set, as in `kit.cells`: `{a3+b4}`."""

    members: tuple[str, ...]
    dims: ClassVar[int] = 1

    def write(self, values: Array, unknown: Array) -> str | None:
        """See `Writing`; a set of which anything is unknown is `?`."""
        if unknown.any():
            return UNKNOWN
        words = [int(word) % (1 << WORD_BITS) for word in values[0]]
        whole = sum(word << WORD_BITS * place for place, word in enumerate(words))
        if whole >> len(self.members):
            return None
        return "{" + "+".join(name for bit, name in enumerate(self.members) if whole >> bit & 1) + "}"

    def read(self, text: str, shape: tuple[int, ...]) -> list[Any]:
        """See `Writing`."""
        if not text.startswith("{"):
            return Numbers().read(text, shape)
        bits = {name: bit for bit, name in enumerate(self.members)}
        inner = re.fullmatch(r"\{(.*)\}", text)
        names = inner[1].split("+") if inner and inner[1] else []
        if not inner or not set(names) <= bits.keys() or len(set(names)) < len(names):
            hints = [nearest(shortened(name), self.members) for name in names if name not in bits]
            hint = f", such as {hints[0]}" if any(hints[:1]) else ""
            raise InputError(f"a set of {len(self.members)} names{hint}, as {{{self.members[0]}+{self.members[-1]}}}")
        words = [0] * int(np.prod(shape, dtype=int))
        for name in names:
            words[bits[name] // WORD_BITS] |= 1 << bits[name] % WORD_BITS
        return [word - (1 << WORD_BITS) if word >> (WORD_BITS - 1) else word for word in words]

    def set_apart(self, text: str) -> tuple[str, Hole]:
        """See `Writing`."""
        return _known_apart(text)


@dataclass(frozen=True)
class DrawnBoard:
    """Rows from the north with a symbol for each value; a number counts squares of value 0, as in chess."""

    symbols: Mapping[int, str]
    dims: ClassVar[int] = 2

    def write(self, values: Array, unknown: Array) -> str | None:
        """See `Writing`."""
        if not set(np.unique(values).tolist()) <= self.symbols.keys():
            return None
        rows = []
        for row, hidden in zip(values[0].tolist(), unknown.tolist(), strict=True):
            cells = [UNKNOWN if h else self.symbols[value] for value, h in zip(row, hidden, strict=True)]
            empty = re.escape(self.symbols[0])
            rows.append(re.sub(f"(?:{empty})+", lambda run: str(len(run[0])), "".join(cells)))
        return "/".join(rows)

    def read(self, text: str, shape: tuple[int, ...]) -> list[Any]:
        """See `Writing`."""
        if "/" not in text:
            return Numbers().read(text, shape)
        numbers = {symbol: number for number, symbol in self.symbols.items()}
        rows = [re.sub(r"\d+", lambda run: self.symbols[0] * _empty(run[0]), row) for row in text.split("/")]
        if len(rows) != shape[0] or any(len(row) != shape[1] or not set(row) <= numbers.keys() for row in rows):
            symbols = " ".join(self.symbols.values())
            raise InputError(f"{shape[0]} rows of {shape[1]} squares, with slashes between, of {symbols}")
        return [numbers[symbol] for row in rows for symbol in row]

    def set_apart(self, text: str) -> tuple[str, Hole]:
        """See `Writing`."""
        return _known_apart(text)


def _known_apart(text: str) -> tuple[str, Hole]:
    """Refuse `?`: everybody can see these fields."""
    if UNKNOWN in text:
        raise ValueError("what everybody knows")
    return text, Hole(0)


def _empty(digits: str) -> int:
    """The number of squares that a text of digits stands for; too large a number becomes one too many."""
    return int(digits) if len(digits) <= 2 else 99


def _nothing(*_: Any) -> str:
    """The `wrong` of a game without a notation: finds nothing."""
    return ""


@dataclass(frozen=True, eq=False)
class Notation:
    """The notation of a game's positions; every part is optional.

    - `fields`: how a field is written, by its name.
    - `lay_blank(table, options)`: write the defaults for a row of options into a zeroed table.
    - `wrong(bout)`: why the numbers of a bout are inconsistent in ways that the game's laws do not cover, such as
      `table seats: got 3, expected 2.`; empty if they are consistent.
    - `hidden`: the names of the fields that `imagine` redeals.
    - `deal(bout, seat, holes, rng)`: replace what `seat` does not know by something possible. `holes` says what is
      missing in each hidden field with `?`, by its path in the record; for the table before the command, it lists known
      fields too. Afterwards `imagine` deals fairly. `contract.filling` does most of the work.
    - `drawn_options(lines)`: the keyword options of a bout with this drawn board.
    - `lay_drawing(bout, lines)`: put the drawing on the table of a bout at its first command, in the middle of a round;
      `settle(bout)` then sets everything that follows from it. Both are for drawings only.
    - `from_older(bout)`: fill in what an older version of the game did not write.
    """

    fields: Mapping[str, Writing] = field(default_factory=dict)
    lay_blank: Callable[[Any, Any], Any] = _nothing
    wrong: Callable[[Any], str] = _nothing
    hidden: frozenset[str] = frozenset()
    deal: Callable[[Any, int, Mapping[Way, Hole], np.random.Generator], None] | None = None
    drawn_options: Callable[[list[str]], dict[str, Any]] | None = None
    lay_drawing: Callable[[Any, list[str]], None] | None = None
    settle: Callable[[Any], Any] = _nothing
    from_older: Callable[[Any], Any] = _nothing


PLAIN_NUMBERS = Notation()


@dataclass(frozen=True)
class Leaf:
    """One value of a record: where it is and how it is written."""

    group: str  # the enclosing records, `players.0`
    name: str
    way: Way
    writing: Writing

    def of(self, rows: Array) -> Array:
        """The value in each of the rows, as a view: [count, …]."""
        rows = np.asarray(rows)  # indexing a recarray is slow
        for step in self.way:
            rows = rows[step] if isinstance(step, str) else rows[:, step]
        return rows

    def write(self, rows: Array, defaults: Array) -> str:
        """`name=value`, or an empty text for the default."""
        values, usual = self.of(rows), self.of(defaults)
        if (values == usual).all():
            return ""
        unknown = (values != values[:1]).any(axis=0)
        is_whole = isinstance(self.writing, WideSets) or (isinstance(self.writing, CardPlaces) and unknown.any())
        if values.ndim == 2 and not is_whole:  # defaults at the end are omitted
            last = int(np.flatnonzero((values != usual).any(axis=0)).max()) + 1
            values, unknown = values[:, :last], unknown[:last]
        text = self.writing.write(values, unknown)
        return f"{self.name}={Numbers().write(values, unknown) if text is None else text}"

    def read(self, rows: Array, text: str) -> None:
        """Parse `text` into the first row.

        Raises:
            ValueError: it cannot be read; the message says what was expected.
        """
        if UNKNOWN in text:
            raise ValueError("what is known: a position with ? cannot be played on")
        target = self.of(rows)
        values = self.writing.read(text, target.shape[1:])
        if len(values) > target[0].size:
            raise InputError(f"at most {target[0].size} of them")
        if target.dtype.kind in "iu":
            bounds = np.iinfo(target.dtype)
            if not all(type(value) is int and bounds.min <= value <= bounds.max for value in values):
                raise InputError(f"whole numbers from {bounds.min} to {bounds.max}")
        flat = target[0].reshape(-1).copy()
        flat[: len(values)] = values
        target[0] = flat.reshape(target.shape[1:])


def leaves(dtype: np.dtype[Any], fields: Mapping[str, Writing], group: str = "", way: Way = ()) -> Iterator[Leaf]:
    """All values of a record, in the order of its fields."""
    for name in dtype.names or ():
        base, shape = (dtype[name].subdtype or (dtype[name], ()))[:2]
        if base.names:
            for place in np.ndindex(*shape):
                yield from leaves(base, fields, _joined(group, name, *place), (*way, name, *place))
            continue
        writing = fields.get(name, Numbers())
        counted = max(0, len(shape) - writing.dims)
        for place in np.ndindex(*shape[:counted]):
            yield Leaf(group, _joined(name, *place), (*way, name, *place), writing)


def _joined(*parts: str | int) -> str:
    return ".".join(str(part) for part in parts if part != "")
