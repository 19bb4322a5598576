"""Hold a tournament: from agents by name to a folder with results, numbers, a page and a plot."""

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from nexus_env.agents.learning.learned import curves_of
from nexus_env.agents.model_files import locked, write_json, write_text
from nexus_env.agents.rating.tournament.counting import Rating, Report, Until, report_on
from nexus_env.agents.rating.tournament.matches import Plan, Times, times_of
from nexus_env.agents.rating.tournament.schedule import Course, Results, head_of, run
from nexus_env.agents.rating.tournament.showing import Frame, page, page_of_times, picture, short, with_short_names
from nexus_env.agents.report import RunProgress
from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.players.agent_protocol import searches
from nexus_env.players.agents_by_name import find_loader, refuse_seats
from nexus_env.reports import html
from nexus_env.reports.console import PlainConsole
from nexus_env.system.wording import InputError

RESULTS = "results.jsonl"
NUMBERS, PAGE, PICTURE = "report.json", "report.html", "report.svg"
TIMES, PAGE_OF_TIMES = "times.json", "times.html"
FORMAT, FORMAT_OF_TIMES = "nexus_env report 2", "nexus_env times 1"  # the format of the JSON files


@dataclass(frozen=True)
class TournamentWish:
    """The settings of a tournament, and the title of its page."""

    until: Until
    folder: Path
    processes: int = 1
    fresh: bool = False
    title: str = ""


def load_all(names: list[str], game: Game, loader: str) -> dict[str, Any]:
    """Load the agents with these names.

    Raises:
        ValueError: a name is unknown or repeated, or there are fewer than two.
    """
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"agents: got {name!r} twice; expected different ones.")
    if len(names) < 2:
        raise InputError(f"agents: got {len(names)}; expected at least two.")
    load = find_loader(loader)
    return {name: load(name, game) for name in names}


def make_plan(agents: Mapping[str, Any], **parts: Any) -> Plan:
    """The plan for these agents; `parts` are the other fields of a `Plan`.

    Raises:
        ValueError: the game has no such rules or seats, or an agent does not support a seat count.
    """
    searchers = frozenset(name for name, agent in agents.items() if searches(agent))
    plan = Plan(agents=tuple(agents), searchers=searchers, **parts)
    for seats in plan.seats:
        for number in range(len(plan.rules)):
            plan.game.read_options(**plan.rules_of(number, seats))
        for name, agent in agents.items():
            refuse_seats(name, agent, plan.game, seats)
    return plan


def hold(
    plan: Plan, agents: Mapping[str, Any], wish: TournamentWish, known: Mapping[str, Rating] | None = None
) -> Report:
    """Play the rest of a tournament, write its files, and return the report with short names.

    Args:
        plan: the plan.
        agents: its agents, by name.
        wish: how to run it.
        known: fixed ratings.

    Raises:
        ValueError: the folder has other content, another process is using it, or an agent fails.
        WriteError: the folder cannot be written.
    """
    if wish.folder.exists() and not wish.folder.is_dir():
        raise InputError(f"{wish.folder}: got a file; expected a folder for the results.")
    with locked(wish.folder, "--out"):
        return _hold(plan, agents, wish, known or {})


def _hold(plan: Plan, agents: Mapping[str, Any], wish: TournamentWish, known: Mapping[str, Rating]) -> Report:
    """The same, in a folder that nobody else works in."""
    curves = [(short(name), drawing) for name, drawing in curves_of(agents)]
    results = _open_results(plan, agents, wish)
    slots.prepare(plan.game)  # exclude the first compilation from the times
    with RunProgress(PlainConsole(stderr=True), "playing") as watch:
        course = _played(plan, wish, results, watch)
        watch.begin("timing")
        times: dict[str, Times] = {}
        for name, agent in agents.items():
            watch.show(len(times) / len(agents), short(name))
            times[name] = times_of(plan, name, agent)
        watch.show(1.0, "")
    report = report_on(plan, course.all_counted(), known, times)
    _write_numbers(report, wish)
    shown = with_short_names(report)
    frame = Frame(wish.title, PAGE_OF_TIMES, _facts(report), curves)
    write_text(wish.folder / PAGE, page(shown, plan.game.chronicle, frame))
    write_text(wish.folder / PAGE_OF_TIMES, page_of_times(shown, wish.title))
    write_text(wish.folder / PICTURE, html.standing_alone(lambda: picture(shown, wish.title)))
    return shown


def _write_numbers(report: Report, wish: TournamentWish) -> None:
    """Write the report as JSON.

    Measured times have their own file; all other numbers are the same however often the tournament was interrupted.
    """
    found = asdict(report)
    times = {one["name"]: one.pop("times") for one in found["standings"]}
    write_json(wish.folder / NUMBERS, {"format": FORMAT, "title": wish.title, **found})
    write_json(wish.folder / TIMES, {"format": FORMAT_OF_TIMES, "agents": times})


def _played(plan: Plan, wish: TournamentWish, results: Results, watch: RunProgress) -> Course:
    """The complete course, after playing the matches that `results` lacks."""
    try:
        return run(plan, wish.until, results, wish.processes, watch.show)
    except KeyboardInterrupt:
        print("\nStopped. The same command resumes from the last result.", file=sys.stderr)
        raise
    finally:
        results.close()


def _facts(report: Report) -> list[tuple[str, str]]:
    """Facts about how the figures were made."""
    decisions = sum(one.decisions for one in report.standings)
    return [
        ("game", report.game),
        ("seats", ", ".join(map(str, report.seats))),
        ("rules", _rules(report)),
        ("seed", str(report.seed)),
        ("bouts", f"{report.bouts:,}, with {decisions:,} decisions"),
    ]


def _rules(report: Report) -> str:
    """The game's options that differ from the defaults; those that vary between bouts have all their values."""
    values = {name: dict.fromkeys(str(one[name]) for one in report.rules if name in one) for name in report.rules[0]}
    return "; ".join(f"{name} = {', '.join(found)}" for name, found in values.items()) or "the default options"


def _open_results(plan: Plan, agents: Mapping[str, Any], wish: TournamentWish) -> Results:
    """Open the file of results in the folder."""
    path = wish.folder / RESULTS
    if wish.fresh:
        path.unlink(missing_ok=True)
    return Results(path, head_of(plan, dict(agents)))
