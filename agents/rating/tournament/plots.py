"""The plots of a tournament's page, in the colors of `nexus_env.reports.html`."""

from typing import Any

import numpy as np

from nexus_env.agents.rating.tournament.summary import Report, grids_of
from nexus_env.contract.report_facts import BoutFacts
from nexus_env.reports.html import ABOVE, BELOW, FAINT, LINE, PAPER
from nexus_env.system.visible import legible

PALETTE = ("#2f7fc1", "#d9772b", "#2f9e73", "#b65fb0", "#c94f55", "#8a8f2c", "#3fa9b5", "#9a6b4f")
DASHES = ("-", "--", ":")  # for lines that share a color
WIDTH, ROW = 10.0, 0.32  # inches: the width of a plot, and the height of a row
LEGIBLE = 6  # percent of a bar; narrower parts have no label


def ladder(report: Report) -> Any:
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


def picture(report: Report, title: str) -> Any:
    """Plot ratings beside the scores of all pairs, on white, for use outside the page."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    grid = grids_of(report)[0]
    columns, rows = len(grid.columns), len(grid.rows)
    figure = Figure(
        figsize=(WIDTH, 1.3 + ROW * max(rows, len(report.standings))), layout="constrained", facecolor=PAPER
    )
    left, right = figure.subplots(1, 2)
    figure.suptitle(legible(title), fontsize=12)
    _draw_ladder(left, report)
    left.set_xlabel("rating")
    for row, (_, pairs) in enumerate(grid.rows):
        for column, pair in enumerate(pairs):
            if pair is not None:
                heat, color = 2 * pair.score - 1, ABOVE if pair.score > 0.5 else BELOW
                right.add_patch(Rectangle((column, row), 1, 1, facecolor=color, alpha=0.75 * abs(heat)))
                right.text(column + 0.5, row + 0.5, f"{100 * pair.score:.0f}", ha="center", va="center", fontsize=9)
    right.set_xlim(0, columns)
    right.set_ylim(rows, 0)
    aslant: dict[str, Any] = {} if report.challenger else {"rotation": 30, "ha": "right", "rotation_mode": "anchor"}
    right.set_xticks(np.arange(columns) + 0.5, grid.columns, **aslant)
    right.set_yticks(np.arange(rows) + 0.5, [name for name, _ in grid.rows])
    right.set_xlabel("score, 50 is even")
    _plain(right)
    return figure


def endings(report: Report, chronicle: BoutFacts) -> Any:
    """Plot the shares of wins, draws and losses of each agent, and the cycles in which bouts ended."""
    from matplotlib.figure import Figure

    shown = report.standings[::-1]
    heights = (0.9 + ROW * len(shown), 2.2)
    figure = Figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    upper, lower = figure.subplots(2, 1, height_ratios=heights)
    parts = {"won": ABOVE, "drawn": FAINT, "lost": BELOW}
    left = np.zeros(len(shown))
    for name, color in parts.items():
        widths = np.array([100 * getattr(one, name) / one.bouts for one in shown])
        label = chronicle.drawn if name == "drawn" else name
        bars = upper.barh(range(len(shown)), widths, left=left, color=color, label=label, height=0.72)
        told = [f"{width:.0f}" if width > LEGIBLE else "" for width in widths]
        upper.bar_label(bars, told, label_type="center", color=PAPER, fontsize=9)
        left += widths
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


def courses(report: Report, chronicle: BoutFacts) -> Any:
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
