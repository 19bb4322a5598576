"""`python -m nexus_env warm`: compile the games that `serve` offers ahead of time."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from nexus_env.cli.arguments import add_games, games_in
from nexus_env.tools.warm import warm

MEANING = "compile everything ahead of time"
EXAMPLES = """
  warm                               compile all games now, so that later commands start at once
  warm --game nexus                  one game
"""


def add_arguments(parser: Any) -> None:
    """What the command takes."""
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
    """Each game in a process of its own, as many at a time as there are cores: a compiler keeps one core busy."""

    def compile_one(name: str) -> int:
        return subprocess.run([sys.executable, "-m", "nexus_env", "warm", "--game", name], check=False).returncode

    with ThreadPoolExecutor(cores) as pool:
        return max(pool.map(compile_one, names))
