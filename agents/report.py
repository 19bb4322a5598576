"""The output of a run for people: a progress bar, a table of results, a card next to the agent."""

import time
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from nexus_env.agents.rate import RatedScore
from nexus_env.reports.intervals import wilson
from nexus_env.system.visible import legible

FURTHER = ("snapshots", "agreement", "value_explained")  # facts that only some kinds of runs have
QUIET_SECONDS = 15.0  # between two lines if no bar can be drawn


def share(count: int, total: int) -> str:
    """A share with its 95 % interval, both in percent, such as `93.1 (91.4-94.5)`."""
    below, above = wilson(count, total)
    return f"{100 * count / total:.1f} ({100 * below:.1f}-{100 * above:.1f})"


def score_table(title: str, scores: Sequence[RatedScore]) -> Table:
    """Wins, draws and losses against each rival."""
    table = Table(title=title, caption="in parentheses: 95 % intervals (Wilson)", box=box.SIMPLE_HEAD)
    table.add_column("against", overflow="fold")  # long names wrap; figures never do
    for column in ("bouts", "wins %", "draws %", "losses %", "cut off"):
        table.add_column(column, justify="right", no_wrap=True)
    for score in scores:
        counts = [share(count, score.bouts) for count in (score.wins, score.draws, score.losses)]
        table.add_row(score.rival, str(score.bouts), *counts, str(score.truncated))
    return table


def card_text(card: dict[str, Any]) -> str:
    """The card of an agent as Markdown."""
    lines = [f"# {card['name']}", "", f"An agent for {card['stamps']['game']}, {card['how']}.", ""]
    facts = {
        "decisions learned from": f"{card['steps']:,}",
        "bouts played": f"{card['bouts']:,}",
        "wall time": f"{card['seconds'] / 60:.1f} minutes on {card['threads']} threads",
        "seed": card["seed"],
        **{name.replace("_", " "): card[name] for name in FURTHER if name in card},
        "largest difference between torch and ONNX": f"{card['onnx_difference']:.1e}",
        **{f"stamp of the {name}": value for name, value in card["stamps"].items()},
        **{f"version of {name}": value for name, value in card["versions"].items()},
    }
    lines += ["| | |", "| --- | --- |", *(f"| {name} | {value} |" for name, value in facts.items()), ""]
    lines += ["| against | bouts | wins % | draws % | losses % |", "| --- | ---: | ---: | ---: | ---: |"]
    for row in card["scores"]:
        total = row["wins"] + row["draws"] + row["losses"]
        counts = " | ".join(share(row[name], total) for name in ("wins", "draws", "losses"))
        lines.append(f"| {row['rival']} | {total} | {counts} |")
    lines = [legible(line) for line in lines]  # names and paths may hold anything
    return "\n".join([*lines, "", "In parentheses: 95 % intervals (Wilson). The config is in `agent.json`.", ""])


class RunProgress:
    """A progress bar with an estimate; if no bar can be drawn, a line at intervals."""

    def __init__(self, console: Console, doing: str = "learning") -> None:
        """Report the task `doing` to `console`."""
        self._console = console
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[words]}", markup=False),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(elapsed_when_finished=False),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task(legible(doing), total=1.0, words="")
        self._said = self._began = time.perf_counter()

    def __enter__(self) -> "RunProgress":
        """Show the bar."""
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Stop updating the bar."""
        self._progress.stop()

    def begin(self, doing: str) -> None:
        """Finish the previous task, and start this one."""
        self._progress.reset(self._task, description=legible(doing))

    def show(self, part: float, words: str) -> None:
        """Show that the share `part` of the work, 0 to 1, is done; `words` describe the state."""
        self._progress.update(self._task, completed=min(1.0, part), words=legible(words))
        now = time.perf_counter()
        if not self._console.is_terminal and now - self._said >= QUIET_SECONDS:
            self._said = now
            self._console.print(f"{100 * min(1.0, part):5.1f} %  {words}")
