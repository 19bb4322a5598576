"""The first start: while this process compiles, another serves the same rules in plain Python.

Both hold the same listening socket, and bouts are on disk. When the machine code is ready, the plain process ends, this
one continues, and connected clients resume with their cursors.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import uvicorn

from nexus_env.contract.game import Game
from nexus_env.frontends.web.http_connection import HttpConnection
from nexus_env.machine.compiled import PLAIN
from nexus_env.play.warm import is_warm

LINGER = 1.0  # seconds for new connections to send their requests
PATIENCE = 3  # seconds for the plain process to finish: everything it acknowledged is on disk
FAREWELL = 10  # seconds at most for telling unanswered clients to ask again, which takes a moment on an idle machine


def is_first_start(games: Iterable[Game]) -> bool:
    """Whether one of the games has to be compiled first, which takes minutes."""
    return not PLAIN and os.name == "posix" and not all(map(is_warm, games))


@contextmanager
def served_in_plain(listening: socket.socket, arguments: argparse.Namespace) -> Iterator[None]:
    """Within this context, let another process serve the socket."""
    print(
        "This is the first start: plain Python serves until the machine code is compiled.", file=sys.stderr, flush=True
    )
    listening.set_inheritable(True)
    words = ["--store", arguments.store, "--rate", str(arguments.rate), "--loader", arguments.loader]
    words += [word for agent in arguments.agent for word in ("--agent", agent)]
    words += [word for game in arguments.game or () for word in ("--game", game)]
    words += [word for proxy in arguments.proxy for word in ("--proxy", proxy)]
    words += [] if arguments.seed is None else ["--seed", str(arguments.seed)]
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
        plain.stdin.close()  # as if this process had been killed
        try:
            plain.wait(PATIENCE + FAREWELL)
        except subprocess.TimeoutExpired:
            plain.kill()
            plain.wait()


def end_with(stream: int, server: uvicorn.Server) -> None:
    """End this process and its server when the other end of a file descriptor is closed.

    Later connections wait at the socket for the next process; accepted ones are answered.
    """

    def close_the_doors() -> None:
        HttpConnection.is_farewell = True
        for connection in _connections(server):
            connection.end_with_answer()
        for door in (door.fileno() for each in server.servers for door in each.sockets):
            asyncio.get_running_loop().remove_reader(door)  # `close` would drop connections that are being accepted

    all_are_told = threading.Event()

    def give_up() -> None:
        for connection in _connections(server):
            connection.refuse_to_answer()
        all_are_told.set()

    def wait() -> None:
        while os.read(stream, 1):
            pass
        with suppress(RuntimeError):  # the loop is closed: the server has ended by itself
            if server.started:
                loop = server.servers[0].get_loop()
                loop.call_soon_threadsafe(close_the_doors)
                time.sleep(LINGER)
                server.should_exit = True
                time.sleep(PATIENCE - LINGER)
                loop.call_soon_threadsafe(give_up)
                all_are_told.wait(FAREWELL)
        os._exit(0)  # without waiting for agents that still think

    threading.Thread(target=wait, daemon=True).start()


def _connections(server: uvicorn.Server) -> Iterable[HttpConnection]:
    """The HTTP connections, which end with an answer; WebSockets just end."""
    return [each for each in server.server_state.connections if isinstance(each, HttpConnection)]
