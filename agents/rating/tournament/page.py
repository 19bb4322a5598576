"""A tournament's report as one self-contained HTML page."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nexus_env.agents.rating.tournament.plots import courses, endings, ladder
from nexus_env.agents.rating.tournament.summary import Pair, Report, grids_of
from nexus_env.agents.rating.tournament.tables import PAIR, STANDING, in_front, milliseconds, pair_cells, standing_cells
from nexus_env.contract.report_facts import BoutFacts
from nexus_env.reports import html

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
        overall(report),
        html.facts(frame.facts),
        html.contents({f"#{key}": title for key, title, _, _ in parts} | {frame.times: "Time per decision"}),
        *(html.section(*part) for part in parts),
    ]
    return html.page(frame.title, "\n".join(filter(None, body)), STYLE)


def page_of_times(report: Report, title: str) -> str:
    """The page of measured times, which differ from run to run."""
    return html.page(f"{title}: time per decision", f"<p>{TIMES}</p>\n{times(report)}")


def overall(report: Report) -> str:
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
    yield "ratings", "Ratings", RATINGS, _figure(lambda: ladder(report), "ratings", "Ratings with intervals")
    whose = f"The score of {report.challenger}" if report.challenger else "The score of the row against the column"
    yield (
        "scores",
        "Head to head",
        SCORES.format(whose=whose),
        _heat_of_scores(report) + _details(pairs(report)),
    )
    if chronicle is not None:
        drawn = chronicle.drawn
        content = _figure(lambda: endings(report, chronicle), "endings", "Bouts won, lost, or neither, by agent")
        yield "endings", "How bouts end", ENDINGS.format(drawn=drawn), content + _details(standings(report))
        course = _figure(lambda: courses(report, chronicle), "courses", f"{chronicle.score} cycle by cycle")
        yield "courses", f"{chronicle.score} over time", COURSES.format(score=chronicle.score), course
        yield "commands", "Commands", COMMANDS, _heat_of_commands(report)
    for number, (name, draw) in enumerate(frame.curves):
        key = f"curve-{number}"
        yield key, f"How {name} learned", "", _figure(draw, key, f"Learning curve of {name}")


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


def standings(report: Report) -> str:
    """The table of all agents, best first."""
    return html.table(STANDING, ((standing_cells(one), one.name == report.challenger) for one in report.standings))


def pairs(report: Report) -> str:
    """The table of all pairs."""
    return html.table(PAIR, ((pair_cells(pair), False) for pair in in_front(report)))


def times(report: Report) -> str:
    """The table of thinking times."""
    rows = [
        ([one.name, *milliseconds(one.times), str(one.times.decisions)], one.name == report.challenger)
        for one in report.standings
        if one.times is not None
    ]
    return html.table(("agent", "median", "99th percentile", "decisions timed"), rows)


def _heat_of_scores(report: Report) -> str:
    """Scores as heat maps: rivals by seat count for a challenger, else all against all for each seat count."""
    return "".join(
        f"<p>{html.escape(grid.title)}</p>" * bool(grid.title)
        + _heat(grid.columns, [(name, [_scored(pair) for pair in pairs]) for name, pairs in grid.rows])
        for grid in grids_of(report)
    )


def _scored(pair: Pair | None) -> tuple[str, str, float]:
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


def _details(content: str) -> str:
    return f'<details><summary>Figures</summary><div class="scroll">{content}</div></details>'


def _figure(draw: Callable[[], Any], key: str, label: str) -> str:
    return f"<figure>{html.drawing(draw, key, label)}</figure>"
