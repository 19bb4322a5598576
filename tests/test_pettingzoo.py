"""PettingZoo's own tests of an environment."""

import copy
import pickle
import time
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
import toy
from arenas import STRICT, seeded
from games import any_game, any_table
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import nexus_env
from nexus_env.contract.game import Game
from nexus_env.envs.aec import Arena, make_env

pytestmark = STRICT


@any_table
def test_pettingzoo_api(game: Game, seats: int) -> None:
    for env in (make_env(game, seats=seats), Arena(game, seats=seats, shaping=0.5)):
        api_test(seeded(env), num_cycles=300)


@any_table
def test_pettingzoo_seeds(game: Game, seats: int) -> None:
    seed_test(lambda: make_env(game, seats=seats), num_cycles=200)


@any_game
def test_pettingzoo_parallel_api(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wrapper's own
        parallel_api_test(seeded(turn_based_aec_to_parallel(make_env(game, illegal="replace"))), num_cycles=200)


@any_table
def test_the_parallel_environment_plays_the_same_bout(game: Game, seats: int) -> None:
    """With the action of the agent that is asked among those of all others; what it pays and shows is the same."""
    parallel, plain = nexus_env.parallel_env(game=game, seats=seats, shaping=0.5), Arena(game, seats=seats, shaping=0.5)
    plain.reset(seed=5)
    observations, infos = parallel.reset(seed=5)
    rng, steps = np.random.default_rng(0), 0
    while parallel.agents:
        asked = plain.agent_selection
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        assert [agent for agent, mask in masks.items() if mask.any()] == [asked]
        assert all((infos[agent]["action_mask"] == mask).all() for agent, mask in masks.items())
        action = int(rng.choice(np.flatnonzero(masks[asked])))
        observations, rewards, terminated, truncated, infos = parallel.step(dict.fromkeys(masks, action))
        plain.step(action)
        assert rewards == plain.rewards
        assert terminated == plain.terminations and truncated == plain.truncations
        for agent, seen in observations.items():
            assert all((seen[key] == plain.observe(agent)[key]).all() for key in seen)
        steps += 1
    assert steps > 1


@any_game
def test_pettingzoo_parallel_seeds(game: Game) -> None:
    """Its agents choose without a mask."""
    parallel_seed_test(lambda: nexus_env.parallel_env(game=game, illegal="replace"), num_cycles=100)


@any_table
def test_pettingzoo_states(game: Game, seats: int) -> None:
    """One after another, what all agents see, at the end too."""
    arguments: dict[str, Any] = {"game": game, "seats": seats, "illegal": "replace"}
    state_test(nexus_env.env(**arguments), nexus_env.parallel_env(**arguments), num_cycles=50)
    arena = Arena(game, seats=seats)
    arena.reset(seed=1)
    seen = [arena.observe(agent)["observation"] for agent in arena.agents]
    assert arena.state().dtype == np.float32 and np.array_equal(arena.state(), np.concatenate(seen))


def test_pettingzoo_max_cycles() -> None:
    """Its agents choose without a mask and all at once, so illegal actions are replaced and one agent's counts.

    The toy's bouts must surely be longer than the test's four cycles.
    """
    game, rounds = toy.GAME, 20

    def parallel_env(max_cycles: int) -> Any:
        return seeded(
            turn_based_aec_to_parallel(make_env(game, max_cycles=max_cycles, illegal="replace", rounds=rounds))
        )

    def env(max_cycles: int) -> Any:
        return OrderEnforcingWrapper(pettingzoo.utils.parallel_to_aec(parallel_env(max_cycles)))

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=env))


@any_game
def test_pettingzoo_rendering(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: seeded(make_env(game, render_mode=render_mode)))
    assert len(capsys.readouterr().out.splitlines()) > 10


@any_game
def test_pettingzoo_performance_benchmark_runs(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10**9))
    monkeypatch.setattr(time, "time", lambda: next(ticks) / 10)  # it would take five seconds
    performance_benchmark(seeded(make_env(game)))


def test_pettingzoos_own_connect_four_forgets_its_state() -> None:
    """The pattern of all its board games; ours is compared in the test above."""
    connect_four = pytest.importorskip("pettingzoo.classic.connect_four.connect_four")
    env = connect_four.raw_env()
    env.reset(seed=1)
    env.step(3)
    assert any(env.board)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert not any(getattr(other, "board", []))
