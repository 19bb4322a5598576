"""The rulebook of a game: every rule by its id, the functions that are that rule, or why there is none.

`rulebook.toml` in the game's folder has a line for each rule. Its words, and the reason of a rule without a function,
are written by hand; the functions are listed by `python -m nexus_env.tools.documents`, from the ids that stand in their
docstrings. A test compares the file with the code.
"""

import ast
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"R-(\d{3})(?: to R-(\d{3}))?")
REASONS = ("component", "term", "no effect", "repeated", "not yet")  # a reason begins with one of these
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
HEAD = """# The rules of the game by their ids, in the order of the printed rulebook and in this project's own words.
# `code` is written by `python -m nexus_env.tools.documents`: do not edit it. A rule without code has a `reason`
# instead, written by hand; it begins with one of: {reasons}.
"""


@dataclass(frozen=True)
class Entry:
    """One rule."""

    id: str
    chapter: str
    rule: str
    code: tuple[str, ...]
    reason: str


def folder_of(name: str) -> Path:
    """The folder of a game."""
    return ROOT / "nexus_env" / "games" / name


def is_there(name: str) -> bool:
    """Whether a game has a rulebook."""
    return (folder_of(name) / "rulebook.toml").is_file()


def read(name: str) -> list[Entry]:
    """The rulebook of a game as its file has it."""
    chapters = tomllib.loads((folder_of(name) / "rulebook.toml").read_text(encoding="utf-8"))
    return [
        Entry(rule, chapter, line["rule"], tuple(line.get("code", ())), line.get("reason", ""))
        for chapter, lines in chapters.items()
        for rule, line in lines.items()
    ]


def refreshed(name: str) -> str:
    """The text of the file as it should be: the code as it is, a reason only where there is none."""
    code = cited(folder_of(name))
    text, chapter = HEAD.format(reasons=", ".join(REASONS)), ""
    for entry in read(name):
        if entry.chapter != chapter:
            chapter = entry.chapter
            text += f"\n[{_quoted(chapter)}]\n"
        functions = sorted(code.get(entry.id, ()))
        parts = [f"rule = {_quoted(entry.rule)}"]
        if functions:
            parts.append(f"code = [{', '.join(map(_quoted, functions))}]")
        elif entry.reason:
            parts.append(f"reason = {_quoted(entry.reason)}")
        text += f"{entry.id} = {{ {', '.join(parts)} }}\n"
    return text


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def faults(name: str) -> list[str]:
    """What does not fit together in the rulebook, the code and the tests, a sentence each."""
    entries = read(name)
    known = {entry.id for entry in entries}
    found = [
        f"{rule}: cited by {', '.join(sorted(names))}, but the rulebook has no such rule."
        for cites in (cited(folder_of(name)), cited(ROOT / "tests"))
        for rule, names in sorted(cites.items())
        if rule not in known
    ]
    for entry in entries:
        if not entry.code and not entry.reason:
            found.append(f"{entry.id}: no function cites it, and no reason is given.")
        if entry.reason and not entry.reason.startswith(REASONS):
            found.append(f"{entry.id}: the reason {entry.reason!r} begins with none of {', '.join(REASONS)}.")
    return found


def page(name: str) -> str:
    """Every rule, where it is written and where it is tested."""
    tests = cited(ROOT / "tests")
    entries = read(name)
    written = sum(bool(entry.code) for entry in entries)
    tested = sum(any("test_" in test for test in tests.get(entry.id, ())) for entry in entries)
    lines = [
        f"# {name}: the rules",
        "",
        "The ids number the rules as this project restates them, in the order of the printed rulebook. Each function",
        "says in its docstring which rules it is, each test which it checks: `module.function` stands in a `module.py`",
        f"below `nexus_env/games/{name}/`, `test_module.test_sentence` under `tests/`.",
        "",
        f"{len(entries)} rules: {written} written, {len(entries) - written} explained; {tested} tested by name.",
    ]
    chapter = ""
    for entry in entries:
        if entry.chapter != chapter:
            chapter = entry.chapter
            lines += ["", f"## {chapter}", "", "| id | rule | written in | tested in |", "| --- | --- | --- | --- |"]
        where = ", ".join(entry.code) or f"*{entry.reason}*"
        checks = ", ".join(sorted(test for test in tests.get(entry.id, ()) if ".test_" in test))
        lines.append(f"| {entry.id} | {entry.rule} | {where} | {checks} |")
    return "\n".join(lines) + "\n"


def cited(folder: Path) -> dict[str, set[str]]:
    """Rule id -> the names of the functions, classes and modules under `folder` whose docstring cites it."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.rglob("*.py")):
        for name, docstring in _docstrings(ast.parse(path.read_text(encoding="utf-8")), path.stem):
            for rule in rules_in(docstring):
                found[rule].add(name)
    return found


def _docstrings(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """The full name of `node`, and of all that is defined within it, with its docstring."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
        yield name, ast.get_docstring(node) or ""
    for inner in ast.iter_child_nodes(node):
        yield from _docstrings(inner, f"{name}.{inner.name}" if isinstance(inner, DEFINITIONS) else name)


def rules_in(text: str) -> Iterator[str]:
    """The rule ids in a text; a range stands for all that lie in it."""
    for first, last in RULE.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"R-{number:03}"
