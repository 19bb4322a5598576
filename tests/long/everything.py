"""Everything that is too slow for `make check`, part by part: `make long`.

    python tests/long/everything.py                  all of it, which takes hours; interrupted, it goes on where it was
    python tests/long/everything.py killing pytest   only the parts whose names begin so
    python tests/long/everything.py --list           the parts, and which of them have passed

What a part printed is kept in runs/long/, in a folder for each state of the checkout, of Python and of the installed
packages. Parts that have passed with these are not run again; those that have failed are. The exit status is 1 if a
part has failed.
"""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from nexus_env.agents.model_files import locked
from nexus_env.contract.registry import own_names
from nexus_env.system.wording import InputError, one_line

ROOT = Path(__file__).resolve().parent.parent.parent
LONG = Path(__file__).resolve().parent
RESULTS = "results.json"
MARKS = {"any_game", "any_table"}  # decorators of `tests/games.py` that mark all games but the toy
KILLINGS, KILLS = 10, 5
NONSENSE, MESSAGES = 5, 20_000
STRANGE, MUTANTS = 10, 20_000


@dataclass(frozen=True)
class Part:
    """A command that passes or fails by its exit status."""

    name: str
    words: tuple[str, ...]


def parts() -> Iterator[Part]:
    """All of them: the marked tests of each file, then the programs of this folder."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if is_marked(path):
            name = path.relative_to(ROOT).as_posix()
            yield Part(f"pytest {name}", ("-m", "pytest", "-q", "-m", "long", name))
    yield Part("simulation", (str(LONG / "simulate_service.py"),))  # it goes on by itself where it was
    for number in range(KILLINGS):
        words = ("--runs", str(KILLS), "--seed", str(number * KILLS))
        yield Part(f"killing {number}", (str(LONG / "killing.py"), *words))
    for number in range(NONSENSE):
        words = ("--messages", str(MESSAGES), "--seed", str(number))
        yield Part(f"nonsense {number}", (str(LONG / "nonsense.py"), *words))
    yield Part("load", (str(LONG / "load.py"), "--hurry", "--minutes", "10"))
    for game in ("toy", *own_names()):
        for number in range(STRANGE):
            words = ("--game", game, "--mutants", str(MUTANTS), "--first", str(number * MUTANTS))
            yield Part(f"strange {game} {number}", (str(LONG / "strange_positions.py"), *words))
    yield Part("quick-starts", (str(LONG / "quick_starts.py"),))
    yield Part("libraries", (str(LONG / "libraries.py"),))


def is_marked(path: Path) -> bool:
    """Whether a file has tests that only run here."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    decorators = [one for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for one in node.decorator_list]
    return any(isinstance(one, ast.Name) and one.id in MARKS for one in decorators) or any(
        isinstance(node, ast.Attribute) and ast.unparse(node) == "pytest.mark.long" for node in ast.walk(tree)
    )


def sources() -> str:
    """A short hash of all that a part's result depends on.

    Raises:
        InputError: the checkout is none.
    """
    total = sha256()
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise InputError(f"{ROOT}: got a folder that git cannot list ({error}); expected a checkout.") from error
    installed = {f"{one.name} {one.version}" for one in distributions()}
    total.update("\n".join([sys.version, *sorted(installed)]).encode())
    for name in sorted(filter(None, listed.stdout.split(b"\0"))):
        path = ROOT / os.fsdecode(name)
        if path.is_file():
            total.update(name + b"\0" + path.read_bytes())
    return total.hexdigest()[:12]


class Results:
    """Which parts have passed, on disk after each of them."""

    def __init__(self, folder: Path) -> None:
        """Those of a folder, which is made when a part is run."""
        self.folder, self._path = folder, folder / RESULTS
        self._passed: dict[str, bool] = {}
        try:
            self._passed = dict(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            pass
        except (ValueError, TypeError):
            print(one_line(f"{self._path}: got a damaged file; expected JSON. All parts run again."), file=sys.stderr)

    def has_passed(self, part: Part) -> bool:
        """Whether this part need not be run again."""
        return self._passed.get(part.name, False)

    def run(self, part: Part) -> bool:
        """Run a part and keep what it printed; whether it passed."""
        log = self.folder / (re.sub(r"[^\w.]+", "-", part.name) + ".txt")
        place = os.pathsep.join([str(ROOT), str(ROOT / "tests"), *filter(None, [os.environ.get("PYTHONPATH")])])
        with log.open("wb") as file:
            done = subprocess.run(
                [sys.executable, *part.words],
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": place},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                check=False,
            )
        self._passed[part.name] = done.returncode == 0
        beside = self._path.with_suffix(".new")
        beside.write_text(json.dumps(self._passed, indent=1), encoding="utf-8")
        beside.replace(self._path)
        if done.returncode:
            print(f"FAILED: {part.name}: exit status {done.returncode}; see {log}", flush=True)
        return done.returncode == 0


def run_all(left: list[Part], results: Results, console: Console) -> int:
    """Run what is left, with a bar; how many have failed."""
    failed, began = 0, time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=len(left))
        for place, part in enumerate(left):
            bar.update(task, description=part.name)
            if not console.is_terminal:
                print(f"{place + 1} of {len(left)}: {part.name} began", flush=True)
            failed += not results.run(part)
            bar.advance(task)
            if not console.is_terminal:
                print(f"{place + 1} of {len(left)}: {part.name}, {time.monotonic() - began:,.0f} s", flush=True)
    return failed


def main(words: list[str] | None = None) -> int:
    """Run the parts that have not passed yet; 1 if one has failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only the parts whose names begin so")
    parser.add_argument("--fresh", action="store_true", help="run again what has passed, too")
    parser.add_argument("--list", action="store_true", help="only list the parts")
    try:
        return run_wanted(parser, parser.parse_args(words))
    except InputError as error:
        print(error, file=sys.stderr)
        return 2


def run_wanted(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    """The same, of a command line that was read."""
    wanted = [part for part in parts() if not arguments.names or part.name.startswith(tuple(arguments.names))]
    if not wanted:
        parser.error(f"got {', '.join(arguments.names)}; expected the beginnings of names that --list shows")
    results = Results(ROOT / "runs" / "long" / sources())
    if arguments.list:
        for part in wanted:
            print(f"{'passed' if results.has_passed(part) else 'open  '}  {part.name}")
        return 0
    left = [part for part in wanted if arguments.fresh or not results.has_passed(part)]
    try:
        with locked(results.folder, "checkout"):
            failed = run_all(left, results, Console())
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on where it was.", file=sys.stderr)
        return 130
    passed = len(wanted) - failed
    print(f"{passed} passed, {failed} failed of {len(wanted)} parts; what they printed is in {results.folder}")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
