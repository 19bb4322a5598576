"""`python -m nexus_env validate`: check a user's own cards and boards."""

import argparse
from typing import Any

from nexus_env.cli.arguments import add_game, some
from nexus_env.contract import registry
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError

MEANING = "check a folder of your own cards and boards"
EXAMPLES = """
  validate my_cards/                 report every mistake in a folder of your own cards
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument("folder", type=some, metavar="FOLDER", help="the folder of stock files")


def run(arguments: argparse.Namespace) -> int:
    """Print every mistake in a folder of stock files, or its contents; 1 if there is a mistake."""
    game = registry.find(arguments.game, "--game")
    if game.validate is None:
        raise InputError(f"validate: got {game.name}; expected a game with stock files.")
    lines, status = game.validate(arguments.folder)
    print("\n".join(map(legible, lines)))
    return status
