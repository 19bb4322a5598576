"""What every environment owes its user alike: the types of actions, what ended a bout, its names and its `repr`."""

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
import toy
from games import any_game
from gymnasium.utils.env_checker import data_equivalence

import nexus_env
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.envs import openspiel, rendering
from nexus_env.envs.actions import IllegalActionWarning, whole
from nexus_env.machine.compiled import PLAIN

pytestmark = [
    pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled"),
    pytest.mark.filterwarnings("ignore:.*passive environment checker"),
]
WRONG: tuple[Any, ...] = (
    *(168.0, np.float32(1), True, np.True_, None, "168", [1], np.array([1.0]), np.array([1, 2])),
    *(np.timedelta64(1), np.array([1], object)),
)


def legal_of(env: Any) -> int:
    """The first legal action of whoever is to act."""
    return int(np.flatnonzero(env.action_masks())[0])


# --- the types of actions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [3, np.int64(3), np.uint8(3), np.array(3), np.array([3]), np.array([[3]], np.int32)])
def test_integers_of_any_kind_are_actions(action: Any) -> None:
    assert whole(action, "") == 3 and type(whole(action, "")) is int


def aec(illegal: str) -> tuple[Any, Callable[[Any], Any]]:
    """An arena, and its step."""
    env = nexus_env.raw_env(toy.GAME, illegal=illegal)
    env.reset(seed=1)
    return env, env.step


def parallel(illegal: str) -> tuple[Any, Callable[[Any], Any]]:
    """The parallel API, and a step in which all submit the same action."""
    env = nexus_env.parallel_env(toy.GAME, illegal=illegal)
    env.reset(seed=1)
    return env.unwrapped, lambda action: env.step(dict.fromkeys(env.agents, action))


def single(illegal: str) -> tuple[Any, Callable[[Any], Any]]:
    """One seat, and its step."""
    env = nexus_env.single(toy.GAME, illegal=illegal, seed=1)
    env.reset()
    return env.arena, env.step


def spiel(_illegal: str) -> tuple[Any, Callable[[Any], Any]]:
    """A state of OpenSpiel's kind, in which no die is asked for, and its step."""
    state = openspiel.load_game(toy.GAME, chance="sampled", seed=1).new_initial_state()
    return state, state.apply_action


@pytest.mark.parametrize("illegal", ["raise", "end", "replace"])
@pytest.mark.parametrize("make", [aec, parallel, single, spiel])
@pytest.mark.parametrize("action", WRONG, ids=repr)
def test_an_action_of_another_type_is_refused_and_never_played(make: Any, illegal: str, action: Any) -> None:
    env, step = make(illegal)
    before = env.clone()
    with pytest.raises(ValueError, match=r"got .*; expected a whole number"):
        step(action)
    assert str(env.clone()) == str(before)
    if illegal != "raise" and hasattr(env, "terminations"):
        assert env.same_state(before) and not any(env.terminations.values())


@pytest.mark.parametrize("illegal", ["raise", "end", "replace"])
@pytest.mark.parametrize("make", [nexus_env.vector_env, nexus_env.sb3_env])
@pytest.mark.parametrize("wrong", [[1.0, 2.0], [True, False], [None, None], ["1", "2"], 1, [[1, 2]]], ids=repr)
def test_actions_of_another_type_are_refused_for_many_bouts(make: Any, illegal: str, wrong: Any) -> None:
    env = make(2, toy.GAME, illegal=illegal, seed=1)
    env.reset()
    with pytest.raises(ValueError, match=r"^actions: got .*; expected a row of whole numbers"):
        env.step(wrong)


@pytest.mark.parametrize("action", [1, None, 2.0, b"no"])
def test_an_action_in_words_is_a_text(action: Any) -> None:
    env = nexus_env.text_env(toy.GAME, seed=1)
    env.reset()
    with pytest.raises(ValueError, match=r"^action: got .*; expected a text"):
        env.step(action)


@pytest.mark.parametrize("found", [2.7, "2", None])
@pytest.mark.parametrize("make", [nexus_env.single, partial(nexus_env.vector_env, 2), partial(nexus_env.sb3_env, 2)])
def test_an_opponent_that_returns_no_whole_number_is_blamed(make: Any, found: Any) -> None:
    def opponent(seen: Any, mask: Any, rng: Any) -> Any:
        return found

    env = make(game=toy.GAME, opponent=opponent, seat=1, seed=1)
    with pytest.raises(ValueError, match=r"opponent <function .*: got the action .*; expected a whole number"):
        env.reset()


@pytest.mark.parametrize("make", [nexus_env.single, partial(nexus_env.vector_env, 2), partial(nexus_env.sb3_env, 2)])
@pytest.mark.parametrize("huge", [0, 10**30, -(10**30)])
def test_an_opponent_that_plays_what_is_illegal_is_blamed(make: Any, huge: int) -> None:
    def opponent(seen: Any, mask: Any, rng: Any) -> int:
        return huge or int(mask.argmin())

    env = make(game=toy.GAME, opponent=opponent, seat=1, seed=1)
    with pytest.raises(ValueError, match=r"opponent <function .*player_0: got the .*action"):
        env.reset()


# --- what ended a bout ------------------------------------------------------------------------------------------------


def test_the_end_by_an_illegal_action_is_in_the_infos() -> None:
    env = nexus_env.single(toy.GAME, seed=1)
    _, info = env.reset()
    assert info["illegal"] is False and info["outcome"] == 0
    with pytest.warns(IllegalActionWarning, match=r"-1, and info\['illegal'\]"):
        *_, info = env.step(int(env.action_masks().argmin()))
    assert info["illegal"] is True and info["outcome"] == -1
    env.reset()
    while not (ended := env.step(legal_of(env)))[2]:
        pass
    assert ended[4]["illegal"] is False


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_the_end_by_an_illegal_action_is_in_the_infos_of_many(mode: str) -> None:
    env = nexus_env.vector_env(2, toy.GAME, autoreset_mode=mode, seed=1)
    env.reset()
    actions = env.action_masks().argmax(axis=1)
    actions[1] = env.action_masks()[1].argmin()
    with pytest.warns(IllegalActionWarning):
        *_, infos = env.step(actions)
    told = infos["final_info"] if mode == "SameStep" else infos
    assert told["illegal"].tolist() == [False, True] == told["_illegal"].tolist() and told["outcome"][1] == -1
    if mode == "SameStep":
        assert told["action_mask"].shape == (2, len(toy.GAME.actions)) and not told["action_mask"].any()


def test_the_end_by_an_illegal_action_is_in_the_infos_of_stable_baselines() -> None:
    env = nexus_env.sb3_env(2, toy.GAME, seed=1)
    env.reset()
    masks = np.array(env.env_method("action_masks"))
    with pytest.warns(IllegalActionWarning):
        *_, infos = env.step(np.array([masks[0].argmax(), masks[1].argmin()]))
    assert not infos[0] and infos[1]["illegal"] is True


@any_game
def test_a_limit_of_gymnasium_keeps_the_outcome(game: Game) -> None:
    name = f"test/{game.name}-v1"
    gymnasium.register(name, "nexus_env:single", vector_entry_point="nexus_env:vector_env", kwargs={"game": game})
    try:
        env = gymnasium.make(name, max_episode_steps=2, seed=1)
        env.reset()
        env.step(legal_of(env.unwrapped))
        _, _, terminated, truncated, info = env.step(legal_of(env.unwrapped))
        assert truncated and not terminated and info["outcome"] == 0 and info["illegal"] is False
    finally:
        del gymnasium.registry[name]


def test_infos_of_two_steps_share_no_array() -> None:
    env = nexus_env.single(toy.GAME, seed=1, max_episode_steps=1)
    masks = []
    for _ in range(2):
        env.reset()
        masks.append(env.step(legal_of(env))[4]["action_mask"])
    assert not np.shares_memory(*masks) and all(mask.flags.writeable for mask in masks)


@pytest.mark.parametrize("make", [nexus_env.single, partial(nexus_env.vector_env, 2), partial(nexus_env.sb3_env, 2)])
def test_no_step_before_a_reset(make: Any) -> None:
    env = make(game=toy.GAME)
    with pytest.raises(RuntimeError, match=r"^There (is|are) no bouts?: call reset\(\) first\.$"):
        env.step(0 if not hasattr(env, "num_envs") else np.zeros(2, np.int64))
    with pytest.raises(RuntimeError, match=r"^There is no bout: call reset\(\) first\.$"):
        nexus_env.text_env(toy.GAME).step("no")
    for idle in (None, "wait"):
        with pytest.raises(RuntimeError, match=r"^There is no bout: call reset\(\) first\.$"):
            nexus_env.parallel_env(toy.GAME, idle=idle).step({})
    with pytest.raises(RuntimeError, match=r"^There is no bout: call reset\(\) first\.$"):
        nexus_env.single(toy.GAME).action_masks()


# --- names ------------------------------------------------------------------------------------------------------------


def every_environment() -> list[Any]:
    """One of each kind, with three rounds of the toy."""
    makers: tuple[Any, ...] = (
        nexus_env.env,
        partial(nexus_env.env, flat=True),
        nexus_env.raw_env,
        nexus_env.parallel_env,
        partial(nexus_env.parallel_env, idle="wait"),
        nexus_env.single,
        nexus_env.text_env,
        partial(nexus_env.vector_env, 2),
        partial(nexus_env.sb3_env, 2),
    )
    options = {"seats": 2, "rounds": 3}
    return [
        *(make(game=toy.GAME, **options) for make in makers),
        nexus_env.batch(2, toy.GAME, options=options),
        openspiel.load_game(toy.GAME, **options),
    ]


@pytest.mark.parametrize("env", every_environment() if not PLAIN else (), ids=lambda env: type(env).__name__)
def test_an_environment_says_what_it_is(env: Any) -> None:
    """The game, the seats and the options; and the names of its actions."""
    assert all(part in repr(env) for part in ("toy", "seats=2", "rounds=3"))
    names = env.action_names
    assert names[: len(toy.GAME.actions)] == tuple(toy.GAME.actions)


@pytest.mark.parametrize("make", [nexus_env.single, partial(nexus_env.vector_env, 2), partial(nexus_env.sb3_env, 2)])
def test_the_opponent_can_be_changed(make: Any) -> None:
    asked: list[str] = []

    def opponent(name: str) -> Callable[..., int]:
        def choose(seen: Any, mask: Any, rng: Any) -> int:
            asked.append(name)
            return int(mask.argmax())

        return choose

    env = make(game=toy.GAME, opponent=opponent("first"), seed=1)
    env.reset()
    env.set_opponent(opponent("second"))
    asked.clear()
    for _ in range(3):
        masks = env.env_method("action_masks") if hasattr(env, "env_method") else env.action_masks()
        env.step(np.array(masks).argmax(axis=-1))
    assert set(asked) == {"second"}
    with pytest.raises(ValueError, match="opponent: got 5"):
        env.set_opponent(5)


def test_stable_baselines_reaches_names_and_opponents_by_its_own_ways() -> None:
    env = nexus_env.sb3_env(2, toy.GAME)
    assert env.get_attr("action_names") == [tuple(toy.GAME.actions)] * 2
    env.env_method("set_opponent", "random")
    assert env.get_attr("opponent") == ["random"] * 2
    with pytest.raises(AttributeError, match="set_opponent for all"):
        env.env_method("set_opponent", "random", indices=[0])


@any_game
def test_pixels_are_offered_where_they_can_be_drawn(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    makers = (nexus_env.raw_env, nexus_env.single, partial(nexus_env.vector_env, 2))
    for painters, modes in ((("json",), ["human", "ansi", "rgb_array"]), (("json", "no_such"), ["human", "ansi"])):
        monkeypatch.setattr(rendering, "PAINTERS", painters)
        assert all(make(game=game).metadata["render_modes"] == modes for make in makers)


@any_game
def test_the_name_and_the_ids_have_one_version(game: Game) -> None:
    ends = {name.rpartition("-")[2] for name in gymnasium.registry if name.partition("/")[0] in registry.own_names()}
    assert ends == {"v1"} and nexus_env.raw_env(game).metadata["name"] == f"{game.name}_v1"


# --- all agents act ---------------------------------------------------------------------------------------------------


@any_game
@pytest.mark.parametrize("flat", [False, True])
def test_idle_agents_may_wait(game: Game, flat: bool) -> None:
    """The same bout, with one more action, which alone is legal for whoever is not to act."""
    waiting = nexus_env.parallel_env(game, idle="wait", flat=flat)
    plain = nexus_env.parallel_env(game)
    seen, infos = waiting.reset(seed=1)
    plain_seen, plain_infos = plain.reset(seed=1)
    rng, wait = np.random.default_rng(1), len(game.actions)
    for agent in waiting.possible_agents:
        assert waiting.action_space(agent).n == wait + 1
    for _ in range(60):
        for agent in waiting.agents:
            mask = infos[agent]["action_mask"]
            assert waiting.observation_space(agent).contains(seen[agent])
            assert np.array_equal(mask[:-1], plain_infos[agent]["action_mask"]) and mask[-1] == (not mask[:-1].any())
            assert data_equivalence(
                seen[agent] if flat else seen[agent]["observation"], plain_seen[agent]["observation"]
            )
        actions = {agent: int(rng.choice(np.flatnonzero(infos[agent]["action_mask"]))) for agent in waiting.agents}
        assert sum(action == wait for action in actions.values()) == len(actions) - 1
        seen, rewards, ended, _, infos = waiting.step(actions)
        plain_seen, plain_rewards, plain_ended, _, plain_infos = plain.step(actions)
        assert rewards == plain_rewards and ended == plain_ended
        if not waiting.agents:
            assert all(info["action_mask"].tolist() == [0] * wait + [1] for info in infos.values())
            break


def test_waiting_in_turn_is_illegal() -> None:
    env = nexus_env.parallel_env(toy.GAME, idle="wait")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=f"got the action {len(toy.GAME.actions)}; expected a whole number"):
        env.step(dict.fromkeys(env.agents, len(toy.GAME.actions)))
    with pytest.raises(ValueError, match="idle: got 'sleep'; expected one of None, 'wait'"):
        nexus_env.parallel_env(toy.GAME, idle="sleep")  # type: ignore[arg-type]
