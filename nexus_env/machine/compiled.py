"""`@compiled` and `@seldom`: the same function for people and for the processor."""

import ast
import gc
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import platformdirs
from numba.core import event

from nexus_env.machine.catching import refuse_what_would_escape
from nexus_env.machine.rules import rule

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = bool(numba.config.DISABLE_JIT)
PACKAGE = Path(__file__).resolve().parent.parent
CACHES_KEPT = 4
INNER = ("machine", "tabletop", "games", "contract.py")  # everything here, and elsewhere what says @compiled
FUNCTIONS: list[str] = []  # the names of all compiled functions, to show how far the first compilation has come


def _fingerprint(package: Path, sources: Iterable[Path]) -> str:
    """A hash of source files of `package`, of Numba's version and of its switches."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for path in sorted(sources):
        digest.update(str(path.relative_to(package)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _own_sources() -> Iterator[Path]:
    """The sources of this package that can end up in machine code."""
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] in INNER or b"@compiled" in path.read_bytes():
            yield path


def _forget_oldest(folders: Iterable[Path]) -> None:
    """Keep the newest of the folders that hold the machine code of other states of the same sources."""
    newest = sorted(folders, key=lambda folder: folder.stat().st_mtime, reverse=True)
    for old in newest[CACHES_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _cache_folder() -> Path:
    """The folder of this state of this package's sources.

    Numba's own cache does not see an edit in another file; a folder of its own for each state of the sources does.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    caches = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("nexus_env"))
    folder = caches / _fingerprint(PACKAGE, _own_sources())
    if not folder.exists() and caches.exists() and not chosen:
        _forget_oldest(path for path in caches.iterdir() if path.is_dir())
    return folder


def cache_of(module: str) -> Path:
    """The folder for the machine code of the module called `module`.

    That of a module of another package than this one lies within CACHE, because it holds machine code of this one, and
    is named by a hash of all that the module imports of its own package, directly or not: an edit in any of these
    compiles it anew, and no edit elsewhere does. Of a module that belongs to no package Numba sees the edits by itself.
    """
    if module == "__main__":  # started by `python -m`: what it is called else
        module = getattr(sys.modules[module].__spec__, "name", module)
    package = module.partition(".")[0]
    homes = list(getattr(sys.modules.get(package), "__path__", ()))
    ours = package == __name__.partition(".")[0]
    return CACHE if ours or not homes else _cache_within(module, Path(homes[0]).resolve())


@cache
def _cache_within(module: str, home: Path) -> Path:
    """The folder within CACHE of the present sources of a module of another package."""
    folder = CACHE / f"{module}-{_fingerprint(home, _sources_of(module, home))}"
    if not folder.exists():
        _forget_oldest(CACHE.glob(f"{module}-*"))
    return folder


def _sources_of(module: str, home: Path) -> set[Path]:
    """The source of a module of the package at `home`, and all that it imports of that package, directly or not."""
    found: set[Path] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        path = home.joinpath(*name.split(".")[1:])
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if path.is_file() and path not in found:
            found.add(path)
            waiting |= _imported_by(name, path) | {name.rpartition(".")[0] or name}
    return found


@cache
def _imported_by(module: str, path: Path) -> set[str]:
    """The names of all that an import of this module may mean within its package: modules, and what is in them."""
    inner, found = module if path.name == "__init__.py" else module.rpartition(".")[0], set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            around = ".".join(inner.split(".")[: len(inner.split(".")) + 1 - node.level]) if node.level else ""
            source = ".".join(part for part in (around, node.module) if part)
            found |= {source} | {f"{source}.{alias.name}" for alias in node.names}
    return {name for name in found if name.partition(".")[0] == module.partition(".")[0]}


CACHE = _cache_folder()
if not PLAIN:
    CACHE.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(CACHE)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` when it is first called, and keep the machine code on disk.

    With `NUMBA_DISABLE_JIT=1` in the environment this does nothing, and the very same source runs as plain Python.
    """
    return _compiled(function, rare=False)


def seldom(function: Callable[P, R]) -> Callable[P, R]:
    """As `compiled`, for what few decisions bring about: its machine code stays out of the way of all the others.

    The processor holds little code close by. What is called at every decision lies there together, and is not
    interrupted by a copy of this.
    """
    return _compiled(function, rare=True)


def _compiled(function: Callable[P, R], rare: bool) -> Callable[P, R]:
    FUNCTIONS.append(f"{function.__module__}.{function.__qualname__}")
    if PLAIN:
        return function
    refuse_what_would_escape(function)
    numba.config.CACHE_DIR = str(cache_of(function.__module__))
    try:
        wrapped: Callable[P, R] = rule(function, rare, error_model="numpy", nogil=True)
    finally:
        numba.config.CACHE_DIR = str(CACHE)
    return wrapped


def is_ready(what: str, module: str = "") -> bool:
    """The cache holds all that `announced` has seen being compiled under this name, or nothing is compiled."""
    return PLAIN or _marker(what, module).exists()


def _marker(what: str, module: str) -> Path:
    return cache_of(module) / f"{what}.ready"


@contextmanager
def announced(what: str, seconds: int, module: str = "") -> Iterator[None]:
    """Say on stderr that `what`, of this package or of the `module` of another one, is being compiled and about how
    long it takes, unless the cache already holds it.
    """
    if is_ready(what, module):
        yield
        return
    marker = _marker(what, module)
    began = time.perf_counter()
    print(f"Compiling {what} for this machine: once, about {seconds} s.", file=sys.stderr, flush=True)
    with event.install_listener("numba:compile", _Progress(what)), _nothing_collected():
        yield
    took = time.perf_counter() - began
    print(f"\rCompiled {what} in {took:.0f} s; from now on it starts at once.", file=sys.stderr, flush=True)
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.touch()


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Compiling makes millions of objects that stay: to look for garbage among them took 7 % of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


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
