"""A run that starts with the weights of another."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import toy
from learners import SMALL, TOML, experiment, train
from rich.console import Console

from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.checkpoint import latest_checkpoint
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.network import weights_of
from nexus_env.agents.learning.run_folder import RunError
from nexus_env.agents.report import RunProgress
from nexus_env.agents.weights import load_snapshot, read_start, read_weights
from nexus_env.contract.game import Game

SEEN, CHOICES = toy.GAME.observation_size, len(toy.ACTIONS)


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> tuple[Training, dict[str, Path]]:
    """A run that has ended, and its network in each kind of file."""
    folder = tmp_path_factory.mktemp("former")
    training = train(folder, learner=replace(SMALL, steps=4_096))
    agent = folder / "agent.onnx"
    export(training.model.policy, toy.GAME, agent, training.seats.observations, training.seats.masks)
    snapshot, checkpoint = folder / "pool" / "000001.npz", latest_checkpoint(folder)
    assert checkpoint is not None
    return training, {"snapshot": snapshot, "checkpoint": checkpoint, "agent": agent}


@pytest.mark.parametrize("kind", ["snapshot", "checkpoint", "agent"])
def test_a_run_starts_with_the_network_of_another(kind: str, former: Any, tmp_path: Path) -> None:
    before, files = former
    learner = replace(SMALL, steps=4_096, start=str(files[kind]))
    training = Training(experiment(learner=learner, seed=9), toy.GAME, tmp_path)
    expected, found = weights_of(before.model.policy), weights_of(training.model.policy)
    assert found.keys() == expected.keys() == {f"{part}_{k}" for part in ("weight", "bias") for k in (0, 1, 2, "value")}
    assert all(np.array_equal(found[name], expected[name]) for name in expected)
    untrained, start = (load_snapshot(tmp_path / "pool" / f"00000{number}.npz") for number in (0, 1))
    assert np.array_equal(start["weight_0"], found["weight_0"])
    assert not np.array_equal(untrained["weight_0"], found["weight_0"])


def test_a_start_without_a_value_head_keeps_that_of_the_seed(former: Any, tmp_path: Path) -> None:
    weights = dict(read_weights(former[1]["snapshot"], toy.GAME))
    del weights["weight_value"], weights["bias_value"]
    np.savez(tmp_path / "old.npz", **weights)  # as runs of older versions left them: without stamps, too
    learner = replace(SMALL, start=str(tmp_path / "old.npz"))
    values = [
        weights_of(Training(experiment(learner=each), toy.GAME, tmp_path / each.start[-3:]).model.policy)[
            "weight_value"
        ]
        for each in (learner, SMALL)
    ]
    assert np.array_equal(*values)


def test_a_wider_network_begins_with_the_choices_of_a_narrower_one(former: Any, tmp_path: Path) -> None:
    before, files = former
    wide = Training(experiment(learner=replace(SMALL, hidden=(96, 64), start=str(files["agent"]))), toy.GAME, tmp_path)
    shown = torch.randn(64, toy.GAME.observation_size)
    with torch.inference_mode():
        for old, new in zip(
            *(each.model.policy.logits_and_values(shown, None) for each in (before, wide)), strict=True
        ):
            assert torch.allclose(old.float(), new.float(), atol=1e-5)
    with RunProgress(Console(quiet=True)) as watch:
        wide.learn(watch)
    assert np.abs(weights_of(wide.model.policy)["weight_1"][:, 64:]).max() > 0  # what is new has a part now


@pytest.mark.parametrize("hidden", [(64, 32), (96,), (96, 64, 64)])
def test_a_start_that_is_too_wide_is_refused(hidden: tuple[int, ...], former: Any) -> None:
    with pytest.raises(AgentError, match=r"got a network with hidden layers of 64-64; expected .*, or narrower ones"):
        read_start(former[1]["agent"], toy.GAME, hidden)


@pytest.mark.parametrize(
    ("kind", "hidden", "game", "sentence"),
    [
        (
            "snapshot",
            (64, 32),
            toy.GAME,
            rf"got a network with layers of {SEEN}-64-64-{CHOICES}; expected {SEEN}-64-32-{CHOICES}\.$",
        ),
        (
            "agent",
            (64,),
            toy.GAME,
            rf"got a network with layers of {SEEN}-64-64-{CHOICES}; expected {SEEN}-64-{CHOICES}\.$",
        ),
        ("snapshot", (64, 64), replace(toy.GAME, version=2), "got the game stamp toy-v1; expected toy-v2"),
        ("checkpoint", (64, 64), replace(toy.GAME, version=2), "got the game stamp toy-v1; expected toy-v2"),
        ("agent", (64, 64), replace(toy.GAME, version=2), "got the game stamp toy-v1; expected toy-v2"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(
    kind: str, hidden: tuple[int, ...], game: Game, sentence: str, former: Any
) -> None:
    with pytest.raises(AgentError, match=sentence):
        read_weights(former[1][kind], game, hidden)


def flipped(whole: bytes, count: int) -> Iterable[bytes]:
    """The same bytes with one bit changed, at so many places, the first and the last hundred bytes among them."""
    rng = np.random.default_rng(0)
    ends = [*range(100), *range(len(whole) - 100, len(whole))]
    for place in [*ends, *rng.integers(len(whole), size=count).tolist()]:
        data = bytearray(whole)
        data[place] ^= 1 << int(rng.integers(8))
        yield bytes(data)


@pytest.mark.parametrize("kind", ["snapshot", "checkpoint"])
def test_a_file_with_a_single_bit_changed_is_refused(kind: str, former: Any, tmp_path: Path) -> None:
    """Or cut anywhere. Torch by itself reads a checkpoint with other numbers in it."""
    source = former[1][kind]
    whole, path = source.read_bytes(), tmp_path / source.name
    cut = [whole[:-cut] for cut in (*range(1, 100), len(whole) // 2, len(whole))]
    for data in (*flipped(whole, 100), *cut, *(whole + b"\n" * more for more in (1, 64, 65, 100, 70_000))):
        path.write_bytes(data)
        with pytest.raises(AgentError, match=rf"^[^\n]*{source.name}: got [^\n]*$"):
            read_weights(path, toy.GAME)
    path.write_bytes(whole)
    read_weights(path, toy.GAME)


def test_a_damaged_checkpoint_says_how_to_go_on(former: Any, tmp_path: Path) -> None:
    source, kept = former[1]["checkpoint"], tmp_path / "checkpoints"
    kept.mkdir()
    whole = source.read_bytes()
    for damaged in (whole[:-2] + b"zz", whole[:500], b""):
        (kept / "000000004096.pt").write_bytes(damaged)
        with pytest.raises(
            (AgentError, RunError), match=r"4096\.pt: got .*; delete it to resume from the previous one\.$"
        ):
            Training(experiment(), toy.GAME, tmp_path)
    state = torch.load(source, weights_only=True)
    del state["league"]
    torch.save(state, kept / "000000004096.pt")  # as older versions did: without a checksum
    with pytest.raises(RunError, match=r"4096\.pt: got a checkpoint that does not fit \(KeyError: 'league'\); delete"):
        Training(experiment(), toy.GAME, tmp_path)


def test_files_of_before_without_a_checksum_are_read(former: Any, tmp_path: Path) -> None:
    for kind in ("snapshot", "checkpoint"):
        whole, path = former[1][kind].read_bytes(), tmp_path / former[1][kind].name
        path.write_bytes(whole[:-66] + b"\0\0")
        assert read_weights(path, toy.GAME).keys() == read_weights(former[1][kind], toy.GAME).keys()


@pytest.mark.parametrize("change", ["gap", "nan", "text", "head"])
def test_a_network_whose_layers_do_not_fit_each_other_is_refused(change: str, former: Any, tmp_path: Path) -> None:
    weights = dict(read_weights(former[1]["snapshot"], toy.GAME))
    weights |= {
        "gap": {"weight_1": np.zeros((64, 63), np.float32)},
        "nan": {"bias_1": np.full(64, np.nan, np.float32)},
        "text": {"bias_1": np.full(64, "x")},
        "head": {"weight_value": np.zeros((1, 63), np.float32)},
    }[change]
    np.savez(tmp_path / "odd.npz", **weights)
    with pytest.raises(AgentError, match=r"odd\.npz: got (layers|weights) [^\n]*; expected "):
        read_weights(tmp_path / "odd.npz", toy.GAME)


@pytest.mark.parametrize("name", ["x.npz", "x.pt", "x.onnx"])
def test_a_damaged_start_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=rf"{name}: no such file"):
        read_weights(tmp_path / name, toy.GAME)
    path = tmp_path / name
    path.write_bytes(b"what?")
    with pytest.raises(
        AgentError,
        match=rf"{name}: got a file that cannot be read as a network; expected [^\n]*\.$",
    ):
        read_weights(tmp_path / name, toy.GAME)


def test_a_wrong_start_is_blamed_on_its_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import train as command

    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    assert command.main([str(config), "--check", "--set", "learner.start=nowhere.doc"]) == 2
    assert capsys.readouterr().err.startswith("--set learner.start: nowhere.doc: got another kind of file")
