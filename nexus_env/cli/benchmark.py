"""`python -m nexus_env benchmark`: rate an agent against the panel."""

import argparse
from typing import Any

from nexus_env.cli.arguments import COUNT, add_chance, add_game, add_loader, add_out
from nexus_env.players.agents_by_name import refuse_missing

MEANING = "rate an agent against the fixed panel of a game"
EXAMPLES = """
  benchmark runs/duel/agent.onnx --processes 2
  benchmark mine:agent --quick       docs/benchmark.md has an agent in ten lines
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser)
    parser.add_argument("agent", metavar="AGENT", help="an agent, named as in `play`")
    parser.add_argument("--quick", action="store_true", help="a quarter of the bouts, with intervals twice as wide")
    parser.add_argument(
        "--bouts", type=COUNT, metavar="N", help="duels against each rival (default: set by the benchmark)"
    )
    add_chance(parser, None)
    add_out(parser, None)
    add_loader(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play, rate and report."""
    refuse_missing("benchmark")
    from nexus_env.agents.rating.benchmark.command import run

    return run(arguments)
