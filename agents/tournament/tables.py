"""A tournament's report for the terminal."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rich import box
from rich.table import Table

from agents.report import share
from agents.tournament.summary import Pair, Report, Standing
from agents.tournament.timing import Times

STANDING = ("agent", "rating", "bouts", "won %", "drawn %", "lost %", "cut off %", "ms: median, p99")
PAIR = ("", "against", "seats", "bouts", "won %", "drawn %", "lost %", "score", "decided")


def standings_table(report: Report) -> Table:
    """Everybody, the best first."""
    table = Table(title=f"{report.bouts:,} bouts", box=box.SIMPLE_HEAD)
    table.caption = "with 95 % intervals: openskill's for the rating, Wilson's for what was won; ms: for one decision"
    table.title_justify = table.caption_justify = "left"
    for column in STANDING:
        table.add_column(column, justify="left" if column == "agent" else "right", no_wrap=True)
    for one in report.standings:
        table.add_row(*standing_cells(one))
    return table


def standing_cells(one: Standing) -> list[str]:
    """A standing as a row of text, under the headings of `STANDING`."""
    low, high = one.rating.interval
    parts = [f"{100 * count / one.bouts:.1f}" for count in (one.drawn, one.lost, one.truncated)]
    rating = f"{one.rating.mu:.1f} ({low:.1f}-{high:.1f})"
    return [one.name, rating, f"{one.bouts:,}", share(one.won, one.bouts), *parts, milliseconds(one.times)]


def milliseconds(times: Times | None) -> str:
    """Median and 99th percentile, as `0.41, 2.3`."""
    return "" if times is None else f"{1000 * times.median:.3g}, {1000 * times.p99:.3g}"


def pairs_table(report: Report) -> Table:
    """Each pair, the challenger or whoever has scored more in front."""
    table = Table(title="Who against whom: a score of 50 is even", box=box.SIMPLE_HEAD)
    table.caption = "with 95 % intervals: Wilson's for what was won, the bootstrap over matches for the score"
    table.title_justify = table.caption_justify = "left"
    for place, column in enumerate(PAIR):
        table.add_column(column, justify="left" if place < 2 else "right", no_wrap=True)
    for pair in in_front(report):
        table.add_row(*pair_cells(pair))
    return table


def pair_cells(pair: Pair) -> list[str]:
    """A pair as a row of text, under the headings of `PAIR`."""
    parts = [f"{100 * count / pair.bouts:.1f}" for count in (pair.drawn, pair.lost)]
    won, known = share(pair.won, pair.bouts), "yes" if pair.decided else "not yet"
    return [pair.one, pair.other, str(pair.seats), f"{pair.bouts:,}", won, *parts, scored(pair), known]


def in_front(report: Report) -> Iterator[Pair]:
    """The pairs, each seen from the challenger, or from whoever has scored more."""
    for pair in report.pairs:
        yield pair if pair.one == report.challenger or pair.score >= 0.5 else turned(pair)


def turned(pair: Pair) -> Pair:
    """The same seen from the other side."""
    seen: dict[str, Any] = {"one": pair.other, "other": pair.one, "won": pair.lost, "lost": pair.won}
    return replace(pair, **seen, score=1 - pair.score, low=1 - pair.high, high=1 - pair.low)


def scored(pair: Pair) -> str:
    """The score with its interval, in hundredths, as `85.2 (79.7-90.6)`."""
    return f"{100 * pair.score:.1f} ({100 * pair.low:.1f}-{100 * pair.high:.1f})"
