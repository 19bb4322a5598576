"""The update for a GPU: kernel by kernel on the processor, as a recorded graph where there is a GPU."""

import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import toy
from learners import SMALL, begun, experiment, fought, learn, same_result

from nexus_env.agents.learning.gpu_update import GpuUpdate
from nexus_env.agents.learning.learner import Training, _SelfPlayPPO
from nexus_env.agents.learning.run_folder import RunError
from nexus_env.envs import batch

needs_gpu = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU here")
DEVICES = ["cpu", pytest.param("cuda", marks=needs_gpu)]
STEPS = 2_048  # of a rollout
BRIEF = replace(SMALL, steps=6 * STEPS, batch_size=600)  # so that the last minibatch is a short one


@pytest.fixture(autouse=True)
def updated_as_on_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_SelfPlayPPO, "prepare", lambda model: setattr(model, "_on_gpu", GpuUpdate(model)))


def weights(training: Training) -> torch.Tensor:
    return torch.cat([parameter.detach().flatten().cpu() for parameter in training.model.policy.parameters()])


def places(training: Training) -> list[int]:
    """Where the weights and the optimizer's moments lie."""
    policy = training.model.policy
    moments = [value for found in policy.optimizer.state.values() for value in found.values()]
    return [tensor.data_ptr() for tensor in [*policy.parameters(), *moments]]


def stop_after(monkeypatch: pytest.MonkeyPatch, training: Training, updates: int) -> None:
    """Learn until so many updates are made, and until the checkpoint is there."""
    train, made = GpuUpdate.train, iter(range(1, 100))

    def stopping(update: GpuUpdate) -> None:
        train(update)
        if next(made) == updates:
            training.stop._note(signal.SIGTERM, None)

    with monkeypatch.context() as told, pytest.raises(KeyboardInterrupt):
        told.setattr(GpuUpdate, "train", stopping)
        learn(training)


@pytest.mark.parametrize("device", DEVICES)
def test_a_stopped_run_ends_like_an_unbroken_one(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learner = replace(BRIEF, device=device)
    whole = learn(begun(tmp_path / "whole", learner=learner))
    stop_after(monkeypatch, begun(tmp_path / "told", learner=learner), 3)
    assert same_result(learn(begun(tmp_path / "told", learner=learner)).folder, whole.folder, 6 * STEPS)


@pytest.mark.parametrize("device", DEVICES)
def test_what_a_graph_knows_stays_where_it_is(device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training, seen = begun(tmp_path, learner=replace(BRIEF, device=device)), []
    train = GpuUpdate.train

    def looking(update: GpuUpdate) -> None:
        train(update)
        seen.append(places(training))

    monkeypatch.setattr(GpuUpdate, "train", looking)
    learn(training)
    assert len(seen) == 6 and all(place == seen[0] for place in seen)


@pytest.mark.parametrize("to", DEVICES)
@pytest.mark.parametrize("device", DEVICES)
def test_a_checkpoint_goes_on_on_another_device(
    device: str, to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = begun(tmp_path, learner=replace(BRIEF, device=device))
    stop_after(monkeypatch, training, 2)
    other = begun(tmp_path, learner=replace(BRIEF, device=to))
    assert other.model.num_timesteps == 2 * STEPS and torch.equal(weights(other), weights(training))
    learn(other)
    assert other.model.num_timesteps == 6 * STEPS and not torch.equal(weights(other), weights(training))


@pytest.mark.parametrize("device", DEVICES)
def test_a_learning_rate_in_a_tensor_is_the_same_rate(device: str, tmp_path: Path) -> None:
    """And the optimizer is afterwards as it was, for the checkpoint."""
    training = fought(tmp_path, device=device)
    update: Any = training.model._on_gpu
    optimizer, rows = training.model.policy.optimizer, torch.arange(100, device=device)
    (group,) = optimizer.param_groups
    group["lr"] = 3e-3
    for name, array in update._arrays():
        update._rollout[name].copy_(array)
    found = []
    for is_tensor in (False, True):
        with update._unmoved():
            if is_tensor:
                update._rate.fill_(3e-3)
                with update._recordable():
                    assert group["lr"] is update._rate and group["capturable"]
                    update._launch(rows)
            else:
                update._launch(rows)
            found.append(weights(training))
    assert torch.equal(*found) and not torch.equal(found[0], weights(training))
    assert group["lr"] == 3e-3 and not group["capturable"]


@needs_gpu
def test_a_graph_learns_what_its_kernels_learn_one_by_one(tmp_path: Path) -> None:
    training = fought(tmp_path, device="cuda")
    update: Any = training.model._on_gpu
    order = torch.randperm(len(update._rollout["actions"]), device="cuda")
    found = []
    for graph in (update._graph, None):
        with update._unmoved():
            update._graph = graph
            told = [update._step(rows).cpu() for rows in order.split(len(update._rows))]
            found.append((weights(training), torch.stack(told)))
    assert all(torch.equal(one, other) for one, other in zip(*found, strict=True))


def test_a_run_does_not_depend_on_the_threads_that_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of torch's own threads it may: they add in another order."""
    monkeypatch.setattr(batch, "WORTH_A_THREAD", 16)
    monkeypatch.setattr(torch, "set_num_threads", lambda count: None)
    one, other = (learn(begun(tmp_path / str(threads), learner=BRIEF, threads=threads)) for threads in (1, 4))
    assert other.seats.batch.threads == 4 and same_result(one.folder, other.folder, 6 * STEPS)


@pytest.mark.parametrize("when", ["before the run", "in an update"])
def test_too_little_memory_is_told_in_one_sentence(when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: Any) -> Any:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")

    sentence = r"^learner\.bouts: got 128 with learner\.n_steps = 16 .*, too much for the memory of this GPU; expected"
    if when == "in an update":
        training = begun(tmp_path, learner=BRIEF)
        monkeypatch.setattr(GpuUpdate, "train", full)
        with pytest.raises(RunError, match=sentence):
            learn(training)
    else:
        stop_after(monkeypatch, begun(tmp_path, learner=BRIEF), 2)
        monkeypatch.setattr(torch.optim.Adam, "load_state_dict", full)  # as a checkpoint is restored
        with pytest.raises(RunError, match=sentence):
            Training(experiment(learner=BRIEF), toy.GAME, tmp_path)
