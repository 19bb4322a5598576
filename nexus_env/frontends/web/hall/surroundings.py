"""The service's interface to the machine, besides its event loop: the time, threads, and secrets.

A simulation supplies its own: a clock that jumps, work that is done on the spot, and secrets that repeat.
"""

import atexit
import os
import queue
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from nexus_env.system.processes import status_of


def _waited_for(name: str, most: int) -> Executor:
    return ThreadPoolExecutor(most, thread_name_prefix=name)


class LooseThreads(Executor):
    """Threads that the process does not wait for at its end: an agent may sleep for an hour.

    There are as many as there is work at a time; idle ones are used again.
    """

    def __init__(self, name: str) -> None:
        """Start without threads; `name` is theirs."""
        self._name = name
        self._jobs: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._ended = False

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> "Future[Any]":
        """Call a function in a thread. See `Executor.submit`."""
        if self._ended:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[Any] = Future()
        self._jobs.put((future, partial(function, *arguments, **named)))
        if not self._idle.acquire(blocking=False):
            _Loose(self._name, self._jobs, self._idle).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work; nobody waits for that under way."""
        self._ended = True
        self._jobs.put(None)


class _Loose(threading.Thread):
    """A thread that carries out one job after another."""

    def __init__(self, name: str, jobs: Any, idle: threading.Semaphore) -> None:
        super().__init__(name=name, daemon=True)
        self.is_busy, self._jobs, self._idle = False, jobs, idle

    def run(self) -> None:
        """Work until there is no more."""
        while (job := self._jobs.get()) is not None:
            self.is_busy = True
            _carry_out(*job)
            del job  # else it would be kept until the next one
            self.is_busy = False
            self._idle.release()
        self._jobs.put(None)  # for the next thread


def _carry_out(future: "Future[Any]", call: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)


@contextmanager
def leaving_threads(*, of_libraries: bool = False) -> Iterator[None]:
    """End the process at the end of this context if loose threads still work.

    Python would take its objects away while they may be in the middle of machine code. It would wait for the threads
    `of_libraries`, one of which may read from a front end that never sends another line.
    """
    try:
        yield
    except KeyboardInterrupt as stop:
        _end_if_busy(status_of(stop), of_libraries=of_libraries)
        raise
    _end_if_busy(0, of_libraries=of_libraries)


def _end_if_busy(status: int, *, of_libraries: bool) -> None:
    def holds(thread: threading.Thread) -> bool:
        if isinstance(thread, _Loose):
            return thread.is_busy
        return of_libraries and not thread.daemon and thread is not threading.main_thread()

    if any(map(holds, threading.enumerate())):
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


@dataclass(frozen=True)
class Surroundings:
    """The parts of the machine that a service uses."""

    now: Callable[[], float] = time.monotonic  # seconds
    date: Callable[[], float] = time.time  # seconds since 1970
    threads: Callable[[str, int], Executor] = _waited_for  # by name and number; the process waits for their work
    loose_threads: Callable[[str], Executor] = LooseThreads  # by name; the process does not
    secret: Callable[[int], str] = secrets.token_urlsafe  # a text that cannot be guessed, of so many bytes


REAL = Surroundings()
