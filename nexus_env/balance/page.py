"""The balance report as one page of HTML that needs nothing else: a plot and a table for each section."""

import io
import re
from html import escape
from typing import Any

from nexus_env.balance.findings import Finding, Report, Section

INCHES = 0.27  # of a plot's height, for each thing
MARGIN = 1.1  # inches above and below
PLAIN, ABOVE, BELOW = "#5b6770", "#1b6ca8", "#b3401e"  # told apart by the shape of the point too
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2429; background: #fff; max-width: 62rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { line-height: 1.2; } h2 { margin: 2.5rem 0 0.25rem; }
figure { margin: 0.5rem 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: 0.5rem 0; } summary { cursor: pointer; }
th, td { padding: 0.15rem 0.7rem; text-align: right; border-bottom: 1px solid #dde2e6; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tr.out td { font-weight: 600; } nav a { margin-right: 1rem; }
"""
READING = (
    "Every seat is played by the same agent. A bout is worth 1 to its winner, a part of that to each of several, an "
    "even share to each seat if it is drawn, and else 0. The effect of a thing is how far the score of those who had "
    "it lies from the even share, over the bouts in which some seats had it and some had not; a bout in which several "
    "seats had it counts once, with their mean. All effects are in percentage points, with 95 % intervals (Wilson; for "
    "bouts decided: Newcombe). What stands out does so against the mean of its section, the dotted line, and even if "
    "the interval is widened for the number of things in the section (Bonferroni)."
)


def page(report: Report) -> str:
    """The whole page; well-formed as XML too."""
    title = f"Balance of {report.game}"
    contents = "".join(f'<a href="#{one.key}">{escape(one.title)}</a> ' for one in report.sections)
    facts = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in facts_of(report))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/><title>{escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width"/><style>{STYLE}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n<table>{facts}</table>\n<p>{escape(READING)}</p>\n<nav>{contents}</nav>\n"
        + "\n".join(map(section_of_page, report.sections))
        + "\n</body></html>\n"
    )


def facts_of(report: Report) -> list[tuple[str, str]]:
    """How the figures came about."""
    options = ", ".join(f"{name} = {value}" for name, value in report.options.items() if value != "")
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
    return (
        f'<section id="{section.key}"><h2>{escape(section.title)}</h2>\n<p>{escape(section.text)}</p>\n'
        f"<figure>{svg(section)}</figure>\n<details><summary>Figures</summary>{table(section)}</details></section>"
    )


def table(section: Section) -> str:
    """All findings, those that were not seen too."""
    columns = ("", f"{section.counted} seen", "bouts compared", "won %", "drawn %", "effect, points", "")
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    rows = "".join(
        f"<tr{' class=' + chr(34) + 'out' + chr(34) if one.stands_out else ''}>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells(one))
        + "</tr>"
        for one in section.findings
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def cells(finding: Finding) -> tuple[str, ...]:
    """A finding as a row of text."""
    shares = (f"{100 * finding.won:.1f}", f"{100 * finding.drawn:.1f}") if finding.seen else ("-", "-")
    mark = "stands out" if finding.stands_out else ""
    return finding.name, f"{finding.seen:,}", f"{finding.compared:,}", *shares, points(finding), mark


def points(finding: Finding) -> str:
    """The effect with its interval, as `+3.1 (-0.2 to +6.4)`."""
    if finding.effect is None or finding.low is None or finding.high is None:
        return "-"
    return f"{100 * finding.effect:+.1f} ({100 * finding.low:+.1f} to {100 * finding.high:+.1f})"


# --- the plots --------------------------------------------------------------------------------------------------------


def svg(section: Section) -> str:
    """The plot as SVG that may stand in a page beside others; empty if nothing was compared."""
    if not any(one.effect is not None for one in section.findings):
        return "<figcaption>Nothing could be compared.</figcaption>"
    from matplotlib import rc_context

    written = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": section.key}):
        plot(section).savefig(written, format="svg", metadata={"Date": None})
    text = written.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{section.key}-", text)  # ids are unique in a page
    label = f'role="img" aria-label="{escape(section.title)}: effects with intervals, sorted"'
    return text.replace("<svg ", f"<svg {label} ", 1)


def plot(section: Section) -> Any:
    """A figure of Matplotlib: a point and an interval for each thing that was compared, the highest effect on top."""
    from matplotlib.figure import Figure

    shown = [one for one in section.findings if one.effect is not None][::-1]
    figure = Figure(figsize=(8.6, INCHES * len(shown) + MARGIN), layout="constrained")
    axes = figure.add_subplot()
    axes.axvline(0, color="#9aa5ad", linewidth=1)
    if abs(section.mean) > 0.001:
        axes.axvline(100 * section.mean, color=PLAIN, linewidth=1.2, linestyle=":")
    for height, one in enumerate(shown):
        _draw(axes, height, one, section)
    axes.set_yticks(range(len(shown)), [one.name for one in shown])
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.margins(x=0.05)
    axes.set_xlabel("effect in percentage points, with 95 % intervals; on the right: how many were seen", fontsize=9)
    axes.tick_params(axis="both", labelsize=9, length=0)
    axes.grid(axis="x", color="#eceff1")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def _draw(axes: Any, height: int, finding: Finding, section: Section) -> None:
    """One point, its interval, and how many were seen."""
    effect, low, high = (100 * (value or 0.0) for value in (finding.effect, finding.low, finding.high))
    above = effect > 100 * section.mean
    color = (ABOVE if above else BELOW) if finding.stands_out else PLAIN
    marker = ("^" if above else "v") if finding.stands_out else "o"
    axes.plot([low, high], [height, height], color=color, linewidth=1.6, solid_capstyle="butt")
    axes.plot([effect], [height], color=color, marker=marker, markersize=6)
    beside = axes.get_yaxis_transform()  # to the right of the plot, at this height
    axes.text(
        1.01, height, f"{finding.seen:,} {section.counted}", transform=beside, va="center", fontsize=8, color=PLAIN
    )
