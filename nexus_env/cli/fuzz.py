"""`python -m nexus_env fuzz`: random legal play that checks a game's invariants."""

import argparse
from typing import Any

from nexus_env.cli.arguments import COUNT, SEED, TURNS, add_chance, add_game
from nexus_env.contract import registry
from nexus_env.system.wording import InputError
from nexus_env.tools import fuzz

MEANING = "play random bouts of all kinds and check the game's invariants"
EXAMPLES = """
  fuzz --decisions 100_000_000 --processes 2
  fuzz --case 17 --bout 123          replay one bout of an earlier run
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--decisions",
        type=COUNT,
        default=10_000_000,
        metavar="N",
        help="minimum number of decisions (default 10_000_000)",
    )
    add_chance(parser)
    parser.add_argument("--case", type=TURNS, metavar="N", help="with --bout: replay the bout of this case and seed")
    parser.add_argument("--bout", type=SEED, metavar="N", help="with --case: the seed of the bout")


def run(arguments: argparse.Namespace) -> int:
    """Play random bouts, or replay one; 1 if an invariant was violated."""
    game = registry.find(arguments.game, "--game")
    if (arguments.case is None) != (arguments.bout is None):
        missing = "--case" if arguments.case is None else "--bout"
        raise InputError(f"fuzz: got no {missing}; expected both --case and --bout, or neither.")
    if arguments.case is not None:
        return fuzz.again(game, arguments.case, arguments.bout)
    return fuzz.run(game, arguments.decisions, arguments.seed, arguments.processes)
