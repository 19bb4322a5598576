"""`python -m nexus_env tournament`: the command."""

import argparse
import sys
from pathlib import Path

from rich.console import Console

from nexus_env.agents.rating.tournament.counting import Until
from nexus_env.agents.rating.tournament.holding import NUMBERS, PAGE, TournamentWish, hold, load_all, make_plan
from nexus_env.agents.rating.tournament.showing import pairs_table, standings_table
from nexus_env.contract import registry
from nexus_env.kit.options import set_all
from nexus_env.reports.console import PlainConsole

LINE = 120  # characters per line without a terminal


def run(arguments: argparse.Namespace) -> int:
    """Play a tournament, print its tables, write its page."""
    game, rules = registry.find(arguments.game, "--game"), set_all({}, arguments.set)
    if "seats" in rules:
        raise ValueError("--set seats: got the number of seats; expected it as --seats.")
    game.read_options(**rules, seats=arguments.seats)  # first, since finding the agents may take long
    agents = load_all(arguments.agents, game, arguments.loader)
    plan = make_plan(
        agents, game=game, seats=(arguments.seats,), rules=(rules,), seed=arguments.seed, loader=arguments.loader
    )
    until = Until(-(-arguments.bouts // arguments.seats), arguments.until, arguments.decide)
    console = console_of()
    title = f"Tournament of {len(agents)} agents"
    report = hold(plan, agents, TournamentWish(until, arguments.out, arguments.processes, arguments.fresh, title))
    console.print(standings_table(report))
    console.print(pairs_table(report))
    say(console, where(arguments.out))
    return 0


def console_of() -> Console:
    """A console for the terminal; without one, lines are wide enough for every column."""
    return PlainConsole(width=None if sys.stdout.isatty() else LINE)


def say(console: Console, sentence: str) -> None:
    """Print a sentence without wrapping it."""
    console.print(sentence, soft_wrap=True)


def where(folder: Path) -> str:
    """The location of the results."""
    return f"Page: {folder / PAGE}   numbers: {folder / NUMBERS}"
