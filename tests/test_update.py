"""The learner's update beside the library's own, and what it costs."""

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import curve
import numpy as np
import pytest
import speed_limit
import torch
import toy
import update_cost
from learners import SMALL, TOML, experiment, fought, train
from rich.console import Console
from speed_limit import Recorded
from update_cost import of_the_library

from nexus_env.agents.learning.experiment import read_experiment
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.gpu_update import GpuUpdate
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.network import draw, load_weights, new_policy, weights_of, what_hinders
from nexus_env.agents.learning.run_folder import open_folder
from nexus_env.agents.report import RunProgress
from nexus_env.games.nexus import NEXUS
from nexus_env.kit.options import OptionsError

# --- The update -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("batch_size", [512, 300])  # the last minibatch of 300 is a short one
@pytest.mark.parametrize("for_a_gpu", [False, True])
def test_an_update_ends_with_the_weights_of_the_librarys_own(for_a_gpu: bool, batch_size: int, tmp_path: Path) -> None:
    training = fought(tmp_path)
    ours, theirs = training.model, of_the_library(training)
    ours.policy.optimizer.state.clear()  # as theirs, which has made no step
    before = [parameter.detach().clone() for parameter in ours.policy.parameters()]
    unused = torch.from_numpy(~ours.rollout_buffer.observations.any(axis=(0, 1)))
    assert 0 < unused.sum() < len(unused)
    ours.batch_size = theirs.batch_size = batch_size
    theirs._n_updates = ours._n_updates
    ours._on_gpu = GpuUpdate(ours) if for_a_gpu else None
    for model in (ours, theirs):
        np.random.seed(0)
        model.train()
    told, others = ours.logger.name_to_value, theirs.logger.name_to_value
    assert {name: others[name] for name in told} == pytest.approx(told, rel=1e-3, abs=1e-5)
    assert told.keys() >= {"train/approx_kl", "train/clip_fraction", "train/explained_variance", "train/loss"}
    for old, mine, other in zip(before, ours.policy.parameters(), theirs.policy.parameters(), strict=True):
        moved = (other - old).abs().max()
        assert moved > 1e-5 and (mine - other).abs().max() < 1e-2 * moved
    assert torch.equal(ours.policy.features_extractor.layers[0].weight[:, unused], before[0][:, unused])


def test_what_is_tried_before_a_step_is_recorded_moves_nothing(tmp_path: Path) -> None:
    training = fought(tmp_path)
    model = training.model
    update = GpuUpdate(model)
    model.train()  # so that the optimizer has moments

    def everything() -> list[torch.Tensor]:
        moments = [value for found in model.policy.optimizer.state.values() for value in found.values()]
        return [tensor.detach().clone() for tensor in [*model.policy.parameters(), *moments]]

    before = everything()
    with update._unmoved():
        update.train()
        assert not all(map(torch.equal, before, everything()))
    assert all(map(torch.equal, before, everything()))
    model.policy.optimizer.state.clear()
    with update._unmoved():
        update.train()
    moments = [value for found in model.policy.optimizer.state.values() for value in found.values()]
    assert moments and not any(value.any() for value in moments)


def test_the_policy_gives_the_numbers_of_the_librarys_own(tmp_path: Path) -> None:
    training = fought(tmp_path)
    ours, theirs, masks = training.model.policy, of_the_library(training).policy, training.seats.masks
    rows = torch.from_numpy(training.seats.observations)
    with torch.inference_mode():
        actions, values, logs = ours(rows, action_masks=masks)
        surest, *_ = ours(rows, deterministic=True, action_masks=masks)
        distribution = theirs.get_distribution(rows, action_masks=masks)
        assert torch.equal(surest, distribution.mode())
        assert torch.allclose(logs, distribution.log_prob(actions), atol=1e-5)
        assert torch.allclose(values, theirs.predict_values(rows), atol=1e-5)
    assert masks[np.arange(len(masks)), actions].all()


def test_a_trunk_of_half_precision_answers_nearly_the_same(tmp_path: Path) -> None:
    if hindrance := what_hinders("bfloat16"):
        pytest.skip(f"this processor does not multiply in bfloat16: {hindrance}")
    training = fought(tmp_path / "half", precision="bfloat16")
    half, masks = training.model.policy, training.seats.masks
    whole = new_policy(NEXUS, training.experiment.learner.hidden, 0.0, "cpu")
    load_weights(whole, weights_of(half))
    rows = torch.from_numpy(training.seats.observations)
    with torch.inference_mode():
        chosen, *_ = half(rows, deterministic=True, action_masks=masks)
        answers = [policy.evaluate_actions(rows, chosen, masks) for policy in (half, whole)]
    for mine, other in zip(*answers, strict=True):
        assert mine.dtype == other.dtype == torch.float32
        assert 0 < (mine - other).abs().max() < 0.05
    assert {parameter.dtype for parameter in half.parameters()} == {torch.float32}
    assert export(half, NEXUS, tmp_path / "half.onnx", training.seats.observations, masks) < 1e-4
    assert half.features_extractor.precision == torch.bfloat16


def test_columns_are_drawn_by_their_probabilities() -> None:
    torch.manual_seed(0)
    probabilities = torch.tensor([[1, 0, 4, 8, 0]]).repeat(30_000, 1) / 13
    shares = np.bincount(draw(probabilities)[:, 0].numpy(), minlength=5) / 30_000
    assert np.allclose(shares, [1 / 13, 0, 4 / 13, 8 / 13, 0], atol=0.015) and not shares[[1, 4]].any()


def test_the_learner_takes_the_device_that_there_is(tmp_path: Path) -> None:
    model = Training(experiment(learner=replace(SMALL, device="auto")), toy.GAME, tmp_path).model
    assert model.device.type == model.policy.device.type == ("cuda" if torch.cuda.is_available() else "cpu")


def test_a_gpu_that_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(OptionsError, match=r'^--set learner\.device: got the text "cuda"; expected "cpu" or "auto"'):
        read_experiment(config, ["learner.device=cuda"])
    with pytest.raises(OptionsError, match=r'^--set learner\.device: got "gpu"; expected one of "auto"'):
        read_experiment(config, ["learner.device=gpu"])


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_precision_that_the_processor_refuses_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is compiled, with a way out."""
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nkill -ILL $$\n")
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr("nexus_env.agents.learning.network.what_hinders", what_hinders.__wrapped__)  # asked anew
    sentence = (
        r'^--set learner\.precision: got the text "bfloat16"; expected "float32", .*Illegal instruction\); or start'
    )
    with pytest.raises(OptionsError, match=sentence):
        read_experiment(config, ["learner.precision=bfloat16", "learner.device=cpu"])
    read_experiment(config, ["learner.device=cpu"])


# --- Speed and curves -------------------------------------------------------------------------------------------------


def test_a_recorded_environment_hands_out_its_rollout_in_turn(tmp_path: Path) -> None:
    training = fought(tmp_path)
    buffer = training.model.rollout_buffer
    env = Recorded(training.env, buffer)
    assert np.array_equal(env.reset(), buffer.observations[0])
    for turn in [*range(1, len(buffer.rewards)), 0]:
        observations, rewards, ended, infos = env.step(np.zeros(env.num_envs, np.int64))
        assert np.array_equal(observations, buffer.observations[turn])
        assert np.array_equal(np.stack(env.env_method("action_masks")), buffer.action_masks[turn])
        assert np.array_equal(rewards, buffer.rewards[turn]) and not ended.any() and not any(infos)


def test_the_parts_of_the_time_make_up_the_whole() -> None:
    with RunProgress(Console(quiet=True)) as watch:
        ours, limit = speed_limit.measure(experiment(), toy.GAME, 2, watch)
    parts = [part for part in speed_limit.PARTS if part != "whole"]
    assert all(ours[part] > 0 for part in parts)
    assert limit["environment"] == limit["opponents"] == 0 and limit["update"] > 0
    assert all(np.isclose(sum(found[part] for part in parts), found["whole"]) for found in (ours, limit))


def test_the_ceiling_is_printed_and_a_mistake_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    assert speed_limit.main([str(config), "--rollouts", "1"]) == 0
    assert "of its ceiling of" in capsys.readouterr().out
    assert speed_limit.main([str(config), "--set", "learner.botus=1"]) == 2
    assert "learner.botus: got an unknown key" in capsys.readouterr().err
    assert speed_limit.main([str(config), "--set", "learner.start=nowhere.npz"]) == 2
    assert "nowhere.npz: no such file" in capsys.readouterr().err


def test_an_update_is_measured_beside_the_librarys_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with RunProgress(Console(quiet=True)) as watch:
        speeds = update_cost.measure(experiment(), toy.GAME, 1, watch)
    assert [*speeds] == [update_cost.OURS, update_cost.THEIRS, update_cost.BARE] and min(speeds.values()) > 0
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    assert update_cost.main([str(config), "--turns", "1"]) == 0
    assert "times the library's" in capsys.readouterr().out
    assert update_cost.main([str(config), "--set", "league.anchors=['nobody']"]) == 2
    assert "nobody" in capsys.readouterr().err


def test_a_curve_rates_the_snapshots_of_a_run(tmp_path: Path) -> None:
    chosen = experiment(rules={"rounds": 4})
    open_folder(tmp_path / "run", chosen)
    train(tmp_path / "run", rules={"rounds": 4})
    arguments = ["--against", "random", "--points", "3", "--bouts", "400", "--out", str(tmp_path / "toy")]
    assert curve.main(["--runs", "one", str(tmp_path / "run"), *arguments]) == 0
    (run,) = json.loads((tmp_path / "toy.json").read_text())
    decisions, seconds, wins = (
        [point[key] for point in run["points"]] for key in ("decisions", "processor_seconds", "wins")
    )
    between = chosen.league.every * SMALL.bouts * SMALL.n_steps
    assert decisions[-1] == between * (len(list((tmp_path / "run" / "pool").iterdir())) - 1)
    assert 0 < seconds[0] < seconds[1] < seconds[2] < time.process_time()
    assert wins[-1]["random"] > 300
    assert ElementTree.parse(tmp_path / "toy.svg").getroot().tag.endswith("svg")


def test_a_run_without_snapshots_has_no_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    open_folder(tmp_path / "run", experiment())
    (tmp_path / "run" / "league.json").write_text('{"champion": "", "members": []}')
    assert curve.main(["--runs", "one", str(tmp_path / "run"), "--out", str(tmp_path / "toy")]) == 2
    assert "league.json: got no snapshots; expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--runs", "one", "nowhere"], "nowhere/config.json: got no readable config"),
        (["--runs", "one"], "--runs one: got no folder"),
        (["--runs", "one", "nowhere", "--points", "0"], "--points: got '0'; expected a whole number from 1 to "),
        (
            ["--runs", "one", "nowhere", "--out", "nowhere/x"],
            "--out: got nowhere/x; expected a name in an existing folder",
        ),
    ],
)
def test_a_run_that_is_not_there_has_no_curve(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: Any = curve.main(words)
    except SystemExit as error:
        code = error.code
    assert code == 2 and sentence in capsys.readouterr().err
