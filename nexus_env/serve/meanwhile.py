"""The first start: while this process makes machine code, another one serves the very same rules as plain Python.

Both hold the same listening socket, and bouts are on disk. When the machine code is there the plain process ends, this
one goes on where it was, and whoever was connected resumes by its cursor.
"""

import argparse
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from nexus_env.machine.compiled import PLAIN
from nexus_env.warming import is_warm

PATIENCE = 10  # seconds for the plain process to end


def is_first_start() -> bool:
    """Whether machine code has still to be made, which takes minutes."""
    return not PLAIN and not is_warm() and os.name == "posix"


@contextmanager
def served_in_plain(listening: socket.socket, arguments: argparse.Namespace) -> Iterator[None]:
    """Let another process serve at a socket as long as this lasts."""
    listening.set_inheritable(True)
    words = ["--store", arguments.store, "--rate", str(arguments.rate), "--loader", arguments.loader]
    words += [word for agent in arguments.agent for word in ("--agent", agent)]
    plain = subprocess.Popen(
        [sys.executable, "-m", "nexus_env", "serve", *words, "--inherited", str(listening.fileno())],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        pass_fds=[listening.fileno()],
        stdin=subprocess.PIPE,
    )
    assert plain.stdin is not None
    try:
        yield
    finally:
        plain.terminate()
        plain.stdin.close()  # by that alone it ends, too, should this process be killed
        try:
            plain.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            plain.kill()
            plain.wait()


def meanwhile(listening: socket.socket, arguments: argparse.Namespace) -> Any:
    """A context in which somebody serves, at a first start; else one in which nobody needs to."""
    if not is_first_start() or arguments.inherited is not None:
        return nullcontext()
    print("This is the first start: until the machine code is there, plain Python serves.", file=sys.stderr, flush=True)
    return served_in_plain(listening, arguments)


def end_with(stream: int, server: Any) -> None:
    """Let a uvicorn server end when nothing can come any more at a file descriptor."""

    def wait() -> None:
        while os.read(stream, 1):
            pass
        server.should_exit = True

    threading.Thread(target=wait, daemon=True).start()
