"""`python -m nexus_env check-game`: whether a game keeps all the promises that front ends and agents rely on."""

import argparse
import sys
from typing import Any

from nexus_env.cli.arguments import add_plain, some
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.system.visible import legible
from nexus_env.testing import Check, Result, check_game

MEANING = "check a game of your own"
EXAMPLES = """
  check-game my_game:GAME --quick --plain   a few seconds of everything, without compiling
  check-game my_game:GAME                   all checks; the first time, the game is compiled
  check-game aristeia                       a game by its name
"""
BAR = 24  # letters of the progress bar
WIDTH = 110  # of the line that it is in
SIGNS = {"passed": "ok  ", "failed": "FAIL", "left out": "-   "}


def add_arguments(parser: Any) -> None:
    """Add the arguments of the command."""
    parser.add_argument("checked", type=some, metavar="MODULE:GAME", help="the game: its module and name, or its name")
    parser.add_argument("--quick", action="store_true", help="a few decisions of a few bouts")
    add_plain(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print how each check went; 1 if one has failed."""
    game = registry.find(arguments.checked, "check-game")
    tally, chapter = dict.fromkeys(SIGNS, 0), ""
    for result in check_game(game, quick=arguments.quick, tell=_show_progress):
        _clear()
        if result.check.chapter != chapter:
            chapter = result.check.chapter
            print(f"{chapter}:")
        kind = "failed" if result.fault else "left out" if result.reason else "passed"
        tally[kind] += 1
        print(_line(SIGNS[kind], result), flush=True)
    print(f"\n{_head(game)}: " + ", ".join(f"{count} {kind}" for kind, count in tally.items()) + ".")
    return 1 if tally["failed"] else 0


def _head(game: Game) -> str:
    return f"{game.name}-v{game.version}"


def _line(sign: str, result: Result) -> str:
    """A check, with what is wrong below it."""
    more = f" ({result.reason})" if result.reason else f"\n       {legible(result.fault)}" if result.fault else ""
    return f"  {sign} {result.check.promise}{more}"


def _show_progress(done: int, total: int, check: Check) -> None:
    """Draw the bar, in terminals only."""
    if sys.stderr.isatty():
        full = BAR * done // total
        text = f"[{'#' * full}{'.' * (BAR - full)}] {done} of {total}  {check.promise}"
        print(f"\r{text[:WIDTH]:{WIDTH}}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    """Remove the bar."""
    if sys.stderr.isatty():
        print(f"\r{'':{WIDTH}}\r", end="", file=sys.stderr, flush=True)
