"""`python -m nexus_env warm`: compile everything ahead of time."""

import argparse
from typing import Any

from nexus_env.game import registry
from nexus_env.tools.warm import warm

MEANING = "compile everything that is not compiled yet"
EXAMPLES = """
  warm                               compile everything now, so that nothing else waits for it
"""


def add_arguments(parser: Any) -> None:
    """What the command takes."""
    parser.add_argument(
        "--game", metavar="NAME", help="a game by its name, or module:NAME (default: all of this package)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Fill the cache of machine code."""
    for name in [arguments.game] if arguments.game else registry.own_names():
        print(warm(registry.find(name, "--game")))
    return 0
