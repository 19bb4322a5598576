"""`@compiled`: the same function for people and for the processor."""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import platformdirs
from numba.core import event

from nexus_env.machine.rules import rule

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = bool(numba.config.DISABLE_JIT)
CACHES_KEPT = 4
INNER = ("machine", "tabletop", "games", "contract.py")  # everything here, and elsewhere what says @compiled
FUNCTIONS: list[str] = []  # the names of all compiled functions, to show how far the first compilation has come


def _fingerprint() -> str:
    """A hash of all sources that can end up in machine code, of Numba's version and of its switches.

    Numba's own cache does not see an edit in another file; a folder of its own for each state of the sources does.
    """
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for path in sorted(package.rglob("*.py")):
        source, inner = path.read_bytes(), path.relative_to(package).parts[0] in INNER
        if inner or b"@compiled" in source:
            digest.update(str(path.relative_to(package)).encode() + source)
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    caches = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("nexus_env"))
    folder = caches / _fingerprint()
    if not folder.exists() and caches.exists():  # new sources: forget the oldest of the others
        others = sorted((p for p in caches.iterdir() if p.is_dir()), key=lambda p: p.stat().st_mtime, reverse=True)
        for old in others[CACHES_KEPT - 1 :] if not chosen else []:
            shutil.rmtree(old, ignore_errors=True)
    return folder


CACHE = _cache_folder()
if not PLAIN:
    CACHE.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(CACHE)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` when it is first called, and keep the machine code on disk.

    With `NUMBA_DISABLE_JIT=1` in the environment this does nothing, and the very same source runs as plain Python.
    """
    FUNCTIONS.append(f"{function.__module__}.{function.__qualname__}")
    if PLAIN:
        return function
    wrapped: Callable[P, R] = rule(function, error_model="numpy", nogil=True)
    return wrapped


@contextmanager
def announced(what: str, seconds: int) -> Iterator[None]:
    """Say on stderr that `what` is being compiled and about how long it takes, unless the cache already holds it."""
    marker = CACHE / f"{what}.ready"
    if PLAIN or marker.exists():
        yield
        return
    began = time.perf_counter()
    print(f"Compiling the rules of {what} for this machine: once, about {seconds} s.", file=sys.stderr, flush=True)
    with event.install_listener("numba:compile", _Progress(what)):
        yield
    took = time.perf_counter() - began
    print(f"\rCompiled {what} in {took:.0f} s; from now on it starts at once.", file=sys.stderr, flush=True)
    marker.touch()


class _Progress(event.Listener):  # type: ignore[misc]
    """Counts finished compilations; draws a line only where somebody may be watching."""

    def __init__(self, what: str) -> None:
        self.what, self.done, self.watched = what, 0, sys.stderr.isatty()

    def on_start(self, _event: Any) -> None:
        """Nothing is known yet when a compilation starts."""

    def on_end(self, _event: Any) -> None:
        """One function more."""
        self.done += 1
        if self.watched:
            part = min(1.0, self.done / max(1, len(FUNCTIONS)))
            bar = ("#" * round(30 * part)).ljust(30, ".")
            print(f"\r  [{bar}] {self.done} functions", end="", file=sys.stderr, flush=True)
