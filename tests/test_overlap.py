"""Rollouts beside the update, and opponents on the learner's device."""

import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import toy
from learners import SMALL, TOML, biased, equal, experiment, same_result
from rich.console import Console
from sb3_contrib import MaskablePPO

import train
from agents.export import export
from agents.learning.checkpoint import latest_checkpoint
from agents.learning.experiment import League, read_experiment
from agents.learning.league import Pool
from agents.learning.learner import Training
from agents.learning.network import weights_of
from agents.learning.on_device import OnDevice
from agents.learning.overlap import ROLLOUT
from agents.learning.play_state import play_state
from agents.learning.report import Watch
from agents.weights import Snapshot
from nexus_env.core.policy_bank import GUEST
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.game.options import OptionsError

LIMIT = 120  # seconds, which pass only where a test fails
STEPS = 2_048  # of a rollout
SHORT = replace(SMALL, steps=6 * STEPS, overlap=True)
EVERY = League(every=2, latest=0.5)


def begun(folder: Path, **changes: Any) -> Training:
    usual = {"learner": SHORT, "league": EVERY, "checkpoint_every": 1000}
    return Training(experiment(**{**usual, **changes}), toy.GAME, folder)


def learn(training: Training) -> Training:
    with Watch(Console(quiet=True)) as watch:
        training.learn(watch)
    seats = training.seats
    export(training.model.policy, toy.GAME, training.folder / "agent.onnx", seats.observations, seats.masks)
    return training


def around(monkeypatch: pytest.MonkeyPatch, name: str, before: Callable[[], None], after: Callable[[], None]) -> None:
    """From now on these are called before and after each call of this method of the library's learner."""
    method = getattr(MaskablePPO, name)

    def wrapped(self: MaskablePPO, *arguments: Any, **keywords: Any) -> Any:
        before()
        result = method(self, *arguments, **keywords)
        after()
        return result

    monkeypatch.setattr(MaskablePPO, name, wrapped)


def nothing() -> None:
    pass


# --- The rollout ------------------------------------------------------------------------------------------------------


def test_a_rollout_is_played_while_the_network_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each update meets the next rollout, neither of which could go on alone."""
    meeting, rollouts = threading.Barrier(2, timeout=LIMIT), iter(range(6))
    around(monkeypatch, "collect_rollouts", lambda: next(rollouts) and meeting.wait(), nothing)
    updates = iter(range(6))
    around(monkeypatch, "train", lambda: next(updates) < 5 and meeting.wait(), nothing)
    training = learn(begun(tmp_path))
    assert training.model.num_timesteps == 6 * STEPS and next(rollouts, None) is next(updates, None) is None
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(ROLLOUT)]


def test_a_run_whose_time_is_over_at_once_has_learned_once(tmp_path: Path) -> None:
    """Its time begins with its first decision; and it can be gone on with."""
    training = begun(tmp_path, learner=replace(SHORT, minutes=1e-9))
    before = weights_of(training.model.policy)["weight_0"].copy()
    learn(training)
    assert training.model.num_timesteps == STEPS and latest_checkpoint(tmp_path) is not None
    assert not np.array_equal(before, weights_of(training.model.policy)["weight_0"])


def test_it_does_not_matter_which_of_the_two_is_faster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learned, played = threading.Semaphore(0), threading.Semaphore(0)
    with monkeypatch.context() as slow:  # each rollout but the first begins when the update beside it is over
        rollouts = iter(range(6))
        around(slow, "collect_rollouts", lambda: next(rollouts) and learned.acquire(timeout=LIMIT), nothing)
        around(slow, "train", nothing, learned.release)
        one = learn(begun(tmp_path / "one"))
    missing = iter([2, 1, 1, 1, 1, 0])  # rollouts, before each update

    def wait_for_the_rollout() -> None:
        assert all(played.acquire(timeout=LIMIT) for _ in range(next(missing)))

    with monkeypatch.context() as slow:  # each update begins when the rollout beside it is over; the last has none
        around(slow, "collect_rollouts", nothing, played.release)
        around(slow, "train", wait_for_the_rollout, nothing)
        other = learn(begun(tmp_path / "other"))
    assert same_result(one.folder, other.folder, 6 * STEPS)


def test_a_network_that_does_not_learn_plays_the_same_bouts_with_and_without(tmp_path: Path) -> None:
    """Then it makes no difference that it is of one update earlier: what is played is what is played without."""
    still = replace(SHORT, learning_rate=0.0, final_learning_rate=0.0)
    both = [
        learn(begun(tmp_path / str(overlap), learner=replace(still, overlap=overlap), league=League(every=1000)))
        for overlap in (False, True)
    ]
    states = [
        play_state(training.model if n == 0 else training.model.ahead.player, training.seats)
        for n, training in enumerate(both)
    ]
    assert equal(*states)
    buffers = [training.model.rollout_buffer for training in both]
    for name in ("observations", "action_masks", "actions", "log_probs", "values", "advantages", "returns"):
        assert np.array_equal(*(getattr(buffer, name) for buffer in buffers)), name
    assert both[0].bouts == both[1].bouts and both[0].pool.save() == both[1].pool.save()


def test_a_rollout_is_played_by_the_network_from_before_the_update(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the ratio of an update begins at 1 the first time alone."""
    training, firsts = begun(tmp_path), []

    def look() -> None:
        model: Any = training.model
        rows = model.rollout_buffer
        observations, masks = rows.observations[0], rows.action_masks[0]
        actions = torch.from_numpy(rows.actions[0, :, 0]).long()
        with torch.inference_mode():
            _, logs, _ = model.policy.evaluate_actions(torch.from_numpy(observations), actions, torch.from_numpy(masks))
        firsts.append(float(np.abs(logs.numpy() - rows.log_probs[0]).max()))

    around(monkeypatch, "train", look, nothing)
    learn(training)
    assert firsts[0] < 1e-5 and min(firsts[1:]) > 1e-3


# --- Stop and resume --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nothing has interrupted."""
    return learn(begun(tmp_path_factory.mktemp("unbroken"))).folder


@pytest.mark.parametrize("rollouts", [1, 2, 3])
def test_a_run_that_is_told_to_stop_ends_like_an_unbroken_one(
    rollouts: int, unbroken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rollout in hand is played again, against whom it met, though a snapshot has come since."""
    training, updates = begun(tmp_path), iter(range(1, 7))
    with monkeypatch.context() as told:
        around(told, "train", nothing, lambda: next(updates) == rollouts and training.stop._note(signal.SIGTERM, None))
        with pytest.raises(KeyboardInterrupt):
            learn(training)
    checkpoint = latest_checkpoint(tmp_path)
    assert checkpoint is not None and int(checkpoint.stem) == rollouts * STEPS
    learn(begun(tmp_path))
    assert same_result(tmp_path, unbroken, 6 * STEPS)
    for name in ("league.json", "results.jsonl"):
        assert (tmp_path / name).read_bytes() == (unbroken / name).read_bytes(), name


def test_a_run_that_loses_its_last_checkpoint_ends_like_an_unbroken_one(unbroken: Path, tmp_path: Path) -> None:
    """As after `kill -9`: the files lie beyond the checkpoint."""
    learn(begun(tmp_path, checkpoint_every=2))
    checkpoint = latest_checkpoint(tmp_path)
    assert checkpoint is not None
    checkpoint.unlink()
    again = begun(tmp_path, checkpoint_every=2)
    assert again.began_at == 4 * STEPS
    learn(again)
    assert same_result(tmp_path, unbroken, 6 * STEPS)
    assert (tmp_path / "results.jsonl").read_bytes() == (unbroken / "results.jsonl").read_bytes()


def test_who_stops_a_run_twice_need_not_wait_for_the_rollout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, waiting = begun(tmp_path), threading.Event()
    steps, step_wait = iter(range(10**6)), training.env.step_wait

    def step() -> Any:
        if next(steps) == SHORT.n_steps + 2:  # in the rollout beside the first update
            waiting.set()
        return step_wait()

    def stop_twice() -> None:
        assert waiting.wait(LIMIT)
        training.stop._note(signal.SIGINT, None)
        training.stop._note(signal.SIGINT, None)

    monkeypatch.setattr(training.env, "step_wait", step)
    around(monkeypatch, "train", stop_twice, nothing)
    with pytest.raises(KeyboardInterrupt):
        learn(training)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(ROLLOUT)]
    assert latest_checkpoint(tmp_path) is None


def test_what_goes_wrong_in_a_rollout_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, steps = begun(tmp_path), iter(range(10**6))
    step_wait = training.env.step_wait

    def step() -> Any:
        if next(steps) == 2 * SHORT.n_steps + 1:
            raise OSError("the disk is gone")
        return step_wait()

    monkeypatch.setattr(training.env, "step_wait", step)
    with pytest.raises(OSError, match="the disk is gone"):
        learn(training)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith(ROLLOUT)]


# --- Opponents on the device ------------------------------------------------------------------------------------------


ON_DEVICE = replace(SHORT, overlap=False, opponents_on="device", device="cpu")


def test_a_network_on_the_device_draws_by_the_probabilities_of_its_snapshot(tmp_path: Path) -> None:
    training = begun(tmp_path)
    seats, weights = training.seats, training.pool.weights_of(0)
    seats.reset(3)
    row, mask = seats.observations[:1], seats.masks[:1]
    players = OnDevice(weights, "cpu"), Snapshot(weights, drawing=True)
    rows, masks = np.repeat(row, 40_000, axis=0), np.repeat(mask, 40_000, axis=0)
    shares = [
        np.bincount(player.choose(rows, masks, np.random.default_rng(seed)), minlength=masks.shape[1]) / len(rows)
        for seed, player in enumerate(players)
    ]
    assert mask.sum() > 1 and np.abs(shares[0] - shares[1]).max() < 0.02
    assert not shares[0][~mask[0]].any()


def test_opponents_on_the_device_are_asked_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    choose = OnDevice.choose
    monkeypatch.setattr(
        OnDevice, "choose", lambda self, rows, *rest: (asked.append(len(rows)), choose(self, rows, *rest))[1]
    )
    training = learn(begun(tmp_path, learner=ON_DEVICE))
    pool = training.pool
    assert sum(asked) > STEPS and sum(member.bouts for member in pool.members) > 100
    assert (pool.rows(np.arange(len(pool.members), dtype=np.int32)) == GUEST).all()


def test_a_sure_network_does_on_the_device_what_it_does_in_compiled_play(tmp_path: Path) -> None:
    """Bouts against a network that always takes the same action go on alike, wherever it plays."""
    bouts = []
    for place in ("processor", "device"):
        pool = Pool(tmp_path / place, toy.GAME, experiment(learner=replace(ON_DEVICE, opponents_on=place)))
        pool.begin(biased(2))
        bouts.append(LearnerSeats(Batch(toy.GAME, 64, 5, {**toy.BARE, "rounds": 4}), pool, 5, seat=0))
    ended = 0
    for seats in bouts:
        seats.reset()
    for _ in range(30):
        for seats in bouts:
            seats.step(seats.masks.argmax(axis=1))
        for name in ("observations", "masks", "rewards", "ended", "outcomes"):
            assert np.array_equal(*(getattr(seats, name) for seats in bouts)), name
        ended += int(bouts[0].ended.sum())
    assert ended > 100


@pytest.mark.parametrize("overlap", [False, True])
def test_a_stopped_run_with_opponents_on_the_device_ends_like_an_unbroken_one(
    overlap: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = replace(ON_DEVICE, overlap=overlap)
    whole = learn(begun(tmp_path / "whole", learner=learner))
    training, updates = begun(tmp_path / "told", learner=learner), iter(range(1, 7))
    with monkeypatch.context() as told:
        around(told, "train", nothing, lambda: next(updates) == 3 and training.stop._note(signal.SIGTERM, None))
        with pytest.raises(KeyboardInterrupt):
            learn(training)
    assert same_result(learn(begun(tmp_path / "told", learner=learner)).folder, whole.folder, 6 * STEPS)


# --- The config -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("learner.overlap=true", "learner.overlap: got true; expected false for --ray"),
        ("learner.opponents_on=device", 'learner.opponents_on: got the text "device"; expected "processor" for --ray'),
    ],
)
def test_a_cluster_does_neither(
    override: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    assert train.main([str(config), "--ray", "--folder", str(tmp_path / "run"), "--set", override]) == 2
    assert sentence in capsys.readouterr().err


def test_advised_networks_do_not_play_on_the_device(tmp_path: Path) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    with pytest.raises(
        OptionsError, match=r'^--set learner\.opponents_on: got the text "device"; expected "processor"'
    ):
        read_experiment(config, ['learner.advisors=["greedy"]', "learner.opponents_on=device"])
