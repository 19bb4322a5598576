"""`python -m nexus_env serve`: the service, until it is stopped."""

import argparse
import asyncio
import logging
import socket

from nexus_env import slots
from nexus_env.games.nexus import NEXUS

PATIENCE = 3  # seconds for those who are connected, when the service is to end


def serve(arguments: argparse.Namespace) -> int:
    """Start the service, and say where it is.

    Raises:
        ValueError: the store or an agent cannot be had, or the address is taken.
    """
    try:
        import uvicorn

        from nexus_env.serve.app import make_app
        from nexus_env.serve.hall import Hall
        from nexus_env.serve.opponents import Opponents
        from nexus_env.serve.reading import MOST_BYTES
        from nexus_env.serve.stdio import converse
        from nexus_env.serve.store import Store, StoreError
        from nexus_env.serve.worker import Worker
    except ModuleNotFoundError as error:
        raise ValueError(f"serve: found no {error.name}: pip install 'nexus-env[serve]'.") from error
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    more = dict(_named(word) for word in arguments.agent)

    def open_hall() -> Hall:
        opponents = Opponents(NEXUS, more, arguments.loader)
        slots.prepare(NEXUS)
        opponents.warm()
        try:
            return Hall(NEXUS, Store(arguments.store), opponents)
        except StoreError as error:
            raise ValueError(str(error)) from error

    if arguments.stdio:
        asyncio.run(converse(open_hall()))
        return 0
    with _listen(arguments.host, arguments.port) as listening:  # first, so that a taken port is told at once
        app = make_app(open_hall(), Worker(NEXUS, more, arguments.loader), arguments.rate)
        host, port = listening.getsockname()[:2]
        print(f"Open http://{host}:{port}/ in a browser; Ctrl-C ends the service.", flush=True)
        config = uvicorn.Config(
            app,
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            timeout_graceful_shutdown=PATIENCE,
        )
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise ValueError(f"serve: {host}, port {port}: {error.strerror or error}; choose another by --port.") from error


def _named(word: str) -> tuple[str, str]:
    """NAME=AGENT of the command line."""
    name, equals, known = word.partition("=")
    if not equals or not name or not known:
        raise ValueError(f"--agent: found {word!r}, expected NAME=AGENT, as veteran=runs/duel/agent.onnx.")
    return name, known
