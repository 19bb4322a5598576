"""Tuning: ranges are checked, a study goes on where it was, and what it finds can be run."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from learners import TOML

import train as command
from nexus_env.agents.learning import tuning
from nexus_env.agents.learning.experiment import read_experiment
from nexus_env.agents.learning.tuning import TuningPlan
from nexus_env.kit.options import OptionsError

RANGES = """
[tune]
"learner.learning_rate" = { low = 1e-5, high = 1e-2, log = true }
learner.n_epochs = { low = 1, high = 8 }
learner.hidden = [[32], [64, 64]]
reward.kind = ["outcome", "margin"]
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "toy.toml"
    path.write_text(TOML.replace("40_000", "1_024") + RANGES)
    return path


def plan_of(config: Path, *overrides: str) -> TuningPlan:
    return TuningPlan(config, overrides, *read_experiment(config, overrides))


def study_of(folder: Path, plan: TuningPlan) -> Any:
    return tuning._open_study(folder, 0, plan.ranges())


def test_a_study_goes_on_and_tells_the_best(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "study"
    assert command.main([str(config), "--tune", "2", "--folder", str(folder)]) == 0
    plan = plan_of(config)
    under_way = study_of(folder, plan).ask(plan.ranges())  # and then the power fails
    assert command.main([str(config), "--tune", "3", "--folder", str(folder)]) == 0
    trials = study_of(folder, plan).trials
    assert [trial.state.name for trial in trials] == ["COMPLETE", "COMPLETE", "FAIL", "COMPLETE"]
    assert trials[3].params == trials[2].params == under_way.params
    assert len({json.dumps(trial.params) for trial in trials}) == 3
    assert command.main([str(config), "--tune", "3", "--folder", str(folder)]) == 0  # nothing is left to do

    printed = re.sub(r"\s+", " ", capsys.readouterr().out)
    words = re.findall(r"--set (\S+)", printed[printed.rindex("The best values:") :])
    best = max((trial for trial in trials if trial.value is not None), key=lambda trial: trial.value)
    assert len(words) == 4 and "the best of 3 trials" in printed
    chosen, _ = read_experiment(config, [word.strip("'") for word in words if "hidden" not in word])
    assert chosen.learner.n_epochs == best.params["learner.n_epochs"]


def test_each_trial_has_its_own_values(config: Path) -> None:
    values = {"learner.learning_rate": 0.0012345678, "learner.hidden": "[64, 64]", "reward.kind": '"margin"'}
    chosen = plan_of(config, "seed=9").with_values(values)
    assert chosen.learner.learning_rate == 0.001235 and chosen.learner.hidden == (64, 64)
    assert chosen.reward.kind == "margin" and chosen.seed == 9


def test_better_values_have_the_better_score(config: Path, tmp_path: Path) -> None:
    plan = plan_of(config, "learner.steps=12_000", "learner.final_learning_rate=0", "seed=1")
    values: dict[str, Any] = {"learner.hidden": "[64, 64]", "learner.n_epochs": 8}
    with tuning.RunProgress(tuning.Console(quiet=True)) as watch:
        scores = [
            tuning._try(plan, {**values, "learner.learning_rate": rate}, tmp_path / str(rate), watch)
            for rate in (2e-3, 1e-7)
        ]
    assert scores[0] > scores[1] + 0.1 and scores[0] > 0.7


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "tune: no range; expected at least one, such as learner.learning_rate = "),
        ("learner.bouts = { low = 9 }", 'tune.learner.bouts: got {"low": 9}; expected a list of choices, or '),
        ("learner.bouts = { low = 9, high = 9 }", "expected a list of choices, or { low = 1, high = 2 }"),
        ("learner.bouts = []", "tune.learner.bouts: got []"),
        ("learner.ent_coef = { low = 0, high = 1, log = true }", "got the number 0; expected one above 0"),
        ("learner.botus = [1, 2]", "tune.learner.botus: --set learner.botus: got an unknown key"),
        ("learner.gamma = { low = 0.5, high = 1.5 }", "tune.learner.gamma: --set learner.gamma: got 1.5"),
        ('learner.gamma = ["high"]', 'tune.learner.gamma: --set learner.gamma: got "high"'),
    ],
)
def test_a_wrong_range_is_told(line: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "toy.toml"
    path.write_text(f"{TOML}[tune]\n{line}\n")
    with pytest.raises(OptionsError, match=re.escape(sentence)) as error:
        plan_of(path).ranges()
    assert str(error.value).startswith(str(path))


def test_a_study_over_other_ranges_is_another_one(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "study").mkdir()
    plan = plan_of(config)
    study_of(tmp_path / "study", plan).ask(plan.ranges())
    (tmp_path / "study" / "config.json").write_text(json.dumps(plan.experiment.as_table()))
    config.write_text(config.read_text(encoding="utf-8").replace("high = 8", "high = 9"), encoding="utf-8")
    assert command.main([str(config), "--tune", "1", "--folder", str(tmp_path / "study")]) == 2
    assert "got a study over other ranges" in capsys.readouterr().err
