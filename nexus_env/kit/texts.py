"""Texts of a game in TOML files: one table per use, keyed by names or by the members of an enum."""

import tomllib
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

Member = TypeVar("Member", bound=Enum)


def read_texts(code: str, name: str = "texts.toml") -> dict[str, Any]:
    """The tables of a file beside the module with this `__file__`; lists become tuples."""
    found: dict[str, Any] = _fixed(tomllib.loads(Path(code).with_name(name).read_text(encoding="utf-8")))
    return found


def _fixed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _fixed(inner) for key, inner in value.items()}
    return tuple(map(_fixed, value)) if isinstance(value, list) else value


def by_members(table: dict[str, Any], kind: type[Member]) -> dict[Member, Any]:
    """A table keyed by the members of an enum, whose names are in lower case in the file.

    Raises:
        KeyError: the enum has no such member.
    """
    return {kind[name.upper()]: text for name, text in table.items()}
