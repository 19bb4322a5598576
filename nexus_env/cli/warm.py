"""`python -m nexus_env warm`: compile everything ahead of time."""

import argparse
from typing import Any

from nexus_env.cli.arguments import add_game
from nexus_env.game import registry
from nexus_env.tools.warm import warm

MEANING = "compile everything that is not compiled yet"
EXAMPLES = """
  warm                               compile everything now, so that nothing else waits for it
"""


def add_arguments(parser: Any) -> None:
    """What the command takes."""
    add_game(parser)


def run(arguments: argparse.Namespace) -> int:
    """Fill the cache of machine code."""
    print(warm(registry.find(arguments.game, "--game")))
    return 0
