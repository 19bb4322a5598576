"""The learning curve of a run: the strength of its snapshots over processor time.

Processor time is used because other work on the machine affects only wall-clock time. A run must be uninterrupted,
since each start resets its processor time.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.agents.advisors import Advisors
from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.league import MANIFEST, POOL, read_manifest
from nexus_env.agents.learning.learned import plot
from nexus_env.agents.learning.run_folder import RunError, read_config
from nexus_env.agents.loading import load
from nexus_env.agents.model_files import write_json, write_whole
from nexus_env.agents.rate import rate
from nexus_env.agents.report import RunProgress
from nexus_env.agents.weights import Snapshot, load_snapshot
from nexus_env.cli.arguments import COUNT
from nexus_env.contract import registry
from nexus_env.kit.options import OptionsError
from nexus_env.reports.console import PlainConsole
from nexus_env.reports.html import plotting
from nexus_env.system.argument_parser import Parser
from nexus_env.system.wording import one_line

TIME = "time/processor_seconds"  # the learner's name for it in TensorBoard
EXAMPLES = """examples:
  python tests/lab/curve.py --runs small runs/small-1 runs/small-2 --runs large runs/large-1 --out curve
"""


@dataclass(frozen=True)
class Point:
    """The results of a snapshot: wins and bouts against each rival."""

    decisions: int
    processor_seconds: float
    bouts: int
    wins: dict[str, int]


def main(words: Sequence[str] | None = None) -> int:
    """Rate the snapshots, write data and plot; report errors in one sentence."""
    arguments = read_arguments(words)
    runs = [(name, Path(folder)) for name, *folders in arguments.runs for folder in folders]
    out: Path = arguments.out
    try:
        if not out.parent.is_dir():
            raise RunError(f"--out: got {out}; expected a name in an existing folder.")
        rivals = arguments.against or registry.find(read_config(runs[0][1])["game"]).agents.opponents
        found = rate_all(runs, arguments.points, arguments.bouts, rivals)
        write_json(out.with_name(out.name + ".json"), found)
        write_whole(out.with_name(out.name + ".svg"), lambda partial: draw(found, rivals, partial))
    except (AgentError, OptionsError, RunError, OSError) as error:
        print(one_line(error), file=sys.stderr)
        return 2
    return 0


def rate_all(runs: Sequence[tuple[str, Path]], points: int, bouts: int, rivals: Sequence[str]) -> list[dict[str, Any]]:
    """Name, folder and points of each of `runs`."""
    found = []
    with RunProgress(PlainConsole(stderr=True)) as watch:
        for number, (name, folder) in enumerate(runs):
            rated: list[dict[str, Any]] = []
            for point in rate_snapshots(folder, points, bouts, rivals):
                rated.append(asdict(point))
                part = (number + len(rated) / points) / len(runs)
                watch.show(part, f"{folder}, {len(rated)} of {points} snapshots")
            found.append({"name": name, "run": folder.name, "points": rated})
    return found


def rate_snapshots(folder: Path, points: int, bouts: int, rivals: Sequence[str]) -> Iterable[Point]:
    """Rate `points` snapshots of the run in `folder`, evenly spaced, including the last one.

    Raises:
        RunError: there is no such run, or its networks no longer fit the game.
    """
    config = read_config(folder)
    game, members = registry.find(config["game"]), read_manifest(folder)["members"]
    decisions_of = {member["file"]: member["steps"] for member in members if member["kind"] == POOL}
    snapshots = sorted(decisions_of)
    if not snapshots:
        raise RunError(f"{folder / MANIFEST}: got no snapshots; expected those of a run that has learned.")
    steps, seconds = processor_time(folder)
    advisors = Advisors(config["learner"].get("advisors", ()), game)
    for name in [snapshots[k] for k in np.linspace(0, len(snapshots) - 1, points + 1).round().astype(int)[1:]]:
        path, decisions = folder / name, decisions_of[name]
        agent = Snapshot(load_snapshot(path), advisors=advisors)
        if agent.size != game.observation_size:
            raise RunError(f"{path}: got a network with {agent.size} inputs; expected {game.observation_size}.")
        scores = {rival: rate(game, agent, load(rival, game), rival, bouts, 1, config["rules"]) for rival in rivals}
        wins = {rival: score.wins for rival, score in scores.items()}
        yield Point(decisions, round(float(np.interp(decisions, steps, seconds)), 1), scores[rivals[0]].bouts, wins)


def processor_time(folder: Path) -> tuple[list[int], list[float]]:
    """The decisions of a run after each rollout, and its processor time in seconds."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # type: ignore[import-untyped]

    events = EventAccumulator(str(folder / "tensorboard"), {"scalars": 0})
    if (folder / "tensorboard").is_dir():
        events.Reload()
    if TIME not in events.Tags()["scalars"]:
        raise RunError(f"{folder / 'tensorboard'}: got no {TIME}; expected the record of a run.")
    told = events.Scalars(TIME)
    return [event.step for event in told], [event.value for event in told]


def draw(runs: Sequence[dict[str, Any]], rivals: Sequence[str], path: Path) -> None:
    """Write the plot to `path`, as SVG."""
    with plotting({"svg.fonttype": "none", "svg.hashsalt": "curve", "text.parse_math": False}):
        plot(runs, rivals).savefig(path, format="svg", metadata={"Date": None})


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = Parser(
        prog="python tests/lab/curve.py",
        description=__doc__,
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "--runs",
        nargs="+",
        action="append",
        required=True,
        metavar=("NAME", "FOLDER"),
        help="a label, and the folders of runs that differ only in their seeds; repeatable",
    )
    parser.add_argument("--points", type=COUNT, default=8, help="snapshots to rate per run (default 8)")
    parser.add_argument("--bouts", type=COUNT, default=500, help="bouts against each rival (default 500)")
    parser.add_argument(
        "--against", nargs="+", metavar="AGENT", help="the rivals (default: the game's usual opponents)"
    )
    parser.add_argument("--out", type=Path, default=Path("curve"), help="write OUT.json and OUT.svg (default curve)")
    arguments = parser.parse_args(words)
    for name, *folders in arguments.runs:
        if not folders:
            parser.error(f"--runs {name}: got no folder; expected at least one after the label")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
