"""A tournament's report for the terminal."""

from collections.abc import Iterator

from rich import box
from rich.table import Table

from nexus_env.agents.rating.tournament.summary import Pair, Report, Standing
from nexus_env.agents.rating.tournament.timing import Times
from nexus_env.agents.report import share

NAMES = ("agent", "against")  # columns
STANDING = ("agent", "rating", "bouts", "won %", "drawn %", "lost %", "cut off %")
TIMED = (*STANDING, "ms", "p99")
PAIR = ("agent", "against", "seats", "bouts", "won %", "drawn %", "lost %", "score", "decided")


def standings_table(report: Report) -> Table:
    """The table of all agents, best first."""
    caption = "with 95 % intervals (openskill, Wilson); ms, p99: for a decision, median and 99th percentile"
    rows = [[*standing_cells(one), *milliseconds(one.times)] for one in report.standings]
    return _table(f"{report.bouts:,} bouts", caption, TIMED, rows)


def standing_cells(one: Standing) -> list[str]:
    """A standing as a row of text, under the headings of `STANDING`."""
    low, high = one.rating.interval
    parts = [f"{100 * count / one.bouts:.1f}" for count in (one.drawn, one.lost, one.truncated)]
    rating = f"{one.rating.mu:.1f} ({low:.1f}-{high:.1f})"
    return [one.name, rating, f"{one.bouts:,}", share(one.won, one.bouts), *parts]


def milliseconds(times: Times | None) -> tuple[str, str]:
    """Median and 99th percentile in milliseconds."""
    return ("", "") if times is None else (f"{1000 * times.median:.3g}", f"{1000 * times.p99:.3g}")


def pairs_table(report: Report) -> Table:
    """The table of all pairs, with the challenger or the higher score first."""
    title = "Head to head: a score of 50 is even"
    caption = "with 95 % intervals: Wilson for wins, the bootstrap over matches for the score"
    return _table(title, caption, PAIR, [pair_cells(pair) for pair in in_front(report)])


def _table(title: str, caption: str, columns: tuple[str, ...], rows: list[list[str]]) -> Table:
    """A table in which only names may wrap."""
    table = Table(title=title, caption=caption, box=box.SIMPLE_HEAD, title_justify="left", caption_justify="left")
    for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
        if column in NAMES:
            table.add_column(column, overflow="fold")
        else:
            table.add_column(column, justify="right", min_width=max(map(len, (column, *cells))))
    for row in rows:
        table.add_row(*row)
    return table


def pair_cells(pair: Pair) -> list[str]:
    """A pair as a row of text, under the headings of `PAIR`."""
    parts = [f"{100 * count / pair.bouts:.1f}" for count in (pair.drawn, pair.lost)]
    won, known = share(pair.won, pair.bouts), "yes" if pair.decided else "not yet"
    return [pair.one, pair.other, str(pair.seats), f"{pair.bouts:,}", won, *parts, scored(pair), known]


def in_front(report: Report) -> Iterator[Pair]:
    """The pairs, each from the point of view of the challenger, or of the higher score."""
    for pair in report.pairs:
        yield pair if pair.one == report.challenger or pair.score >= 0.5 else pair.turned


def scored(pair: Pair) -> str:
    """The score with its interval, times 100, such as `85.2 (79.7-90.6)`."""
    return f"{100 * pair.score:.1f} ({100 * pair.low:.1f}-{100 * pair.high:.1f})"
