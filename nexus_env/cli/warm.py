"""`python -m nexus_env warm`: compile the games that `serve` offers ahead of time."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from nexus_env.cli.arguments import add_games, games_in
from nexus_env.play.warm import warm

MEANING = "compile everything ahead of time"
EXAMPLES = """
  warm                               compile all games now, so that later commands start at once
  warm --game nexus                  one game
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_games(parser, "games to compile")


def run(arguments: argparse.Namespace) -> int:
    """Fill the cache of machine code."""
    games = games_in(arguments.game, "warm")
    cores = min(len(games), os.cpu_count() or 1)
    if cores > 1:
        return _share_out(list(games), cores)
    for game in games.values():
        print(warm(game), flush=True)
    return 0


def _share_out(names: Sequence[str], cores: int) -> int:
    """Compile each game in its own process, one per core: a compiler uses only one core."""

    def compile_one(name: str) -> int:
        return subprocess.run([sys.executable, "-m", "nexus_env", "warm", "--game", name], check=False).returncode

    with ThreadPoolExecutor(cores) as pool:
        return max(pool.map(compile_one, names))
