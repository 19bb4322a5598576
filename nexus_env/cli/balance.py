"""`python -m nexus_env balance`: what moves the rate of winning."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import add_chance, add_game, add_loader, add_seats, add_stock, at_least
from nexus_env.game import registry
from nexus_env.tools import balance

MEANING = "how each card, weapon and barge moves the rate of winning"
EXAMPLES = """
  balance --agent greedy --bouts 5000 --processes 2 --out runs/balance
  balance --stock my_cards/ --seats 4
"""


def add_arguments(parser: Any) -> None:
    """What the command takes."""
    add_game(parser)
    parser.add_argument(
        "--agent", default="greedy", help="who plays every seat: as for play, by its name (default greedy)"
    )
    parser.add_argument("--bouts", type=at_least(1), default=2000, help="how many (default 2000)")
    add_seats(parser)
    add_stock(parser)
    parser.add_argument("--barge", default="roll", help='as for play (default "roll": any of the eight)')
    parser.add_argument(
        "--deal",
        default="random",
        help='"random", or "draft": the agent chooses lanista and motivation (default random)',
    )
    add_chance(parser)
    parser.add_argument(
        "--out", type=Path, default=Path("runs/balance"), metavar="FOLDER", help="for the page (default runs/parser)"
    )
    add_loader(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print and write the balance report."""
    game = registry.find(arguments.game, "--game")
    options = {name: getattr(arguments, name) for name in ("seats", "barge", "deal", "stock")}
    plan = balance.Plan(game, arguments.agent, options, arguments.seed, arguments.loader)
    balance.run(plan, arguments.bouts, arguments.processes, arguments.out)
    return 0
