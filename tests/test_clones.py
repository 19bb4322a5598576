"""Clones of an environment and of a session: as they are, or as a seat may think of the bout."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
import toy
from games import HIDDEN, any_game

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.envs.aec import Arena
from nexus_env.envs.single import SingleSeat
from nexus_env.machine.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")


def moments(game: Game, count: int, **arguments: Any) -> Iterator[Arena]:
    """An environment at so many decisions, chosen at random, of one bout after another."""
    arena, rng = Arena(game, **arguments, **HIDDEN[game.name]), np.random.default_rng(1)
    arena.reset(seed=4)
    for _ in range(count):
        if not arena.agents:
            arena.reset()
        yield arena
        is_over = arena.terminations[arena.agent_selection] or arena.truncations[arena.agent_selection]
        legal = np.flatnonzero(arena.infos[arena.agent_selection]["action_mask"])
        arena.step(None if is_over else int(rng.choice(legal)))


@any_game
@pytest.mark.parametrize("copied", [Arena.clone, deepcopy])
def test_a_clone_goes_on_by_itself(game: Game, copied: Any) -> None:
    for arena in moments(game, 60, shaping=0.5):
        before, other = arena.save_state(), copied(arena)
        assert other.same_state(arena) and other.infos is not arena.infos
        assert all((other.last()[0][key] == arena.last()[0][key]).all() for key in other.last()[0])
        is_over = other.terminations[other.agent_selection] or other.truncations[other.agent_selection]
        action = None if is_over else int(other.infos[other.agent_selection]["action_mask"].argmax())
        other.step(action)
        assert arena.save_state() == before != other.save_state()
        twin = arena.clone()
        twin.step(action)
        assert twin.same_state(other)


def test_a_deep_copy_has_spaces_of_its_own() -> None:
    arena = Arena(toy.GAME)
    arena.reset(seed=1)
    other = deepcopy(arena)
    assert other.action_space("player_0") is not arena.action_space("player_0")
    assert arena.clone().action_space("player_0") is arena.action_space("player_0")


@any_game
def test_an_imagined_bout_is_the_same_for_its_seat_and_gives_nothing_away(game: Game) -> None:
    """What is dealt anew depends on nothing that the seat cannot know: from any bout that looks the same to it, the
    same seed makes the same one.
    """
    others = 0
    for arena in moments(game, 60):
        if arena._over:
            continue
        asked = arena.agent_selection
        seat = arena.possible_agents.index(asked)
        one = arena.resample(3)
        for key, shown in arena.observe(asked).items():
            assert np.array_equal(one.observe(asked)[key], shown)
        assert one.agent_selection == asked and one.history == [] and one.infos[asked]["action_mask"].any()
        assert one._slots.tobytes() == arena.determinize(seat, 3)._slots.tobytes()
        world = arena.determinize(seat, 8)
        others += world.bout.tobytes() != arena.bout.tobytes()
        assert world.determinize(seat, 3)._slots["bout"].tobytes() == one._slots["bout"].tobytes()
        one.step(int(one.infos[asked]["action_mask"].argmax()))
    assert others > 20


@any_game
def test_sessions_are_cloned_and_imagined_as_environments_are(game: Game) -> None:
    session, rng = Session(game, game.read_options(**HIDDEN[game.name]), seed=5), np.random.default_rng(2)
    for _ in range(60):
        if session.is_over:
            break
        before = session.rows.tobytes()
        action = int(rng.choice(np.flatnonzero(session.mask)))
        one, two, world = session.clone(), deepcopy(session), session.resample(9)
        assert world.seat == session.seat and np.array_equal(world.observation, session.observation)
        assert world.mask[action]
        for each in (one, two, world):
            each.act(action)
        assert one.rows.tobytes() == two.rows.tobytes() and session.rows.tobytes() == before
        session.act(action)
        assert one.rows.tobytes() == session.rows.tobytes() and one.seat == session.seat
        assert np.array_equal(one.observation, session.observation)


@pytest.mark.parametrize(
    ("seat", "seed", "sentence"),
    [
        (2, 1, "determinize: got the seat 2; expected 0 to 1"),
        ("player_0", 1, "determinize: got the seat 'player_0'"),
        (0, -1, "determinize: got the seed -1; expected a whole number from 0 to"),
        (0, 2**62 + 1, "determinize: got the seed"),
    ],
)
def test_wrong_seats_and_seeds_are_refused(seat: Any, seed: Any, sentence: str) -> None:
    arena = Arena(toy.GAME)
    arena.reset(seed=1)
    with pytest.raises(ValueError, match=sentence):
        arena.determinize(seat, seed)


def test_a_seat_that_may_not_know_what_is_asked_is_refused() -> None:
    """The other seat bids in secret."""
    session = Session(toy.GAME, toy.GAME.read_options(), seed=1)
    while not session.bout["table"]["request"]["private"]:
        legal = np.flatnonzero(session.mask)
        session.act(toy.AUCTION if toy.AUCTION in legal else int(legal[0]))
    with pytest.raises(ValueError, match="who may not know the open question; expected a seat that may"):
        session.determinize(1 - session.seat, 1)


def test_a_single_seat_is_cloned_with_the_chance_of_its_opponents() -> None:
    env = SingleSeat(toy.GAME, seed=1, opponent="random", rounds=9)
    env.reset()
    other = env.clone()
    for one in (env, other):
        one.step(int(one.action_masks().argmax()))
    assert env.arena.same_state(other.arena)
    assert env.np_random.bit_generator.state == other.np_random.bit_generator.state
