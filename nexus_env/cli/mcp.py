"""`python -m nexus_env mcp`: bouts for language models."""

import argparse
import sys
from typing import Any

from nexus_env.cli.arguments import PORT, add_games, add_loader, games_in, within
from nexus_env.cli.listening import listen
from nexus_env.players.agents_by_name import find_loader
from nexus_env.system.logs import log_plainly
from nexus_env.system.package import install
from nexus_env.system.wording import InputError

MEANING = "serve bouts to language models, as tools of the Model Context Protocol"
EXAMPLES = """
  mcp                                over standard input and output, for an MCP client that starts it
  mcp --game nexus                   one game; the default is all installed games
  mcp --http --port 8001             over HTTP: http://127.0.0.1:8001/mcp
  mcp --store bouts.db               bouts in a file of your own
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--http", action="store_true", help="serve HTTP instead of standard input and output")
    parser.add_argument("--host", default="127.0.0.1", help="with --http: the address (default: this machine only)")
    parser.add_argument(
        "--port", type=PORT, default=8001, help="with --http: the port (default 8001; 0 picks a free one)"
    )
    parser.add_argument(
        "--store",
        metavar="STORE",
        help="where bouts are stored: FILE.db, or a database URL (default: mcp.db in the user's data folder)",
    )
    parser.add_argument(
        "--seed",
        type=within(0, 2**53),
        metavar="N",
        help="the seed of bouts that have none of their own, for testing (default: random)",
    )
    add_games(parser, "games to serve, the default one first")
    add_loader(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client or a signal ends it.

    Raises:
        ValueError: the `mcp` package or a game is missing, the store cannot be opened, or the address is taken.
    """
    try:
        from nexus_env.frontends.mcp.bouts import ServedBouts
        from nexus_env.frontends.mcp.server import make_server, serve_http, serve_lines
        from nexus_env.frontends.web.hall.surroundings import leaving_threads
    except ModuleNotFoundError as error:
        raise InputError(f"mcp: got no {error.name}: {install('mcp')}.") from error
    log_plainly()
    games = games_in(arguments.game, "mcp")
    with leaving_threads(of_libraries=not arguments.http):
        keeping = _keeping(games, arguments.store)
        bouts = ServedBouts(games, find_loader(arguments.loader), keeping, arguments.seed)
        server = make_server(bouts)
        try:
            if arguments.http:
                with listen("mcp", arguments.host, arguments.port) as listening:
                    port = listening.getsockname()[1]
                    print(f"Serving the Model Context Protocol at http://{arguments.host}:{port}/mcp", flush=True)
                    serve_http(server, bouts, listening, arguments.host)
            else:
                serve_lines(server)
        finally:
            bouts.close()
    return 0


def _keeping(games: Any, store: str | None) -> Any:
    """The store of the bouts; None if the default folder is not writable.

    Raises:
        ValueError: the store that was asked for cannot be opened.
    """
    from nexus_env.frontends.mcp.keeping import Keeping, usual_file
    from nexus_env.frontends.web.hall.database import Database
    from nexus_env.frontends.web.hall.tables import StoreError

    try:
        return Keeping(games, Database(store or usual_file(), is_alone=False))
    except StoreError as error:
        if store is not None:
            raise InputError(error) from error
        print(f"{error} Bouts end with this process; --store names another place.", file=sys.stderr, flush=True)
        return None
