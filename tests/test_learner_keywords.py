"""One set of keywords for every environment in which a seat learns."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import toy

import nexus_env
from nexus_env.core.rewards import read_terms
from nexus_env.envs import opponents
from nexus_env.envs.actions import IllegalActionWarning
from nexus_env.envs.aec import Arena
from nexus_env.envs.keywords import OF_LEARNER, TERMS
from nexus_env.envs.single import SingleSeat
from nexus_env.envs.vector import VectorSeats
from nexus_env.machine.compiled import PLAIN
from nexus_env.players.any_legal import AnyLegal

pytestmark = [
    pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled"),
    pytest.mark.filterwarnings("ignore:.*passive environment checker"),
]
MAKERS: dict[str, Callable[..., Any]] = {
    "single": nexus_env.single,
    "make": partial(gymnasium.make, "nexus/Duel-v1", disable_env_checker=True),
    "make_vec": partial(gymnasium.make_vec, "nexus/Duel-v1", num_envs=2),
    "make_vec, sync": partial(gymnasium.make_vec, "nexus/Duel-v1", num_envs=2, vectorization_mode="sync"),
    "vector_env": partial(nexus_env.vector_env, 2),
    "sb3_env": partial(nexus_env.sb3_env, 2),
}
every_maker = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())
LEGAL: dict[str, Any] = {
    "opponent": "random",
    "seat": 1,
    "illegal": "replace",
    "render_mode": "ansi",
    "max_episode_steps": 3,
    "seed": 5,
    "reward": "margin",
    "shaping": 0.5,
    "gamma": 0.9,
    "draw": -0.5,
}


DEFAULT_AND_SHAPED: tuple[dict[str, Any], ...] = ({}, toy.GAME.terms, {"shaping": 0})


class Loop:
    """Any of these environments, stepped with one action for each bout."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.is_sb3, self.is_many = hasattr(env, "step_wait"), hasattr(env, "num_envs")
        self.env.reset()

    @property
    def masks(self) -> Any:
        """Bool [n, actions]."""
        if self.is_sb3:
            return np.stack(self.env.env_method("action_masks"))
        if self.is_many and not hasattr(self.env, "action_masks"):
            return np.stack(self.env.call("action_masks"))
        return np.atleast_2d(self.env.unwrapped.action_masks())

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any]:
        """Rewards, terminated, truncated, outcomes of the first bout."""
        if self.is_sb3:
            _, rewards, ended, infos = self.env.step(actions)
            cut = infos[0].get("TimeLimit.truncated", False)
            return rewards[0], ended[0] and not cut, cut, infos[0].get("outcome")
        _, rewards, terminated, truncated, infos = self.env.step(actions if self.is_many else actions[0])
        if not self.is_many:
            return rewards, terminated, truncated, infos.get("outcome")
        final = infos.get("final_info", infos)
        return rewards[0], terminated[0], truncated[0], final["outcome"][0] if "outcome" in final else None

    def first(self) -> Any:
        """The first legal action of each bout."""
        return self.masks.argmax(axis=1)


@every_maker
@pytest.mark.parametrize("name", [*OF_LEARNER, *TERMS])
def test_every_environment_takes_every_keyword(make: Callable[..., Any], name: str) -> None:
    assert LEGAL.keys() == {*OF_LEARNER, *TERMS}
    Loop(make(game=toy.GAME, **{"seed": 1, name: LEGAL[name]}))


@every_maker
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"illegal": "ignore"}, "illegal: got 'ignore'; expected one of 'raise', 'end', 'replace'"),
        ({"seat": 2}, "seat: got 2; expected 0 to 1, or None for a random one"),
        ({"opponent": 3}, "opponent: got 3; expected the name of an agent, an agent, or a callable"),
        ({"reward": "fame"}, "reward: got 'fame'; expected one of"),
        ({"oponent": "random"}, "unexpected keyword argument 'oponent'; .*did you mean opponent"),
        ({"seats": 9}, "seats"),
    ],
)
def test_every_environment_refuses_in_the_same_words(make: Any, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, TypeError), match=sentence):
        make(game=toy.GAME, **arguments)


@pytest.mark.parametrize("make", [nexus_env.single, nexus_env.vector_env, nexus_env.sb3_env])
@pytest.mark.parametrize("limit", [0, -1, True, "5"])
def test_limits_that_are_none_are_refused(make: Any, limit: Any) -> None:
    with pytest.raises(
        ValueError, match=f"max_episode_steps: got {limit!r}; expected a whole number of at least 1, or"
    ):
        make(game=toy.GAME, max_episode_steps=limit)


@every_maker
def test_the_learners_decisions_can_be_limited(make: Callable[..., Any]) -> None:
    """The bout is truncated and nothing is paid for its end; the next one lasts as long."""
    loop = Loop(make(game=toy.GAME, max_episode_steps=3, seed=1, rounds=9, opponent="random", shaping=0))
    for step in range(1, 4):
        paid, terminated, truncated, outcome = loop.step(loop.first())
        assert (paid, terminated, truncated) == (0, False, step == 3)
        assert not outcome
    loop.env.reset()
    assert [bool(loop.step(loop.first())[2]) for _ in range(3)] == [False, False, True]


@every_maker
def test_an_illegal_action_ends_the_bout_by_default(make: Callable[..., Any]) -> None:
    """And a warning says why."""
    loop = Loop(make(game=toy.GAME, seed=1))
    actions = loop.first()
    actions[0] = loop.masks[0].argmin()
    with pytest.warns(IllegalActionWarning, match="A policy needs the mask"):
        assert loop.step(actions)[:3] == (-1, True, False)


@pytest.mark.parametrize("make", [nexus_env.vector_env, nexus_env.sb3_env])
def test_where_a_bout_is_ended_the_others_go_on(make: Callable[..., Any]) -> None:
    """As if nothing had happened; and the next bout in its place is one of its own."""
    spoiled, plain = (
        Loop(make(3, game=toy.GAME, seed=1, opponent=lambda seen, mask, rng: int(mask.argmax()))) for _ in "ab"
    )
    seats = spoiled.env._learners
    before = seats.observations[1].copy()
    actions = spoiled.first()
    plain.step(actions)
    with pytest.warns(IllegalActionWarning):
        spoiled.step(np.where([False, True, False], len(toy.GAME.actions) + 3, actions))
    assert seats.ended.tolist() == [False, True, False] and seats.outcomes[1] == -1 and seats.lengths[1] == 1
    assert np.array_equal(seats.final_observations[1], before)
    assert np.array_equal(spoiled.masks[[0, 2]], plain.masks[[0, 2]])
    for _ in range(20):
        spoiled.step(spoiled.first())


@pytest.mark.parametrize("seat", [0, 1])
def test_the_seat_can_be_chosen(seat: int) -> None:
    env = nexus_env.vector_env(5, game=toy.GAME, seat=seat, seed=1)
    _, infos = env.reset()
    for _ in range(30):
        assert (infos["seat"] == seat).all()
        infos = env.step(env.action_masks().argmax(axis=1))[4]


@pytest.mark.parametrize("make", [nexus_env.single, partial(nexus_env.vector_env, 4), partial(nexus_env.sb3_env, 4)])
def test_the_seed_of_an_environment_is_that_of_its_first_reset(make: Callable[..., Any]) -> None:
    def path(**arguments: Any) -> list[bytes]:
        loop = Loop(make(game=toy.GAME, opponent="random", **arguments))
        seen = [loop.masks.tobytes()]
        for _ in range(12):
            ended = any(loop.step(loop.first())[1:3])
            if ended and not loop.is_many:
                loop.env.reset()
            seen.append(loop.masks.tobytes())
        return seen

    assert path(seed=3) == path(seed=3) != path(seed=4)


@every_maker
def test_shaping_pays_on_the_way_by_default(make: Callable[..., Any]) -> None:
    loops = [Loop(make(game=toy.GAME, seed=1, rounds=9, opponent="random", **more)) for more in DEFAULT_AND_SHAPED]
    paid = [[float(loop.step(loop.first())[0]) for _ in range(4)] for loop in loops]
    assert paid[0] == paid[1] != paid[2]


def test_nobody_is_asked_without_a_choice() -> None:
    """But for the first decision. What is paid in the meantime is not lost: shaping adds up to what it lent."""
    shaped, plain = (SingleSeat(toy.GAME, seed=2, shaping=one, rounds=6, opponent="random") for one in (0.5, 0))
    rng, lent = np.random.default_rng(0), 0
    for _ in range(20):
        _, info = shaped.reset()
        plain.reset()
        first, extra, steps = float(shaped.arena._slots["potentials"][0][info["seat"]]), 0.0, 0
        while not shaped._is_over():
            assert steps == 0 or shaped.action_masks().sum() > 1
            action = int(rng.choice(np.flatnonzero(shaped.action_masks())))
            extra += shaped.step(action)[1] - plain.step(action)[1]
            steps += 1
        assert extra == pytest.approx(-0.5 * first, abs=1e-5)
        lent += first != 0
    assert lent > 3


def test_the_page_names_every_keyword() -> None:
    page = (Path(__file__).parent.parent / "docs" / "environment.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page.partition("## One seat learns")[2].partition("\n## ")[0], re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named == {*OF_LEARNER, *TERMS}


def test_every_environment_pays_what_the_game_names_by_default() -> None:
    """And says so, for whoever stores results."""
    game = replace(toy.GAME, terms={"reward": "both", "shaping": 0.25, "draw": -0.5})
    arena = SingleSeat(game).arena
    expected = {"reward": "both", "shaping": 0.25, "gamma": 1.0, "draw": -0.5}
    assert arena.metadata["reward"] == VectorSeats(game, 1).metadata["reward"] == expected
    for env in (arena, VectorSeats(game, 1)._learners.batch, nexus_env.batch(1, game=game), Arena(game)):
        assert env._env_config["terms"].tobytes() == read_terms(**expected).tobytes()


def test_the_default_opponent_is_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    game = replace(toy.GAME, agents=replace(toy.GAME.agents, sparring="sensible"))
    monkeypatch.setattr(opponents, "find_loader", lambda: lambda name, game: (asked.append(name), AnyLegal())[1])
    SingleSeat(game), VectorSeats(game, 1), SingleSeat(toy.GAME)
    assert asked == ["sensible", "sensible", "novice"]


def test_a_refused_action_is_no_step() -> None:
    """Not even the one at which the bout would be cut off."""
    env = nexus_env.single(game=toy.GAME, illegal="raise", max_episode_steps=2, seed=1, rounds=9, opponent="random")
    env.reset()
    for step in (1, 2):
        with pytest.raises(ValueError, match=r"illegal|not legal"):
            env.step(int(np.flatnonzero(~env.action_masks())[0]))
        _, _, terminated, truncated, info = env.step(int(env.action_masks().argmax()))
        assert (terminated, truncated) == (False, step == 2)
    assert not env.action_masks().any() and not info["action_mask"].any(), "a bout that was cut asks nothing"
