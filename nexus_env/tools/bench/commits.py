"""The speed of this working tree against another commit, measured alternately in one run."""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nexus_env.system.wording import InputError

ROOT = Path(__file__).resolve().parents[3]
WORKER = Path(__file__).with_name("worker.py")
ROUNDS = 5


def usual_base() -> str:
    """`main`, or on `main` itself the previous commit; empty if there is neither."""
    here = git("rev-parse", "HEAD")
    for name in ("main", "origin/main", "HEAD~1"):
        found = git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        if found and found != here:
            return name
    return ""


def git(*words: str) -> str:
    """The output of git; empty if it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def compare(base: str, seconds: float) -> str:
    """A table of both speeds and their ratio: median, least and greatest of ROUNDS turns.

    Raises:
        ValueError: the commit does not exist, or one of the two cannot be measured.
    """
    commit = git("rev-parse", "--short", "--verify", f"{base}^{{commit}}")
    if not commit:
        raise InputError(f"bench: {base!r}: no such commit; expected one of this repository")
    turns = []
    with _worker(_tree(commit)) as old, _worker(ROOT) as new:
        for turn in range(ROUNDS):
            for worker in (old, new) if turn % 2 else (new, old):
                worker.measure(seconds)
            turns.append((old.last, new.last))
    rows = [f"{'decisions a second':<20}{f'{base} ({commit})':>20}{'this tree':>12}{'ratio':>8}   (least to greatest)"]
    for what in turns[0][0]:
        before, after = ([turn[side][what] for turn in turns] for side in (0, 1))
        ratios = sorted(now / then for then, now in zip(before, after, strict=True))
        rows.append(
            f"{what:<20}{statistics.median(before):>20,.0f}{statistics.median(after):>12,.0f}"
            f"{statistics.median(ratios):>8.2f}   ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )
    return "\n".join(rows)


def _tree(commit: str) -> Path:
    """The folder with the files of a commit; it is kept, with the commit's times, so it is compiled only once."""
    folder = ROOT / ".base" / commit
    if not folder.exists():
        files = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        folder.mkdir(parents=True)
        subprocess.run(["tar", "-x"], cwd=folder, input=files, check=True)
    return folder


class BenchWorker:
    """A process that measures the package in one tree."""

    def __init__(self, process: "subprocess.Popen[str]", tree: Path) -> None:
        self._process, self._tree = process, tree
        self.last: dict[str, float] = {}
        found = self._answer()
        if not Path(found).is_relative_to(tree):
            raise InputError(f"bench: got the package in {found}; expected it in {tree}")

    def measure(self, seconds: float) -> None:
        """Measure one turn into `last`."""
        assert self._process.stdin
        print(seconds, file=self._process.stdin, flush=True)
        self.last = json.loads(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise InputError(
                f"bench: got no figures of the package in {self._tree}; expected some; its own error is above"
            )
        return line.strip()


@contextmanager
def _worker(tree: Path) -> Iterator[BenchWorker]:
    """A worker that is stopped at the end."""
    words = [sys.executable, "-P", str(WORKER)]  # -P: do not import from the worker's folder
    paths = os.environ | {"PYTHONPATH": str(tree)}
    with subprocess.Popen(
        words, cwd=tree, env=paths, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield BenchWorker(process, tree)
        finally:
            assert process.stdin
            process.stdin.close()
