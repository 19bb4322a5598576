"""Signals: SIGTERM ends what runs as Ctrl-C does, and nothing is left behind."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time

import pytest

from nexus_env.system.processes import Terminated, handling, pool, status_of, terminable

HOURS = 10_000.0  # what is not interrupted does not end before pytest gives the test up
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def test_sigterm_interrupts_as_long_as_it_is_asked_to() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt) as stop, terminable():
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(HOURS)
    assert isinstance(stop.value, Terminated) and status_of(stop.value) == 143
    assert status_of(KeyboardInterrupt()) == 130 and signal.getsignal(signal.SIGTERM) == before


def test_a_signal_that_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with terminable():
            os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_in_another_thread_nothing_changes() -> None:
    before, seen = signal.getsignal(signal.SIGTERM), []

    def look() -> None:
        with handling(print, signal.SIGTERM):
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [before]


def test_an_interrupted_pool_ends_its_processes() -> None:
    """At once: whatever they are at may take hours."""
    with pytest.raises(KeyboardInterrupt), pool(2) as workers:
        workers.submit(time.sleep, HOURS)
        while not multiprocessing.active_children():
            pass
        raise KeyboardInterrupt
    assert not multiprocessing.active_children()


def test_a_signal_that_is_lost_twice_comes_a_third_time() -> None:
    """The one that is sent again may find the same machine code still calling back."""
    times = 0

    def call_back(_: int) -> int:
        nonlocal times
        times += 1
        if times == 1:
            signal.raise_signal(signal.SIGTERM)
        time.sleep(HOURS)  # until what was lost comes again, and is lost again
        return 0

    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(call_back)
    with pytest.raises(Terminated), terminable():
        callback(0)
        callback(0)
        time.sleep(HOURS)
    assert times == 2


def test_a_signal_that_comes_where_nothing_can_be_raised_comes_again() -> None:
    """As while Numba compiles: what is raised in a callback of machine code is told and forgotten."""
    times = 0

    def call_back(_: int) -> int:
        nonlocal times
        times += 1
        signal.raise_signal(signal.SIGTERM)  # raised here, and lost
        return 0

    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(call_back)
    with pytest.raises(Terminated), terminable():
        callback(0)
        time.sleep(HOURS)
    assert times == 1
