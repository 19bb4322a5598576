"""`python -m nexus_env warm`: compile everything ahead of time, of all games that `serve` would play."""

import argparse
from typing import Any

from nexus_env.cli.arguments import add_games, games_in
from nexus_env.tools.warm import warm

MEANING = "compile everything that is not compiled yet"
EXAMPLES = """
  warm                               compile everything of every game now, so that nothing else waits for it
  warm --game nexus                  of one game alone
"""


def add_arguments(parser: Any) -> None:
    """What the command takes."""
    add_games(parser, "compile")


def run(arguments: argparse.Namespace) -> int:
    """Fill the cache of machine code."""
    for game in games_in(arguments.game, "warm").values():
        print(warm(game), flush=True)
    return 0
