"""A bout that takes more decisions than its game states is an error that names what repeats, whoever plays it."""

import asyncio
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import toy

from nexus_env.core import slots
from nexus_env.core.endless import EndlessBout
from nexus_env.core.policy_bank import PolicyBank
from nexus_env.core.rewards import read_terms
from nexus_env.core.session import Session
from nexus_env.envs.aec import Arena
from nexus_env.envs.batch import Batch
from nexus_env.envs.single import SingleSeat
from nexus_env.frontends.web.hall.requests import Hall
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.kit.bout import play
from nexus_env.kit.tape import UNENDING
from nexus_env.machine.compiled import PLAIN
from nexus_env.play.episodes import Episodes
from nexus_env.tools import fuzz

MOST = 6
LONG = {**toy.BARE, "rounds": 60}
SHORT = replace(toy.GAME, most_decisions=MOST)
TOLD = (
    rf"got more than {MOST} decisions; expected an end by then, as toy states; "
    rf"its last decisions repeat 'rest' \({MOST} times\)\."
)


def test_an_environment_says_what_repeats_and_nothing_has_changed() -> None:
    env = Arena(SHORT, **LONG)
    env.reset(seed=1)
    for _ in range(MOST):
        env.step(toy.REST)
    before = env.save_state()
    with pytest.raises(EndlessBout, match=f"^bout: {TOLD}"):
        env.step(toy.REST)
    assert env.save_state() == before


def test_each_bout_is_counted_anew() -> None:
    env = Arena(SHORT, **LONG)
    for seed in range(3):
        env.reset(seed=seed)
        for _ in range(MOST):
            env.step(toy.REST)


def test_a_saved_state_has_its_count() -> None:
    env, other = Arena(SHORT, **LONG), Arena(SHORT, **LONG)
    env.reset(seed=1)
    other.reset(seed=1)
    for _ in range(MOST):
        env.step(toy.REST)
    other.load_state(env.save_state())
    with pytest.raises(EndlessBout, match=TOLD):
        other.step(toy.REST)


@pytest.mark.parametrize(
    ("name", "number"), [("decisions", -1), ("decisions", 10**9), ("recent", 30_000), ("recent", -1)]
)
def test_a_saved_state_with_another_count_is_refused(name: str, number: int) -> None:
    """Its actions would be named."""
    env, other = Arena(toy.GAME), Arena(toy.GAME)
    env.reset(seed=1)
    env._slots[name] = number
    with pytest.raises(ValueError, match=rf"^saved environment, {name}: got {number}; expected 0 to \d+"):
        other.load_state(env.save_state())


def test_a_batch_says_in_which_bout() -> None:
    batch = Batch(SHORT, 3, options=LONG)
    for _ in range(MOST - 1):
        batch.step(np.full(3, toy.REST))
    batch.step(np.array([toy.REST]), np.array([1]))
    with pytest.raises(EndlessBout, match=f"^bout 1: {TOLD}"):
        batch.step(np.full(3, toy.REST))


def test_networks_are_stopped_too() -> None:
    batch = Batch(SHORT, 2, options=LONG)
    bank = PolicyBank(1, [toy.GAME.observation_size, len(toy.GAME.actions)])
    bias = np.zeros(len(toy.GAME.actions), np.float32)
    bias[toy.REST] = 1000
    weight = np.zeros((len(bias), toy.GAME.observation_size), np.float32)
    bank.put(0, {"weight_0": weight, "bias_0": bias})
    nobody, players = np.full(2, -9, np.int32), np.zeros((2, batch.num_seats), np.int32)
    flags, gains = np.zeros((2, 2), np.bool_), np.zeros(2, np.float32)
    with pytest.raises(EndlessBout, match=TOLD):
        batch.play_on(np.arange(2), nobody, players, flags[0], bank, gains, flags[1])


def test_a_learner_hears_of_its_opponent() -> None:
    env = SingleSeat(SHORT, opponent=lambda observation, mask, rng: toy.REST, seat=0, **LONG)
    env.reset(seed=1)
    with pytest.raises(EndlessBout, match=TOLD):
        for _ in range(MOST):
            env.step(toy.REST)


def test_a_rating_is_stopped() -> None:
    episodes = Episodes(SHORT, 1)
    episodes.deal(0, slots.make_env_config(SHORT, SHORT.read_options(**LONG), read_terms()), 1)
    with pytest.raises(EndlessBout, match=TOLD):
        for _ in range(MOST + 1):
            episodes.step(0, toy.REST, "stubborn")


def test_a_bout_in_words_is_stopped() -> None:
    session = _played_to_the_limit()
    with pytest.raises(EndlessBout, match=TOLD):
        session.act(toy.REST)


def _played_to_the_limit() -> Session:
    session = Session(SHORT, SHORT.read_options(**LONG), seed=3)
    for _ in range(MOST):
        session.act(toy.REST)
    return session


def test_dice_are_no_decisions() -> None:
    session = Session(SHORT, SHORT.read_options(**LONG), seed=3, dictated=True)
    asked = 0
    while asked < MOST:
        asked += session.seat >= 0
        session.act(toy.SWAP if session.seat >= 0 else 0)
    while session.seat < 0:
        session.act(0)
    with pytest.raises(EndlessBout, match=r"repeat 'swap' \(6 times\)"):
        session.act(toy.SWAP)


def test_the_service_refuses_the_decision_before_it_is_stored() -> None:
    class Bout:
        """What of a served bout comes first."""

        session = _played_to_the_limit()

    with pytest.raises(Refusal, match=TOLD):
        asyncio.run(Hall.decide(object.__new__(Hall), Bout(), toy.REST))  # type: ignore[arg-type]


def test_a_fuzz_plays_stubborn_players_who_find_what_repeats() -> None:
    """With one decision fewer than the longest bouts have, a law is broken, and the bout that broke it is named."""
    player = fuzz.FuzzPlayer(SHORT)
    _, breach = player.case(1, 3, 2_000)
    assert breach is not None
    assert breach.law.startswith(fuzz.MACHINERY[fuzz.ENDLESS]) and "The last ones repeat '" in breach.law
    assert f"fuzz --case 3 --bout {breach.seed}" in fuzz.explain(toy.GAME, breach)


def test_stubborn_players_take_what_they_like_best() -> None:
    mask, ranks = np.array([1, 0, 1, 1], np.int8), np.array([5, 900, 70, 8])
    assert fuzz.favorite(mask, ranks, 0) == 2
    mask[2] = 0
    assert fuzz.favorite(mask, ranks, 0) == 3


@pytest.mark.skipif(not PLAIN, reason="the rule is compiled in")
def test_commands_that_follow_one_another_without_end_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(toy.GAME, toy.GAME.read_options(**LONG), seed=3)
    monkeypatch.setattr("nexus_env.kit.bout.MOST_FOLLOWING", 9)

    def again(bout: Any, command: int) -> None:
        bout.follows, bout.command = 1, -2

    monkeypatch.setattr("nexus_env.kit.bout.carry_out", again)
    with pytest.raises(RuntimeError, match=UNENDING[:40]):
        play(session.bout, toy.REST)


@pytest.mark.parametrize("number", [0, -1, 2.5, True, "many"])
def test_a_wrong_number_is_refused(number: Any) -> None:
    with pytest.raises(TypeError, match=r"most_decisions.* expected a number of decisions from 1 up"):
        replace(toy.GAME, most_decisions=number)
