"""Throughput against the number of bouts, as a table and as a plot."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.reports.html import plotting
from nexus_env.system.package import install
from nexus_env.system.wording import InputError
from nexus_env.tools.bench import Looped, Stepped
from nexus_env.tools.bench.figures import Figure, Line, race

SIZES = tuple(4**power for power in range(9))  # 1 to 65,536
SOME = 256  # decisions of a slot at a time, so that a round does not take minutes
SHAPES = ("o", "s", "^", "D")  # markers, so that lines do not differ by color alone


def scale(
    game: Game, seconds: float, threads: int = 2, sizes: Sequence[int] = SIZES, **options: Any
) -> dict[str, list[Figure]]:
    """A list of figures for each way to play, one per number of bouts.

    Args:
        game: the game.
        seconds: the time for each figure.
        threads: the number of threads in the ways that use several.
        sizes: the numbers of bouts.
        **options: the game's own options.
    """
    found: dict[str, list[Figure]] = {}
    for bouts in sizes:
        for figure in race(list(_lines(game, bouts, threads, options)), seconds):
            found.setdefault(figure.what, []).append(replace(figure, what=f"{bouts:,} bouts"))
    return found


def _lines(game: Game, bouts: int, threads: int, options: dict[str, Any]) -> Iterator[Line]:
    """The lines for this number of bouts."""
    for count, ending in ((1, ""), (threads, f", up to {threads} threads")):
        yield Line(f"Batch.step from Python{ending}", Stepped(game, bouts, options, count).work)
    loop = Looped(game, bouts, options)
    yield Line(f"compiled loop, {SOME} decisions at a time", partial(loop.work, at_a_time=SOME))
    yield Line("compiled loop, in turn", partial(loop.work, at_a_time=1))


def check_plot(path: Path) -> None:
    """Check before measuring that a plot can be written.

    Raises:
        ValueError: it cannot be written.
    """
    if find_spec("matplotlib") is None:
        raise InputError(f"bench: got no matplotlib: {install('train')}.")
    if path.suffix != ".svg" or not path.parent.is_dir():
        raise InputError(f"--scale: got {path}; expected an .svg file in an existing folder.")


def svg(found: dict[str, list[Figure]], sizes: Sequence[int] = SIZES) -> str:
    """The plot as SVG."""
    written = io.StringIO()
    with plotting({"svg.fonttype": "none", "svg.hashsalt": "speed"}):
        plot(found, sizes).savefig(written, format="svg", metadata={"Date": None})
    return re.sub(r"\s*<metadata>.*?</metadata>", "", written.getvalue(), flags=re.DOTALL)


def plot(found: dict[str, list[Figure]], sizes: Sequence[int]) -> Any:
    """A Matplotlib figure: a line for each way to play, both axes logarithmic."""
    from matplotlib.figure import Figure as Drawing
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

    # A line for each way to play.
    drawing = Drawing(figsize=(8.6, 4.6), layout="constrained")
    drawing.patch.set_facecolor("white")
    axes = drawing.add_subplot(xscale="log", yscale="log")
    for shape, (what, figures) in zip(SHAPES, found.items(), strict=False):
        axes.plot(
            sizes, [figure.best or 0.0 for figure in figures], marker=shape, markersize=5, linewidth=1.4, label=what
        )

    # The axes: bouts and decisions, both in round numbers.
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_xlabel("bouts side by side", fontsize=9)
    axes.set_ylabel("decisions a second, best of nine turns", fontsize=9)
    axes.tick_params(axis="both", labelsize=9)
    axes.grid(color="#eceff1")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=9, frameon=False)
    return drawing
