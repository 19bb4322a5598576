"""The learner's seats: credit reaches every seat, and only choices are put to the learner."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import toy
from learners import SMALL, train
from toy.learning import SEAT, Seen

from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.sb3 import LearnerSeatsVecEnv
from nexus_env.games.nexus import NEXUS
from nexus_env.players.any_legal import AnyLegal

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
        Batch(toy.GAME, bouts, 1, {**toy.BARE, **options}, **{"reward": "outcome", "shaping": 0, **arguments}),
        RandomOpponents(),
        seed=2,
    )
    seats.reset()
    return seats


# --- Credit -----------------------------------------------------------------------------------------------------------


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
    batch = Batch(toy.GAME, 1, 1, toy.LOSERS_GAME, reward="outcome", shaping=0)
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
    return (seats.observations[:, Seen.SEATS] - seats.observations[:, Seen.SEATS + SEAT]) * 10 / (2 * rounds)


def test_the_value_of_the_loser_is_learned(tmp_path: Path) -> None:
    learner = replace(SMALL, steps=30_000, ent_coef=0.0, learning_rate=3e-3, gamma=1.0)
    training = train(tmp_path, learner=learner, rules=toy.LOSERS_GAME)
    with torch.inference_mode():
        values = training.model.policy.predict_values(torch.from_numpy(training.seats.observations))[:, 0].numpy()
    learner_seat = training.seats.learner
    assert values[learner_seat == 0].max() < -0.7
    assert values[learner_seat == 1].min() > 0.7


# --- The VecEnv -------------------------------------------------------------------------------------------------------


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
