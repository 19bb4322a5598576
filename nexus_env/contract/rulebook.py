"""The rulebook of a game: every rule by its id, with the functions that implement it or the reason why none does.

`rulebook.toml` in the game's folder has an entry per rule. Its text, and the reason for a rule without a function, are
written by hand; `python -m nexus_env.tools.documents` lists the functions, from the ids in their docstrings. A test
compares the file with the code.
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
REASONS = ("component", "term", "no effect", "repeated", "not yet")  # allowed beginnings of a reason
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
FILE = "rulebook.toml"
RULE_DIGITS, EXAMPLE_DIGITS = 3, 2  # digits in the id of a rule, and of an example
HEAD = """# The rules of the game by their ids, in the order of the printed rulebook and in this project's own words.
# `code` is written by `python -m nexus_env.tools.documents`: do not edit it. A rule without code has a `reason`
# instead, written by hand; it begins with one of: {reasons}.
"""
ABOUT = """The ids number the rules as this project restates them, in the order of the printed rulebook. The docstring
of a function cites the rules that it implements, that of a test the rules that it checks. `module.function` is in a
`module.py` below `{folder}/`, `test_module.test_sentence` under `tests/`."""
COLUMNS = ("| id | rule | implemented in | tested in |", "| --- | --- | --- | --- |")


@dataclass(frozen=True)
class RuleEntry:
    """One rule."""

    id: str
    chapter: str
    rule: str
    code: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game.

    - `name`: the name of the game.
    - `folder`: the folder of its code, with `rulebook.toml`.
    - `letter`: the prefix of its ids, as in `R-162`; games whose tests are in one place need different ones.
    """

    name: str
    folder: Path
    letter: str = "R"

    @property
    def tests(self) -> Path:
        """The folder of the tests: of this repository, or the `tests` in the game's folder or beside it."""
        if self.folder.is_relative_to(ROOT):
            return ROOT / "tests"
        return next(
            (path for path in (self.folder / "tests", self.folder.parent / "tests") if path.is_dir()), self.folder
        )

    @property
    def place(self) -> str:
        """The folder of the code, as the page names it."""
        return (
            self.folder.relative_to(ROOT) if self.folder.is_relative_to(ROOT) else Path(self.folder.name)
        ).as_posix()

    def read(self) -> list[RuleEntry]:
        """Read the rules from the file."""
        chapters = tomllib.loads((self.folder / FILE).read_text(encoding="utf-8"))
        return [
            RuleEntry(rule, chapter, line["rule"], tuple(line.get("code", ())), line.get("reason", ""))
            for chapter, lines in chapters.items()
            for rule, line in lines.items()
        ]

    def refreshed(self) -> str:
        """The updated text of the file: functions as in the code, and a reason only for rules without one."""
        code = self.cited(self.folder)
        text, chapter = HEAD.format(reasons=", ".join(REASONS)), ""
        for entry in self.read():
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

    def faults(self) -> list[str]:
        """The contradictions between the rulebook, the code and the tests, one sentence each."""
        entries = self.read()
        known = {entry.id for entry in entries}
        found = [
            f"{rule}: cited by {', '.join(sorted(names))}, but the rulebook has no such rule."
            for cites in (self.cited(self.folder), self.cited(self.tests))
            for rule, names in sorted(cites.items())
            if rule not in known
        ]
        for entry in entries:
            if not entry.code and not entry.reason:
                found.append(f"{entry.id}: no function cites it, and no reason is given.")
            if entry.reason and not entry.reason.startswith(REASONS):
                found.append(f"{entry.id}: the reason {entry.reason!r} begins with none of {', '.join(REASONS)}.")
        return found

    def page(self) -> str:
        """The page of rules, Markdown: where each rule is implemented and tested."""
        tests = self.cited(self.tests)
        entries = self.read()
        written = sum(bool(entry.code) for entry in entries)
        tested = sum(any("test_" in test for test in tests.get(entry.id, ())) for entry in entries)
        lines = [
            f"# {self.name}: the rules",
            "",
            *ABOUT.format(folder=self.place).splitlines(),
            "",
            f"{len(entries)} rules: {written} implemented, {len(entries) - written} explained; "
            f"{tested} tested by name.",
        ]
        chapter = ""
        for entry in entries:
            if entry.chapter != chapter:
                chapter = entry.chapter
                lines += ["", f"## {chapter}", "", *COLUMNS]
            where = ", ".join(entry.code) or f"*{entry.reason}*"
            checks = ", ".join(sorted(test for test in tests.get(entry.id, ()) if ".test_" in test))
            lines.append(f"| {entry.id} | {entry.rule} | {where} | {checks} |")
        return "\n".join(lines) + "\n"

    def cited(self, folder: Path) -> dict[str, set[str]]:
        """Rule id -> the names of the functions, classes and modules under `folder` whose docstring cites it."""
        found: dict[str, set[str]] = defaultdict(set)
        for path in sorted(folder.rglob("*.py")):
            for name, docstring in _docstrings(ast.parse(path.read_text(encoding="utf-8")), path.stem):
                for rule in self.rules_in(docstring):
                    found[rule].add(name)
        return found

    def rules_in(self, text: str) -> Iterator[str]:
        """The rule ids in a text, such as `R-162`, and those of examples, such as `R-EX-01`; ranges are expanded."""
        number = r"((?:EX-[A-Z]?)?)(\d{2,3})"
        for kind, first, _, last in re.findall(rf"{self.letter}-{number}(?: to {self.letter}-{number})?", text):
            if len(first) == (EXAMPLE_DIGITS if kind else RULE_DIGITS):
                for found in range(int(first), int(last or first) + 1):
                    yield f"{self.letter}-{kind}{found:0{len(first)}}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _docstrings(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """The full names of `node` and of everything defined inside it, with their docstrings."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
        yield name, ast.get_docstring(node) or ""
    for inner in ast.iter_child_nodes(node):
        yield from _docstrings(inner, f"{name}.{inner.name}" if isinstance(inner, DEFINITIONS) else name)
