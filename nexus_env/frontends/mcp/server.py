"""The Model Context Protocol server, whose tools let a language model play."""

import os
import socket
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from threading import Lock
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from nexus_env.frontends.mcp.bouts import ServedBouts
from nexus_env.frontends.web.protocol.limits import SECONDS_OF_AN_IDLE_CONNECTION
from nexus_env.system.package import VERSION
from nexus_env.system.wording import one_line
from nexus_env.text import prompt

INSTRUCTIONS = (
    "Play arena games against agents. list_games names games, opponents and options; begin_bout returns the name of a "
    "bout and a prompt, which shows all that your seat may know and every legal command; play carries one out and "
    "returns the next prompt. why_not, advise and transcript help."
)
PATIENCE = 3  # seconds for requests under way when the server stops
SESSION = "mcp-session-id"  # the HTTP header with the session that the server gave the client


class Tools:
    """The tools; clients see their docstrings. A wrong call returns an error as text."""

    def __init__(self, bouts: ServedBouts) -> None:
        """Serve these bouts."""
        self._bouts = bouts
        self._lock = Lock()  # the `mcp` package may run tools in threads

    @contextmanager
    def _using(self) -> Iterator[ServedBouts]:
        """The bouts, for one tool at a time; a client's mistake becomes a tool error."""
        with self._lock:
            try:
                yield self._bouts
            except ValueError as error:
                raise ToolError(one_line(error)) from error

    def list_games(self) -> str:
        """List the games that can be played, with their opponents and options."""
        with self._using() as bouts:
            return bouts.list_games()

    def begin_bout(
        self,
        game: str | None = None,
        opponent: str | None = None,
        seat: int = 0,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        *,
        context: Context[Any, Any],
    ) -> str:
        """Begin a bout and see the first decision.

        Args:
            game: its name; by default the first of list_games.
            opponent: who plays all other seats; by default the strongest that comes with the game.
            seat: which seat you play, from 0.
            seed: of the dice, to play the same bout again.
            options: options of the game, as list_games names them.
            context: passed by the server itself.
        """
        with self._using() as bouts:
            session = (context.headers or {}).get(SESSION, "")
            name, text = bouts.begin(game, opponent, seat, seed, options, session)
            return f"The bout is called {name}.\n\n{text}"

    def look(self, bout: str, most: int = prompt.MOST) -> str:
        """Show what you see and may do in a bout, in at most `most` characters."""
        with self._using() as bouts:
            return bouts.look(bout, most)

    def play(self, bout: str, command: str) -> str:
        """Give one of the legal commands, word for word; returns what happened and your next decision."""
        with self._using() as bouts:
            return bouts.play(bout, command)

    def why_not(self, bout: str, command: str) -> str:
        """Why a command is not legal now."""
        with self._using() as bouts:
            return bouts.why_not(bout, command)

    def advise(self, bout: str, agent: str) -> str:
        """Ask one of the agents of list_games what it would do in your place."""
        with self._using() as bouts:
            return bouts.advise(bout, agent)

    def transcript(self, bout: str) -> str:
        """Show what has happened, as far as you know; after the end, the whole transcript, which can be replayed."""
        with self._using() as bouts:
            return bouts.transcript(bout)


def make_server(bouts: ServedBouts) -> MCPServer[Any]:
    """Make a server for these bouts; `run` starts it."""
    server: MCPServer[Any] = MCPServer("nexus-env", instructions=INSTRUCTIONS, version=VERSION, log_level="WARNING")
    tools = Tools(bouts)
    for tool in (
        *(tools.list_games, tools.begin_bout, tools.look, tools.play),
        *(tools.why_not, tools.advise, tools.transcript),
    ):
        server.add_tool(tool)
    return server


def serve_lines(server: MCPServer[Any]) -> None:
    """Answer the lines of standard input, with or without a byte-order mark before them, until it ends."""
    wire = os.dup(0)  # what runs in this process must not read from it: the same is done with standard output
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    lines = os.fdopen(wire, "rb", closefd=False)
    if lines.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
        lines.read(len(BOM_UTF8))
    before, sys.stdin = sys.stdin, TextIOWrapper(lines, encoding="utf-8")
    try:
        server.run("stdio")
    finally:
        sys.stdin.detach()  # closing it would wait for a thread that still reads
        sys.stdin = before


def serve_http(server: MCPServer[Any], bouts: ServedBouts, listening: socket.socket, host: str) -> None:
    """Answer clients at /mcp on a listening socket until the process is stopped.

    Args:
        server: the server.
        bouts: its bouts.
        listening: the socket.
        host: its address; a local one refuses requests from web pages of other sites.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            bouts.stop()  # an opponent may sleep for an hour
            await super().shutdown(sockets)

    app = server.streamable_http_app(host=host)
    config = uvicorn.Config(
        app,
        log_level="warning",
        log_config=None,
        timeout_keep_alive=SECONDS_OF_AN_IDLE_CONNECTION,
        timeout_graceful_shutdown=PATIENCE,
    )
    Server(config).run(sockets=[listening])
