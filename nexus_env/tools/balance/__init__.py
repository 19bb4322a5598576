"""The balance report of a game: play many bouts and measure what changes the win rate."""

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nexus_env.core import slots
from nexus_env.players.agents_by_name import refuse_missing
from nexus_env.system.files import check_folder, write_whole
from nexus_env.system.wording import InputError
from nexus_env.tools.balance.census import CensusPlan, play
from nexus_env.tools.balance.findings import BalanceReport, Section, report_on
from nexus_env.tools.balance.page import cells, facts_of, markdown, page

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

FORMAT = "nexus_env balance 1"  # the format of the JSON file
NEEDED = ("matplotlib", "rich")
PAGE, NUMBERS, TABLES = "balance.html", "balance.json", "balance.md"

__all__ = ["BalanceReport", "CensusPlan", "Section", "as_json", "play", "report_on", "run", "table", "watched"]


def run(plan: CensusPlan, bouts: int, processes: int, folder: Path) -> BalanceReport:
    """Play, print the report, and write `balance.html`, `balance.json` and `balance.md` into `folder`.

    Raises:
        ValueError: an option or the agent is wrong, or a package is missing; raised before play begins.
        OSError: the folder cannot be created or written to.
    """
    refuse_missing("balance", NEEDED)
    from nexus_env.reports.console import PlainConsole

    # Refuse what is wrong before anything is played.
    plan.game.read_options(**plan.options)
    plan.load()
    if folder.exists() and not folder.is_dir():
        raise InputError(f"balance: {folder}: got a file; expected a folder for the page and the numbers.")
    check_folder(folder, make=True)

    # Play, and show the report.
    console = PlainConsole()
    if not console.is_terminal:
        console.width = 100  # in a file, lines are wide enough for every column
    report = watched(plan, bouts, processes, PlainConsole(stderr=True))
    for section in report.sections:
        console.print(table(section))
    for name, value in facts_of(report):
        console.print(f"{name}: {value}")

    # Write its files.
    write_whole(folder / PAGE, page(report))
    write_whole(folder / NUMBERS, as_json(report))
    write_whole(folder / TABLES, markdown(report))
    console.print(f"Plots: {folder / PAGE}   numbers: {folder / NUMBERS}", soft_wrap=True)
    return report


def watched(plan: CensusPlan, bouts: int, processes: int, console: "Console") -> BalanceReport:
    """The report; a bar on `console` shows the progress."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("bouts"), TimeElapsedColumn(), TextColumn("left"))
    slots.prepare(plan.game)  # exclude the first compilation from the time
    began = time.perf_counter()
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("bouts", total=bouts)
        census = play(plan, bouts, processes, lambda ended: progress.advance(task, ended))
    return report_on(plan, census, time.perf_counter() - began)


def table(section: Section) -> "Table":
    """A section for the terminal."""
    from rich import box
    from rich.table import Table

    shown = Table(title=section.title, caption=section.text, box=box.SIMPLE_HEAD)
    shown.title_justify = shown.caption_justify = "left"
    for column in ("", section.counted, "compared", "won %", "drawn %", "effect (95 %)", ""):
        shown.add_column(column, justify="right" if column else "left", no_wrap=True)
    for finding in section.findings:
        shown.add_row(*cells(finding), style="bold" if finding.stands_out else None)
    return shown


def as_json(report: BalanceReport) -> str:
    """The report as JSON; effects are fractions of 1."""
    fields: dict[str, Any] = {"format": FORMAT, **asdict(report)}
    return json.dumps(fields, indent=1) + "\n"
