"""`python -m nexus_env student`: train the small network that plays below the tree of the search."""

import argparse
from typing import Any

from nexus_env.cli.arguments import COUNT
from nexus_env.cli.small_networks import Made, add_training, train
from nexus_env.contract.game import Game
from nexus_env.contract.roster import STUDENT
from nexus_env.players.agents_by_name import refuse_missing
from nexus_env.system.wording import InputError

MEANING = "train the small network that imitates a game's best level within the search"
EXAMPLES = """
  student
  student --processes 8         gathered side by side; --ray: on a cluster
  student --lessons 500_000 --hidden 64 --file runs/student.npz
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_training(parser)
    parser.add_argument(
        "--lessons",
        type=COUNT,
        default=4_000_000,
        metavar="N",
        help="number of decisions to learn from; a million needs about 2.5 GB of memory (default 4,000,000)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the file, and print how often the student agrees with its teacher."""
    refuse_missing("student")
    from nexus_env.agents.search.teaching import FEWEST, gather, teach

    if arguments.lessons < FEWEST:
        raise InputError(f"--lessons: got {arguments.lessons}; expected a whole number of at least {FEWEST}.")

    def taught(game: Game, way: Any) -> Made:
        seen, lessons = gather(game, arguments.lessons, arguments.seed, way)
        weights, same = teach(game, seen, lessons, arguments.hidden, arguments.seed)
        return weights, f"{len(seen):,} lessons; does what its teacher would in {100 * same:.1f} % of those held out"

    return train(arguments, STUDENT, taught)
