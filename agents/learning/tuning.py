"""Hyperparameter tuning: short runs with values from a config's ranges, each chosen from the results so far.

The study is `study.jsonl` in the folder, in Optuna's own format, one line per event. The same command resumes it; a
killed run is repeated.
"""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table

from nexus_env.agents.advisors import Advisors
from nexus_env.agents.learning.experiment import Experiment, read_experiment
from nexus_env.agents.learning.run_folder import RunError, open_folder
from nexus_env.agents.loading import load
from nexus_env.agents.rate import rate
from nexus_env.agents.report import RunProgress
from nexus_env.agents.weights import Snapshot
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError, Source
from nexus_env.reports.console import PlainConsole

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution
    from optuna.study import Study
    from optuna.trial import FrozenTrial

STUDY = "study.jsonl"
SHOWN = 5  # the number of best trials shown
KEYS = {"low", "high", "log"}
NUMBERS = (int, float)


@dataclass(frozen=True)
class TuningPlan:
    """A config with ranges: its path, the overrides on the command line, and the resulting experiment."""

    config: Path
    overrides: tuple[str, ...]
    experiment: Experiment
    game: Game

    def with_values(self, values: Mapping[str, Any]) -> Experiment:
        """The experiment with one value from each range."""
        return read_experiment(self.config, (*self.overrides, *_words_of(values)))[0]

    def ranges(self) -> "dict[str, BaseDistribution]":
        """The ranges to tune, by key.

        Raises:
            OptionsError: there is nothing to tune, or a range is wrong.
        """
        source = Source(str(self.config), self.overrides)
        found = {key: _read_range(key, value, source) for key, value in _flat(self.experiment.tune)}
        if not found:
            example = "learner.learning_rate = { low = 1e-4, high = 3e-3, log = true }"
            source.fail("tune", "no range", f"at least one, such as {example}")
        for key, (_, edges) in found.items():
            for edge in edges:
                try:
                    self.with_values({key: edge})
                except OptionsError as error:
                    raise OptionsError(f"{source.where(f'tune.{key}')}: {error}") from error
        return {key: distribution for key, (distribution, _) in found.items()}


def tune(plan: TuningPlan, folder: Path, trials: int, fresh: bool, console: Console) -> None:
    """Try values until there are `trials` finished trials in total, and print the best ones.

    Args:
        plan: the config and its ranges.
        folder: the folder of the study and its runs.
        trials: the total number, including those before a resumption.
        fresh: discard the study in the folder.
        console: shows progress and results.

    Raises:
        OptionsError: a range is wrong.
        RunError: the folder holds something else.
    """
    ranges = plan.ranges()
    open_folder(folder, plan.experiment, fresh)
    study = _open_study(folder, plan.experiment.seed, ranges)
    with RunProgress(console, "tuning") as watch:
        while (ended := len(_ended(study))) < trials:
            trial = study.ask(ranges)
            score = _try(plan, trial.params, folder / "trials" / f"{trial.number:04d}", _OneOf(watch, ended, trials))
            study.tell(trial, score)
    console.print(_table(_ended(study)))
    best = max(_ended(study), key=_score_of)
    console.print(" ".join(["The best values:", *(f"--set {shlex.quote(words)}" for words in _words_of(best.params))]))


class _OneOf(RunProgress):
    """Shows the progress of one of several runs as a share of all."""

    def __init__(self, whole: RunProgress, number: int, count: int) -> None:
        super().__init__(PlainConsole(quiet=True))
        self._whole, self._number, self._count = whole, number, count

    def show(self, part: float, words: str) -> None:
        """Like `RunProgress.show`."""
        begun = f"trial {self._number + 1} of {self._count}"
        self._whole.show((self._number + min(1.0, part)) / self._count, f"{begun}: {words}")


def _open_study(folder: Path, seed: int, ranges: "Mapping[str, BaseDistribution]") -> "Study":
    """The study of `folder`, new or resumed; a trial interrupted by a kill comes first again."""
    import optuna
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    storage = JournalStorage(JournalFileBackend(str(folder / STUDY)))
    study = optuna.create_study(storage=storage, study_name="tuning", direction="maximize", load_if_exists=True)
    for trial in study.trials:
        if trial.distributions and trial.distributions != dict(ranges):
            raise RunError(f"{folder}: got a study over other ranges; use another --folder, or --fresh to discard it.")
    for trial in study.get_trials(states=[optuna.trial.TrialState.RUNNING]):
        study.tell(trial.number, state=optuna.trial.TrialState.FAIL)
        study.enqueue_trial(trial.params)
    study.sampler = optuna.samplers.TPESampler(seed=seed + len(study.trials))  # with new draws
    return study


def _try(plan: TuningPlan, values: Mapping[str, Any], folder: Path, watch: RunProgress) -> float:
    """The score of a run with these values: the share of bouts won, with draws as half, averaged over all rivals."""
    from nexus_env.agents.learning.cloning import begun
    from nexus_env.agents.learning.learner import Training
    from nexus_env.agents.learning.network import weights_of

    experiment, game = plan.with_values(values), plan.game
    training = Training(begun(experiment, game, folder, watch), game, folder)
    training.learn(watch)
    advisors = Advisors(experiment.learner.advisors, game)
    agent, rating = Snapshot(weights_of(training.model.policy), advisors=advisors), experiment.rating
    scores = [
        rate(game, agent, load(rival, game), rival, rating.bouts, experiment.seed + 1, experiment.rules)
        for rival in rating.against
    ]
    return sum((score.wins + score.draws / 2) / score.bouts for score in scores) / len(scores)


def _ended(study: "Study") -> "list[FrozenTrial]":
    return [trial for trial in study.trials if trial.state.name == "COMPLETE"]


def _score_of(trial: "FrozenTrial") -> float:
    assert trial.value is not None
    return trial.value


def _table(trials: "Sequence[FrozenTrial]") -> Table:
    """The best trials."""
    best = sorted(trials, key=_score_of, reverse=True)[:SHOWN]
    table = Table(title=f"the best of {len(trials)} trials", box=box.SIMPLE_HEAD)
    for column in ("trial", "score", *best[0].params):
        table.add_column(column, justify="right")
    for trial in best:
        table.add_row(str(trial.number), f"{_score_of(trial):.3f}", *map(_word_of, trial.params.values()))
    return table


# --- ranges -----------------------------------------------------------------------------------------------------------


def _flat(table: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    """Each range with its full key, whether written with dots or as nested tables."""
    for key, value in table.items():
        if isinstance(value, dict) and not KEYS & value.keys():
            yield from _flat(value, f"{within}{key}.")
        else:
            yield within + key, value


def _read_range(key: str, raw: Any, source: Source) -> "tuple[BaseDistribution, list[Any]]":
    """A range, and the values at its edges: the choices of a list, or low and high."""
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    if isinstance(raw, list) and raw:
        choices = [json.dumps(choice) for choice in raw]  # Optuna stores these as strings, and TOML can read them
        return CategoricalDistribution(choices), choices
    is_range = isinstance(raw, dict) and {"low", "high"} <= raw.keys() <= KEYS
    if not is_range or not all(type(raw[end]) in NUMBERS for end in ("low", "high")) or raw["low"] >= raw["high"]:
        expected = "a list of choices, or { low = 1, high = 2 }, with log = true if it is wide"
        source.fail(f"tune.{key}", json.dumps(raw), expected)
    low, high, log = raw["low"], raw["high"], bool(raw.get("log", False))
    if log and low <= 0:
        source.fail(f"tune.{key}", f"the number {low}", "one above 0, since log = true")
    whole = type(low) is type(high) is int
    return (IntDistribution if whole else FloatDistribution)(low, high, log=log), [low, high]


def _words_of(values: Mapping[str, Any]) -> list[str]:
    """The values as arguments of `--set`."""
    return [f"{key}={_word_of(value)}" for key, value in values.items()]


def _word_of(value: Any) -> str:
    """A value as text: a choice is one already, and a number is rounded to a few digits."""
    return value if isinstance(value, str) else f"{value:.4g}" if isinstance(value, float) else str(value)
