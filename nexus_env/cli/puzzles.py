"""`python -m nexus_env puzzles`: positions with one clearly best choice, found in bouts."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import (
    COUNT,
    add_chance,
    add_game,
    add_loader,
    add_rules,
    add_seats,
    agreed,
    at_least,
    new_file,
    within,
)
from nexus_env.cli.game_of_file import follow_up, game_of_file, named_game
from nexus_env.contract.game import Game
from nexus_env.players.agents_by_name import LOADER, refuse_missing

MEANING = "make puzzles from bouts, verified by the search"
EXAMPLES = """
  puzzles --bouts 20 --count 10 --processes 2
  puzzles bout.txt --out bout-puzzles.json      from a transcript
  puzzles --player {agent} --bouts 4 --margin 0.05 --out runs/puzzles/more.json
"""


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    add_game(parser, of_file=True)
    parser.add_argument(
        "transcripts",
        nargs="*",
        type=Path,
        metavar="TRANSCRIPT",
        help="the bouts to search for puzzles (default: play new bouts)",
    )
    parser.add_argument("--bouts", type=COUNT, default=20, metavar="N", help="number of bouts to play (default 20)")
    parser.add_argument("--count", type=COUNT, default=10, metavar="N", help="maximum number of puzzles (default 10)")
    parser.add_argument("--player", metavar="AGENT", help="the agent in every seat (default: chosen by the game)")
    parser.add_argument(
        "--scout",
        metavar="AGENT",
        help="evaluates the position after each decision; the decisions that change the expected result are judged "
        "(default: the strongest level, or search:200)",
    )
    parser.add_argument(
        "--simulations",
        type=at_least(100),
        default=4000,
        metavar="N",
        help="simulations in each of the two searches that judge a position (default 4000)",
    )
    parser.add_argument(
        "--margin",
        type=within(0.01, 1, float),
        default=0.1,
        metavar="X",
        help="minimum lead of the best choice over the next, in expected result (default 0.1)",
    )
    parser.add_argument(
        "--out",
        type=new_file,
        default=Path("runs/puzzles/puzzles.json"),
        metavar="FILE",
        help="the file for the puzzles (default runs/puzzles/puzzles.json)",
    )
    parser.add_argument("--fresh", action="store_true", help="discard the progress that an interrupted run has saved")
    add_seats(parser)
    add_rules(parser)
    parser.set_defaults(usual=usual_of)
    add_chance(parser)
    add_loader(parser)


def usual_of(game: Game) -> dict[str, Any]:
    """The default options of new bouts; see `Roster.rules`."""
    return dict(game.agents.rules)


def run(arguments: argparse.Namespace) -> int:
    """Play bouts or read transcripts, and write the puzzles that are found in them."""
    refuse_missing("puzzles")
    from nexus_env.agents.puzzles.command import make_puzzles

    game = (
        game_of_file(arguments.transcripts[0], arguments.game) if arguments.transcripts else named_game(arguments.game)
    )
    options = agreed(arguments.set, seats=int(arguments.seats))
    return make_puzzles(game, arguments, options, _command(game, arguments))


def _command(game: Game, arguments: argparse.Namespace) -> str:
    """The command that makes the same puzzles, for the file."""
    names = ["bouts", "count", "seats", "player", "scout", "simulations", "margin", "seed"]
    names += ["loader"] if arguments.loader != LOADER else []
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    flags = [word for name, value in given.items() for word in (f"--{name}", str(value))]
    rules = [word for rule in arguments.set for word in ("--set", rule)]
    return follow_up("puzzles", *arguments.transcripts, *flags, *rules, game=game)
