"""Opponents are frozen and play their own weights; exports are what was trained."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import toy
from games import every_game
from learners import SMALL, experiment, fought, pool_of, shares, train

from nexus_env.agents.agent import AgentError, best, sample
from nexus_env.agents.learning import league
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.league import Pool
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.network import NEVER, weights_of
from nexus_env.agents.loading import load
from nexus_env.agents.weights import Snapshot
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import GUEST, PolicyBank, draw_action, logits_of
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.games.nexus import NEXUS
from nexus_env.kit.dice import Generator, seed_generator
from nexus_env.machine.compiled import compiled
from nexus_env.players.any_legal import AnyLegal


def test_choices_are_legal_and_follow_the_logits() -> None:
    rng = np.random.default_rng(0)
    logits = np.tile(np.log(np.array([1, 2, 4, 8], np.float32)), (30_000, 1))
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (30_000, 1))
    shares = np.bincount(sample(logits, masks, rng), minlength=4) / 30_000
    assert np.allclose(shares, [1 / 13, 0, 4 / 13, 8 / 13], atol=0.015)
    assert (best(logits, masks) == 3).all()
    masks[:, 2:] = 0
    assert not sample(logits - 1e6, masks, rng).any()
    shares = np.bincount(AnyLegal().choose(logits, np.tile(np.array([0, 1, 1, 0]), (30_000, 1)), rng), minlength=4)
    assert np.allclose(shares / 30_000, [0, 0.5, 0.5, 0], atol=0.015)
    alone = np.concatenate([AnyLegal().choose(logits[:1], np.array([[0, 1, 1, 0]]), rng) for _ in range(4000)])
    assert np.allclose(np.bincount(alone, minlength=4) / 4000, [0, 0.5, 0.5, 0], atol=0.05), "a batch of one"


def logits(bank: PolicyBank, row: int, observations: Any, masks: Any = None) -> Any:
    """What a network of a bank makes of each of `observations`, -1e8 where `masks` are 0."""
    actions = int(bank.widths[-1])
    masks = np.ones((len(observations), actions), np.int8) if masks is None else masks
    room = np.zeros((2, int(bank.widths[1:].max())), np.float32), np.zeros((2, int(bank.widths.max())), np.int64)
    found = [
        logits_of(bank.weights[row], bank.widths, seen, mask, *room)[:actions].copy()
        for seen, mask in zip(observations, masks, strict=True)
    ]
    return np.where(masks, np.array(found), NEVER)


@compiled
def count_draws(row: Any, mask: Any, generators: Any, times: int, drawn: Any) -> None:
    """Draw so many actions, and count them."""
    seed_generator(generators[0], 1)
    for _ in range(times):
        drawn[draw_action(row, mask, generators[0])] += 1


def test_each_opponent_plays_its_own_weights(tmp_path: Path) -> None:
    pool = pool_of(tmp_path, 2, 3, 4)
    players = np.array([[0, 2], [1, 1], [0, 2]], np.int32)
    observation = np.zeros((1, toy.GAME.observation_size), np.float32)
    chosen = [[int(logits(pool.bank, row, observation).argmax()) for row in rows] for rows in pool.rows(players)]
    assert chosen == [[2, 4], [3, 3], [2, 4]]


def test_more_snapshots_than_rows_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league, "MOST_LOADED", 2)
    pool = pool_of(tmp_path, 1, 2, 3, 4)
    observation = np.zeros((1, toy.GAME.observation_size), np.float32)
    for pair in ([0, 1], [1, 2], [3, 2], [0, 3]):
        rows = pool.rows(np.array([pair], np.int32))[0]
        assert [int(logits(pool.bank, row, observation).argmax()) for row in rows] == [n + 1 for n in pair]


class Firm:
    """Opponents that always choose the legal action that their network rates highest, asked from Python."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self._bias = weights["bias_0"]

    def draw(self, count: int, rng: np.random.Generator) -> Any:
        return np.zeros(count, np.int32)

    def choose(self, players: Any, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
        return best(np.tile(self._bias, (len(masks), 1)), masks)


class FirmNetworks(Firm):
    """The same opponents as networks that play by themselves, their logits so far apart that nothing is drawn, or as
    guests who are asked, or in one bout so and in the next otherwise.
    """

    def __init__(self, weights: dict[str, Any], kinds: tuple[int, ...]) -> None:
        super().__init__(weights)
        self._rows, self._drawn = np.array(kinds, np.int32), 0
        self.bank = PolicyBank(1, [weights["weight_0"].shape[1], len(weights["bias_0"])])
        self.bank.put(0, weights)

    def draw(self, count: int, rng: np.random.Generator) -> Any:
        self._drawn += 1
        return np.full(count, self._drawn % len(self._rows), np.int32)

    def rows(self, players: Any) -> Any:
        return self._rows[players]


@pytest.mark.parametrize("kinds", [(0,), (GUEST,), (0, GUEST)])
@every_game
def test_networks_that_play_by_themselves_play_as_if_they_were_asked(game: Game, kinds: tuple[int, ...]) -> None:
    bias = 1000 * np.random.default_rng(1).permutation(len(game.actions)).astype(np.float32)
    weights = {"weight_0": np.zeros((len(bias), game.observation_size), np.float32), "bias_0": bias}
    opponents = (Firm(weights), FirmNetworks(weights, kinds))
    asked, alone = (LearnerSeats(Batch(game, 1, 3, reward="both", shaping=0.5), who, seed=2) for who in opponents)
    asked.reset()
    alone.reset()
    for turn in range(1000):  # of one slot: of several, the seats of new bouts would be drawn in another order
        assert np.array_equal(asked.learner, alone.learner) and np.array_equal(asked.masks, alone.masks)
        assert np.array_equal(asked.observations, alone.observations)
        actions = AnyLegal().choose(asked.observations, asked.masks, np.random.default_rng(turn))
        asked.step(actions)
        alone.step(actions)
        over = asked.ended
        assert np.array_equal(over, alone.ended) and np.allclose(asked.rewards, alone.rewards, atol=1e-6)
        assert np.allclose(asked.returns[over], alone.returns[over], atol=1e-5)
        for name in ("outcomes", "truncated", "final_observations", "lengths"):
            assert np.array_equal(getattr(asked, name)[over], getattr(alone, name)[over]), name


def test_the_pool_draws_the_latest_and_older_snapshots(tmp_path: Path) -> None:
    assert not shares(pool_of(tmp_path / "one", 2, latest=0.6))[1:].any()
    drawn = shares(pool_of(tmp_path / "eleven", *[3] * 11, latest=0.6, older=3))
    assert np.flatnonzero(drawn).tolist() == [0, 4, 9, 10]
    assert abs(drawn[10] - 0.6) < 0.02 and abs(drawn[0] - 0.4 / 3) < 0.02


def test_a_share_of_the_bouts_is_played_against_the_first_snapshot(tmp_path: Path) -> None:
    drawn = shares(pool_of(tmp_path, *[3] * 5, latest=1.0, older=3, first=0.2))
    assert abs(drawn[0] - 0.2) < 0.01 and abs(drawn[4] - 0.8) < 0.01


def test_opponents_are_frozen_and_really_play(tmp_path: Path) -> None:
    training = train(tmp_path, learner=replace(SMALL, steps=20_000))
    pool = training.pool
    ends = np.array([[0, len(pool.members) - 1]], np.int32)
    first, newest = (pool.bank.weights[row] for row in pool.rows(ends)[0])
    again = Pool(tmp_path, toy.GAME, experiment())
    again.restore(pool.save(), 20_000)
    row = again.rows(ends[:, :1])[0, 0]
    assert np.array_equal(first, again.bank.weights[row])
    assert not np.array_equal(first, newest)
    assert len(pool.members) == 6 and all(member.bouts for member in pool.members[:-1])  # none begins after the last
    before = newest.copy()
    with torch.no_grad():
        for parameter in training.model.policy.parameters():
            parameter.add_(1.0)
    assert np.array_equal(newest, before)


def test_a_frozen_network_is_the_policy(tmp_path: Path) -> None:
    policy = Training(experiment(), toy.GAME, tmp_path).model.policy
    rng = np.random.default_rng(0)
    rows = (rng.normal(size=(50, toy.GAME.observation_size)) * rng.integers(2, size=(50, 1))).astype(np.float32)
    rows *= rng.random(rows.shape) < 0.5
    masks = (rng.random((50, len(toy.ACTIONS))) < 0.5).astype(np.int8)
    masks[:, 0] = 1
    with torch.inference_mode():
        expected = policy.get_distribution(torch.from_numpy(rows), action_masks=masks).distribution.logits.numpy()
    weights = weights_of(policy)
    bank = PolicyBank(3, [toy.GAME.observation_size, *SMALL.hidden, len(toy.ACTIONS)])
    bank.put(1, weights)
    found = logits(bank, 1, rows, masks)
    found -= np.logaddexp.reduce(found, axis=1, keepdims=True)
    assert np.allclose(found[masks > 0], expected[masks > 0], atol=1e-5)
    with pytest.raises(ValueError, match="a network with layers"):
        PolicyBank(1, [7, 3]).put(0, weights)


def test_a_network_draws_legal_actions_by_its_logits() -> None:
    generator = np.zeros(1, Generator.dtype)
    row = np.log(np.array([1, 2, 4, 8], np.float32))
    mask = np.array([1, 0, 1, 1], np.int8)
    drawn = np.zeros(4, np.int64)
    count_draws(row, mask, generator, 30_000, drawn)
    assert np.allclose(drawn / 30_000, [1 / 13, 0, 4 / 13, 8 / 13], atol=0.015)


def test_the_export_is_one_file_that_computes_what_torch_computes(tmp_path: Path) -> None:
    training = train(tmp_path / "run", learner=replace(SMALL, steps=4_096))
    policy, path = training.model.policy, tmp_path / "agent" / "toy.onnx"
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(200, toy.GAME.observation_size)).astype(np.float32)
    masks = rng.random((200, len(toy.ACTIONS))) < 0.5
    masks[:, 0] = True
    assert export(policy, toy.GAME, path, rows, masks) < 1e-5
    assert [file.name for file in path.parent.iterdir()] == ["toy.onnx"]
    with torch.inference_mode():
        expected = policy.get_distribution(torch.from_numpy(rows), action_masks=masks).distribution.logits.argmax(1)
    surest, drawing = load(str(path), toy.GAME), load(f"{path}:drawing", toy.GAME)
    assert np.array_equal(surest.choose(rows, masks, rng), expected.numpy())
    chosen = np.stack([drawing.choose(rows, masks, np.random.default_rng(seed)) for seed in range(50)])
    assert masks[np.arange(200), chosen].all()
    assert (chosen != chosen[0]).any()


def test_a_snapshot_plays_as_its_export(tmp_path: Path) -> None:
    training = fought(tmp_path / "run")
    path, seats = tmp_path / "agent.onnx", training.seats
    export(training.model.policy, NEXUS, path, seats.observations, seats.masks)
    agents = Snapshot(weights_of(training.model.policy)), load(str(path), NEXUS)
    mine, its = (agent.choose(seats.observations, seats.masks, np.random.default_rng(0)) for agent in agents)
    assert np.array_equal(mine, its)


def test_an_agent_of_another_game_is_refused_with_advice(tmp_path: Path) -> None:
    training = Training(experiment(), toy.GAME, tmp_path)
    path = tmp_path / "toy.onnx"
    export(training.model.policy, toy.GAME, path, training.seats.observations, training.seats.masks)
    with pytest.raises(AgentError, match=r"stamp toy-v1; expected toy-v2: it has other rules; retrain the agent"):
        load(str(path), replace(toy.GAME, version=2))
    with pytest.raises(AgentError, match="it has another action table"):
        load(str(path), replace(toy.GAME, actions=(*toy.ACTIONS, "shout")))
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(AgentError, match="no readable ONNX network"):
        load(str(path), toy.GAME)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("randon", "expected random, novice, greedy.*did you mean random"),
        ("nowhere/agent.onnx", "no such file"),
        ("serch:50", "expected package.module:callable; did you mean search"),
        ("toy:nobody", "has no attribute 'nobody'"),
        ("no_such_package:agent", "No module named 'no_such_package'"),
        ("os.path:join", "got TypeError: .*; expected an agent for toy"),
        ("./toy:GAME", "got TypeError: .*; expected package.module:callable"),
    ],
)
def test_an_unknown_agent_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(AgentError, match=sentence):
        load(name, toy.GAME)


def test_a_module_that_fails_by_itself_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fails_by_itself.py").write_text("1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AgentError, match="'fails_by_itself:agent': got ZeroDivisionError: division by zero"):
        load("fails_by_itself:agent", toy.GAME)


@pytest.mark.parametrize("where", ["", "def agent(game):\n    "])
def test_an_agent_that_ends_the_program_is_told(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"ends_{len(where)}.py").write_text(f"{where}raise SystemExit('enough')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AgentError, match=f"'ends_{len(where)}:agent': got SystemExit: enough"):
        load(f"ends_{len(where)}:agent", toy.GAME)


def test_a_module_that_lies_here_is_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AgentError, match="did you mean mine:agent"):
        load("mine", toy.GAME)


def test_an_agent_is_loaded_from_a_callable() -> None:
    assert isinstance(load("nexus_env.agents.scripted:random", toy.GAME), AnyLegal)
