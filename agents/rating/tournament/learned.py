"""The learning curves stored beside trained agents."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from agents.agent import DRAWING
from agents.files import read_json
from agents.rating.tournament.summary import short
from nexus_env.system.wording import InputError

CURVE = "curve.json"  # written by `python -m agents.learning.curve`; or the key "curve" of the agent's card


def curves_of(names: Iterable[str]) -> list[tuple[str, Callable[[], Any]]]:
    """The short name and the drawing of the learning curve, for each agent that has one.

    Raises:
        ValueError: the file is not a learning curve.
    """
    found = ((name, _beside(Path(name.removesuffix(DRAWING)))) for name in names)
    return [(short(name), drawing) for name, drawing in found if drawing is not None]


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
    from agents.learning.curve import curve, plot

    try:
        rivals = list(runs[0]["points"][0]["wins"])
        for run in runs:
            for rival in rivals:
                curve(run["points"], rival)
            str(run["name"])
    except (LookupError, TypeError) as error:
        raise InputError(
            f"{path}: got a file that is not a learning curve; expected one that agents.learning.curve wrote."
        ) from error
    return lambda: plot(runs, rivals)
