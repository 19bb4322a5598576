"""Count the lines of code in each folder, at this commit or at others: no blanks, comments, docstrings or imports.

A game has its folder of rules and the folder of its agents. Tests do not count.
"""

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from nexus_env.system.argument_parser import Parser

ROOT = Path(__file__).parents[2]
NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}
HAS_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
EXAMPLES = """examples:
  python tests/lab/code_lines.py
  python tests/lab/code_lines.py 28deff4 HEAD
"""


def code_lines(text: str) -> int:
    """The lines of code of a Python file."""
    beside: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            beside |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, HAS_DOCSTRING) and ast.get_docstring(node) is not None:
            said = node.body[0]
            beside |= set(range(said.lineno, (said.end_lineno or said.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            lines |= set(range(token.start[0], token.end[0] + 1))
    return len(lines - beside)


def folder_of(path: str) -> str:
    """The folder that a file is counted in: a game, a package of `nexus_env`, or one of `agents`."""
    parts = path.split("/")
    depth = 3 if parts[:2] == ["nexus_env", "games"] else 2
    return "/".join(parts[: min(depth, len(parts) - 1)]) or "."


def count(commit: str) -> Counter[str]:
    """The lines of code by folder.

    Raises:
        CalledProcessError: there is no such commit.
    """
    found: Counter[str] = Counter()
    for path in git("ls-tree", "-r", "--name-only", commit).splitlines():
        if path.endswith(".py") and not path.startswith("tests/"):
            found[folder_of(path)] += code_lines(git("show", f"{commit}:{path}"))
    return found


def git(*words: str) -> str:
    """The output of git in this repository."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main(words: Sequence[str] | None = None) -> None:
    """Print a table with a column for each commit."""
    about = "Count the lines of code in each folder, without blank lines, comments, docstrings, imports and tests."
    parser = Parser(prog="python tests/lab/code_lines.py", description=about, epilog=EXAMPLES)
    parser.add_argument("commits", nargs="*", default=["HEAD"], metavar="COMMIT", help="default HEAD")
    commits = parser.parse_args(words).commits
    try:
        counts = [count(commit) for commit in commits]
    except subprocess.CalledProcessError as error:
        sys.exit(f"code_lines: got the commit {error.cmd[-1]}; expected one of this repository.")
    print("| folder | " + " | ".join(commits) + " |\n| --- |" + " ---: |" * len(commits))
    for folder in sorted(set().union(*counts)):
        print(f"| `{folder}` | " + " | ".join(f"{one[folder]:,}" for one in counts) + " |")
    print("| all | " + " | ".join(f"{one.total():,}" for one in counts) + " |")


if __name__ == "__main__":
    main()
