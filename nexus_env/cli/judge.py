"""`python -m nexus_env judge`: train the small network that evaluates the horizon of the search."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import COUNT
from nexus_env.cli.small_networks import Made, add_training, train
from nexus_env.contract.game import Game
from nexus_env.contract.roster import JUDGE
from nexus_env.players.agents_by_name import refuse_missing
from nexus_env.system.wording import InputError

MEANING = "train the small network that predicts results at the horizon of the search"
EXAMPLES = """
  judge
  judge --processes 8         gathered side by side; --ray: on a cluster
  judge --positions 4_000_000 --hidden 64 --file runs/judge.npz
  judge --player runs/league/agent.onnx --file runs/judge.npz
  judge --scripted --hidden 64 --file runs/judge.npz
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_training(parser)
    parser.add_argument(
        "--positions",
        type=COUNT,
        default=2_400_000,
        metavar="N",
        help="number of positions to learn from (default 2,400,000)",
    )
    players = parser.add_mutually_exclusive_group()
    players.add_argument(
        "--player", type=Path, metavar="FILE", help="a network that also plays (default: the game's levels)"
    )
    players.add_argument("--scripted", action="store_true", help="use scripted players only")


def run(arguments: argparse.Namespace) -> int:
    """Make the file, and print how much the judge explains."""
    refuse_missing("judge")
    from nexus_env.agents.search.judging import learn, positions
    from nexus_env.agents.search.self_play import MOST_A_BOUT

    if arguments.positions < 2 * MOST_A_BOUT:
        raise InputError(
            f"--positions: got {arguments.positions}; expected a whole number of at least {2 * MOST_A_BOUT}."
        )

    def learned(game: Game, way: Any) -> Made:
        seen, ends = positions(
            game, arguments.positions, arguments.seed, arguments.player, scripted=arguments.scripted, way=way
        )
        weights, explained = learn(game, seen, ends, arguments.hidden, arguments.seed)
        won, lost, margin = explained.tolist()
        return weights, f"{len(seen):,} positions; explained: won {won:.3f}, lost {lost:.3f}, margin {margin:.3f}"

    return train(arguments, JUDGE, learned)
