"""Learning: credit reaches every seat, opponents are frozen, a killed run goes on, exports are what was trained."""

import json
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import torch
import toy
from games import every_game
from learners import (
    ROOT,
    SMALL,
    TOML,
    experiment,
    pool_of,
    same_result,
    shares,
    start,
    train,
    train_until_killed,
    wait_for_a_checkpoint,
)
from rich.console import Console
from toy.learning import PLAYERS

from agents.agent import AgentError, best, load, sample
from agents.export import export
from agents.files import WriteError, write_whole
from agents.learning import curve, league, speed_limit, update_cost
from agents.learning.checkpoint import latest_checkpoint
from agents.learning.experiment import Rating, read_experiment
from agents.learning.league import Pool
from agents.learning.learner import Training
from agents.learning.network import NEVER, draw, load_weights, new_policy, weights_of, what_hinders
from agents.learning.report import Watch
from agents.learning.run_folder import RunError, hold_folder, open_folder
from agents.learning.speed_limit import Recorded
from agents.learning.update_cost import of_the_library
from agents.locking import BusyError
from agents.rating.rate import rate
from agents.weights import Snapshot, load_snapshot, read_start, read_weights
from nexus_env.core.policy_bank import GUEST, Lineup, draw_action, logits_of
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.sb3 import LearnerSeatsVecEnv
from nexus_env.game import registry
from nexus_env.game.contract import Game
from nexus_env.game.options import OptionsError, Source
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import compiled
from nexus_env.players.any_legal import AnyLegal
from nexus_env.tabletop.dice import Generator, seed_generator

SEEN, CHOICES = toy.GAME.observation_size, len(toy.ACTIONS)
PEACEFUL = np.array([action != "strike" for action in toy.ACTIONS], np.int8)
Credit = list[tuple[int, float]]  # for each decision of a bout: whose it was, and its return


class RandomOpponents:
    """One player, who plays at random."""

    def draw(self, count: int, rng: np.random.Generator) -> Any:
        return np.zeros(count, np.int32)

    def choose(self, players: Any, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
        return AnyLegal().choose(observations, masks, rng)


def learner_seats(bouts: int, options: dict[str, Any], **arguments: Any) -> LearnerSeats:
    seats = LearnerSeats(
        Batch(toy.GAME, bouts, 1, {**toy.BARE, **options}, **{"reward": "outcome", **arguments}),
        RandomOpponents(),
        seed=2,
    )
    seats.reset()
    return seats


# --- Credit -------------------------------------------------------------------------------------------------------


def returns(rewards: Iterable[float]) -> list[float]:
    """What each of several rewards and all that follow add up to."""
    return np.cumsum(list(rewards)[::-1])[::-1].tolist()


def credit_of_learner_seats() -> Credit:
    """The returns of all decisions of many bouts that `player_1` always wins, as the learner collects them."""
    seats = learner_seats(32, toy.LOSERS_GAME)
    rng, credit = np.random.default_rng(0), []
    rewards: list[list[float]] = [[] for _ in range(32)]
    for _ in range(40):
        learner = seats.learner.copy()
        seats.step(AnyLegal().choose(seats.observations, seats.masks, rng))
        for bout in range(32):
            rewards[bout].append(float(seats.rewards[bout]))
            if seats.ended[bout]:
                credit += [(int(learner[bout]), value) for value in returns(rewards[bout])]
                rewards[bout] = []
    return credit


def credit_of_one_mixed_trajectory() -> Credit:
    """The same bouts as a widely copied tutorial collects them.

    One trajectory mixes all seats: each step shows what the next seat sees and pays what the last seat earned. Nobody
    strikes, so each bout has one decision of the loser and, after it, one of the winner.
    """
    batch = Batch(toy.GAME, 1, 1, toy.LOSERS_GAME, reward="outcome")
    rng, credit = np.random.default_rng(0), []
    for _ in range(200):
        seats, rewards, over = [], [], False
        while not over:
            seat = int(batch.seats[0])
            batch.step(AnyLegal().choose(batch.observations, batch.masks & PEACEFUL, rng))
            seats.append(seat)
            rewards.append(float(batch.rewards[0, seat]))
            over = bool(batch.terminated[0])
        credit += zip(seats, returns(rewards), strict=True)
    return credit


def credit_is_right(credit: Credit) -> bool:
    """Every decision of the loser returns -1, every decision of the winner 1, and both were seen."""
    return {(seat, value) for seat, value in credit} == {(0, -1.0), (1, 1.0)}


def test_the_loser_is_told_though_the_winner_makes_the_last_move() -> None:
    assert credit_is_right(credit_of_learner_seats())


def test_one_mixed_trajectory_never_tells_the_loser() -> None:
    credit = credit_of_one_mixed_trajectory()
    assert not credit_is_right(credit)
    assert all(value == 1.0 for _, value in credit)


@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 3, "limit": 5}, {"seats": 4, "rounds": 1}])
def test_every_seat_collects_the_outcome_of_its_bouts(options: dict[str, Any]) -> None:
    seats = learner_seats(64, options)
    rng, seen, cut_off = np.random.default_rng(0), set(), 0
    for _ in range(60):
        learner = seats.learner.copy()
        seats.step(AnyLegal().choose(seats.observations, seats.masks, rng))
        over = seats.ended
        assert np.array_equal(seats.returns[over], seats.outcomes[over])
        assert not seats.rewards[~over].any()
        seen |= set(zip(learner[over].tolist(), seats.outcomes[over].tolist(), strict=True))
        cut_off += int(seats.truncated[over].sum())
    assert seen >= {(seat, value) for seat in range(options["seats"]) for value in (-1.0, 1.0)}
    assert (cut_off > 0) == ("limit" in options)


def test_shaping_adds_up_to_the_standing_at_the_first_decision() -> None:
    gamma, weight, rounds = 0.9, 0.5, 4
    seats = learner_seats(64, {"rounds": rounds}, shaping=weight, gamma=gamma)
    rng = np.random.default_rng(0)
    sums, discounts, first, checked = np.zeros(64), np.ones(64), standing(seats, rounds), 0
    for _ in range(60):
        seats.step(AnyLegal().choose(seats.observations, seats.masks, rng))
        sums += discounts * seats.rewards
        over = seats.ended
        expected = discounts * seats.outcomes - weight * first
        assert np.allclose(sums[over], expected[over], atol=1e-5)
        checked += int((first[over] != 0).sum())
        discounts *= gamma
        sums[over], discounts[over], first[over] = 0, 1, standing(seats, rounds)[over]
    assert checked > 100


def standing(seats: LearnerSeats, rounds: int) -> Any:
    """The potential of the learner's seat, read from what it sees."""
    return (seats.observations[:, PLAYERS] - seats.observations[:, PLAYERS + 2]) * 10 / (2 * rounds)


def test_the_value_of_the_loser_is_learned(tmp_path: Path) -> None:
    learner = replace(SMALL, steps=30_000, ent_coef=0.0, learning_rate=3e-3, gamma=1.0)
    training = train(tmp_path, learner=learner, rules=toy.LOSERS_GAME)
    with torch.inference_mode():
        values = training.model.policy.predict_values(torch.from_numpy(training.seats.observations))[:, 0].numpy()
    learner_seat = training.seats.learner
    assert values[learner_seat == 0].max() < -0.7
    assert values[learner_seat == 1].min() > 0.7


# --- The VecEnv ---------------------------------------------------------------------------------------------------


def test_the_vec_env_answers_from_memory() -> None:
    seats = learner_seats(8, {"seats": 3, "rounds": 1})
    env = LearnerSeatsVecEnv(seats)
    observations = env.reset()
    assert env.has_attr("action_masks") and not env.has_attr("reset_world")
    rng, infos_seen = np.random.default_rng(0), 0
    for _ in range(30):
        masks = np.stack(env.env_method("action_masks"))
        assert masks.dtype == bool and np.array_equal(masks, seats.masks) and masks.any(axis=1).all()
        assert np.array_equal(env.env_method("action_masks", indices=[3])[0], masks[3])
        before = observations.copy()
        after, rewards, ended, infos = env.step(AnyLegal().choose(observations, masks, rng))
        assert np.array_equal(before, observations), "what was handed out must not change"
        for bout in np.flatnonzero(ended):
            info, infos_seen = infos[bout], infos_seen + 1
            assert info["episode"]["r"] == rewards[bout] == info["outcome"]
            assert info["episode"]["l"] >= 1
            assert info["terminal_observation"][4] == 1 or info["terminal_observation"][1:4].sum() == 0
            assert info["TimeLimit.truncated"] is False
        assert all(not infos[bout] for bout in np.flatnonzero(~ended))
        observations = after
    assert infos_seen > 50


def test_a_decision_without_a_choice_is_not_put_to_the_learner() -> None:
    """But for the first one of a bout; so no part of the experience is spent on what cannot be learned."""
    seats = LearnerSeats(Batch(NEXUS, 16, 1, {"deal": "random"}), RandomOpponents(), seed=2)
    seats.reset()
    rng, began = np.random.default_rng(0), np.ones(16, np.bool_)
    for _ in range(300):
        choices = np.count_nonzero(seats.masks, axis=1)
        assert (choices[~began] > 1).all() and (choices >= 1).all()
        seats.step(AnyLegal().choose(seats.observations, seats.masks, rng))
        began = seats.ended.copy()
    assert seats.learner.any() and not seats.learner.all()


def test_a_restored_vector_goes_on_as_it_would_have() -> None:
    one, other = learner_seats(16, {"seats": 4}), learner_seats(16, {"seats": 4})
    rng = np.random.default_rng(0)
    for _ in range(5):
        one.step(AnyLegal().choose(one.observations, one.masks, rng))
    other.restore(one.save())
    for _ in range(20):
        actions = AnyLegal().choose(one.observations, one.masks, rng)
        one.step(actions)
        other.step(actions)
        for name in ("observations", "masks", "rewards", "ended", "learner"):
            assert np.array_equal(getattr(one, name), getattr(other, name))
        assert np.array_equal(one.returns[one.ended], other.returns[one.ended])


# --- Agents -------------------------------------------------------------------------------------------------------


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


def logits(lineup: Lineup, row: int, observations: Any, masks: Any = None) -> Any:
    """What a network of a lineup makes of each of `observations`, -1e8 where `masks` are 0."""
    actions = int(lineup.widths[-1])
    masks = np.ones((len(observations), actions), np.int8) if masks is None else masks
    room = np.zeros((2, int(lineup.widths[1:].max())), np.float32), np.zeros((2, int(lineup.widths.max())), np.int64)
    found = [
        logits_of(lineup.weights[row], lineup.widths, seen, mask, *room)[:actions].copy()
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
    chosen = [[int(logits(pool.lineup, row, observation).argmax()) for row in rows] for rows in pool.rows(players)]
    assert chosen == [[2, 4], [3, 3], [2, 4]]


def test_more_snapshots_than_rows_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league, "MOST_LOADED", 2)
    pool = pool_of(tmp_path, 1, 2, 3, 4)
    observation = np.zeros((1, toy.GAME.observation_size), np.float32)
    for pair in ([0, 1], [1, 2], [3, 2], [0, 3]):
        rows = pool.rows(np.array([pair], np.int32))[0]
        assert [int(logits(pool.lineup, row, observation).argmax()) for row in rows] == [n + 1 for n in pair]


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
        self.lineup = Lineup(1, [weights["weight_0"].shape[1], len(weights["bias_0"])])
        self.lineup.put(0, weights)

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
    first, newest = (pool.lineup.weights[row] for row in pool.rows(ends)[0])
    again = Pool(tmp_path, toy.GAME, experiment())
    again.restore(pool.save(), 20_000)
    row = again.rows(ends[:, :1])[0, 0]
    assert np.array_equal(first, again.lineup.weights[row])
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
    lineup = Lineup(3, [toy.GAME.observation_size, *SMALL.hidden, len(toy.ACTIONS)])
    lineup.put(1, weights)
    found = logits(lineup, 1, rows, masks)
    found -= np.logaddexp.reduce(found, axis=1, keepdims=True)
    assert np.allclose(found[masks > 0], expected[masks > 0], atol=1e-5)
    with pytest.raises(ValueError, match="a network with layers"):
        Lineup(1, [7, 3]).put(0, weights)


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
    with pytest.raises(AgentError, match=r"stamp toy-v1; expected toy-v2: its rules are others; train the agent anew"):
        load(str(path), replace(toy.GAME, version=2))
    with pytest.raises(AgentError, match="its action table is another"):
        load(str(path), replace(toy.GAME, actions=(*toy.ACTIONS, "shout")))
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(AgentError, match="no readable ONNX network"):
        load(str(path), toy.GAME)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("randon", "expected random, greedy.*did you mean random"),
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
    assert isinstance(load("agents.scripted:random", toy.GAME), AnyLegal)


# --- The update ---------------------------------------------------------------------------------------------------


def fought(folder: Path, **changes: Any) -> Training:
    """A learner of NEXUS after two rollouts and as many updates."""
    learner = replace(SMALL, bouts=64, steps=2_048, batch_size=256, ent_coef=0.01, device="cpu", **changes)
    training = Training(experiment(game="nexus", learner=learner), NEXUS, folder)
    with Watch(Console(quiet=True)) as watch:
        training.learn(watch)
    return training


def test_an_update_ends_with_the_weights_of_the_librarys_own(tmp_path: Path) -> None:
    training = fought(tmp_path)
    ours, theirs = training.model, of_the_library(training)
    ours.policy.optimizer.state.clear()  # as theirs, which has made no step
    before = [parameter.detach().clone() for parameter in ours.policy.parameters()]
    unused = torch.from_numpy(~ours.rollout_buffer.observations.any(axis=(0, 1)))
    assert 0 < unused.sum() < len(unused)
    for model in (ours, theirs):
        np.random.seed(0)
        model.train()
    for old, mine, other in zip(before, ours.policy.parameters(), theirs.policy.parameters(), strict=True):
        moved = (other - old).abs().max()
        assert moved > 1e-5 and (mine - other).abs().max() < 1e-2 * moved
    assert torch.equal(ours.policy.features_extractor.layers[0].weight[:, unused], before[0][:, unused])


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
    monkeypatch.setattr("agents.learning.network.what_hinders", what_hinders.__wrapped__)  # asked anew
    sentence = (
        r'^--set learner\.precision: got the text "bfloat16"; expected "float32", .*Illegal instruction\); or start'
    )
    with pytest.raises(OptionsError, match=sentence):
        read_experiment(config, ["learner.precision=bfloat16", "learner.device=cpu"])
    read_experiment(config, ["learner.device=cpu"])


# --- Rating -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "wins"), [(2, 500), (3, 334), (4, 250)])
def test_each_seat_is_the_agents_equally_often(seats: int, wins: int) -> None:
    rules = {**toy.LOSERS_GAME, "seats": seats}  # the last seat wins, whoever sits there
    score = rate(toy.GAME, AnyLegal(), AnyLegal(), "random", 1000, 5, rules)
    assert (score.wins, score.draws) == (wins, 0)
    assert score.bouts == wins * seats


def test_bouts_that_were_cut_off_are_counted() -> None:
    score = rate(toy.GAME, AnyLegal(), AnyLegal(), "random", 100, 5, {"rounds": 9, "limit": 4})
    assert 60 < score.truncated < 100 and score.bouts == 100


# --- Speed and curves ---------------------------------------------------------------------------------------------


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
    with Watch(Console(quiet=True)) as watch:
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
    with Watch(Console(quiet=True)) as watch:
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


# --- A start with other weights -----------------------------------------------------------------------------------


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
    with Watch(Console(quiet=True)) as watch:
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
            (AgentError, RunError), match=r"4096\.pt: got .*; remove it to go on from the one before\.$"
        ):
            Training(experiment(), toy.GAME, tmp_path)
    state = torch.load(source, weights_only=True)
    del state["league"]
    torch.save(state, kept / "000000004096.pt")  # as older versions did: without a checksum
    with pytest.raises(RunError, match=r"4096\.pt: got a checkpoint that does not fit \(KeyError: 'league'\); remove"):
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
    with pytest.raises(AgentError, match=r"odd\.npz: got no network of a run \(ValueError: got "):
        read_weights(tmp_path / "odd.npz", toy.GAME)


@pytest.mark.parametrize("name", ["x.npz", "x.pt", "x.onnx"])
def test_a_damaged_start_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=rf"{name}: no such file"):
        read_weights(tmp_path / name, toy.GAME)
    (tmp_path / name).write_bytes(b"what?")
    with pytest.raises(AgentError, match=rf"^[^\n]*{name}: got no network of a run \("):
        read_weights(tmp_path / name, toy.GAME)


def test_a_wrong_start_is_blamed_on_its_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import train as command

    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    assert command.main([str(config), "--check", "--set", "learner.start=nowhere.doc"]) == 2
    assert capsys.readouterr().err.startswith("--set learner.start: nowhere.doc: got another kind of file")


# --- The run ------------------------------------------------------------------------------------------------------


def test_training_learns(tmp_path: Path) -> None:
    training = train(tmp_path, rules={"rounds": 4})
    path = tmp_path / "agent.onnx"
    export(training.model.policy, toy.GAME, path, training.seats.observations, training.seats.masks)
    score = rate(toy.GAME, load(str(path), toy.GAME), AnyLegal(), "random", 1000, 9, {"rounds": 4, **toy.BARE})
    assert score.wins > 800
    assert list((tmp_path / "tensorboard").iterdir())


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a run that nothing has interrupted, and how it was rated in the end."""
    home = tmp_path_factory.mktemp("unbroken")
    config, folder = home / "toy.toml", home / "run"
    config.write_text(TOML)
    process = start(config, folder)
    printed, errors = process.communicate()
    assert process.returncode == 0, errors
    return folder, ratings(printed)


def ratings(printed: str) -> list[str]:
    """The lines about the rating among all that a run has printed."""
    return [line for line in printed.splitlines() if "random" in line]


def test_a_killed_run_ends_like_an_unbroken_one(unbroken: tuple[Path, list[str]], tmp_path: Path) -> None:
    config, killed = tmp_path / "toy.toml", tmp_path / "killed"
    config.write_text(TOML)
    train_until_killed(config, killed, 8_000)
    assert not (killed / "agent.onnx").exists()
    (killed / "pool" / "000099.npz.partial").write_bytes(b"half")
    process = start(config, killed)
    printed, errors = process.communicate()
    assert process.returncode == 0, errors
    assert same_result(killed, unbroken[0]) and ratings(printed) == unbroken[1]
    assert not list(killed.rglob("*.partial"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_run_that_is_told_to_stop_keeps_all_that_it_has_learned(
    number: int, status: int, unbroken: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """And goes on as if nobody had told it, however seldom it writes checkpoints."""
    config, told = tmp_path / "toy.toml", tmp_path / "told"
    config.write_text(TOML.replace("checkpoint_every = 2", "checkpoint_every = 1000"))
    process = start(config, told)
    while not (told / "pool" / "000003.npz").exists():
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(number)
    _, errors = process.communicate()
    assert process.returncode == status
    assert [line for line in errors.splitlines() if line and not line.startswith("Compil")] == [
        "Stopping after this rollout, with a checkpoint. Once more, and it stops at once.",
        "Stopped. The same command resumes from the last checkpoint, if there is one.",
    ]
    checkpoint = latest_checkpoint(told)
    assert checkpoint is not None and 3_000 <= int(checkpoint.stem) < 40_000
    process = start(config, told)
    assert (process.communicate()[1], process.returncode) == ("", 0)
    assert same_result(told, unbroken[0])


def test_who_stops_a_run_before_its_first_rollout_gets_the_checkpoint_that_was_promised(tmp_path: Path) -> None:
    training = Training(experiment(), toy.GAME, tmp_path)
    training.stop._note(signal.SIGTERM, None)
    with Watch(Console(quiet=True)) as watch, pytest.raises(KeyboardInterrupt):
        training.learn(watch)
    assert latest_checkpoint(tmp_path) is not None


def test_a_second_run_in_a_folder_is_refused_while_the_first_lives(tmp_path: Path) -> None:
    """And no longer: a kill gives the folder back."""
    config, folder = tmp_path / "toy.toml", tmp_path / "run"
    config.write_text(TOML.replace("40_000", "40_000_000"))
    process = start(config, folder)
    wait_for_a_checkpoint(process, folder, 2_000)
    before = {path: path.read_bytes() for path in (folder / "checkpoints").iterdir()}
    sentence = rf"^[^\n]*run: got the process {process.pid} at work in it; expected none; wait until it has ended, or"
    with pytest.raises(BusyError, match=sentence), hold_folder(folder):
        pass
    second = start(config, folder)
    assert "at work in it" in second.communicate()[1] and second.returncode == 2
    assert before and process.poll() is None
    process.kill()
    process.communicate()
    with hold_folder(folder):
        open_folder(folder, read_experiment(config)[0], fresh=True)
        with pytest.raises(BusyError), hold_folder(folder):
            pass
    with hold_folder(folder):
        assert sorted(path.name for path in folder.iterdir()) == [".lock", ".process", "config.json"]


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="no prlimit")
def test_a_full_disk_ends_a_run_with_a_sentence_and_leaves_the_last_checkpoint(tmp_path: Path) -> None:
    """Here a file that may grow no more; a disk that is full says nothing else."""
    config, folder = tmp_path / "toy.toml", tmp_path / "run"
    config.write_text(TOML)
    train_until_killed(config, folder, 4_000)
    last = latest_checkpoint(folder)
    assert last is not None
    whole = last.read_bytes()
    process = start(config, folder, most_bytes=len(whole) // 2)
    output, errors = process.communicate()
    assert process.returncode == 2 and not output and errors.count("\n") == 1
    assert re.search(r"checkpoints/\d+\.pt: cannot be written \(File too large\); expected free disk space", errors)
    assert latest_checkpoint(folder) == last and last.read_bytes() == whole
    assert not list(folder.rglob("*.partial"))


@pytest.mark.parametrize("folder", ["/proc/nexus", "file/run"])
def test_a_folder_that_cannot_be_made_is_told_in_one_sentence(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import train as command

    monkeypatch.chdir(tmp_path)
    Path("toy.toml").write_text(TOML)
    Path("file").touch()
    assert command.main(["toy.toml", "--folder", folder]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"{folder}: cannot be written (") and printed.count("\n") == 1


@pytest.mark.parametrize("text", ["{", "[]", "[" * 9999, '{"game": ' * 9999])
def test_a_config_of_a_run_that_is_damaged_is_told_in_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(RunError, match=r"config\.json: got no readable config"):
        open_folder(tmp_path, experiment())


def test_another_seed_ends_otherwise(tmp_path: Path) -> None:
    """So that the test above cannot pass because all runs end alike."""
    small = replace(SMALL, steps=4_096)
    runs = [train(tmp_path / str(seed), learner=small, seed=seed) for seed in (1, 2)]
    weights = [weights_of(run.model.policy)["weight_0"] for run in runs]
    assert not np.array_equal(*weights)


def test_a_run_stops_by_the_clock_and_keeps_its_result(tmp_path: Path) -> None:
    learner = replace(SMALL, steps=10_000_000, minutes=0.03)
    training = train(tmp_path, learner=learner)
    assert 0 < training.model.num_timesteps < 1_000_000
    assert training.model._current_progress_remaining < 0.5
    checkpoint = latest_checkpoint(tmp_path)
    assert checkpoint is not None and int(checkpoint.stem) == training.model.num_timesteps


def test_a_folder_belongs_to_one_experiment(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    open_folder(folder, experiment())
    open_folder(folder, experiment(rating=Rating(bouts=7), checkpoint_every=9))
    with pytest.raises(RunError, match=r"got a run with seed = 0; expected 3; give another --folder, or --fresh"):
        open_folder(folder, experiment(seed=3))
    open_folder(folder, experiment(seed=3), fresh=True)
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("you")
    with pytest.raises(RunError, match=r"got files but no config\.json"):
        open_folder(tmp_path / "letters", experiment(), fresh=True)
    assert (tmp_path / "letters" / "dear.txt").exists()
    with pytest.raises(RunError, match=r"dear\.txt: got a file; expected a folder"):
        open_folder(tmp_path / "letters" / "dear.txt", experiment())
    (folder / "config.json").write_text("{")
    with pytest.raises(RunError, match=r"config\.json: got no readable config"):
        open_folder(folder, experiment())


def test_a_start_that_was_killed_at_once_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "config.json.partial").write_text("{")
    open_folder(tmp_path, experiment())
    assert [path.name for path in tmp_path.iterdir()] == ["config.json"]


def test_a_file_is_whole_or_absent(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, lambda partial: partial.write_text("old") and None)

    def fail(partial: Path) -> None:
        partial.write_text("ne")
        raise OSError("the disk is full")

    with pytest.raises(WriteError, match=r"file: cannot be written \(the disk is full\); expected"):
        write_whole(path, fail)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("override", "sentence"),
    [
        ("game=toi:GAME", "--set game: got 'toi:GAME'"),
        ("game=nexsu", "--set game: got 'nexsu'.*did you mean nexus"),
        ("game=toy:ACTIONS", "--set game: got 'toy:ACTIONS'.*expected a Game"),
        ("rules.roundz=4", "--set rules.roundz: got an unknown key.*did you mean rounds"),
        ("rules.seats=9", "--set rules.seats: got 9"),
        ("learner.hidden=[]", "--set learner.hidden: got an empty list"),
        ("clone.led=0.5", "learner.start: got an empty text; expected the network that clone.led lets play"),
        ("learner.batch_size=4096", "--set learner.batch_size: got the number 4096; expected at most.*1024"),
        ("learner.bouts=4", "toy.toml with --set learner.bouts: learner.batch_size: got the number 256.*= 64"),
    ],
)
def test_a_mistake_on_the_command_line_is_blamed_on_it(tmp_path: Path, override: str, sentence: str) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML)
    with pytest.raises(OptionsError, match=sentence):
        read_experiment(config, [override])


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('"toy:GAME"', '"nexsu"', "game: got 'nexsu'"),
        ("rules.rounds = 4", "rules.roundz = 4", "rules.roundz: got an unknown key"),
        ("rules.rounds = 4", "rules.seats = 9", "rules.seats: got 9"),
        ("[64, 64]", "[]", "learner.hidden: got an empty list"),
        ("batch_size = 256", "batch_size = 4096", "learner.batch_size: got the number 4096"),
    ],
)
def test_a_mistake_in_the_file_is_blamed_on_the_file(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML.replace(right, wrong))
    with pytest.raises(OptionsError) as error:
        read_experiment(config, ["seed=5", "learner.steps=1"])
    assert str(error.value).startswith(f"{config}: {sentence}")


@pytest.mark.parametrize(
    ("override", "place"),
    [
        ("rules.auto_pass=[1, 2]", "--set rules.auto_pass: got the seat 2; expected seats from 0 to 1"),
        ("rules.barge=9", '--set rules.barge: got "9"'),
        (
            "rules.stock=nowhere",
            f"{ROOT / 'configs/nexus/smoke.toml'} with --set rules.stock: rules: nowhere: no such folder",
        ),
        ("rules.seats=5", "--set rules.seats: got 5"),
        ("rules.scattered.blood=99", "--set rules.scattered.blood: got 99"),
    ],
)
def test_the_rules_of_nexus_are_checked_with_their_place(override: str, place: str) -> None:
    with pytest.raises(OptionsError) as error:
        read_experiment(ROOT / "configs/nexus/smoke.toml", [override])
    assert str(error.value).startswith(place)


def test_a_rival_that_is_not_there_is_blamed_on_its_place() -> None:
    import train as command

    source = Source("toy.toml", ('rating.against=["randm"]',))
    chosen = experiment(rating=Rating(against=("randm",)))
    with pytest.raises(OptionsError, match=r"^--set rating\.against\[0\]: Agent 'randm'.*did you mean random"):
        command.check_names(chosen, toy.GAME, source)


def test_an_anchor_that_nobody_can_train_against_is_blamed_on_its_place() -> None:
    import train as command

    chosen = experiment(league=replace(experiment().league, anchors=("random", "search")))
    with pytest.raises(OptionsError, match=r"^toy\.toml: league\.anchors\[1\]: Agent 'search': got one that looks"):
        command.check_names(chosen, toy.GAME, Source("toy.toml"))


def duelist(game: Game) -> Any:
    agent: Any = AnyLegal()
    agent.seats = (2,)
    return agent


@pytest.mark.parametrize("table", ["rating.against", "league.anchors"])
def test_an_agent_for_other_numbers_of_seats_is_refused_before_the_run(table: str) -> None:
    """Else the run would end with it, after hours."""
    import train as command

    usual, (part, key) = experiment(rules={"seats": 3}), table.split(".")
    chosen = replace(usual, **{part: replace(getattr(usual, part), **{key: ("test_training:duelist",)})})
    with pytest.raises(OptionsError, match="got a bout with 3 seats; expected one with 2"):
        command.check_names(chosen, toy.GAME, Source("toy.toml"))
    command.check_names(replace(chosen, rules={"seats": 2}), toy.GAME, Source("toy.toml"))


def test_the_command_line_tells_a_mistake_in_one_sentence(tmp_path: Path) -> None:
    config = tmp_path / "toy.toml"
    config.write_text(TOML.replace("bouts", "botus", 1))
    process = start(config, tmp_path / "run")
    output, errors = process.communicate()
    assert process.returncode == 2 and not output
    assert errors.strip().startswith(f"{config}: learner.botus: got an unknown key") and errors.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_games_are_found_by_name() -> None:
    assert registry.find("toy:GAME") is toy.GAME


@pytest.mark.parametrize("config", sorted((ROOT / "configs").rglob("*.toml")), ids=lambda config: config.stem)
def test_the_configs_are_right(config: Path) -> None:
    chosen, game = read_experiment(config)
    for rival in chosen.rating.against:
        load(rival, game)
