"""Files and functions stay short, and limits of the service stand in one file.

How complex a function may be is a rule of the linter, in pyproject.toml.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from sources import sources

from nexus_env.frontends.web.protocol import limits

ROOT = Path(__file__).parent.parent
SOURCES = sources(ROOT)
TESTS = sorted(ROOT.glob("tests/**/*.py"))
SCRIPTS = sorted(ROOT.glob("nexus_env/**/*.js"))  # of the page, of each game, and of the client
STYLES = sorted(ROOT.glob("nexus_env/**/*.css"))
MOST_LINES = 500  # of a file
MOST_STEPS = 60  # lines of a function, below its docstring


def steps_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines a function has below its signature and its docstring."""
    first = function.body[1 if ast.get_docstring(function) and len(function.body) > 1 else 0]
    return (function.end_lineno or 0) - first.lineno + 1


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_file_is_long():
    assert SOURCES and TESTS and SCRIPTS and STYLES
    long = {
        str(path.relative_to(ROOT))
        for path in [*SOURCES, *TESTS, *SCRIPTS, *STYLES]
        if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert not long


def test_no_function_is_long():
    long = {
        f"{path.relative_to(ROOT)}: {function.name}"
        for path in [*SOURCES, *TESTS]
        for function in functions_of(path)
        if steps_of(function) > MOST_STEPS
    }
    assert not long


def test_limits_of_messages_have_one_home():
    """No number stands at a field of a message: `limits.py` names it."""
    number = re.compile(r"\b(?:le|lt|gt|max_length)=[\d.]|\b(?:ge|min_length)=(?![01]\b(?!\.))[\d.]")
    web = ROOT / "nexus_env" / "frontends" / "web"
    assert not {path.name for path in web.glob("**/*.py") if number.search(path.read_text(encoding="utf-8"))}
    script = (web / "page" / "replay.js").read_text(encoding="utf-8")
    said = {name: int(value.replace("_", "")) for name, value in re.findall(r"const (\w+) = ([\d_]+);", script)}
    assert said["PAGE"] == limits.MOST_STEPS_OF_A_REPLAY
    assert said["MOST_BYTES"] == limits.MOST_CHARACTERS_OF_A_TRANSCRIPT
