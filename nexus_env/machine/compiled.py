"""`@compiled`: mark a function to be compiled to machine code."""

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numba.core import event

from nexus_env.machine.code_cache import alone, files_of
from nexus_env.machine.exception_check import refuse_what_would_escape
from nexus_env.machine.folders import CACHE, PLAIN, are_there, cache_of, say, write_list
from nexus_env.machine.function_copies import copy_among
from nexus_env.machine.linker import rule
from nexus_env.machine.record import Record, identity_of
from nexus_env.machine.sources import OURS, bound_to, home_of

__all__ = [
    "CACHE",
    "PLAIN",
    "announced",
    "cache_of",
    "compiled",
    "compiled_apart",
    "compiled_with",
    "is_ready",
    "mark_ready",
]

P = ParamSpec("P")
R = TypeVar("R")

FUNCTIONS: list[str] = []  # the packages of all compiled functions, to show the progress of the first compilation

ANNOUNCED: set[Path] = set()  # what this process has announced, by the file that marks it as done


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` when it is first called, and cache the machine code on disk.

    With `NUMBA_DISABLE_JIT=1` in the environment it returns `function` unchanged, which then runs as plain Python.
    """
    return _compiled(function, rare=False)


def compiled_apart(function: Callable[P, R]) -> Callable[P, R]:
    """Compile like `compiled`, and keep the machine code out of line: for functions that few decisions reach.

    The instruction cache is small. Functions called at every decision stay close together if no copies of rare ones are
    inlined between them.
    """
    return _compiled(function, rare=True)


def compiled_with(home: str, function: Callable[P, R], **names: Any) -> Callable[P, R]:
    """Compile a copy of a plain function in which global `names` have other values.

    Compiled code that takes a function as an argument cannot be cached on disk; a copy that finds it by name can.

    Args:
        home: the module whose sources, with all that they import, determine the machine code.
        function: one that is not compiled.
        **names: the values of global names in the copy, such as compiled functions.
    """
    copy: Any = copy_among(function, function.__globals__ | names)
    copy.__module__, copy.__doc__, copy.__annotations__ = home, function.__doc__, function.__annotations__
    return compiled(copy)


def _compiled(function: Callable[P, R], rare: bool) -> Callable[P, R]:
    FUNCTIONS.append(home_of(function.__module__))
    if PLAIN:
        return function
    refuse_what_would_escape(function)
    wrapped: Callable[P, R] = rule(function, rare, error_model="numpy", nogil=True)
    return wrapped


def is_ready(what: str, module: str = "", record: type[Record] | None = None) -> bool:
    """True if the cache holds everything that `announced` compiled under this name, or if nothing is compiled."""
    return PLAIN or are_there(_marker(what, module, record))


def mark_ready(what: str, module: str = "", record: type[Record] | None = None) -> None:
    """Record the machine code that this process has used as complete for `what`: see `announced`."""
    if not is_ready(what, module, record):
        write_list(_marker(what, module, record), files_of(_homes(module, record), _label(record)))


def _marker(what: str, module: str, record: type[Record] | None) -> Path:
    return cache_of(module, _label(record)) / f"{what}.ready"


def _label(record: type[Record] | None) -> str:
    """The label of the game with this record."""
    return bound_to(identity_of(record.dtype)) if record else ""


def _homes(module: str, record: type[Record] | None) -> set[str]:
    """The packages whose functions are compiled: that of `module`, or this one and the game's."""
    if module or record is None:
        return {home_of(module or OURS)}
    return {OURS, home_of(record.__module__)}


@contextmanager
def announced(what: str, seconds: int, module: str = "", record: type[Record] | None = None) -> Iterator[None]:
    """Say on stderr that `what` is being compiled and about how long it takes, unless the cache already holds it.

    If another process is compiling the same, wait for it and say so.

    Args:
        what: the name in the message.
        seconds: about how long it takes.
        module: a module of another package, if its functions are compiled.
        record: the record of a game's bouts, if the functions are compiled for it.
    """
    marker = _marker(what, module, record)
    if is_ready(what, module, record):
        yield
        return
    # This process has announced it before.
    if marker in ANNOUNCED:  # not writable, or another process has written its own
        yield
        mark_ready(what, module, record)
        return
    # Only one process compiles; the others wait for it, and may then find everything in the cache.
    with suppress(OSError):
        marker.parent.mkdir(parents=True, exist_ok=True)
    waits = f"Another process is compiling {what}: waiting for it, about {seconds} s."
    with alone(marker.with_suffix(".lock"), waits):
        if is_ready(what, module, record):
            yield
            return
        # Announce, compile with a progress line, and report.
        ANNOUNCED.add(marker)
        began = time.perf_counter()
        if marker.exists():
            say(f"Some machine code of {what} is gone or damaged: it is compiled anew, which takes up to {seconds} s.")
        else:
            say(f"Compiling {what} for this machine: once, about {seconds} s.")
        homes = _homes(module, record) | _homes("", record)
        progress = _Progress(sum(home in homes for home in FUNCTIONS))
        with event.install_listener("numba:compile", progress), _nothing_collected():
            yield
        took = time.perf_counter() - began
        mark_ready(what, module, record)
    again = "from now on it starts at once" if is_ready(what, module, record) else "it is not kept"
    say(f"\rCompiled {what} in {took:.0f} s; {again}.")


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Pause the garbage collector: scanning millions of the compiler's long-lived objects took 7 % of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Progress(event.Listener):  # type: ignore[misc]
    """Count finished compilations; draw a progress line only in a terminal."""

    def __init__(self, functions: int) -> None:
        self.functions, self.done, self.watched = functions, 0, sys.stderr.isatty()

    def on_start(self, _event: Any) -> None:
        """Ignore the start of a compilation."""

    def on_end(self, _event: Any) -> None:
        """Count a compiled function."""
        self.done += 1
        if self.watched:
            part = min(1.0, self.done / max(1, self.functions))
            bar = ("#" * round(30 * part)).ljust(30, ".")
            print(f"\r  [{bar}] {self.done} functions", end="", file=sys.stderr, flush=True)
