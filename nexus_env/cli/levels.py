"""`python -m nexus_env levels`: make the calibrated opponents of a game from a trained network."""

import argparse
from pathlib import Path
from typing import Any

from nexus_env.cli.arguments import COUNT, PROCESSES, add_game, add_rules
from nexus_env.contract import registry
from nexus_env.kit.options import set_all
from nexus_env.players.agents_by_name import refuse_missing
from nexus_env.system.wording import InputError, either

MEANING = "make the five calibrated levels of a game from a trained network"
EXAMPLES = """
  levels calibrate runs/league/agent.onnx --seats 2 --processes 2
  levels card runs/levels-2/report.json --seats 2 --recipe "python train.py league.toml"
"""
CALIBRATED = Path("runs/levels")


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    commands = parser.add_subparsers(dest="part", required=True)
    making = commands.add_parser("calibrate", help="measure a network at many temperatures and write it as five levels")
    making.add_argument("agent", type=Path, help="the .onnx file of a trained agent")
    making.add_argument("--bouts", type=COUNT, default=400, help="bouts per pairing (default 400)")
    making.add_argument("--processes", type=PROCESSES, default=1, help="number of parallel processes")
    add_rules(making)
    card = commands.add_parser(
        "card", help="write the levels' cards from reports of tournaments in which all five played"
    )
    card.add_argument(
        "reports", type=Path, nargs="+", metavar="report", help="a report.json; each with different rules"
    )
    card.add_argument("--trained-on", default="", help="what the network was trained on, in a few words")
    card.add_argument("--recipe", required=True, help="the commands that made the network")
    for command, usual in ((making, str(CALIBRATED)), (card, "that of the game's levels")):
        add_game(command)
        command.add_argument("--seats", type=int, required=True, help="number of seats")
        command.add_argument("--folder", type=Path, help=f"the folder of the levels (default {usual})")


def run(arguments: argparse.Namespace) -> int:
    """Make levels or their cards."""
    refuse_missing("levels")
    from nexus_env.agents.level import levels_of
    from nexus_env.agents.model_files import writing
    from nexus_env.agents.rating.levels import Trials, calibrate, write_cards

    game = registry.find(arguments.game, "--game")
    if arguments.seats not in game.seats:
        known = either(map(str, game.seats))
        raise InputError(f"--seats: got {arguments.seats}; expected {known}, the seat counts of {game.name}.")
    if arguments.part == "calibrate":
        folder = arguments.folder or CALIBRATED
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        rules = set_all({}, arguments.set) or game.agents.rules
        trials = Trials(arguments.bouts, rules, arguments.processes)
        calibrate(game, arguments.agent, arguments.seats, trials, folder)
    else:
        made = {"recipe": arguments.recipe, **({"trained_on": arguments.trained_on} if arguments.trained_on else {})}
        write_cards(game, arguments.reports, arguments.seats, made, arguments.folder or levels_of(game).path)
    return 0
