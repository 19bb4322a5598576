"""Shorten compiler errors to one sentence: the deepest line of the author's code, and what is wrong there.

The compiler's own message can be hundreds of lines long, with every type and every caller.
"""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numba
from numba.core import errors

from nexus_env.machine.source_check import line_of, shown
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError, hinted, nearest, shortened

VARIABLE = "NEXUS_ENV_WHOLE_ERRORS"
MOST = 300  # characters of what the compiler says
NUMBA = Path(numba.__file__).parent
COLORS = re.compile(r"\x1b\[[0-9;]*m")
PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
BYTECODE = re.compile(r"\.? Raised from (?P<file>.+) \((?P<line>\d+)\)")
TITLE = re.compile(r"title=(?:\w+\.)*(?P<name>\w+)")
FIELD = re.compile(r"(?:^|,)(?P<name>\w+)\[type=")
BOILERPLATE = re.compile(r"^(?:Failed in nopython mode pipeline.*|During: .*|File \".*|<source elided>|)$")
CERTAIN = ("Untyped global name", "NameError", "unsupported", "Unsupported")
CURES = {
    "Untyped global name": "a number, an array, an enum or a function with @compiled",
    "Unknown attribute": "an attribute that it has",
    "Cannot unify": "one type for each name",
    "No implementation of function": "types for which it exists",
    "exception_match": "`except SUSPENDED` or `except Exception`",
    "NameError": "a name that is defined",
}


class NoField(Exception):
    """A record has no field of this name; holds the name and the names of its fields."""

    def __init__(self, name: str, fields: Iterable[str]) -> None:
        super().__init__(f"no field {name}")
        self.name, self.fields = name, [field for field in fields if "." not in field]


def field_of(record: Any, name: str) -> Any:
    """The Numba type of a field of a record.

    Raises:
        NoField: there is none.
    """
    if name not in record.fields:
        raise NoField(name, record.fields)
    return record.fields[name].type


class CompileError(InputError):
    """A function cannot be compiled."""


def is_whole() -> bool:
    """Whether the compiler's whole message is wanted."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def is_certain(error: BaseException) -> bool:
    """Whether no other argument types could fix the error; after other errors the compiler may try some."""
    text = str(error)
    return not isinstance(error, errors.TypingError) or any(sign in text for sign in CERTAIN)


def told(error: BaseException, function: Callable[..., Any]) -> CompileError:
    """A compiler error in one sentence.

    Args:
        error: the compiler's exception.
        function: the innermost function that was being compiled.
    """
    text = COLORS.sub("", str(error))
    file, line = _place_of(error, text, function)
    found, expected, hint = _essence(error, text)
    more = f"{VARIABLE}=1 shows all that the compiler says"
    return CompileError(f"{shown(file)}:{line}: got {found}; expected {expected}{hinted(hint)} ({more}.)")


def _place_of(error: BaseException, text: str, function: Callable[..., Any]) -> tuple[str, int]:
    """The deepest line of the author's code that an error names."""
    code = function.__code__
    found = PLACE.search(text) or BYTECODE.search(text)
    loc = getattr(error, "loc", None)
    if isinstance(error, NoField):
        return code.co_filename, line_of(function, error.name) or code.co_firstlineno
    for file, line in (
        (loc.filename, loc.line) if loc else ("", 0),
        (found["file"], found["line"]) if found else ("", 0),
    ):
        if Path(file).name == Path(code.co_filename).name:
            return code.co_filename, int(line)
    return code.co_filename, code.co_firstlineno


def _essence(error: BaseException, text: str) -> tuple[str, str, str]:
    """The parts of the sentence: what was found, what was expected, and what was probably meant."""
    if isinstance(error, NoField):
        hint = nearest(error.name, error.fields)
        return f"the field `{error.name}`, which its record lacks", "one that it has", f"`{hint}`" if hint else ""
    lines = [line.strip() for line in _without_records(BYTECODE.sub("", text)).splitlines()]
    kept = [line for line in lines if not BOILERPLATE.match(line)]
    found = kept[0].removesuffix(" found for signature:") if kept else "an error"
    call = next((line.removeprefix(">>> ") for line in kept if line.startswith(">>>")), "")
    found = f"{found} for {call}" if call else found.rstrip(".:")
    expected = next((cure for sign, cure in CURES.items() if sign in text), "what machine code supports")
    return f"what cannot be compiled ({shortened(legible(found), MOST)})", expected, ""


def _without_records(text: str) -> str:
    """The text with each record's list of fields replaced by its name."""
    while (start := text.find("Record(")) >= 0:
        depth, end, own = 0, start + len("Record"), ""
        for end in range(start + len("Record"), len(text)):
            depth += (text[end] == "(") - (text[end] == ")")
            own += text[end] if depth == 1 else ""
            if depth == 0:
                break
        names = FIELD.findall(own[1:])
        title = TITLE.search(own)
        name = title["name"] if title else f"a record of {', '.join(names[:3])}"
        text = text[:start] + name + text[end + 1 :]
    return text
