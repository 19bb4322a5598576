"""Files and functions stay short; how complex a function may be is a rule of the linter, in pyproject.toml."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*ROOT.glob("nexus_env/**/*.py"), *ROOT.glob("agents/**/*.py"), ROOT / "train.py"])
SCRIPTS = sorted(ROOT.glob("nexus_env/**/*.js"))  # of the page, of each game, and of the client
MOST_LINES = 500  # of a file
MOST_STEPS = 60  # lines of a function, below its docstring
GENERATED = {"nexus_env/games/nexus/rules/dispatch.py"}


def steps_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines a function has below its signature and its docstring."""
    first = function.body[1 if ast.get_docstring(function) and len(function.body) > 1 else 0]
    return (function.end_lineno or 0) - first.lineno + 1


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_no_file_is_long():
    assert SCRIPTS
    long = {
        str(path.relative_to(ROOT))
        for path in [*SOURCES, *SCRIPTS]
        if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert not long


def test_no_function_is_long():
    long = {
        f"{path.relative_to(ROOT)}: {function.name}"
        for path in SOURCES
        for function in functions_of(path)
        if steps_of(function) > MOST_STEPS and str(path.relative_to(ROOT)) not in GENERATED
    }
    assert not long
