"""`python -m nexus_env mcp`: bouts for language models."""

import argparse
from typing import Any

from nexus_env.cli.arguments import PORT, add_games, add_loader, games_in
from nexus_env.cli.listening import listen
from nexus_env.players.agents_by_name import find_loader
from nexus_env.system.logs import log_plainly
from nexus_env.system.wording import InputError

MEANING = "serve bouts to language models, as tools of the Model Context Protocol"
EXAMPLES = """
  mcp                                over standard input and output, for an MCP client that starts it
  mcp --game nexus                   one game; the default is all installed games
  mcp --http --port 8001             over HTTP: http://127.0.0.1:8001/mcp
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--http", action="store_true", help="serve HTTP instead of standard input and output")
    parser.add_argument("--host", default="127.0.0.1", help="with --http: the address (default: this machine only)")
    parser.add_argument(
        "--port", type=PORT, default=8001, help="with --http: the port (default 8001; 0 picks a free one)"
    )
    add_games(parser, "games to serve, the default one first")
    add_loader(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client or a signal ends it.

    Raises:
        ValueError: the `mcp` package or a game is missing, or the address is taken.
    """
    try:
        from nexus_env.frontends.mcp.server import make_server, serve_http
    except ModuleNotFoundError as error:
        raise InputError(f"mcp: got no {error.name}: pip install 'nexus-env[mcp]'.") from error
    from nexus_env.frontends.mcp.bouts import Bouts

    log_plainly()
    bouts = Bouts(games_in(arguments.game, "mcp"), find_loader(arguments.loader))
    server = make_server(bouts)
    if arguments.http:
        with listen("mcp", arguments.host, arguments.port) as listening:
            port = listening.getsockname()[1]
            print(f"Serving the Model Context Protocol at http://{arguments.host}:{port}/mcp", flush=True)
            serve_http(server, listening, arguments.host)
    else:
        server.run("stdio")
    return 0
