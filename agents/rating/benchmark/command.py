"""`python -m nexus_env benchmark`: the command and its report."""

import argparse
import re
from pathlib import Path

from nexus_env.agents.rating.benchmark.standard import Standard, standard_of
from nexus_env.agents.rating.tournament.command import console_of, say, where
from nexus_env.agents.rating.tournament.counting import Report, Until
from nexus_env.agents.rating.tournament.holding import TournamentWish, hold, load_all, make_plan
from nexus_env.agents.rating.tournament.showing import pairs_table, short, standings_table
from nexus_env.contract import registry

FOLDER = Path("runs/benchmark")


def run(arguments: argparse.Namespace) -> int:
    """Play the benchmark, print its tables, write its page."""
    game, name = registry.find(arguments.game, "--game"), arguments.agent
    standard = standard_of(game)
    # The size of the run, and the seed.
    matches = standard.quick if arguments.quick else standard.matches
    if arguments.bouts:
        matches = -(-arguments.bouts // min(standard.seats))
    seed = standard.seed if arguments.seed is None else arguments.seed
    # The panel, without the agent itself.
    rivals = [one for one in standard.panel if one != name]
    agents = load_all([name, *rivals], game, arguments.loader)
    plan = make_plan(
        agents,
        game=game,
        seats=standard.seats,
        rules=standard.variants,
        seed=seed,
        challenger=name,
        loader=arguments.loader,
    )
    # Play, then print the tables.
    title = f"{standard.title} {standard.version}{_besides(standard, matches, arguments)}"
    folder = arguments.out or FOLDER / _as_a_name(name)
    known = {one: rating for one, rating in standard.known.items() if one != name}
    wish = TournamentWish(Until(matches), folder, arguments.processes, arguments.fresh, f"{title}: {short(name)}")
    report = hold(plan, agents, wish, known)
    console = console_of()
    console.print(pairs_table(report))
    console.print(standings_table(report))
    say(console, f"{title}: {name} has {headline(report)}")
    if text := spoken_badly(report, name):
        say(console, text)
    say(console, where(folder))
    return 0


def headline(report: Report) -> str:
    """The benchmark's single score, as a sentence."""
    assert report.overall is not None
    mean, low, high = (100 * value for value in (report.overall.mean, report.overall.low, report.overall.high))
    return f"{mean:.1f} of 100 points (95 % interval {low:.1f} to {high:.1f}; 50 is even)"


def spoken_badly(report: Report, name: str) -> str:
    """The number of answers of an agent in words that spelled no legal command; empty for other agents."""
    times = next((one.times for one in report.standings if one.name == name), None)
    if times is None or not times.answers:
        return ""
    return f"{name}: {times.illegal} of {times.answers} timed answers were not legal commands"


def _besides(standard: Standard, matches: int, arguments: argparse.Namespace) -> str:
    """The differences from the standard, for the title."""
    found = []
    if matches != standard.matches:
        found.append("quick" if matches == standard.quick else f"--bouts {arguments.bouts}")
    if arguments.seed not in (None, standard.seed):
        found.append(f"--seed {arguments.seed}")
    return f" ({', '.join(found)})" if found else ""


def _as_a_name(agent: str) -> str:
    """An agent's name as a folder name."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", agent).strip("-.") or "agent"
