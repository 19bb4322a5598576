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
    """SIGTERM has come, which ends everything as Ctrl-C does."""


def interruption(number: int) -> KeyboardInterrupt:
    """The exception for a signal."""
    return Terminated() if number == signal.SIGTERM else KeyboardInterrupt()


def status_of(stop: KeyboardInterrupt) -> int:
    """With what a program ends that was interrupted: 128 and the number of the signal, as shells do."""
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


@contextmanager
def terminable() -> Iterator[None]:
    """As long as this lasts SIGTERM raises `Terminated`: what Ctrl-C would tidy up is tidied up.

    Where Python can raise nothing, in what machine code calls back (while it is compiled, say) and while an object is
    taken away, it only tells of an exception and goes on. The signal is sent again, until it comes at a better time.
    """
    with handling(_interrupt, signal.SIGTERM), _sent_again():
        yield


@contextmanager
def _sent_again() -> Iterator[None]:
    """As long as this lasts an interruption that got lost is sent to this process once more."""
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
    """As long as this lasts `handler` answers these signals, but those that are ignored.

    Python lets only its first thread do so; in another one nothing changes.
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
    """As long as this lasts `pool` gives this executor, which a cluster stands behind, say."""
    _others.append(executor)
    try:
        yield
    finally:
        _others.remove(executor)
        executor.shutdown()


def is_done_here(processes: int) -> bool:
    """One job at a time, and no other executor than this process: it carries them out itself."""
    return processes == 1 and not _others


@contextmanager
def pool(processes: int) -> Iterator[Executor]:
    """So many processes that begin from nothing, and end with their parent or as soon as it is interrupted."""
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
    """A killed parent cannot tell its children to stop: they would wait for work for ever."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
