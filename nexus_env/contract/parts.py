"""Check that each part of an assembled game exists and has the right type; one sentence names the first error."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import numpy as np
from typing_extensions import get_protocol_members

NAME = re.compile(r"[^\s:/,;=]+")  # positions, addresses and the command line use these as separators
Kind = type[Any] | Callable[[Any], bool]


def _is_name(part: Any) -> bool:
    return isinstance(part, str) and NAME.fullmatch(part) is not None


def _is_version(part: Any) -> bool:
    return type(part) is int and part >= 0


def _is_range(part: Any) -> bool:
    return isinstance(part, range) and part.step == 1 and len(part) > 0 and part.start > 0


def _are_names(part: Any) -> bool:
    return (
        isinstance(part, tuple)
        and len(part) > 0
        and all(isinstance(name, str) and name for name in part)
        and len(set(part)) == len(part)
    )


def all_of(kind: type[Any], *, least: int = 0) -> Callable[[Any], bool]:
    """A test: is a part a tuple of `kind` with at least `least` members?"""
    return lambda part: isinstance(part, tuple) and len(part) >= least and all(isinstance(one, kind) for one in part)


def either(kind: Kind) -> Callable[[Any], bool]:
    """A test: is a part of this kind, or left out?"""
    return lambda part: part is None or is_a(part, kind)


def is_a(part: Any, kind: Kind) -> bool:
    """Whether a part is of a kind: a type, or a test."""
    return isinstance(part, kind) if isinstance(kind, type) else bool(kind(part))


PLAIN: Mapping[str, tuple[Kind, str]] = {
    "name": (_is_name, "a word without blanks, colons, slashes, commas or signs of equality"),
    "version": (_is_version, "a whole number of at least 0"),
    "seats": (_is_range, "a range of at least one number of seats, from 1 up, as range(2, 5)"),
    "options_dtype": (np.dtype, "the dtype of a record, as Options.dtype"),
    "actions": (_are_names, "a tuple of names, each once"),
    "agents_since": (_is_version, "a whole number of at least 0"),
}
RULES = (
    *("read_options", "setup", "carry_out", "write_mask", "observe"),
    *("rewards", "potential", "margin", "imagine"),
)


def refuse_wrong(game: Any, kinds: Mapping[str, tuple[Kind, str]], words: type[Any]) -> None:
    """Raise a `TypeError` that names the first part that is missing or of the wrong type.

    Args:
        game: the assembled game.
        kinds: the kinds of parts that `PLAIN` does not cover, each with its name for the error.
        words: the protocol that its `words` must satisfy.
    """
    for name, (kind, expected) in {**PLAIN, **kinds}.items():
        if not is_a(part := getattr(game, name), kind):
            _fail(game, name, part, expected)
    for name in RULES:
        if not callable(part := getattr(game, name)):
            _fail(game, name, part, "a function")
    for name in sorted(get_protocol_members(words)):
        if not callable(part := getattr(game.words, name, None)):
            _fail(game, f"words.{name}", part, "a function; nexus_env.contract.plain_words may have one")


def _fail(game: Any, name: str, found: Any, expected: str) -> NoReturn:
    raise TypeError(f"game {game.name!r:.60}: {name}: got {found!r:.60}; expected {expected}.")
