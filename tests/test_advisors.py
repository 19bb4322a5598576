"""Networks with advisors: they follow them untrained, learn, resume, and play the same from every file."""

import json
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import averaging
import numpy as np
import onnx
import pytest
import torch
import toy
import toy_players
from curve import rate_snapshots
from learners import SMALL, TOML, experiment, same_result
from rich.console import Console

import train
from nexus_env.agents.advisors import FIRST_GATE, Advisors
from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.checkpoint import latest_checkpoint
from nexus_env.agents.learning.experiment import League, read_experiment
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.network import weights_of
from nexus_env.agents.learning.running import check_names
from nexus_env.agents.loading import load
from nexus_env.agents.rate import rate
from nexus_env.agents.report import RunProgress
from nexus_env.agents.search.policy_network import read_network
from nexus_env.agents.weights import Snapshot, load_snapshot, read_start, read_weights
from nexus_env.kit.options import OptionsError, Source
from nexus_env.players.any_legal import AnyLegal

NAMES = ("greedy", "sensible")
ADVISED = replace(SMALL, steps=8_192, advisors=NAMES)
RULES = {"rounds": 4, **toy.BARE}


def learn(training: Training) -> Training:
    with RunProgress(Console(quiet=True)) as watch:
        training.learn(watch)
    return training


def untrained(folder: Path, names: tuple[str, ...]) -> Training:
    return Training(experiment(learner=replace(ADVISED, advisors=names), rules=RULES), toy.GAME, folder)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Training, Path]]:
    """A run that has ended, and its agent."""
    folder = tmp_path_factory.mktemp("advised")
    training = learn(Training(experiment(learner=ADVISED, rules=RULES, league=League(every=1)), toy.GAME, folder))
    (folder / "config.json").write_text(json.dumps(training.experiment.as_table()))
    seats, path = training.seats, folder / "agent.onnx"
    export(training.model.policy, toy.GAME, path, seats.observations, seats.masks, NAMES)
    yield training, path


@pytest.mark.parametrize("names", [("greedy",), ("sensible",)])
def test_an_untrained_network_plays_as_its_advisor(names: tuple[str, ...], tmp_path: Path) -> None:
    training = untrained(tmp_path, names)
    seats, rng = training.seats, np.random.default_rng(0)
    seats.reset(3)
    snapshot = Snapshot(weights_of(training.model.policy), advisors=Advisors(names, toy.GAME))
    for _ in range(5):
        actions = load(names[0], toy.GAME).choose(seats.observations, seats.masks, rng)  # type: ignore[union-attr]
        assert np.array_equal(snapshot.choose(seats.observations, seats.masks, rng), actions)
        seats.step(actions)


def test_each_gate_is_added_to_what_its_advisor_would_do(tmp_path: Path) -> None:
    policy = untrained(tmp_path, NAMES).model.policy
    advised = np.zeros((2, toy.GAME.observation_size + 2), np.float32)
    advised[0, -2:], advised[1, -2:] = (1, 3), (2, 2)
    with torch.inference_mode():
        tensor = torch.from_numpy(advised)
        logits, _, legal = policy.logits_and_values(tensor, None)
        plain = policy.action_net(policy.extract_features(tensor))
    gained = (logits - plain[:, legal]).numpy()
    expected = np.zeros_like(gained)
    expected[0, [1, 3]], expected[1, 2] = FIRST_GATE, 2 * FIRST_GATE  # who agree add up
    assert gained == pytest.approx(expected, abs=1e-5)


def test_an_advised_run_learns_and_its_files_play_the_same(run: Any, tmp_path: Path) -> None:
    training, path = run
    seats, rng = training.seats, np.random.default_rng(1)
    assert training.model.policy.gates.bias.detach().numpy() != pytest.approx(FIRST_GATE, abs=1e-6)
    agent, advisors = load(str(path), toy.GAME), Advisors(NAMES, toy.GAME)
    files = [latest_checkpoint(path.parent), max((path.parent / "pool").iterdir()), path]
    players = [Snapshot(read_weights(file, toy.GAME, advisors=NAMES), advisors=advisors) for file in files if file]
    seats.reset(5)
    for _ in range(8):
        choices = [each.choose(seats.observations, seats.masks, rng) for each in (agent, *players)]
        assert all(np.array_equal(choice, choices[0]) for choice in choices)
        seats.step(choices[0])
    score = rate(toy.GAME, agent, AnyLegal(), "random", 400, 9, RULES)
    assert score.wins > 300
    world = seats.batch.bout(0)
    assert np.abs(agent.judge(world)).max() <= 1


def test_an_advised_run_meets_its_own_snapshots(run: Any) -> None:
    training, _ = run
    members = training.pool.members
    newest = members[-1]
    assert newest.is_network and sum(member.bouts for member in members) > 100
    rows = training.pool.rows(np.array([[0, len(members) - 1]], np.int32))
    assert (rows < 0).all()  # compiled play cannot ask advisors
    seats = training.seats
    players = np.full(len(seats.observations), len(members) - 1, np.int32)
    seats.reset(7)
    chosen = training.pool.choose(players, seats.observations, seats.masks, np.random.default_rng(2))
    snapshot = Snapshot(load_snapshot(training.folder / newest.file), True, Advisors(NAMES, toy.GAME))
    again = snapshot.choose(seats.observations, seats.masks, np.random.default_rng(2))
    assert np.array_equal(chosen, again)


def test_a_stopped_advised_run_ends_like_an_unbroken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    overrides = [f"learner.advisors={json.dumps(NAMES)}", 'league.anchors=["greedy"]', "learner.steps=5_120"]
    wanted, game = read_experiment(config, overrides)
    for folder in ("whole", "broken"):
        (tmp_path / folder).mkdir()
    whole = learn(Training(wanted, game, tmp_path / "whole"))
    broken = Training(wanted, game, tmp_path / "broken")
    keep = broken.keep
    monkeypatch.setattr(broken, "keep", lambda last=False: (_stop(broken), keep(last))[1])
    with pytest.raises(KeyboardInterrupt):
        learn(broken)
    again = learn(Training(wanted, game, tmp_path / "broken"))
    assert again.began_at > 0
    for training in (whole, again):
        seats = training.seats
        export(training.model.policy, game, training.folder / "agent.onnx", seats.observations, seats.masks, NAMES)
    assert same_result(whole.folder, again.folder, 5_120)


def _stop(training: Training) -> None:
    if training.model.num_timesteps > 2_000 and not training.stop.asked:
        training.stop._note(signal.SIGTERM, None)


def test_a_curve_rates_advised_snapshots(run: Any) -> None:
    training, path = run
    (point,) = rate_snapshots(path.parent, 1, 40, ("random",))
    assert point.decisions == training.model.num_timesteps
    assert point.wins["random"] > 25


@pytest.mark.parametrize("name", ["gredy", "random", "search", "legend", "os:getcwd"])
def test_only_scripted_players_of_the_game_advise(name: str, tmp_path: Path) -> None:
    known = "got no scripted player of toy; expected greedy, sensible"
    with pytest.raises(AgentError, match=f"Advisor {name}: {known}"):
        Advisors((name,), toy.GAME)
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    wanted, game = read_experiment(config, [f'learner.advisors=["greedy", "{name}"]'])
    with pytest.raises(OptionsError, match=r"learner.advisors\[1\].*got no scripted player of toy"):
        check_names(wanted, game, Source(str(config), ()))


def test_a_file_that_names_another_advisor_is_refused(run: Any, tmp_path: Path) -> None:
    model = onnx.load(run[1])
    for entry in model.metadata_props:
        entry.value = "os:getcwd,greedy" if entry.key == "advisors" else entry.value
    path = tmp_path / "strange.onnx"
    onnx.save(model, path)
    with pytest.raises(AgentError, match=r"strange.onnx: Advisor os:getcwd: got no scripted player of toy"):
        load(str(path), toy.GAME)
    for entry in model.metadata_props:
        entry.value = "greedy" if entry.key == "advisors" else entry.value
    onnx.save(model, path)
    with pytest.raises(AgentError, match=r"strange.onnx: got a network of .*; expected one of .*advice"):
        load(str(path), toy.GAME)


def test_what_cannot_take_advice_says_so(run: Any, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"got a network, one advised by greedy, sensible; expected one without"):
        read_start(run[1], toy.GAME, SMALL.hidden)
    with pytest.raises(AgentError, match=r"expected one advised by sensible"):
        read_start(run[1], toy.GAME, SMALL.hidden, ("sensible",))
    with pytest.raises(AgentError, match=r"expected one without advisors"):
        read_network(run[1], toy.GAME)
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    advised = 'learner.advisors=["greedy"]'
    for override in ('clone.source="random"', 'clone.begin="random"', "league.trial=2"):
        key = override.partition("=")[0]
        with pytest.raises(OptionsError, match=f"{key}.*learner.advisors"):
            read_experiment(config, [advised, override])


def test_a_cluster_takes_no_advisors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    words = [str(config), "--ray", "--folder", str(tmp_path / "run"), "--set", 'learner.advisors=["greedy"]']
    assert train.main(words) == 2
    assert "learner.advisors: got 1 names; expected none for --ray" in capsys.readouterr().err


def test_an_advised_run_goes_on_with_its_own_network(run: Any, tmp_path: Path) -> None:
    learner = replace(ADVISED, start=str(run[1]))
    training = Training(experiment(learner=learner, rules=RULES), toy.GAME, tmp_path)
    expected, found = weights_of(run[0].model.policy), weights_of(training.model.policy)
    assert expected.keys() == found.keys() >= {"weight_gate", "bias_gate"}
    assert all(np.allclose(found[name], expected[name], atol=1e-6) for name in expected)


def test_a_game_of_somebody_elses_advises_its_own(tmp_path: Path) -> None:
    learner = replace(ADVISED, advisors=("last",), steps=2_048)
    training = learn(Training(experiment(learner=learner, rules=RULES), toy_players.GAME, tmp_path))
    assert training.model.num_timesteps >= 2_048


# --- the mean of agents -----------------------------------------------------------------------------------------------


def test_the_mean_of_agents_has_their_mean_weights(
    run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    training, path = run
    other, mean = tmp_path / "other.onnx", tmp_path / "mean.onnx"
    seats = training.seats
    export(untrained(tmp_path / "new", NAMES).model.policy, toy.GAME, other, seats.observations, seats.masks, NAMES)
    assert averaging.main([str(path), str(other), "--out", str(mean), "--game", "toy:GAME"]) == 0
    one, two, found = (read_weights(file, toy.GAME, advisors=NAMES) for file in (path, other, mean))
    assert all(np.allclose(found[name], (one[name] + two[name]) / 2, atol=1e-6) for name in found)
    load(str(mean), toy.GAME)
    export(
        untrained(tmp_path / "less", NAMES[:1]).model.policy,
        toy.GAME,
        other,
        seats.observations,
        seats.masks,
        NAMES[:1],
    )
    assert averaging.main([str(path), str(other), "--out", str(tmp_path / "no.onnx"), "--game", "toy:GAME"]) == 2
    assert "other.onnx: got a different network or reward; expected those of" in capsys.readouterr().err
    assert not (tmp_path / "no.onnx").exists()
