"""The learning curves stored beside trained agents."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.agents.agent import DRAWING
from nexus_env.agents.model_files import read_json
from nexus_env.system.visible import legible
from nexus_env.system.wording import InputError

CURVE = "curve.json"  # as `python tests/lab/curve.py` writes it; or the key "curve" of the agent's card


def curves_of(names: Iterable[str]) -> list[tuple[str, Callable[[], Any]]]:
    """For each agent that has a learning curve, its name and what draws it.

    Raises:
        ValueError: the file is not a learning curve.
    """
    found = ((name, _beside(Path(name.removesuffix(DRAWING)))) for name in names)
    return [(name, drawing) for name, drawing in found if drawing is not None]


def _beside(agent: Path) -> Callable[[], Any] | None:
    if agent.suffix != ".onnx":
        return None
    own, card = agent.with_name(CURVE), agent.with_suffix(".json")
    if own.is_file():
        return _drawing(own, _read(own))
    kept = _read(card) if card.is_file() else None
    return _drawing(card, kept["curve"]) if isinstance(kept, dict) and "curve" in kept else None


def _read(path: Path) -> Any:
    try:
        return read_json(path)
    except ValueError as error:
        raise InputError(f"{path}: got text that is not JSON ({error}); expected a learning curve.") from error


def _drawing(path: Path, runs: Any) -> Callable[[], Any]:
    try:
        rivals = list(runs[0]["points"][0]["wins"])
        for run in runs:
            for rival in rivals:
                curve(run["points"], rival)
            str(run["name"])
    except (LookupError, TypeError) as error:
        raise InputError(
            f"{path}: got a file that is not a learning curve; expected runs with their points."
        ) from error
    return lambda: plot(runs, rivals)


def plot(runs: Sequence[dict[str, Any]], rivals: Sequence[str]) -> Any:
    """A panel for each rival: a thin line for each run, a thick one for the mean of runs with the same label."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.6, 3.6), layout="constrained")
    names = list(dict.fromkeys(run["name"] for run in runs))
    for rival, axes in zip(rivals, np.ravel(figure.subplots(1, len(rivals), sharey=True)), strict=True):
        for number, name in enumerate(names):
            color = f"C{number}"
            lines = [curve(run["points"], rival) for run in runs if run["name"] == name]
            for minutes, shares in lines:
                axes.plot(minutes, shares, color=color, linewidth=0.7, alpha=0.7)
            minutes, shares = np.mean(lines, axis=0)
            axes.plot(minutes, shares, color=color, linewidth=2.2, marker="o", markersize=4, label=legible(str(name)))
        axes.set(title=legible(f"against {rival}"), xlabel="minutes of processor time", xlim=(0, None), ylim=(0, 100))
        axes.grid(color="#dde2e6", linewidth=0.7)
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel("bouts won, %")
    figure.axes[0].legend(frameon=False, loc="lower right")
    return figure


def curve(points: Sequence[dict[str, Any]], rival: str) -> tuple[list[float], list[float]]:
    """Minutes of processor time, and the percentage of bouts won."""
    return (
        [point["processor_seconds"] / 60 for point in points],
        [100 * point["wins"][rival] / point["bouts"] for point in points],
    )
