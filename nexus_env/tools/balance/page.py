"""The balance report as one self-contained HTML page: a plot and a table for each section."""

from typing import Any

from nexus_env.reports import html
from nexus_env.reports.html import ABOVE, BELOW, FAINT, LINE
from nexus_env.tools.balance.findings import BalanceReport, Finding, Section

INCHES = 0.27  # inches of a plot's height for each thing
MARGIN = 1.1  # inches of margin above and below
READING = (
    "The same agent plays every seat. A bout is worth 1 to its winner, a share of that to each of several winners, an "
    "even share to each seat if it is drawn, and otherwise 0. The effect of a thing is the score of the seats that had "
    "it, minus the even share, over the bouts in which some seats had it and some did not. A bout in which several "
    "seats had it counts once, with their mean. All effects are in percentage points, with 95 % intervals (Wilson; for "
    "bouts decided: Newcombe). A thing stands out if an interval widened for the number of things in its section "
    "(Bonferroni) excludes the mean of the section, the dotted line."
)


def page(report: BalanceReport) -> str:
    """The whole page, also well-formed XML."""
    parts = [
        html.facts(facts_of(report)),
        f"<p>{html.escape(READING)}</p>",
        html.contents({one.key: one.title for one in report.sections}),
        *map(section_of_page, report.sections),
    ]
    return html.page(f"Balance of {report.game}", "\n".join(parts))


def facts_of(report: BalanceReport) -> list[tuple[str, str]]:
    """Facts about how the figures were made."""
    turns = {name: f"{', '.join(map(str, values))} in turn" for name, values in report.turns.items()}
    options = ", ".join(f"{name} = {value}" for name, value in {**report.options, **turns}.items() if value != "")
    return [
        ("agent in every seat", report.agent),
        ("options", options),
        ("seed", str(report.seed)),
        ("bouts", f"{report.bouts:,} with {report.seats} seats, {report.decisions:,} decisions"),
        ("drawn", f"{report.draws:,} ({100 * report.draws / report.bouts:.1f} %)"),
        ("ended by the limit", f"{report.truncated:,} ({100 * report.truncated / report.bouts:.1f} %)"),
        ("time", f"{report.seconds:.0f} s, {report.bouts / max(1e-9, report.seconds):.1f} bouts a second"),
    ]


def section_of_page(section: Section) -> str:
    """Heading, plot and table."""
    content = f"<figure>{svg(section)}</figure>\n<details><summary>Figures</summary>{table(section)}</details>"
    return html.section(section.key, section.title, section.text, content)


def table(section: Section) -> str:
    """The table of all findings, including those that never occurred."""
    columns = ("", f"{section.counted} seen", "bouts compared", "won %", "drawn %", "effect, points", "")
    return html.table(columns, ((cells(one), one.stands_out) for one in section.findings))


def cells(finding: Finding) -> tuple[str, ...]:
    """A finding as a row of text."""
    shares = (f"{100 * finding.won:.1f}", f"{100 * finding.drawn:.1f}") if finding.seen else ("-", "-")
    mark = "stands out" if finding.stands_out else ""
    return finding.name, f"{finding.seen:,}", f"{finding.compared:,}", *shares, points(finding), mark


def markdown(report: BalanceReport) -> str:
    """The tables in Markdown: the facts, then the sections."""
    facts = "\n".join(f"- {name}: {value}" for name, value in facts_of(report) if name != "time")
    return "\n\n".join([facts, *map(section_of_manual, report.sections)]) + "\n"


def section_of_manual(section: Section) -> str:
    """Heading, explanation, and a row for each thing that occurred."""
    columns = ("", f"{section.counted} seen", "bouts compared", "won %", "drawn %", "effect, points (95 %)", "")
    rows = [cells(one) for one in section.findings if one.seen]
    lines = [columns, ("---", *("---:" for _ in columns[2:]), "---"), *rows]
    table_of = "\n".join(f"| {' | '.join(row)} |" for row in lines)
    return f"## {section.title}\n\n{section.text}\n\n{table_of}"


def points(finding: Finding) -> str:
    """The effect with its interval in points, such as `+3.1 (-0.2 to +6.4)`."""
    if finding.effect is None or finding.low is None or finding.high is None:
        return "-"
    return f"{100 * finding.effect:+.1f} ({100 * finding.low:+.1f} to {100 * finding.high:+.1f})"


# --- the plots --------------------------------------------------------------------------------------------------------


def svg(section: Section) -> str:
    """The plot as SVG for embedding in a page; empty if nothing was compared."""
    if not any(one.effect is not None for one in section.findings):
        return "<figcaption>Nothing could be compared.</figcaption>"
    return html.drawing(lambda: plot(section), section.key, f"{section.title}: effects with intervals, sorted")


def plot(section: Section) -> Any:
    """A Matplotlib figure: a point and an interval for each compared thing, highest effect on top."""
    from matplotlib.figure import Figure

    shown = [one for one in section.findings if one.effect is not None][::-1]
    figure = Figure(figsize=(8.6, INCHES * len(shown) + MARGIN), layout="constrained")
    axes = figure.add_subplot()
    axes.axvline(0, color=FAINT, linewidth=1)
    if abs(section.mean) > 0.001:
        axes.axvline(100 * section.mean, color=FAINT, linewidth=1.2, linestyle=":")
    for height, one in enumerate(shown):
        _draw(axes, height, one, section)
    axes.set_yticks(range(len(shown)), [one.name for one in shown])
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.margins(x=0.05)
    axes.set_xlabel("effect in percentage points, with 95 % intervals; on the right: how many were seen", fontsize=9)
    axes.tick_params(axis="both", labelsize=9, length=0)
    axes.grid(axis="x", color=LINE)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def _draw(axes: Any, height: int, finding: Finding, section: Section) -> None:
    """Draw a point, its interval, and its number of occurrences."""
    effect, low, high = (100 * (value or 0.0) for value in (finding.effect, finding.low, finding.high))
    above = effect > 100 * section.mean
    color = (ABOVE if above else BELOW) if finding.stands_out else FAINT
    marker = ("^" if above else "v") if finding.stands_out else "o"
    axes.plot([low, high], [height, height], color=color, linewidth=1.6, solid_capstyle="butt")
    axes.plot([effect], [height], color=color, marker=marker, markersize=6)
    beside = axes.get_yaxis_transform()  # to the right of the plot, at this height
    axes.text(
        1.01, height, f"{finding.seen:,} {section.counted}", transform=beside, va="center", fontsize=8, color=FAINT
    )
