"""`python -m nexus_env balance`: measure what changes the win rate."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import COUNT, add_chance, add_game, add_loader, add_rules, add_seats, agreed, some
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.tools import balance

MEANING = "measure how each card and board changes the win rate"
EXAMPLES = """
  balance --agent {agent} --bouts 5000 --processes 2 --out runs/balance
  balance --seats {most} --bouts 20000
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument(
        "--agent",
        type=some,
        help="the agent in every seat, named as in `play` (default: chosen by the game)",
    )
    parser.add_argument("--bouts", type=COUNT, default=2000, help="number of bouts (default 2000)")
    add_seats(parser)
    add_rules(parser)
    parser.set_defaults(usual=usual_of)
    add_chance(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("runs/balance"),
        metavar="FOLDER",
        help="the folder for the report (default runs/balance)",
    )
    add_loader(parser)


def usual_of(game: Game) -> dict[str, Any]:
    """The default options of the bouts; see `Ledger`."""
    if game.ledger is None:
        return {}
    return {**game.ledger.usual, **dict.fromkeys(game.ledger.turns, "each in turn")}


def run(arguments: argparse.Namespace) -> int:
    """Print and write the balance report."""
    game = registry.find(arguments.game, "--game")
    usual = {} if game.ledger is None else game.ledger.usual
    options = agreed(arguments.set, seats=arguments.seats, **usual)
    plan = balance.CensusPlan(game, arguments.agent or game.agents.fallback, options, arguments.seed, arguments.loader)
    balance.run(plan, arguments.bouts, arguments.processes, arguments.out)
    return 0
