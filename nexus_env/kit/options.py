"""Options: read a dataclass from a TOML file or keywords; an error is one sentence with its place.

A dataclass names the keys, their types and defaults; `option` adds what a type cannot say:

    @dataclass(frozen=True)
    class Learner:
        steps: int = option(1_000_000, least=1)
        device: str = option("cpu", choices=("cpu", "cuda"))

Fields may be `bool`, `int`, `float`, `str`, a `tuple[X, ...]` of these, another such dataclass (a TOML table), or
`dict[str, Any]` for a table whose keys are checked elsewhere.
"""

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from os.path import isfile
from pathlib import Path
from typing import Any, Literal, NoReturn, NotRequired, TypeVar, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict

from nexus_env.kit.texts import read_texts
from nexus_env.system.wording import InputError, mismatch, nearest, nearest_path, no_file, shortened

T = TypeVar("T")
DEEPEST = 16  # nested lists and tables
MOST_DIGITS = 9  # of a typed number
MOST_SHOWN = 40  # characters of a long text in an error
TOO_DEEP = "lists or tables that are nested too deep"
WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", dict: "a table"}
PLURALS = {bool: "truth values", int: "whole numbers", float: "numbers", str: "texts"}


class OptionsError(InputError):
    """A mistake in an options file or keyword, explained in one sentence."""


class UnknownKeyError(OptionsError):
    """A key that does not exist."""

    def __init__(self, sentence: str, key: str, known: Sequence[str]) -> None:
        """`sentence` is the whole message; `known` are the existing keys."""
        super().__init__(sentence)
        self.key, self.known = key, tuple(known)


@dataclass(frozen=True)
class Asked:
    """The form field of an option: how people are asked for it."""

    title: str
    meaning: str = ""  # what it is about, where the title does not say
    ways: Mapping[Any, str] = field(default_factory=dict)  # the values to choose from, with their labels
    is_switch: bool = False  # with two ways: the first is off, the second on
    preset: Any = None  # the initial value in a form, if it is not the default
    among_people: Any = None  # the same if several people play
    when: Mapping[str, Any] = field(default_factory=dict)  # asked only if these other options have these values


def read_asked(code: str) -> dict[str, Asked]:
    """The form fields by the names of options, from the `options.toml` beside the module with this `__file__`."""
    asked = read_texts(code, "options.toml")
    return {name: Asked(**{**entry, "ways": dict(entry["ways"])}) for name, entry in asked.items()}


def option(
    default: Any = MISSING,
    *,
    least: float | None = None,
    most: float | None = None,
    choices: Sequence[Any] = (),
    asked: Asked | None = None,
    meaning: str = "",
    kind: str = "",
) -> Any:
    """A dataclass field with bounds: `least` and `most` are inclusive; for a tuple they apply to each member.

    With `asked`, forms ask people for it. With a `meaning` it is a command-line flag; `kind` is the kind of the flag if
    the type does not determine it: see `Flag`.
    """
    bounds = {"least": least, "most": most, "choices": tuple(choices)}
    metadata = {**bounds, "asked": asked, "meaning": meaning, "kind": kind}
    return field(default=default, metadata=metadata)


class Way(TypedDict):
    """One of the values that a form offers for an option."""

    value: bool | int | float | str
    text: str
    picture: NotRequired[list[str]]  # a drawing in rows of characters


class Field(TypedDict):
    """An option of the game, as a field of a form."""

    name: str
    kind: Literal["switch", "choice", "several", "number", "text"]
    title: str
    meaning: str
    default: Any  # the initial value in the form
    among_people: NotRequired[Any]  # the initial value if several people play
    when: NotRequired[dict[str, Any]]  # it applies only if these other options have these values
    ways: list[Way]  # the values to choose from; of a switch: off, then on
    least: NotRequired[float]
    most: NotRequired[float]


def form_of(kind: type[Any]) -> list[Field]:
    """The options of a dataclass that people are asked for, in their order."""
    hints = get_type_hints(kind)
    return [_field(item, hints[item.name]) for item in fields(kind) if item.metadata.get("asked")]


def _field(item: Any, hint: Any) -> Field:
    """One of them."""
    # The values to choose from, the kind of the field, and its initial value.
    asked: Asked = item.metadata["asked"]
    ways = dict(asked.ways) or {choice: str(choice) for choice in item.metadata["choices"]}
    if hint is bool:
        ways = ways or {False: "no", True: "yes"}
    is_list = get_origin(hint) is tuple
    plainly: Literal["number", "text"] = "number" if hint in (int, float) else "text"
    preset = item.default if asked.preset is None else asked.preset
    found: Field = {
        "name": item.name,
        "kind": "switch"
        if asked.is_switch or hint is bool
        else "several"
        if is_list
        else "choice"
        if ways
        else plainly,
        "title": asked.title,
        "meaning": asked.meaning,
        "default": list(preset) if isinstance(preset, tuple) else preset,
        "ways": [{"value": value, "text": text} for value, text in ways.items()],
    }
    # Keys that most fields do not have.
    if asked.among_people is not None:
        found["among_people"] = asked.among_people
    if asked.when:
        found["when"] = dict(asked.when)
    if item.metadata["least"] is not None:
        found["least"] = item.metadata["least"]
    if item.metadata["most"] is not None:
        found["most"] = item.metadata["most"]
    return found


@dataclass(frozen=True)
class Flag:
    """An option of a game as a flag of the command line.

    - `kind`: `choice` (one of `choices`), `truth`, `number`, `text`, `names` (texts with commas between them),
      `drawing` (a text of several lines, or a file that holds it), `folder` (its path), or `people` (the seats that
      people play: not a flag, the front end sets it).
    - `choices`: the allowed values; for kinds other than `choice`, suggestions.
    """

    name: str
    meaning: str
    kind: str
    default: Any
    choices: tuple[str, ...] = ()


PLAIN_KINDS = {bool: "truth", int: "number", float: "number", str: "text"}


def flags_of(kind: type[Any]) -> tuple[Flag, ...]:
    """The flags for those fields of a dataclass that have a meaning."""
    hints = get_type_hints(kind)
    return tuple(_flag(item, hints[item.name]) for item in fields(kind) if item.metadata.get("meaning"))


def _flag(item: Any, hint: Any) -> Flag:
    """One of them."""
    known = item.metadata
    plain = "names" if get_origin(hint) is tuple else "choice" if known["choices"] else PLAIN_KINDS.get(hint, "text")
    suggested = known["asked"].ways if known["asked"] else ()
    choices = tuple(map(str, known["choices"] or suggested))
    return Flag(item.name, known["meaning"], known["kind"] or plain, item.default, choices)


@dataclass(frozen=True)
class Source:
    """The source of values: a file or a caller, and `overrides` of the form `learner.steps=1000`."""

    place: str
    overrides: tuple[str, ...] = ()

    def where(self, key: str, *others: str) -> str:
        """The place of `key` in an error.

        Args:
            key: such as `learner.hidden[1]`; empty for the whole.
            *others: other keys and tables involved in the mistake.
        """
        overridden = [text.partition("=")[0].strip() for text in self.overrides]
        if any(_holds(one, key) for one in overridden):
            return f"--set {shortened(key)}"
        beside = [one for one in overridden if any(_holds(other, one) for other in (key, *others))]
        place = f"{self.place} with --set {', '.join(beside)}" if beside else self.place
        return f"{place}: {shortened(key)}" if key else place

    def fail(self, key: str, found: str, expected: str, nearest: object = "") -> NoReturn:
        """Raise an `OptionsError` that says what is wrong with `key`."""
        raise OptionsError(self._sentence(key, found, expected, nearest))

    def refuse_key(self, key: str, known: Sequence[str], nearest: str = "") -> NoReturn:
        """Raise an `UnknownKeyError`: `key` does not exist."""
        expected = "one of the keys " + ", ".join(known)
        raise UnknownKeyError(self._sentence(key, "an unknown key", expected, nearest), key, known)

    def _sentence(self, key: str, found: str, expected: str, nearest: object) -> str:
        return mismatch(self.where(key), found, expected, nearest)


def _holds(table: str, key: str) -> bool:
    """Whether `key` is `table` or inside it."""
    return key == table or key.startswith((f"{table}.", f"{table}["))


def read(path: Path | str, kind: type[T], overrides: Iterable[str] = ()) -> T:
    """Read the file at `path` as a `kind`, after `overrides` of the form `learner.steps=1000`.

    Raises:
        OptionsError: a key, a type, a value or the file itself is wrong.
    """
    source = Source(str(path), tuple(overrides))
    return build(kind, read_table(path, source.overrides), source)


def read_table(path: Path | str, overrides: Iterable[str] = ()) -> dict[str, Any]:
    """Read the file at `path` as a table, after `overrides`, without checking its keys and values.

    Raises:
        OptionsError: the file or an override cannot be read.
    """
    table = _parse(Path(path))
    if _too_deep(table):
        Source(str(path)).fail("", TOO_DEEP, f"at most {DEEPEST} levels")
    return set_all(table, overrides)


def set_all(table: dict[str, Any], texts: Iterable[str]) -> dict[str, Any]:
    """`table` after overrides of the form `scattered.blood=3`.

    Raises:
        OptionsError: a text is not of the form `key=value`.
    """
    for text in texts:
        _override(table, text)
        if _too_deep(table):
            raise OptionsError(f"--set {text[:MOST_SHOWN]}…: got {TOO_DEEP}; expected at most {DEEPEST} levels.")
    return table


def build(kind: type[T], table: Mapping[str, Any], place: str | Source) -> T:
    """Build a `kind` from `table`; `place` is its name in errors, or its source.

    Raises:
        OptionsError: a key, a type or a value is wrong.
    """
    source = place if isinstance(place, Source) else Source(place)
    if _too_deep(table):
        source.fail("", TOO_DEEP, f"at most {DEEPEST} levels")
    return _build(kind, table, source)


def _too_deep(table: Mapping[str, Any]) -> bool:
    """Whether lists and tables are nested deeper than anything here needs."""
    layer: list[Any] = [table]
    for _ in range(DEEPEST):
        inner = [one.values() if isinstance(one, Mapping) else one for one in layer]
        layer = [part for parts in inner for part in parts if isinstance(part, Mapping | list | tuple)]
        if not layer:
            return False
    return True


class TooDeepError(InputError):
    """Lists and tables are nested deeper than anything here needs."""


def read_toml(text: str) -> dict[str, Any]:
    """Parse a text in TOML.

    Raises:
        ValueError: it has a mistake, or too deep nesting, or a number with too many digits.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # Python's own limit
        raise ValueError("a number with too many digits") from None
    except RecursionError:
        raise TooDeepError("brackets nested too deeply, deeper than can be read") from None


def number_of(text: str) -> int | None:
    """The integer in a short text of digits; None for anything else, such as ² or a thousand digits."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def _parse(path: Path) -> dict[str, Any]:
    source = Source(str(path))
    if not isfile(path):
        source.fail("", no_file(path), "a TOML file", nearest_path(path, "*.toml"))
    try:
        return read_toml(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        source.fail("", "bytes that are not UTF-8", "a TOML file")
    except TooDeepError:
        source.fail("", TOO_DEEP, f"at most {DEEPEST} levels")
    except ValueError as error:  # also too deeply nested brackets, or a number with thousands of digits
        source.fail("", f"a line that cannot be read ({error})", "TOML")
    except OSError as error:
        source.fail("", f"a file that cannot be read ({error.strerror})", "a TOML file")


def _override(table: dict[str, Any], text: str) -> None:
    """Put one `key=value` of the command line into `table`."""
    key, equals, value = text.partition("=")
    key = key.strip()
    if not equals or not key:
        raise OptionsError(
            f"--set: got {shortened(text)!r}; expected a key, an equals sign and a value, such as seats=2."
        )
    *way, last = key.split(".")
    for part in way:
        inner = table.setdefault(part, {})
        if not isinstance(inner, dict):
            owner = shortened(part)
            raise OptionsError(f"--set {shortened(key)}: got a key inside {owner}; expected {owner} to be a table.")
        table = inner
    try:
        table[last] = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        table[last] = value.strip()
    except RecursionError as error:
        shown = f"{key}={value}"[:MOST_SHOWN]
        raise OptionsError(f"--set {shown}…: got {TOO_DEEP}; expected at most {DEEPEST} levels.") from error
    except ValueError as error:  # a number with thousands of digits
        raise OptionsError(
            f"--set {shortened(key)}: got a number with too many digits; expected one that can be read."
        ) from error


def _build(kind: type[T], table: Mapping[str, Any], source: Source, within: str = "") -> T:
    known = {item.name: item for item in fields(kind)}  # type: ignore[arg-type]
    for name in table:
        if name not in known:
            hint = nearest(name, known)
            source.refuse_key(within + name, list(known), hint and within + hint)
    hints = get_type_hints(kind)
    values = {}
    for name, item in known.items():
        key = within + name
        if name in table:
            values[name] = _convert(hints[name], table[name], item.metadata, key, source)
        elif is_dataclass(hints[name]) and item.default is MISSING and item.default_factory is MISSING:
            values[name] = _build(hints[name], {}, source, f"{key}.")
        elif item.default is MISSING and item.default_factory is MISSING:
            source.fail(key, "nothing", _expected(hints[name], item.metadata))
    return kind(**values)


def _convert(hint: Any, raw: Any, rule: Mapping[str, Any], key: str, source: Source) -> Any:
    if is_dataclass(hint) and isinstance(raw, Mapping):
        return _build(hint, raw, source, f"{key}.")  # type: ignore[arg-type]
    if get_origin(hint) is tuple and isinstance(raw, list | tuple):
        inner = get_args(hint)[0]
        return tuple(_convert(inner, part, rule, f"{key}[{place}]", source) for place, part in enumerate(raw))
    plain = get_origin(hint) or hint
    if plain is float and type(raw) is int:
        raw = float(raw)
    if type(raw) is not plain or not _allowed(raw, rule):
        choices = [choice for choice in rule.get("choices", ()) if isinstance(choice, str)]
        hint_of_choice = nearest(raw, choices) if isinstance(raw, str) else ""
        source.fail(key, _words(raw), _expected(hint, rule), hint_of_choice and f'"{hint_of_choice}"')
    return raw


def _allowed(raw: Any, rule: Mapping[str, Any]) -> bool:
    least, most, choices = rule.get("least"), rule.get("most"), rule.get("choices")
    if isinstance(raw, float) and not math.isfinite(raw):
        return False
    if (least is not None and raw < least) or (most is not None and raw > most):
        return False
    return not choices or raw in choices


def _expected(hint: Any, rule: Mapping[str, Any]) -> str:
    """The values that this type and rule allow, in words."""
    least, most = rule.get("least"), rule.get("most")
    if rule.get("choices"):
        return "one of " + ", ".join(_literal(choice) for choice in rule["choices"])
    if get_origin(hint) is tuple:
        words = "a list of " + PLURALS[get_args(hint)[0]]
    else:
        words = WORDS.get(get_origin(hint) or hint, "a table")
    if least is not None and least == most and get_origin(hint) is not tuple:
        return f"the number {least}"
    if least is not None and most is not None:
        return f"{words} from {least} to {most}"
    if least is not None:
        return f"{words} of at least {least}"
    return words if most is None else f"{words} of at most {most}"


def _words(raw: Any) -> str:
    """The value that was found, in words."""
    match raw:
        case bool():
            return _literal(raw)
        case int() | float():
            return str(raw)
        case str():
            return _literal(shortened(raw))
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a table"
    return f"{type(raw).__name__} {raw}"


def _literal(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
