"""Processes that play side by side."""

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from threading import Thread


def pool(processes: int) -> ProcessPoolExecutor:
    """So many processes that begin from nothing, and end with their parent or when the terminal interrupts both."""
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_follow_parent)


def _follow_parent() -> None:
    """A killed parent cannot tell its children to stop: they would wait for work for ever."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
