"""The log of a bout: the kinds of events of a game, and a named function for each way to log one.

A game lists them in `events.toml`, in the order of their numbers, which never change:

    [parried]
    parried = { tells = "A seat has parried.", takes = ["seat", "attacker"], other = "attacker" }
    says = "{seat} parries."

A rule calls `log.parried(bout, seat=seat, attacker=attacker)`, which writes a row. `says` is the sentence that players
read, with placeholders that the game's words fill: see `Events.sentences`. An event without it gets its sentence from
the game's code. The keys
of a function:

- `tells`: its docstring, a sentence about the event;
- `takes`: its arguments, which are integers. An argument named like a column of the row is written to that column;
- `of`: columns shared with other functions, by a name in the table `forms`;
- each other key is a column, and its value a number, or an expression of the arguments and the bout.

`python -m nexus_env.kit.write_log` writes `log.pyi`, which declares the functions for editors and type checkers.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from enum import IntEnum
from inspect import get_annotations
from pathlib import Path
from typing import Any, NamedTuple

from nexus_env.kit.happenings import tell
from nexus_env.kit.seats import NOBODY
from nexus_env.kit.texts import check_placeholders, tables_of
from nexus_env.kit.units import NO_CELL, NO_UNIT, tell_unit
from nexus_env.machine.compiled import compiled
from nexus_env.system.wording import InputError, hinted, nearest

FILE = "events.toml"
FORMS, SAYS = "forms", "says"
OF_SEATS = {"seat": NOBODY, "other": NOBODY, "what": 0, "amount": 0, "detail": 0}  # arguments of `tell`, by default
OF_UNITS = {
    "seat": NOBODY,
    "unit": NO_UNIT,
    "cell": NO_CELL,
    "other": NOBODY,
    "other_unit": NO_UNIT,
    "what": 0,
    "amount": 0,
}
NOTE = f"# The log. Generated from `{FILE}` by `python -m nexus_env.kit.write_log`; do not edit.\n"


class Teller(NamedTuple):
    """A function of the log: the number of its event, its docstring, its arguments, and the values of the columns."""

    event: int
    tells: str
    takes: list[str]
    columns: list[Any]


class Events(NamedTuple):
    """The events of a game, and the functions that log them."""

    kinds: list[str]
    says: dict[int, str]  # by the number of the event; `sentences` checks them
    tellers: dict[str, Teller]
    tell: Callable[..., None]  # writes a row

    def numbers(self, module: str) -> Any:
        """The enum `Event` for a module."""
        return IntEnum("Event", {kind.upper(): number for number, kind in enumerate(self.kinds)}, module=module)

    def functions(self, module: str, file: str, **names: int) -> dict[str, Callable[..., None]]:
        """The compiled functions for a module in this file; `names` are constants that the expressions use."""
        found: dict[str, Any] = {"__name__": module, "tell": self.tell, **names}
        lines = (
            f"def {name}({', '.join(['bout', *each.takes])}): tell(bout, {each.event}, {', '.join(each.columns)})"
            for name, each in self.tellers.items()
        )
        exec(compile("\n".join(lines), file, "exec"), found)
        return {name: compiled(found[name]) for name in self.tellers}

    def sentences(self, told: type["Told"]) -> dict[int, str]:
        """The sentences by the numbers of their events, for rows of this kind.

        Raises:
            InputError: a sentence has a placeholder that such a row does not fill.
        """
        check_placeholders(
            f"{FILE}: {SAYS}", {self.kinds[event]: text for event, text in self.says.items()}, told.fills()
        )
        return self.says

    def stub(self) -> str:
        """The text of `log.pyi`."""
        kinds = [f"    {kind.upper()} = {number}" for number, kind in enumerate(self.kinds)]
        lines = [NOTE, "from enum import IntEnum", "from typing import Any", "", "class Event(IntEnum):", *kinds]
        for name, each in self.tellers.items():
            takes = "".join(f", {argument}: int" for argument in each.takes)
            lines += ["", f"def {name}(bout: Any{takes}) -> None:", f'    """{each.tells}"""']
        return "\n".join(lines) + "\n"


def rows_of(bout: Any, rows: slice | None) -> Any:
    """Rows of a bout's happenings, by default those of the last step."""
    return bout["happenings"][slice(bout["heard"], bout["told"]) if rows is None else rows]


class Told:
    """A row of the log for sentences: its attributes, and further parts by name that a game adds.

    A class made from it declares its attributes, so that sentences are checked when they are read.
    """

    parts: Mapping[str, Callable[[Any], Any]] = {}
    row: Any
    what: int
    amount: int

    def __init__(self, row: Any) -> None:
        self.row = row
        self.what, self.amount = int(row["what"]), int(row["amount"])

    @classmethod
    def fills(cls) -> set[str]:
        """The placeholders that a row fills."""
        declared = {name for kind in cls.__mro__ for name in (*vars(kind), *get_annotations(kind))}
        return {name for name in declared if not name.startswith("_")} | set(cls.parts)

    def __getitem__(self, name: str) -> Any:
        """The value of a placeholder in a sentence."""
        return self.parts[name](self) if name in self.parts else getattr(self, name)


def read_events(file: Path, columns: Mapping[str, int]) -> Events:
    """The events in a game's `events.toml`.

    Args:
        file: its path.
        columns: OF_SEATS or OF_UNITS, for rows of `Happening` or of `UnitHappening`.

    Raises:
        InputError: it is no TOML, or a function has an unknown key.
    """
    found = tables_of(file.read_text(encoding="utf-8"), file, "the events of a game")
    forms = found.pop(FORMS, {})
    twice = [name for name, count in Counter(name for rows in found.values() for name in rows).items() if count > 1]
    if others := [name for name in twice if name != SAYS]:
        raise InputError(f"{FILE}: got the function {others[0]} of two events; expected it once.")
    says = {event: rows.pop(SAYS) for event, rows in enumerate(found.values()) if SAYS in rows}
    tellers = {
        name: _read_teller(name, event, row, forms, columns)
        for event, rows in enumerate(found.values())
        for name, row in rows.items()
    }
    return Events(list(found), says, tellers, tell_unit if columns is OF_UNITS else tell)


def _read_teller(
    name: str, event: int, entry: dict[str, Any], forms: Mapping[str, Any], defaults: Mapping[str, int]
) -> Teller:
    where, takes, form = f"{FILE}, {name}", entry.pop("takes", []), entry.pop("of", "")
    if not isinstance(tells := entry.pop("tells", None), str):
        raise InputError(f"{where}: tells: got {tells!r}; expected what has happened, as a text.")
    if not isinstance(takes, list) or not all(isinstance(one, str) and one.isidentifier() for one in takes):
        raise InputError(f"{where}: takes: got {takes!r}; expected a list of names.")
    if form and form not in forms:
        raise InputError(f"{where}: of: got {form!r}; expected a name in `{FORMS}`{hinted(nearest(form, forms))}")
    told = {**forms.get(form, {}), **{key: key for key in takes if key in defaults}, **entry}
    for key in told:
        if key not in defaults:
            end = f"expected one of {', '.join(defaults)}{hinted(nearest(key, defaults))}"
            raise InputError(f"{where}: got the column {key!r}; {end}")
        try:
            compile(str(told[key]), FILE, "eval")
        except SyntaxError as error:
            found = f"{told[key]!r}, which is no Python: {error.msg}"
            raise InputError(f"{where}: {key}: got {found}; expected a number, or an expression.") from None
    return Teller(event, tells, takes, [str(value) for value in {**defaults, **told}.values()])
