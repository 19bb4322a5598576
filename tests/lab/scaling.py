"""How decisions per second grow with the number of workers, and what a million decisions cost.

The worker counts alternate, rollout by rollout, so other work on the machine slows all of them equally. After each
rollout the main process learns from it. Play is divided among the workers and learning is not, so the two processor
times show what a cluster can gain. "Own core" uses processor time instead of wall-clock time: the speed on an
otherwise idle machine.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich import box
from rich.table import Table
from speed_limit import new_parser

from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.experiment import Experiment, read_experiment
from nexus_env.agents.learning.run_folder import RunError
from nexus_env.agents.report import RunProgress
from nexus_env.cli.arguments import add_ray, at_least
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError
from nexus_env.reports.console import PlainConsole
from nexus_env.system.cluster import LOCAL, ClusterError, on_ray
from nexus_env.system.wording import one_line

WARM = 4  # warm-up rollouts of all workers: they compile everything and desynchronize the bouts
MILLION = 1e6
EXAMPLES = """examples:
  python tests/lab/scaling.py configs/nexus/duel.toml --workers 1 2
  python tests/lab/scaling.py configs/nexus/duel.toml --workers 1 8 64 --ray auto
"""


@dataclass
class Spent:
    """The cost of rollouts with a number of workers, in seconds."""

    decisions: int = 0
    clock: float = 0.0  # until the rollouts arrived
    played: float = 0.0  # processor time of the workers
    longest: float = 0.0  # of it, that of the slowest worker in each rollout
    fetched: float = 0.0  # processor time of the main process meanwhile
    learned: float = 0.0  # processor time of the update


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print the table; report errors in one sentence."""
    arguments = read_arguments(words)
    try:
        experiment, game = read_experiment(arguments.config, arguments.set)
        with on_ray(arguments.ray) as cpus, RunProgress(PlainConsole(stderr=True)) as watch:
            if max(arguments.workers) > cpus:
                raise ClusterError(
                    f"--workers: got {max(arguments.workers)}; expected at most {cpus}, one CPU per worker."
                )
            found = measure(experiment, game, arguments.workers, arguments.rollouts, watch)
    except (OptionsError, AgentError, RunError, ClusterError) as error:
        print(one_line(error), file=sys.stderr)
        return 2
    PlainConsole().print(table(found))
    return 0


def measure(
    experiment: Experiment, game: Game, numbers: Sequence[int], rollouts: int, watch: RunProgress
) -> dict[int, Spent]:
    """The cost of rollouts and updates with each number of workers, on the joined cluster.

    Every worker plays the same number of bouts, regardless of the others. The main process learns.
    """
    import ray

    from nexus_env.agents.learning.cluster.training import ClusterTraining
    from nexus_env.agents.learning.cluster.worker import RolloutWorker

    experiment = replace(experiment, cluster=replace(experiment.cluster, learners=0))
    found, most = {number: Spent() for number in numbers}, max(numbers)
    with TemporaryDirectory() as folder:
        training = ClusterTraining(experiment, game, Path(folder), most)
        actor: Any = ray.remote(num_cpus=1)(RolloutWorker)
        bouts = max(1, experiment.learner.bouts // most)
        workers = [actor.remote(experiment, bouts, seed) for seed in range(most)]
        cast = training.cast()
        try:
            for _ in range(WARM):
                weights = ray.put(training.learners.weights())
                training.learners.learn(ray.get([worker.roll.remote(weights, cast) for worker in workers]), 0.0)
            for turn in range(rollouts):
                for number, spent in found.items():
                    _take_turn(training.learners, workers[:number], cast, spent)
                watch.show((turn + 1) / rollouts, f"{turn + 1} of {rollouts} rollouts")
        finally:
            training.learners.shutdown()
            for worker in workers:
                ray.kill(worker)
    return found


def _take_turn(learners: Any, workers: Sequence[Any], cast: Any, spent: Spent) -> None:
    """Make a rollout with these workers, and an update that changes nothing."""
    import ray

    began, worked = time.perf_counter(), time.process_time()
    weights = ray.put(learners.weights())
    rollouts = ray.get([worker.roll.remote(weights, cast) for worker in workers])
    spent.clock += time.perf_counter() - began
    spent.fetched += time.process_time() - worked
    spent.longest += max(rollout.seconds for rollout in rollouts)
    spent.played += sum(rollout.seconds for rollout in rollouts)
    spent.decisions += sum(len(rollout.actions) for rollout in rollouts)
    worked = time.process_time()
    learners.learn(rollouts, 0.0)
    spent.learned += time.process_time() - worked


def table(found: dict[int, Spent]) -> Table:
    """A row for each number of workers."""
    first = next(iter(found.values()))
    title = "worker decisions per second; processor seconds per million decisions"
    made = Table(title=title, box=box.SIMPLE_HEAD)
    for column in ("workers", "by clock", "times", "own core", "times", "play", "fetch", "update"):
        made.add_column(column, justify="right", no_wrap=True)
    for number, spent in found.items():
        speeds, base = _speeds(spent), _speeds(first)
        gains = (f"{cell:,.0f} {cell / least:.2f}".split() for cell, least in zip(speeds, base, strict=True))
        costs = (MILLION * part / spent.decisions for part in (spent.played, spent.fetched, spent.learned))
        made.add_row(str(number), *(cell for pair in gains for cell in pair), *(f"{cost:.1f}" for cost in costs))
    return made


def _speeds(spent: Spent) -> tuple[float, float]:
    """Decisions per second of wall-clock time, and of processor time."""
    return spent.decisions / spent.clock, spent.decisions / (spent.longest + spent.fetched)


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = new_parser("scaling", __doc__, EXAMPLES)
    parser.add_argument(
        "--workers", type=at_least(1), nargs="+", default=[1, 2], help="worker counts to compare (default 1 2)"
    )
    parser.add_argument("--rollouts", type=at_least(1), default=10, help="rollouts per worker count (default 10)")
    add_ray(parser, "measure")
    arguments = parser.parse_args(words)
    arguments.ray = arguments.ray or LOCAL
    return arguments


if __name__ == "__main__":
    sys.exit(main())
