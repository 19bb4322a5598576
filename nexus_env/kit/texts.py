"""Texts of a game in TOML files: one table per use, keyed by names or by the members of an enum."""

import tomllib
from collections.abc import Collection, Mapping
from enum import Enum
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from nexus_env.system.wording import InputError, either, hinted, nearest

Member = TypeVar("Member", bound=Enum)


def read_texts(code: str, name: str = "texts.toml") -> dict[str, Any]:
    """The tables of a file beside the module with this `__file__`; lists become tuples.

    Raises:
        InputError: it is no TOML.
    """
    path = Path(code).with_name(name)
    found: dict[str, Any] = _fixed(tables_of(path.read_text(encoding="utf-8"), path, "the texts of a game"))
    return found


def tables_of(text: str, where: object, expected: str) -> dict[str, Any]:
    """The tables of a TOML file.

    Args:
        text: its content.
        where: its name, for errors.
        expected: what it should hold, for errors.

    Raises:
        InputError: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: got no TOML: {error}; expected {expected}.") from error


def _fixed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _fixed(inner) for key, inner in value.items()}
    return tuple(map(_fixed, value)) if isinstance(value, list) else value


def by_members(table: dict[str, Any], kind: type[Member], fills: Collection[str] = ()) -> dict[Member, Any]:
    """A table keyed by the members of an enum, whose names are in lower case in the file.

    Args:
        table: the table.
        kind: the enum.
        fills: the placeholders of the texts that the code fills.

    Raises:
        InputError: the enum has no such member, or a text has another placeholder.
    """
    found = {}
    for name, text in table.items():
        if name.upper() not in kind.__members__:
            known = [member.lower() for member in kind.__members__]
            end = f"expected a member of {kind.__name__}{hinted(nearest(name, known))}"
            raise InputError(f"texts: got {name!r}; {end}")
        parts = text if isinstance(text, tuple) else (text,)
        for part in parts:
            check_placeholders("texts", {name: part} if isinstance(part, str) else {}, fills)
        found[kind[name.upper()]] = text
    return found


def check_placeholders(where: str, texts: Mapping[str, str], fills: Collection[str]) -> None:
    """Refuse texts that cannot be filled.

    Args:
        where: their place, for errors.
        texts: texts with placeholders, as `str.format` fills them, by name.
        fills: the placeholders that the code fills.

    Raises:
        InputError: a text has another placeholder, or a brace without its other half.
    """
    for row, text in texts.items():
        try:
            names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        except ValueError as error:
            raise InputError(f"{where}, {row}: got {text!r}: {error}; expected placeholders in braces.") from None
        for name in names:
            if name not in fills:
                end = f"expected {either(sorted(fills)) if fills else 'none'}{hinted(nearest(name, fills))}"
                raise InputError(f"{where}, {row}: got the placeholder {name!r}; {end}")
