"""The lifetime of the service, on a socket or over standard input and output."""

import argparse
import asyncio
import gc
import socket
import sys
from contextlib import nullcontext
from dataclasses import dataclass

import uvicorn

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.frontends.web.app import make_app
from nexus_env.frontends.web.hall.opponents import ServedOpponents
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.hall.store import Store, StoreError
from nexus_env.frontends.web.http_connection import HttpConnection
from nexus_env.frontends.web.protocol.limits import MOST_BYTES_OF_A_MESSAGE, SECONDS_OF_AN_IDLE_CONNECTION
from nexus_env.frontends.web.stdio import converse
from nexus_env.frontends.web.warmup_server import end_with, is_first_start, served_in_plain
from nexus_env.frontends.web.worker import AgentWorker
from nexus_env.play.warm import mark_warm
from nexus_env.system.wording import InputError

PATIENCE = 3  # seconds for open connections when the service stops


@dataclass(frozen=True)
class ServiceTerms:
    """The terms of a service, independent of the transport."""

    games: dict[str, Game]  # by the names in `--game`
    agents: dict[str, dict[str, str]]  # the additional agents of each game: the name that people see -> the agent
    loader: str
    store: str
    seed: int | None

    def opponents(self) -> list[ServedOpponents]:
        """The agents of each game, ready to be loaded.

        Raises:
            ValueError: an agent is not available.
        """
        return [ServedOpponents(game, self.agents[name], self.loader, self.seed) for name, game in self.games.items()]

    def open_store(self, *, at_once: bool = True) -> Store:
        """Make the store of bouts; `at_once` opens it before the first bout.

        Raises:
            ValueError: it cannot be opened.
        """
        try:
            return Store(self.store, at_once=at_once)
        except StoreError as error:
            raise InputError(str(error)) from error


def warmed(opponents: list[ServedOpponents]) -> list[ServedOpponents]:
    """Return them once they can answer at once: compiling takes minutes."""
    for one in opponents:
        slots.prepare(one.game)
        one.warm()
    return opponents


def serve_lines(terms: ServiceTerms) -> None:
    """Answer the lines of standard input until it ends.

    Raises:
        ValueError: the store or an agent is not available.
    """
    store = terms.open_store(at_once=False)  # a front end that only asks for advice needs no file
    asyncio.run(converse(Hall(store, warmed(terms.opponents()), terms.seed)))


def serve_socket(terms: ServiceTerms, listening: socket.socket, arguments: argparse.Namespace) -> None:
    """Serve HTTP and WebSockets until the process is stopped.

    Args:
        terms: what is served.
        listening: the listening socket.
        arguments: the command line, for the process that serves while this one compiles.

    Raises:
        ValueError: the store or an agent is not available.
    """
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # an answer follows an update at once
    is_first = is_first_start(terms.games.values())
    opponents = None if is_first else terms.opponents()  # loading may take minutes at the first start
    if arguments.inherited is None:
        terms.open_store().close()
        host, port = listening.getsockname()[:2]
        print(f"Open http://{host}:{port}/ in a browser; Ctrl-C ends the service.", flush=True)
    with served_in_plain(listening, arguments) if is_first else nullcontext():
        opponents = warmed(opponents or terms.opponents())
    for game in terms.games.values():
        mark_warm(game)
    gc.collect()
    gc.freeze()  # loaded objects stay: collecting them again and again would delay requests
    hall, worker = Hall(terms.open_store(), opponents, terms.seed), AgentWorker(terms.agents, terms.loader, terms.seed)
    server = uvicorn.Server(_configured(hall, worker, arguments))
    if arguments.inherited is not None:
        end_with(sys.stdin.fileno(), server)
    server.run(sockets=[listening])


def _configured(hall: Hall, worker: AgentWorker, arguments: argparse.Namespace) -> uvicorn.Config:
    return uvicorn.Config(
        make_app(hall, worker, arguments.rate),
        log_level="warning",
        log_config=None,  # our own: see `log_plainly`
        http=HttpConnection,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES_OF_A_MESSAGE,
        ws_per_message_deflate=False,  # updates are small: compressing takes longer than sending
        timeout_keep_alive=SECONDS_OF_AN_IDLE_CONNECTION,
        timeout_graceful_shutdown=PATIENCE,
        proxy_headers=bool(arguments.proxy),  # otherwise, anybody on this machine could claim any address
        forwarded_allow_ips=arguments.proxy,
    )
