"""`python -m nexus_env serve`: run the service until it is stopped."""

import argparse
import socket
from collections.abc import Mapping
from typing import Any

from nexus_env.cli.arguments import PORT, add_games, add_loader, games_in, network, within
from nexus_env.cli.listening import listen
from nexus_env.contract.game import Game
from nexus_env.frontends.web.protocol.limits import (
    DEFAULT_MESSAGES_A_SECOND,
    MOST_CHARACTERS_OF_A_NAME,
    MOST_MESSAGES_A_SECOND,
    MOST_SEED_OF_A_BOUT,
)
from nexus_env.system.logs import log_plainly
from nexus_env.system.package import install
from nexus_env.system.wording import InputError

MEANING = "serve bouts to people in the browser and to programs"
EXAMPLES = """
  serve                              open http://127.0.0.1:8000/ to play
  serve --host 0.0.0.0 --port 9000 --agent veteran=runs/duel/agent.onnx
  serve --game nexus                 one game; the default is all installed games
  serve --stdio                      line-based messages, for a front end that starts the process
  serve --store postgresql+psycopg://user@host/bouts
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=PORT, default=8000, help="the port (default 8000; 0 picks a free one)")
    parser.add_argument("--stdio", action="store_true", help="use standard input and output instead")
    parser.add_argument(
        "--store",
        default="bouts.db",
        metavar="STORE",
        help="where bouts are stored: FILE.db, or a database URL (default bouts.db)",
    )
    add_games(parser, "games to serve, the default one first")
    parser.add_argument(
        "--agent",
        action="append",
        default=[],
        metavar="NAME=AGENT",
        help="an additional opponent and the name people see; GAME/NAME=AGENT for a game other than the first",
    )
    parser.add_argument(
        "--rate",
        type=within(0, MOST_MESSAGES_A_SECOND, float),
        default=DEFAULT_MESSAGES_A_SECOND,
        metavar="N",
        help="messages per second that one address may send on average "
        f"(default {DEFAULT_MESSAGES_A_SECOND:g}; 0 for no limit)",
    )
    parser.add_argument(
        "--proxy",
        type=network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a trusted proxy or network of proxies; its X-Forwarded-For is used (default: none)",
    )
    parser.add_argument(
        "--seed",
        type=within(0, MOST_SEED_OF_A_BOUT),
        metavar="N",
        help="the seed of bouts and agents that have none of their own, for testing a front end (default: random)",
    )
    parser.add_argument("--inherited", type=int, help=argparse.SUPPRESS)  # a socket, from a process that compiles
    add_loader(parser)


def run(arguments: argparse.Namespace) -> int:
    """Start the service, and print its address.

    Raises:
        ValueError: the store or an agent is not available, or the address is taken.
    """
    try:
        from nexus_env.frontends.web import serving
    except ModuleNotFoundError as error:
        raise InputError(f"serve: got no {error.name}: {install('serve')}.") from error
    from nexus_env.frontends.web.hall.surroundings import leaving_threads

    log_plainly()
    games, seed = games_in(arguments.game, "serve"), arguments.seed
    agents = _agents(arguments, games)
    terms = serving.ServiceTerms(games, agents, arguments.loader, arguments.store, seed)
    with leaving_threads():
        if arguments.stdio:
            serving.serve_lines(terms)
            return 0
        with _socket(arguments) as listening:  # first, so that a taken port is reported at once
            serving.serve_socket(terms, listening, arguments)
    return 0


def _socket(arguments: argparse.Namespace) -> socket.socket:
    """The listening socket: inherited from another process, or new."""
    if arguments.inherited is not None:
        return socket.socket(fileno=arguments.inherited)
    return listen("serve", arguments.host, arguments.port)


def _agents(arguments: argparse.Namespace, games: Mapping[str, Game]) -> dict[str, dict[str, str]]:
    """The additional agents of each game to serve.

    Raises:
        ValueError: an agent is for another game, or its name is taken.
    """
    names = list(games)
    found: dict[str, dict[str, str]] = {name: {} for name in names}
    for word in arguments.agent:
        game, slash, _ = word.partition("=")[0].partition("/")
        if slash and game not in found:
            raise InputError(f"--agent: got the game {game!r}; expected one of {', '.join(found)}.")
        name, known = _named(word.partition("/")[2] if slash else word)
        whose = game if slash else names[0]
        if name in games[whose].agents.meanings or name in found[whose]:
            what = "an agent of the game" if name in games[whose].agents.meanings else "another --agent"
            raise InputError(f"--agent: got the name {name!r}, already used by {what}; expected an unused name.")
        found[whose][name] = known
    return found


def _named(word: str) -> tuple[str, str]:
    """The name and the agent in NAME=AGENT."""
    from nexus_env.frontends.web.protocol.base import cleaned

    name, equals, known = word.partition("=")
    if not equals or not name or not known:
        raise InputError(f"--agent: got {word!r}; expected NAME=AGENT, such as veteran=runs/duel/agent.onnx.")
    if cleaned(name) != name or set(name) & set("{}"):
        expected = f"at most {MOST_CHARACTERS_OF_A_NAME} characters on one line, without braces"
        raise InputError(f"--agent: got the name {name!r}; expected {expected}.")
    return name, known
