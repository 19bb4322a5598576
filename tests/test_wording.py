"""Errors have one form: "PLACE: got X; expected Y; did you mean Z?", or "PLACE: no such X; expected Y."."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from sources import sources

from nexus_env.system.wording import either, hinted, mismatch, nearest_path, no_file, one_of

ROOT = Path(__file__).parents[1]
SOURCES = sources(ROOT)
OLD = re.compile(
    r"\bfound \{|: found |, expected |[^;] expected (a|an|one|at|\{|0|none)\b|the nearest is", re.IGNORECASE
)
WHOLE = re.compile(  # what was found, and what was expected, or what to do, or words of another function
    r"expected|; use |pip install|call reset\(\)|resumes|(?:^|[;:] )(?:\{\})+\.?$|\{\}\{\}$"
)
OF_OURS = ("RuntimeError", "ConnectionError", "AssertionError", "StoreError")  # no mistake of the user
IN_PARTS = "Refusal"  # it takes what was found and what was expected apart from each other
# Checks of a game's own tables, for whoever writes it.
OF_AUTHORS = ("actions.py", "log.py", "questions.py", "dispatch.py", "observation.py", "structure.py", "parts.py")


def text_of(node: ast.expr) -> str:
    """A message as it is written, with `{}` for each value."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(text_of(part) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return text_of(left) + text_of(right)
    return "{}"


@cache
def raised(path: Path) -> list[tuple[int, str, list[ast.expr]]]:
    """The line, the class and the arguments of every error that a file raises."""
    text = path.read_text(encoding="utf-8")
    return [
        (node.lineno, ast.unparse(node.exc.func), node.exc.args)
        for node in (ast.walk(ast.parse(text)) if "raise " in text else ())
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    ]


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the text of every error that a file raises."""
    for line, _, arguments in raised(path):
        for given in arguments:
            yield line, text_of(given)


def test_every_error_says_what_it_got_before_what_it_expected() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in SOURCES
        if path.name not in OF_AUTHORS
        for line, text in messages(path)
        if OLD.search(text)
    ]
    assert wrong == []


def is_whole(text: str) -> bool:
    """Whether a message says what was found and what was expected; parts of a message say neither."""
    is_part = "got " not in text and not text.endswith(".")
    return is_part or WHOLE.search(text) is not None


def test_every_error_says_what_it_got_and_what_it_expected() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in SOURCES
        if path.name not in OF_AUTHORS and "machine" not in path.parts
        for line, kind, arguments in raised(path)
        if kind not in (*OF_OURS, IN_PARTS)
        for text in map(text_of, arguments)
        if not is_whole(text)
    ]
    assert wrong == []


def test_every_error_that_repeats_something_makes_one_legible_line_of_it() -> None:
    """Python's own classes print what they are given, escape sequences too."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {kind}"
        for path in SOURCES
        if path.name not in OF_AUTHORS and "machine" not in path.parts
        for line, kind, arguments in raised(path)
        if kind in ("ValueError", "TypeError", "KeyError", "AttributeError", "OSError", "ImportError", "ToolError")
        for given in arguments
        if "{}" in text_of(given) != "{}" and not ast.unparse(given).startswith("one_line(")
    ]
    assert wrong == []


def test_an_error_in_the_old_form_is_seen() -> None:
    """The guard above has teeth."""
    for text in ("seat: found {}, expected 0", "seat = {}: expected a number", "no agent; the nearest is {}"):
        assert OLD.search(text), text
    assert not OLD.search("seat: got {}; expected a number; did you mean {}?")
    for text in ("saved {}: these bytes are not a saved state.", "position: got {}", "{}: got a file ({})."):
        assert not is_whole(text), text
    for text in ("seat: got {}; expected {}.", "{}: got {}; {}.", "seat: {}", "{}{}", "at most {} of them"):
        assert is_whole(text), text


@pytest.mark.parametrize(
    ("found", "hint", "told"),
    [
        ("3", "", "seats: got 3; expected 2."),
        ("'grdy'", "greedy", "seats: got 'grdy'; expected 2; did you mean greedy?"),
        ("no such file", "", "seats: no such file; expected 2."),
    ],
)
def test_the_form(found: str, hint: str, told: str) -> None:
    assert mismatch("seats", found, "2", hint) == told and told.endswith(hinted(hint))


def test_what_is_there_instead_of_a_file(tmp_path: Path) -> None:
    assert no_file(tmp_path) == "a folder" and no_file(tmp_path / "none") == "no such file"
    assert no_file(Path("/dev/null")) == "something that is not a file"


def test_a_path_is_suggested_by_its_name(tmp_path: Path) -> None:
    """Not by the folders that it shares with everything beside it."""
    (tmp_path / "duel.toml").touch()
    (tmp_path / "stock").mkdir()
    assert nearest_path(tmp_path / "dul.toml", "*.toml") == tmp_path / "duel.toml"
    assert nearest_path(tmp_path / "zzz.toml", "*.tom") is None
    assert nearest_path(tmp_path / "stok", "*", is_folder=True) == tmp_path / "stock"
    assert nearest_path(tmp_path / "stok", "*") is None
    assert nearest_path(tmp_path / "none" / "duel.toml", "*.toml") is None


def test_choices_in_a_sentence() -> None:
    assert [either(["a"]), either(["a", "b"]), either(["a", "b", "c"])] == ["a", "a or b", "a, b or c"]
    assert one_of(["a", "b"], 2, "words") == "expected a or b."
    assert one_of(["a", "b", "c"], 2, "words") == "expected one of 3 words; did you mean a or b?"
