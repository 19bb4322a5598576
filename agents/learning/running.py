"""An experiment from its config to a rated agent in a folder."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from os.path import isdir
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from nexus_env.agents.advisors import Advisors
from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.learning.league import load_guest, read_target
from nexus_env.agents.learning.run_folder import write_card
from nexus_env.agents.loading import load
from nexus_env.agents.report import RunProgress, score_table
from nexus_env.agents.weights import Snapshot, read_start
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError, Source
from nexus_env.players.agents_by_name import refuse_seats
from nexus_env.reports.console import PlainConsole
from nexus_env.text.transcript import stock_of

LINE = 100  # characters, where there is no terminal


def new_console() -> Console:
    """A console for the results."""
    return PlainConsole(width=None if sys.stdout.isatty() else LINE)


@dataclass(frozen=True)
class Learned:
    """The result of learning: the network, rows of observations and masks, and facts for the card.

    The exported agent is compared with the network on the rows.
    """

    policy: Any
    rows: tuple[NDArray[np.float32], NDArray[np.bool_]]
    facts: dict[str, Any]


@dataclass(frozen=True)
class Run:
    """A run of an experiment: it learns or clones, exports the agent, rates it and reports.

    Modules that import torch are imported by its methods, when the experiment is known to be right.
    """

    experiment: Experiment
    game: Game
    folder: Path
    console: Console = field(default_factory=new_console)

    def learn(self) -> None:
        """Learn by self-play in this process."""
        from nexus_env.agents.learning.cloning import begun
        from nexus_env.agents.learning.learner import Training

        with RunProgress(self.console) as watch:
            training = Training(begun(self.experiment, self.game, self.folder, watch), self.game, self.folder)
            training.learn(watch)
        rows = training.seats.observations, training.seats.masks
        self._conclude(training, training.model.policy, rows)

    def learn_on_cluster(self, cpus: int) -> None:
        """Learn by self-play with workers and learners on the Ray cluster that was joined, which has this many CPUs."""
        from nexus_env.agents.learning.cloning import begun
        from nexus_env.agents.learning.cluster.training import ClusterTraining

        with RunProgress(self.console) as watch:
            experiment = begun(self.experiment, self.game, self.folder, watch)
            training = ClusterTraining(experiment, self.game, self.folder, cpus)
            training.learn(watch)
        self._conclude(training, training.policy, training.rows())

    def clone(self) -> None:
        """Learn to play like `clone.source`."""
        from nexus_env.agents.learning import cloning

        source, start = self.experiment.clone.source, self.experiment.learner.start
        with RunProgress(self.console, f"cloning {source}") as watch:
            cloned = cloning.clone(self.experiment, self.game, source, watch)
        self.console.print(f"{cloned}.")
        how = f"cloned from {source}{f', starting from {start}' if start else ''}"
        self._finish(Learned(cloned.policy, cloned.rows, {"how": how, **cloned.facts()}))

    def _conclude(self, training: Any, policy: Any, rows: tuple[NDArray[np.float32], NDArray[np.bool_]]) -> None:
        """Finish a run of self-play; with trials, export the champion of its league, too."""
        from nexus_env.agents.learning.export import export
        from nexus_env.agents.learning.network import load_weights

        begin = "" if self.experiment.learner.start else self.experiment.clone.begin
        how = f"trained by self-play{begin and f', beginning as a clone of {begin}'}"
        learned = Learned(policy, rows, {"how": how, **training.facts()})
        self._finish(learned)
        if self.experiment.league.trial:
            load_weights(policy, training.pool.champion_weights())
            path = self.folder / "champion.onnx"
            difference = export(policy, self.game, path, *rows)
            learned.facts["how"] += "; the champion of its league"
            write_card(path, self.experiment, [], self._card_of(learned, difference))

    def _finish(self, learned: Learned) -> None:
        """Export the agent, rate it, leave a card beside it, and print how it plays."""
        from nexus_env.agents.learning.export import export
        from nexus_env.agents.rate import rate

        experiment, game = self.experiment, self.game
        path = self.folder / "agent.onnx"
        difference = export(learned.policy.cpu(), game, path, *learned.rows, experiment.learner.advisors)
        agent, bouts, seed = load(str(path), game), experiment.rating.bouts, experiment.seed + 1
        rivals = {name: load(name, game) for name in experiment.rating.against}
        if target := experiment.league.against:
            _, weights = read_target(target, game)
            rivals[target] = Snapshot(weights, drawing=True) if weights else load(target, game)
        scores = [rate(game, agent, rival, name, bouts, seed, experiment.rules) for name, rival in rivals.items()]
        write_card(path, experiment, scores, self._card_of(learned, difference))
        self.console.print(score_table(f"{path} after {learned.facts['steps']:,} decisions", scores))

    def _card_of(self, learned: Learned, difference: float) -> dict[str, Any]:
        """The facts of the card besides the scores; `difference` is the largest one of the ONNX file from torch."""
        from nexus_env.agents.learning.export import versions

        return {
            "name": self.folder.name,
            "stamps": self.game.stamps,
            "stock": stock_of(self.game, self.experiment.rules),
            "seed": self.experiment.seed,
            "threads": self.experiment.threads,
            "versions": versions(),
            "onnx_difference": difference,
            **learned.facts,
        }


def check_names(experiment: Experiment, game: Game, source: Source) -> None:
    """Raise an `OptionsError` unless every agent and network that the experiment names can be loaded."""
    league, start, clones = experiment.league, experiment.learner.start, experiment.clone
    agents = {f"rating.against[{place}]": name for place, name in enumerate(experiment.rating.against)}
    models = {"clone.source": clones.source, "clone.begin": clones.begin}
    agents |= {key: model for key, model in models.items() if model and not isdir(model)}
    seats = int(game.read_options(**experiment.rules)["seats"][0])
    checks: dict[str, Callable[[], Any]] = {key: partial(load_for, name, game, seats) for key, name in agents.items()}
    for place, name in enumerate(experiment.learner.advisors):
        checks[f"learner.advisors[{place}]"] = partial(Advisors, (name,), game)
    for place, name in enumerate(league.anchors):
        checks[f"league.anchors[{place}]"] = partial(load_for, name, game, seats, trained_against=True)
    if start:
        shape = experiment.learner.hidden, experiment.learner.advisors
        checks["learner.start"] = partial(read_start, Path(start), game, *shape)
    if league.against:
        target = league.against
        checks["league.against"] = (
            partial(read_target, target, game)
            if isdir(target)
            else partial(load_for, target, game, seats, trained_against=True)
        )
    for key, check in checks.items():
        try:
            check()
        except ValueError as error:
            raise OptionsError(f"{source.where(key)}: {error}") from error


def load_for(name: str, game: Game, seats: int, trained_against: bool = False) -> None:
    """Raise a `ValueError` unless there is an agent called `name` that supports this number of seats.

    Args:
        name: as `load` takes it.
        game: what it must play.
        seats: of each bout.
        trained_against: whether it must be as fast as training is.
    """
    refuse_seats(name, load_guest(name, game) if trained_against else load(name, game), game, seats)


def refuse_for_cluster(experiment: Experiment, source: Source) -> None:
    """Raise an `OptionsError` if the experiment needs what a cluster does not do."""
    learner = experiment.learner
    if learner.precision != "float32":
        source.fail("learner.precision", f'the text "{learner.precision}"', '"float32" for --ray')
    if learner.advisors:
        source.fail("learner.advisors", f"{len(learner.advisors)} names", "none for --ray")
