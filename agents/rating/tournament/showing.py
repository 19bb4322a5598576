"""The report of a tournament for people: a self-contained HTML page with plots, and tables for the terminal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from nexus_env.agents.rating.tournament.counting import Pair, Report, Standing
from nexus_env.agents.rating.tournament.matches import Times
from nexus_env.agents.report import share
from nexus_env.contract.report_facts import BoutFacts
from nexus_env.reports import html
from nexus_env.reports.html import ABOVE, BELOW, FAINT, LINE, PAPER
from nexus_env.system.visible import legible

NAMES = ("agent", "against")  # columns of names
STANDING = ("agent", "rating", "bouts", "won %", "drawn %", "lost %", "cut off %")
TIMED = (*STANDING, "ms", "p99")
PAIR = ("agent", "against", "seats", "bouts", "won %", "drawn %", "lost %", "score", "decided")

MOST_COMMANDS = 24  # the most frequent ones that are shown
FULL = 0.75  # the color's opacity at the highest number
STYLE = """
.overall { font-size: 2.6rem; font-weight: 650; line-height: 1.1; margin: 1rem 0 0; } .overall + p { margin-top: 0; }
.heat td { text-align: center; padding: 0.3rem 0.5rem; border: 2px solid var(--paper); line-height: 1.15; }
.heat th { white-space: normal; overflow-wrap: anywhere; max-width: 8rem; font-weight: 600; }
.heat thead th { text-align: center; vertical-align: bottom; } .heat tbody th { text-align: left; max-width: 16rem; }
.heat small { display: block; font-size: 0.7rem; }
.scroll { overflow-x: auto; }
"""

PALETTE = ("#2f7fc1", "#d9772b", "#2f9e73", "#b65fb0", "#c94f55", "#8a8f2c", "#3fa9b5", "#9a6b4f")
DASHES = ("-", "--", ":")  # for lines that share a color
WIDTH, ROW = 10.0, 0.32  # inches: the width of a plot, and the height of a row
LEGIBLE = 6  # percent of a bar; narrower parts have no label


@dataclass(frozen=True)
class Frame:
    """The parts of a page besides the report: title, facts, page of times, learning curves by agent."""

    title: str
    times: str
    facts: Sequence[tuple[str, str]]
    curves: Sequence[tuple[str, Callable[[], Any]]] = ()


def page(report: Report, chronicle: BoutFacts | None, frame: Frame) -> str:
    """The whole page, also well-formed XML."""
    parts = list(_parts(report, chronicle, frame))
    body = [
        _overall(report),
        html.facts(frame.facts),
        html.contents({f"#{key}": title for key, title, _, _ in parts} | {frame.times: "Time per decision"}),
        *(html.section(*part) for part in parts),
    ]
    return html.page(frame.title, "\n".join(filter(None, body)), STYLE)


def page_of_times(report: Report, title: str) -> str:
    """The page of measured times, which differ from run to run."""
    return html.page(f"{title}: time per decision", f"<p>{TIMES}</p>\n{_times(report)}")


def picture(report: Report, title: str) -> Any:
    """Plot ratings beside the scores of all pairs, on white, for use outside the page."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    # The ladder of ratings.
    grid = _grids(report)[0]
    columns, rows = len(grid.columns), len(grid.rows)
    figure = Figure(
        figsize=(WIDTH, 1.3 + ROW * max(rows, len(report.standings))), layout="constrained", facecolor=PAPER
    )
    left, right = figure.subplots(1, 2)
    figure.suptitle(legible(title), fontsize=12)
    _draw_ladder(left, report)
    left.set_xlabel("rating")

    # The scores of all pairs, the farther from even the stronger the color.
    for row, (_, pairs) in enumerate(grid.rows):
        for column, pair in enumerate(pairs):
            if pair is not None:
                heat, color = 2 * pair.score - 1, ABOVE if pair.score > 0.5 else BELOW
                right.add_patch(Rectangle((column, row), 1, 1, facecolor=color, alpha=FULL * abs(heat)))
                right.text(column + 0.5, row + 0.5, f"{100 * pair.score:.0f}", ha="center", va="center", fontsize=9)

    # Axes with the names of the agents.
    right.set_xlim(0, columns)
    right.set_ylim(rows, 0)
    aslant: dict[str, Any] = {} if report.challenger else {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}
    right.set_xticks(np.arange(columns) + 0.5, grid.columns, **aslant)
    right.set_yticks(np.arange(rows) + 0.5, [name for name, _ in grid.rows])
    right.set_xlabel("score, 50 is even")
    _plain(right)
    return figure


def standings_table(report: Report) -> Table:
    """The table of all agents, best first."""
    caption = "with 95 % intervals (openskill, Wilson); ms, p99: for a decision, median and 99th percentile"
    rows = [[*_standing_cells(one), *_milliseconds(one.times)] for one in report.standings]
    return _table(f"{report.bouts:,} bouts", caption, TIMED, rows)


def pairs_table(report: Report) -> Table:
    """The table of all pairs, with the challenger or the higher score first."""
    title = "Head to head: a score of 50 is even"
    caption = "with 95 % intervals: Wilson for wins, the bootstrap over matches for the score"
    return _table(title, caption, PAIR, [_pair_cells(pair) for pair in _in_front(report)])


def with_short_names(report: Report) -> Report:
    """The report with names for people: paths are shortened to the last parts that keep them different."""
    names = [one.name for one in report.standings]
    told = {name: legible(_shortened(name, names)) for name in names}
    return replace(
        report,
        challenger=told.get(report.challenger, ""),
        standings=tuple(replace(one, name=told[one.name]) for one in report.standings),
        pairs=tuple(replace(pair, one=told[pair.one], other=told[pair.other]) for pair in report.pairs),
    )


def short(name: str) -> str:
    """An agent's name for people; a path is shortened to its last two parts."""
    return legible("/".join(name.split("/")[-2:]))


def _shortened(name: str, names: list[str]) -> str:
    parts = name.split("/")
    tails = ("/".join(parts[-count:]) for count in range(min(2, len(parts)), len(parts) + 1))
    return next(tail for tail in tails if tail == name or sum(one.endswith(tail) for one in names) == 1)


# --- the sections of the page -----------------------------------------------------------------------------------------


def _overall(report: Report) -> str:
    """The challenger's score, if there is one."""
    if report.overall is None:
        return ""
    one = report.overall
    return (
        f'<p class="overall">{100 * one.mean:.1f}</p>\n<p>{html.escape(report.challenger)}: mean score over all rivals '
        f"and numbers of seats; 50 is even (95 % interval {100 * one.low:.1f} to {100 * one.high:.1f})</p>"
    )


def _parts(report: Report, chronicle: BoutFacts | None, frame: Frame) -> Iterable[tuple[str, str, str, str]]:
    """Key, title, text and content of each section."""
    yield "ratings", "Ratings", RATINGS, _figure(lambda: _ladder(report), "ratings", "Ratings with intervals")
    whose = f"The score of {report.challenger}" if report.challenger else "The score of the row against the column"
    yield (
        "scores",
        "Head to head",
        SCORES.format(whose=whose),
        _heat_of_scores(report) + _details(_pairs(report)),
    )
    if chronicle is not None:
        drawn = chronicle.drawn
        content = _figure(lambda: _endings(report, chronicle), "endings", "Bouts won, lost, or neither, by agent")
        yield "endings", "How bouts end", ENDINGS.format(drawn=drawn), content + _details(_standings(report))
        course = _figure(lambda: _courses(report, chronicle), "courses", f"{chronicle.score} cycle by cycle")
        yield "courses", f"{chronicle.score} over time", COURSES.format(score=chronicle.score), course
        yield "commands", "Commands", COMMANDS, _heat_of_commands(report)
    for number, (name, draw) in enumerate(frame.curves):
        key = f"curve-{number}"
        yield key, f"How {name} learned", "", _figure(draw, key, f"Learning curve of {name}")


def _details(content: str) -> str:
    return f'<details><summary>Figures</summary><div class="scroll">{content}</div></details>'


def _figure(draw: Callable[[], Any], key: str, label: str) -> str:
    return f"<figure>{html.drawing(draw, key, label)}</figure>"


RATINGS = (
    "By openskill, with the Plackett-Luce model and 95 % intervals. A lead of six points means odds of 2.8 to 1 to win "
    "against the other agent, with any number of seats."
)
SCORES = (
    "{whose}, in hundredths: 100 for finishing ahead, 50 for a tie, 0 for "
    "finishing behind, so 50 is even with any number of seats. Below: 95 % intervals, by the bootstrap over matches, "
    "each of which is one seed with every agent in every seat once."
)
ENDINGS = 'The outcomes of each agent\'s bouts ("{drawn}": nobody won), and when the bouts ended.'
COURSES = "Mean {score} at the start of each cycle; a finished bout keeps its last value."
COMMANDS = "The mean number of uses in a bout; in each row, a stronger color means more."
TIMES = "Milliseconds of processor time on one core for single decisions with more than one legal action."


# --- tables -----------------------------------------------------------------------------------------------------------


def _standings(report: Report) -> str:
    """The table of all agents, best first."""
    return html.table(STANDING, ((_standing_cells(one), one.name == report.challenger) for one in report.standings))


def _pairs(report: Report) -> str:
    """The table of all pairs."""
    return html.table(PAIR, ((_pair_cells(pair), False) for pair in _in_front(report)))


def _times(report: Report) -> str:
    """The table of thinking times."""
    rows = [
        ([one.name, *_milliseconds(one.times), str(one.times.decisions)], one.name == report.challenger)
        for one in report.standings
        if one.times is not None
    ]
    return html.table(("agent", "median", "99th percentile", "decisions timed"), rows)


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


def _standing_cells(one: Standing) -> list[str]:
    """A standing as a row of text, under the headings of `STANDING`."""
    low, high = one.rating.interval
    parts = [f"{100 * count / one.bouts:.1f}" for count in (one.drawn, one.lost, one.truncated)]
    rating = f"{one.rating.mu:.1f} ({low:.1f}-{high:.1f})"
    return [one.name, rating, f"{one.bouts:,}", share(one.won, one.bouts), *parts]


def _milliseconds(times: Times | None) -> tuple[str, str]:
    """Median and 99th percentile in milliseconds."""
    return ("", "") if times is None else (f"{1000 * times.median:.3g}", f"{1000 * times.p99:.3g}")


def _pair_cells(pair: Pair) -> list[str]:
    """A pair as a row of text, under the headings of `PAIR`."""
    parts = [f"{100 * count / pair.bouts:.1f}" for count in (pair.drawn, pair.lost)]
    won, known = share(pair.won, pair.bouts), "yes" if pair.decided else "not yet"
    return [pair.one, pair.other, str(pair.seats), f"{pair.bouts:,}", won, *parts, _with_interval(pair), known]


def _in_front(report: Report) -> Iterator[Pair]:
    """The pairs, each from the point of view of the challenger, or of the higher score."""
    for pair in report.pairs:
        yield pair if pair.one == report.challenger or pair.score >= 0.5 else pair.turned


def _with_interval(pair: Pair) -> str:
    """The score with its interval, times 100, such as `85.2 (79.7-90.6)`."""
    return f"{100 * pair.score:.1f} ({100 * pair.low:.1f}-{100 * pair.high:.1f})"


# --- heat maps --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairGrid:
    """Pairs in rows and columns; None for agents that have not met."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Pair | None, ...]], ...]


def _grids(report: Report) -> list[PairGrid]:
    """Grids: rivals by seat count for a challenger, else all against all for each seat count."""
    names = tuple(one.name for one in report.standings)
    met = {(pair.one, pair.other, pair.seats): pair for each in report.pairs for pair in (each, each.turned)}
    if challenger := report.challenger:
        rows = tuple(
            (f"against {rival}", tuple(met.get((challenger, rival, seats)) for seats in report.seats))
            for rival in names
            if rival != challenger
        )
        return [PairGrid("", tuple(f"{seats} seats" for seats in report.seats), rows)]
    return [
        PairGrid(
            f"{seats} seats",
            names,
            tuple((one, tuple(met.get((one, other, seats)) for other in names)) for one in names),
        )
        for seats in report.seats
    ]


def _heat_of_scores(report: Report) -> str:
    """Scores as heat maps: rivals by seat count for a challenger, else all against all for each seat count."""
    return "".join(
        f"<p>{html.escape(grid.title)}</p>" * bool(grid.title)
        + _heat(grid.columns, [(name, [_heat_of_pair(pair) for pair in pairs]) for name, pairs in grid.rows])
        for grid in _grids(report)
    )


def _heat_of_pair(pair: Pair | None) -> tuple[str, str, float]:
    """The text of a cell, the text below it, and its color from -1 to 1."""
    if pair is None:
        return "", "", 0.0
    return f"{100 * pair.score:.0f}", f"{100 * pair.low:.0f}-{100 * pair.high:.0f}", 2 * pair.score - 1


def _heat_of_commands(report: Report) -> str:
    """The heat map of commands by agent."""
    used: dict[str, float] = {}
    for one in report.standings:
        for command, times_a_bout in one.commands.items():
            used[command] = used.get(command, 0.0) + times_a_bout
    most = sorted(used, key=lambda command: -used[command])[:MOST_COMMANDS]
    rows = []
    for command in most:
        counts = [one.commands.get(command, 0.0) for one in report.standings]
        rows.append((command, [(f"{count:.2f}", "", count / max(counts)) for count in counts]))
    return _heat([one.name for one in report.standings], rows)


def _heat(columns: Sequence[str], rows: Iterable[tuple[str, Sequence[tuple[str, str, float]]]]) -> str:
    """A table with colored cells: blue above 0, red below."""
    head = "".join(f"<th>{html.escape(column)}</th>" for column in ("", *columns))
    body = "".join(
        f"<tr><th>{html.escape(name)}</th>{''.join(_heat_cell(*cell) for cell in cells)}</tr>" for name, cells in rows
    )
    return f'<div class="scroll"><table class="heat"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _heat_cell(text: str, below: str, heat: float) -> str:
    color, part = "above" if heat > 0 else "below", FULL * abs(heat)
    small = f"<small>{html.escape(below)}</small>" if below else ""
    style = f"background: color-mix(in srgb, var(--{color}) {part:.0%}, transparent)"
    return f'<td style="{style}">{html.escape(text)}{small}</td>'


# --- plots ------------------------------------------------------------------------------------------------------------


def _ladder(report: Report) -> Any:
    """Plot a point and an interval for each agent, best on top."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, 0.8 + ROW * len(report.standings)), layout="constrained")
    _draw_ladder(figure.add_subplot(), report)
    return figure


def _draw_ladder(axes: Any, report: Report) -> None:
    shown = report.standings[::-1]
    for height, one in enumerate(shown):
        color = FAINT if report.challenger not in ("", one.name) else ABOVE
        axes.plot(one.rating.interval, [height, height], color=color, linewidth=2, solid_capstyle="butt")
        axes.plot([one.rating.mu], [height], color=color, marker="o", markersize=7)
        beside = axes.get_yaxis_transform()
        axes.text(1.01, height, f"{one.rating.mu:.1f}", transform=beside, va="center", fontsize=9)
    axes.set_yticks(range(len(shown)), [one.name for one in shown])
    axes.set_ylim(-0.6, len(shown) - 0.4)
    axes.grid(axis="x")
    _plain(axes)


def _endings(report: Report, chronicle: BoutFacts) -> Any:
    """Plot the shares of wins, draws and losses of each agent, and the cycles in which bouts ended."""
    from matplotlib.figure import Figure

    # Two plots, one above the other.
    shown = report.standings[::-1]
    heights = (0.9 + ROW * len(shown), 2.2)
    figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    upper, lower = figure.subplots(2, 1, height_ratios=heights)

    # The shares of each agent, stacked.
    parts = {"won": ABOVE, "drawn": FAINT, "lost": BELOW}
    left = np.zeros(len(shown))
    for name, color in parts.items():
        widths = np.array([100 * getattr(one, name) / one.bouts for one in shown])
        label = chronicle.drawn if name == "drawn" else name
        bars = upper.barh(range(len(shown)), widths, left=left, color=color, label=label, height=0.72)
        told = [f"{width:.0f}" if width > LEGIBLE else "" for width in widths]
        upper.bar_label(bars, told, label_type="center", color=PAPER, fontsize=9)
        left += widths

    # The axes, and the plot below.
    upper.set_yticks(range(len(shown)), [one.name for one in shown])
    upper.set_xlim(0, 100)
    upper.set_xlabel("% of its bouts")
    upper.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    _plain(upper)
    _cycles(lower, report, chronicle)
    return figure


def _cycles(axes: Any, report: Report, chronicle: BoutFacts) -> None:
    """Plot the number of bouts that ended in each cycle."""
    ended = report.endings
    below = [0] * len(ended.won)
    kinds = (
        ("won by somebody", ended.won, ABOVE),
        (chronicle.drawn, ended.drawn, FAINT),
        ("cut off", ended.truncated, BELOW),
    )
    for name, counts, color in kinds:
        if any(counts):
            axes.bar(range(1, len(counts) + 1), counts, bottom=below, color=color, label=name, width=0.85)
            below = [one + other for one, other in zip(below, counts, strict=True)]
    axes.set_xlabel(f"{chronicle.cycle} in which a bout ended")
    axes.set_ylabel("bouts")
    axes.legend()
    axes.grid(axis="y")
    _plain(axes)


def _courses(report: Report, chronicle: BoutFacts) -> Any:
    """Plot a line for each agent, and one for each other holder of score."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, 3.6), layout="constrained")
    axes = figure.add_subplot()
    for place, one in enumerate(report.standings):
        color, dash = PALETTE[place % len(PALETTE)], DASHES[place // len(PALETTE) % len(DASHES)]
        width = 3.0 if one.name == report.challenger else 1.6
        axes.plot(range(len(one.scores)), one.scores, color=color, linestyle=dash, linewidth=width, label=one.name)
    for name, held in report.others.items():
        axes.plot(range(len(held)), held, color=FAINT, linestyle="-.", linewidth=1.6, label=name)
    axes.set_xlabel(f"{chronicle.cycle}s played")
    axes.set_ylabel(chronicle.score)
    axes.margins(x=0)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    axes.grid()
    _plain(axes)
    return figure


def _plain(axes: Any) -> None:
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.tick_params(length=0)
