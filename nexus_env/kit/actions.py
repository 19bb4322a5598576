"""The action table of a game: a number for every command and every answer, defined in one row each.

A game lists its rows in `commands.toml`, in the order of their numbers, and the first number of each row in an enum.
The operands of a row are the dimensions that its numbers count through. The table is append-only: an action keeps its
number forever, because trained agents depend on it. Mistakes raise an `InputError`. The keys of a row:

- `title`: its name in menus, if it differs;
- `operands`: the dimensions of the row, by the game's names for them; the last one counts fastest;
- `does`: the rules function that carries it out, as `module.function(arguments)`; none for an answer. `kit.dispatch`
  sends the command there;
- `when`: when the command may be given, as one of the game's words; it selects the dispatch;
- `answers`: the questions that the row answers, if any;
- `at`: where it acts, by one of the game's words;
- `price`: the amount of each of the game's kinds that it costs; `each`: the extra price by an operand, as an amount per
  unit counted or as a list with one amount per value. The words and the preview of a price, the reasons why it cannot
  be paid and the rules themselves read it here;
- `cost`: the price in words, if it depends on more than that, or is a list;
- `counted`: the name in reports, if it differs;
- `group`, `page`, `rules`, `text`: for people; `page` is a page of the printed rules, `rules` are their ids.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from enum import IntEnum
from itertools import product
from math import prod
from typing import Any

import numpy as np

from nexus_env.kit.spelling import plain
from nexus_env.kit.texts import tables_of
from nexus_env.system.wording import InputError, hinted, nearest

ANY_WINDOW = "any window"  # of an answer: it answers each question that may be passed
FILE = "commands.toml"
LISTS, PRICES = ("operands", "answers", "rules"), ("price", "each")  # keys of a row; all others are texts
DISPATCHES = "dispatch"  # the key that lists the functions of `kit.dispatch`


@dataclass(frozen=True)
class Operand:
    """One dimension that the numbers of a row count through, from 0.

    - `words`: the word of each value in the name of an action.
    - `value`: the expression that the dispatch passes to a rule.
    - `of`: the things of the observation that the values mean, if any; see `kit.observation.Things`.
    - `first`: the first of these things.
    - `unit`: the unit in words, if a price depends on the operand.
    """

    words: tuple[str, ...]
    value: str = "{place}"
    of: str = ""
    first: int = 0
    unit: str = ""


def counted(most: int, value: str = "{place}", of: str = "", unit: str = "") -> Operand:
    """An operand that counts from 1 to `most`."""
    return Operand(tuple(str(number) for number in range(1, most + 1)), value, of, unit=unit)


@dataclass(frozen=True)
class Row:
    """A row of the table; the module documents its keys. `counts` has the length of each operand."""

    group: str
    rules: tuple[str, ...]
    text: str
    page: str = ""
    title: str = ""
    operands: tuple[str, ...] = ()
    price: Mapping[str, int] = field(default_factory=dict)
    each: Mapping[str, Mapping[str, int | Sequence[int]]] = field(default_factory=dict)
    cost: str = ""
    does: str = ""
    when: str = ""
    answers: tuple[str, ...] = ()
    at: str = ""
    counted: str = ""
    counts: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """The number of actions in the row."""
        return prod(self.counts)


@dataclass(frozen=True)
class Guide:
    """The explanation of a row of the action table for people."""

    name: str
    title: str = ""  # its name in menus
    group: str = ""
    cost: str = ""
    page: str = ""  # of the printed rulebook
    rules: tuple[str, ...] = ()  # their ids
    text: str = ""


@dataclass(frozen=True)
class ActionTable:
    """All rows, by their first numbers.

    - `operands`: the operands of the rows, by name.
    - `names`: the name of each action: that of its row, then the words of its operands.
    - `row_of`: the first action of the row of each action.
    - `kinds`: the kinds of prices, each in the singular and the plural.
    - `dispatches`: the functions that carry the rows out: see `kit.dispatch`.
    """

    rows: Mapping[Any, Row]
    operands: Mapping[str, Operand]
    names: tuple[str, ...]
    row_of: tuple[Any, ...]
    kinds: Mapping[str, tuple[str, str]]
    dispatches: Mapping[str, Mapping[str, Any]]

    def __getitem__(self, number: Any) -> Row:
        """The row with this first number."""
        return self.rows[number]

    def items(self) -> Iterable[tuple[Any, Row]]:
        """The rows with their first numbers."""
        return self.rows.items()

    def price(self, number: Any, kind: str) -> int:
        """The price of a row in one kind, without the part that depends on operands."""
        return self.rows[number].price[kind]

    def prices(self, number: Any, operand: str, kind: str) -> list[int]:
        """The part of a row's price in one kind that depends on an operand, for each value of the operand."""
        row = self.rows[number]
        return [_by(row.each[operand][kind], nth) for nth in range(row.counts[row.operands.index(operand)])]

    def price_of(self, action: int) -> dict[str, int]:
        """The whole price of an action, by kind."""
        row = self.rows[self.row_of[action]]
        price, place = dict(row.price), action - self.row_of[action]
        for name, count in zip(reversed(row.operands), reversed(row.counts), strict=True):
            place, nth = divmod(place, count)
            for kind, amount in row.each.get(name, {}).items():
                price[kind] = price.get(kind, 0) + _by(amount, nth)
        return price

    def cost_of(self, number: Any) -> str:
        """The price of a row, in words."""
        row = self.rows[number]
        cost = row.cost or price_in_words(row.price, self.kinds)
        for name, price in () if row.cost else row.each.items():
            first = {kind: _by(amount, 0) for kind, amount in price.items()}
            more, unit = price_in_words(first, self.kinds), self.operands[name].unit
            cost = f"{cost} plus {more} for each {unit}" if cost else f"{more} a {unit}"
        return cost

    @property
    def first_of_row(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        """`row_of` for compiled rules, int16 [actions]."""
        return np.array(self.row_of, np.int16)

    @property
    def means(self) -> dict[int, tuple[tuple[str, int], ...]]:
        """The things of the observation that actions mean, in the form of `Game.means`."""
        found = {}
        for first, row in self.rows.items():
            kinds = [self.operands[name] for name in row.operands]
            for number, places in enumerate(product(*map(range, row.counts)), first):
                meant = [(kind.of, kind.first + place) for kind, place in zip(kinds, places, strict=True) if kind.of]
                if meant:
                    found[number] = tuple(meant)
        return found


def _by(amount: int | Sequence[int], nth: int) -> int:
    """The amount that the nth value of an operand, from 0, adds to a price."""
    return amount * (nth + 1) if isinstance(amount, int) else amount[nth]


def price_in_words(price: Mapping[str, int], kinds: Mapping[str, tuple[str, str]]) -> str:
    """A price, as "5 Cred and 1 Overall Condition"; empty for nothing."""
    parts = [f"{count} {kinds[kind][count > 1]}" for kind, count in price.items()]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def guides_of(table: ActionTable) -> dict[int, Guide]:
    """The explanation of each row for people, by its first number."""
    found = {}
    for first, row in table.items():
        name = plain(first)
        told = row.group, table.cost_of(first), row.page, row.rules, row.text
        found[int(first)] = Guide(name, row.title or name.capitalize(), *told)
    return found


def read_table(
    text: str,
    numbers: type[IntEnum],
    operands: Mapping[str, Operand],
    *,
    questions: type[IntEnum],
    times: Collection[str],
    count: int,
    places: Collection[str] = (),
    kinds: Mapping[str, tuple[str, str]] | None = None,
) -> ActionTable:
    """Read and check the table of a game.

    Args:
        text: the content of its `commands.toml`.
        numbers: the first number of each row, with names in capital letters.
        operands: the dimensions that rows may count through.
        questions: the questions of the game.
        times: the allowed values of `when`.
        count: the number of actions that the record of a bout has room for, which is declared before this table.
        places: the allowed values of `at`.
        kinds: the kinds of prices, each in the singular and the plural.

    Raises:
        InputError: it is no TOML, a number is in two rows or in none, or a row has an unknown value.
    """
    found = tables_of(text, FILE, "the action table of a game")
    dispatches = found.pop(DISPATCHES, {})
    asked = (ANY_WINDOW, *(plain(question) for question in questions))

    # The rows are in the order of the numbers; each begins where the one before it ends.
    rows, first, kinds = {}, 0, kinds or {}
    for (name, entry), number in zip(found.items(), [*numbers, None][: len(found)], strict=False):
        row = _read_row(f"{FILE}, {name}", entry, operands, {"answers": asked, "when": times, "at": places}, kinds)
        if number is None or (name.upper(), first) != (number.name, number):
            wanted = "nothing" if number is None else f"{number.name} as {number:d}"
            raise InputError(f"{FILE}: got {name.upper()} as {first}; expected {wanted}, as {numbers.__name__} says.")
        rows[number] = row
        first += row.size
    if len(rows) < len(numbers):
        raise InputError(f"{FILE}: got {len(rows)} rows; expected one for each member of {numbers.__name__}.")

    # The name of an action: that of its row, then the words of its operands.
    names = tuple(
        " ".join((plain(number), *words))
        for number, row in rows.items()
        for words in product(*(operands[name].words for name in row.operands))
    )
    if len(names) != count:
        raise InputError(f"{FILE}: got {len(names)} actions; expected {count}, as the record of a bout has it.")
    row_of = tuple(number for number, row in rows.items() for _ in range(row.size))
    return ActionTable(rows, operands, names, row_of, kinds, dispatches)


def _read_row(
    where: str,
    found: Mapping[str, Any],
    operands: Mapping[str, Operand],
    known: Mapping[str, Collection[str]],
    paid_in: Collection[str],
) -> Row:
    if not isinstance(found, dict):
        raise InputError(f"{where}: got {found!r}; expected the keys of a row.")
    _check_kinds(where, found)
    parts: dict[str, Any] = {key: tuple(part) if isinstance(part, list) else part for key, part in found.items()}
    parts["price"] = _read_price(f"{where}: price", parts.get("price", {}), paid_in)

    # Operands, questions, times and places must be known.
    for key, expected in {"operands": operands, **known}.items():
        told = parts.get(key, ())
        for what in told if isinstance(told, tuple) else (told,):
            if what not in expected:
                raise InputError(f"{where}: {key}: got {what!r}; expected one of {', '.join(expected)}.")

    # Only its own operands can add to its price.
    counts = {name: len(operands[name].words) for name in parts.get("operands", ())}
    parts["each"] = {
        name: _read_each(where, name, price, counts, paid_in) for name, price in found.get("each", {}).items()
    }

    # Its keys must fit together.
    row = Row(**parts, counts=tuple(counts[name] for name in parts.get("operands", ())))
    if bool(row.does) != bool(row.when) or not (row.does or row.answers):
        got = next((key for key in ("does", "when") if getattr(row, key)), "neither")
        raise InputError(f"{where}: got {got}; expected `does` with its `when`, or `answers`, or both.")
    if any(isinstance(amount, list) for price in row.each.values() for amount in price.values()) and not row.cost:
        raise InputError(f"{where}: got no `cost`; expected the price in words, since `each` has a list.")
    return row


def _check_kinds(where: str, found: Mapping[str, Any]) -> None:
    """Refuse keys that a row does not have, or lacks, and what is no text, list of texts, or table."""
    known = {one.name: one for one in fields(Row) if one.name != "counts"}
    for key, value in found.items():
        if key not in known:
            raise InputError(
                f"{where}: got the key {key!r}; expected one of {', '.join(known)}{hinted(nearest(key, known))}"
            )
        if key in LISTS:
            fits, expected = isinstance(value, list) and all(isinstance(one, str) for one in value), "a list of texts"
        elif key in PRICES:
            fits, expected = isinstance(value, dict), "a table"
        else:
            fits, expected = isinstance(value, str), "a text"
        if not fits:
            raise InputError(f"{where}: {key}: got {value!r}; expected {expected}.")
    for key, one in known.items():
        if one.default is MISSING and one.default_factory is MISSING and key not in found:
            raise InputError(f"{where}: got no {key}; expected it in each row.")


def _read_price(where: str, found: Mapping[str, int], kinds: Collection[str], count: int = 0) -> dict[str, Any]:
    """A price, by the names of its kinds; if `count` is given, an amount may be a list of `count` amounts."""
    if not isinstance(found, dict):
        raise InputError(f"{where}: got {found!r}; expected amounts by their kinds.")
    price: dict[str, Any] = {kind.replace("_", " "): amount for kind, amount in found.items()}
    for kind, amount in price.items():
        if kind not in kinds:
            raise InputError(f"{where}: got {kind!r}; expected one of {', '.join(kinds)}{hinted(nearest(kind, kinds))}")
        is_list = bool(count) and isinstance(amount, list) and len(amount) == count
        if not all(isinstance(one, int) for one in (amount if is_list else [amount])):
            expected = f"a whole number, or a list of {count}" if count else "a whole number"
            raise InputError(f"{where}: {kind}: got {amount!r}; expected {expected}.")
    return price


def _read_each(where: str, name: str, found: Any, counts: Mapping[str, int], kinds: Collection[str]) -> dict[str, Any]:
    """The additional price of a row per value of one of its operands."""
    if name not in counts:
        raise InputError(f"{where}: each: got {name!r}; expected an operand of the row{hinted(nearest(name, counts))}")
    return _read_price(f"{where}: each: {name}", found, kinds, counts[name])
