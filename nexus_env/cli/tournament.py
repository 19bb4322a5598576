"""`python -m nexus_env tournament`: play agents against each other and rate them."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import COUNT, add_chance, add_game, add_loader, add_out, add_rules, add_seats, within
from nexus_env.players.agents_by_name import refuse_missing

MEANING = "play agents against each other and rate them"
EXAMPLES = """
  tournament random {agent} runs/duel/agent.onnx --processes 2
  tournament random {agent} mine:agent --seats {most} --bouts 300 --out runs/most
  tournament random search:50 --decide --seats 2 --bouts 64
  tournament random {agent} runs/duel/agent.onnx --bouts 4000 --until 0.04
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="two or more agents, named as in `play`")
    add_seats(parser)
    parser.add_argument(
        "--bouts", type=COUNT, default=1000, metavar="N", help="maximum number of bouts per pairing (default 1000)"
    )
    parser.add_argument(
        "--until",
        type=within(0, 1, float),
        default=0.0,
        metavar="WIDTH",
        help="stop a pairing once the 95 %% interval of its score (0 to 1) is no wider than this (default: never)",
    )
    parser.add_argument("--decide", action="store_true", help="stop a pairing once it is clear who is stronger")
    add_rules(parser)
    add_chance(parser)
    add_out(parser, Path("runs/tournament"))
    add_loader(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play, rate and report."""
    refuse_missing("tournament")
    from nexus_env.agents.rating.tournament.command import run

    return run(arguments)
