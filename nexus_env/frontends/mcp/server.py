"""The server of the Model Context Protocol: tools with which a language model plays.

The tools are plain functions of `Bouts`; what is wrong with a call comes back as the text of an error.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from nexus_env.frontends.mcp.bouts import Bouts
from nexus_env.system.package import package_version
from nexus_env.text import prompt

INSTRUCTIONS = (
    "Play arena games against agents. list_games names games, opponents and options; begin_bout answers the name of a "
    "bout and a prompt, which shows all that your seat may know and every legal command; play carries one out and "
    "answers the next prompt. why_not, advise and transcript help."
)


def make_server(bouts: Bouts) -> MCPServer[Any]:
    """A server with these bouts; `run` starts it."""
    server: MCPServer[Any] = MCPServer(
        "nexus-env", instructions=INSTRUCTIONS, version=package_version(), log_level="WARNING"
    )
    lock = Lock()  # tools may run in threads

    @contextmanager
    def one_at_a_time() -> Iterator[None]:
        """A mistake of the client is told to it; anything else the protocol's package writes to the log."""
        with lock:
            try:
                yield
            except ValueError as error:
                raise ToolError(str(error)) from error

    @server.tool()
    def list_games() -> str:
        """Which games can be played, against whom, and with which options."""
        return bouts.list_games()

    @server.tool()
    def begin_bout(
        game: str | None = None,
        opponent: str | None = None,
        seat: int = 0,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> str:
        """Begin a bout and see the first decision.

        Args:
            game: its name; by default the first of list_games.
            opponent: who plays all other seats; by default the strongest that comes with the game.
            seat: which seat you play, from 0.
            seed: of the dice, to play the same bout again.
            options: options of the game, as list_games names them.
        """
        with one_at_a_time():
            name, text = bouts.begin(game, opponent, seat, seed, options)
        return f"The bout is called {name}.\n\n{text}"

    @server.tool()
    def look(bout: str, most: int = prompt.MOST) -> str:
        """What you see and may do in a bout, in at most so many characters."""
        with one_at_a_time():
            return bouts.look(bout, most)

    @server.tool()
    def play(bout: str, command: str) -> str:
        """Give one of the legal commands, word for word; answers what came of it and your next decision."""
        with one_at_a_time():
            return bouts.play(bout, command)

    @server.tool()
    def why_not(bout: str, command: str) -> str:
        """Why a command is not legal now."""
        with one_at_a_time():
            return bouts.why_not(bout, command)

    @server.tool()
    def advise(bout: str, agent: str) -> str:
        """What one of the agents of list_games would do in your place."""
        with one_at_a_time():
            return bouts.advise(bout, agent)

    @server.tool()
    def transcript(bout: str) -> str:
        """What has happened as far as you know; of a bout that is over the whole, which can be replayed."""
        with one_at_a_time():
            return bouts.transcript(bout)

    return server
