"""Worker processes, and a clean end of a program on a signal."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any

PAUSE = 0.1  # seconds until a signal that got lost is sent again


class Terminated(KeyboardInterrupt):
    """SIGTERM was received; it ends everything as Ctrl-C does."""


def interruption(number: int) -> KeyboardInterrupt:
    """The exception for a signal."""
    return Terminated() if number == signal.SIGTERM else KeyboardInterrupt()


def status_of(stop: KeyboardInterrupt) -> int:
    """The exit status of an interrupted program: 128 plus the number of the signal, as in shells."""
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


@contextmanager
def terminable() -> Iterator[None]:
    """Make SIGTERM raise `Terminated` meanwhile, so that the same cleanup runs as after Ctrl-C.

    In callbacks from machine code (during compilation, for example) and while an object is destroyed, Python cannot
    raise: it only reports the exception and goes on. So the signal is sent again until it arrives at a better time.
    """
    with handling(_interrupt, signal.SIGTERM), _sent_again():
        yield


@contextmanager
def _sent_again() -> Iterator[None]:
    """Send an interruption that got lost to this process again."""
    before = sys.unraisablehook
    senders: list[threading.Timer] = []

    def tell(lost: Any) -> None:
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            before(lost)
            return
        number = signal.SIGTERM if isinstance(lost.exc_value, Terminated) else signal.SIGINT
        sender = threading.Timer(PAUSE, os.kill, (os.getpid(), number))
        sender.daemon = True
        senders.append(sender)
        sender.start()

    sys.unraisablehook = tell
    try:
        yield
    finally:
        sys.unraisablehook = before
        for sender in senders:
            sender.cancel()


@contextmanager
def handling(handler: Any, *numbers: int) -> Iterator[None]:
    """Let `handler` handle these signals meanwhile, except ignored ones.

    Python allows that only in its main thread; in another thread nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: known for number, known in before.items() if known is not None and known != signal.SIG_IGN}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, known in before.items():
            signal.signal(number, known)


def _interrupt(number: int, frame: Any) -> None:
    raise interruption(number)


_others: list[Executor] = []  # who carries out jobs in the place of processes; the last one does


@contextmanager
def pooled_by(executor: Executor) -> Iterator[None]:
    """Make `pool` return this executor meanwhile, such as one of a cluster."""
    _others.append(executor)
    try:
        yield
    finally:
        _others.remove(executor)
        executor.shutdown()


def is_done_here(processes: int) -> bool:
    """Whether this process carries out the jobs itself: one at a time, and no executor is set."""
    return processes == 1 and not _others


@contextmanager
def pool(processes: int) -> Iterator[Executor]:
    """A pool of spawned processes that end with their parent, or as soon as it is interrupted."""
    if _others:
        yield _others[-1]
        return
    others = set(multiprocessing.active_children())
    workers = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_follow_parent)
    try:
        yield workers
    except KeyboardInterrupt:  # a terminal interrupts them too, but a signal may have come to this process alone
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    finally:
        workers.shutdown()


@contextmanager
def out_of_earshot() -> Iterator[None]:
    """Shield processes that are started within from SIGINT and SIGTERM, which a terminal sends to all of a group; this
    process ends them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_parent() -> None:
    """End this process when its parent is killed, which cannot tell its children to stop."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
