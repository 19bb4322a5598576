"""Gymnasium and PettingZoo: masks, illegal actions, copies, seeds, arguments, dice."""

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
import toy
from arenas import STRICT, seeded
from games import any_game
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import nexus_env
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.envs.aec import Arena, DieToRoll, make_env
from nexus_env.envs.single import SingleSeat
from nexus_env.envs.text_seat import TextSeat
from nexus_env.envs.vector import VectorSeats

pytestmark = STRICT


def play(arena: Any, decisions: int, seed: int = 0) -> None:
    """Random legal decisions, but not to the end."""
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        legal = np.flatnonzero(arena.observe(arena.agent_selection)["action_mask"])
        action = int(rng.choice(legal))
        trial = copy.deepcopy(arena)
        trial.step(action)
        if any(trial.terminations.values()) or any(trial.truncations.values()):
            return
        arena.step(action)


@pytest.fixture
def arena(game: Game) -> Arena:
    """A bout that has just begun."""
    arena = Arena(game)
    arena.reset(seed=3)
    return arena


@any_game
def test_a_flat_environment_shows_the_vector_alone(game: Game) -> None:
    """The mask stands in the infos, where PettingZoo's own tests look for it, too."""
    flat, plain = nexus_env.env(game=game, flat=True), nexus_env.env(game=game)
    for env in (flat, plain):
        env.reset(seed=1)
    assert flat.observation_space("player_0") is flat.observation_space("player_1")
    for _ in range(20):
        (seen, *ours, info), (shown, *theirs, _) = flat.last(), plain.last()
        if ours[1] or ours[2]:
            break
        assert ours == theirs and np.array_equal(seen, shown["observation"])
        assert np.array_equal(info["action_mask"], shown["action_mask"])
        action = int(info["action_mask"].argmax())
        flat.step(action)
        plain.step(action)
    api_test(seeded(nexus_env.env(game=game, flat=True)), num_cycles=100)
    parallel = nexus_env.parallel_env(game=game, flat=True)
    observations, infos = parallel.reset(seed=1)
    assert all(parallel.observation_space(agent).contains(seen) for agent, seen in observations.items())
    assert any(info["action_mask"].any() for info in infos.values())


@any_game
@pytest.mark.parametrize("illegal", ["end", "replace"])
def test_gymnasium_check_env(game: Game, illegal: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wants a registered environment
        check_env(seeded(SingleSeat(game, illegal=illegal)))


@pytest.mark.parametrize("make", [Arena, SingleSeat, TextSeat, lambda game: VectorSeats(game, 2)])
def test_options_of_reset_are_refused(make: Any) -> None:
    """Rules belong to the environment; whoever passes them too late learns it."""
    env = make(toy.GAME)
    env.reset(seed=1, options={})
    with pytest.raises(ValueError, match=r"^reset: got options with 'seats'; expected none, since"):
        env.reset(seed=1, options={"seats": 3})


@any_game
def test_the_mask_is_one_array_in_observation_and_info_and_zeros_for_those_not_asked(game: Game) -> None:
    arena = Arena(game)
    arena.reset(seed=0)
    kept = []
    for _ in range(50):
        asked = arena.agent_selection
        observation, _, _, _, info = arena.last()
        assert observation is not None
        assert info["action_mask"] is observation["action_mask"] and info is arena.infos[asked]
        assert observation["action_mask"].dtype == np.int8 and observation["observation"].dtype == np.float32
        for agent in arena.agents:
            if agent != asked:
                assert not arena.observe(agent)["action_mask"].any() and not arena.infos[agent]["action_mask"].any()
        kept.append((observation, copy.deepcopy(observation)))
        legal = np.flatnonzero(observation["action_mask"])
        arena.step(int(legal[len(legal) // 2]))
        if not arena.agents or arena.terminations[asked]:
            break
    for seen, as_it_was in kept:  # nobody wrote on what was handed out
        assert all((seen[key] == as_it_was[key]).all() for key in seen)


@any_game
def test_an_illegal_action_is_refused_by_name_and_nothing_changes(game: Game, arena: Arena) -> None:
    before = arena.save_state()
    illegal = int(np.flatnonzero(arena.observe(arena.agent_selection)["action_mask"] == 0)[-1])
    name = game.actions[illegal]
    with pytest.raises(ValueError) as refused:
        arena.step(illegal)
    assert arena.agent_selection in str(refused.value) and repr(name) in str(refused.value)
    assert "which is not legal now; expected" in str(refused.value)
    for nonsense in (-1, len(game.actions), 1.5, None, "strike", [1]):
        with pytest.raises(ValueError, match=f"{arena.agent_selection}: "):
            arena.step(nonsense)  # type: ignore[arg-type]
    assert arena.save_state() == before


@any_game
def test_an_illegal_action_can_end_the_bout_for_the_offender(game: Game) -> None:
    arena = Arena(game, illegal="end")
    arena.reset(seed=3)
    offender = arena.agent_selection
    bout = arena.bout.tobytes()
    arena.step(len(game.actions) + 5)
    assert arena.bout.tobytes() == bout
    assert all(arena.terminations.values()) and not any(arena.truncations.values())
    assert arena.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in arena.possible_agents}
    for _ in arena.possible_agents:
        arena.step(None)
    assert arena.agents == []
    arena.reset()
    assert arena.agents == arena.possible_agents and not any(arena.rewards.values())


@any_game
def test_an_illegal_action_can_be_replaced_by_the_nearest_legal_one(game: Game) -> None:
    replacing, plain = Arena(game, illegal="replace"), Arena(game)
    for env in (replacing, plain):
        env.reset(seed=3)
    mask = plain.observe(plain.agent_selection)["action_mask"]
    replacing.step(-10)
    plain.step(int(np.flatnonzero(mask)[0]))
    assert replacing.bout.tobytes() == plain.bout.tobytes()


@any_game
@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_copies_keep_the_state_at_any_moment(game: Game, again: Any) -> None:
    arena, seen, reactions = Arena(game, shaping=0.5), 0, 0
    rng = np.random.default_rng(1)
    for seed in range(3):
        arena.reset(seed=seed)
        while arena.agents and seen < 600:
            other = again(arena)
            assert other is not arena and other.same_state(arena)
            over = arena.terminations[arena.agent_selection] or arena.truncations[arena.agent_selection]
            reactions += int(arena.bout.table.request.question) > 1
            legal = np.flatnonzero(arena.observe(arena.agent_selection)["action_mask"])
            action = None if over else int(rng.choice(legal))
            arena.step(action)
            assert not other.same_state(arena)
            other.step(action)
            assert other.same_state(arena)
            assert other.rewards == arena.rewards and other.infos.keys() == arena.infos.keys()
            if other.agents:
                ours, theirs = arena.last(), other.last()
                assert ours[1:4] == theirs[1:4]
                assert all((ours[0][key] == theirs[0][key]).all() for key in ours[0])
            seen += 1
    assert reactions > 0, "no copy was made in the middle of a reaction"
    other = again(arena)
    for env in (arena, other):
        env.reset()  # goes on with the same stream of seeds
    assert other.same_state(arena)


@any_game
def test_wrapped_environments_can_be_copied(game: Game) -> None:
    env = make_env(game)
    env.reset(seed=2)
    play(env, 5)
    other = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    assert other.unwrapped.same_state(env.unwrapped) and other.agent_selection == env.agent_selection


@any_game
def test_a_saved_state_is_checked_before_anything_changes(game: Game, arena: Arena) -> None:
    saved = arena.save_state()
    other = Arena(game)
    other.reset(seed=9)
    before = other.save_state()
    for data, message in [
        (b"nonsense", "expected those of a saved state"),
        (pickle.dumps(1), "expected those of a saved state"),
        (saved[:-3], "cut or changed"),
        (saved.replace(b'"seeded": true', b'"seeded": false'), "cut or changed"),
        (saved.replace(b'"format": 1', b'"format": 0'), "got the format 0; expected 1"),
        (Arena(game, shaping=2.0).save_state(), "other arguments"),
    ]:
        with pytest.raises(ValueError, match=message):
            other.load_state(data)
    assert other.save_state() == before
    other.load_state(saved)
    assert other.same_state(arena)


@any_game
def test_no_reset_no_step(game: Game) -> None:
    with pytest.raises(RuntimeError, match="reset"):
        Arena(game).step(0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"illegal": "ignore"}, "illegal: got 'ignore'; expected one of 'raise', 'end', 'replace'"),
        ({"render_mode": "svg"}, "render_mode: got 'svg'"),
        ({"max_cycles": 0}, "max_cycles: got 0"),
        ({"max_cycles": "5"}, "max_cycles: got '5'"),
        ({"dice": 3}, "dice: got 3; expected a function"),
        ({"seats": 9}, "seats"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Arena(toy.GAME, **arguments)


@pytest.mark.parametrize("seed", [-1, "1", 1.5, True])
def test_a_wrong_seed_is_refused(seed: Any) -> None:
    arena = Arena(toy.GAME)
    with pytest.raises(ValueError, match=r"seed: got .*; expected a whole number from 0 up"):
        arena.reset(seed=seed)


@pytest.mark.parametrize("action", [10**30, -(10**30)])
def test_an_action_of_any_size_is_refused(action: int) -> None:
    arena = Arena(toy.GAME)
    arena.reset(seed=1)
    with pytest.raises(ValueError, match="got the action"):
        arena.step(action)


@any_game
def test_max_cycles_truncates_all_and_pays_nobody(game: Game) -> None:
    arena = Arena(game, max_cycles=3)
    arena.reset(seed=1)
    for _ in range(3):
        assert not any(arena.truncations.values())
        arena.step(int(np.flatnonzero(arena.observe(arena.agent_selection)["action_mask"])[0]))
    assert all(arena.truncations.values()) and not any(arena.terminations.values())
    assert not any(arena.rewards.values())


@any_game
def test_the_single_seat_can_be_seeded_and_names_its_seat(game: Game) -> None:
    def run(seed: int) -> list[bytes]:
        env = SingleSeat(game)
        observation, info = env.reset(seed=seed)
        path, rng = [observation.tobytes(), bytes([info["seat"]])], np.random.default_rng(0)
        for _ in range(60):
            assert (env.action_masks() == info["action_mask"]).all() and env.action_masks().any()
            observation, _, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
            path.append(observation.tobytes())
            if terminated or truncated:
                observation, info = env.reset()
        return path

    assert run(1) == run(1) != run(2)
    assert {SingleSeat(game).reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1}


def test_opponents_may_be_callables_or_names() -> None:
    asked = []

    def opponent(observation: Any, mask: Any, rng: np.random.Generator) -> int:
        asked.append((observation.shape, mask.sum(), rng.integers(2)))
        return int(np.flatnonzero(mask)[0])

    env = SingleSeat(toy.GAME, seat=1, opponent=opponent)
    env.reset(seed=0)
    assert len(asked) == 1
    for name in ("random", "nexus_env.agents.scripted:random"):
        env.set_opponent(name)
        env.reset(seed=0)
    env.set_opponent(lambda *_: toy.NO)
    with pytest.raises(ValueError, match="illegal action 0"):
        env.reset()
    with pytest.raises(ValueError, match="seat: got 2"):
        SingleSeat(toy.GAME, seat=2)


def test_the_greedy_fighter_may_be_the_opponent() -> None:
    env = nexus_env.single(opponent="greedy", seat=0)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(20):
        env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
    assert copy.deepcopy(env).opponent == "greedy"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("randm", "^opponent: Agent 'randm': no such agent of toy; expected random, .*; did you mean random"),
        ("nexus_env.agents.scripted:nobody", "has no attribute 'nobody'"),
        ("agents.nowhere:random", "No module named"),
        ("brawler", "^opponent: Agent 'brawler': no such agent of toy; expected random, "),
        (3, "^opponent: got 3; expected the name of an agent, an agent, or a callable"),
    ],
)
def test_an_opponent_that_cannot_be_had_is_refused_at_once(name: Any, sentence: str) -> None:
    env = SingleSeat(toy.GAME, seat=1)
    with pytest.raises(ValueError, match=sentence):
        env.set_opponent(name)
    assert env.opponent is None
    env.reset(seed=0)


@any_game
def test_the_single_seat_learns_with_sb3(game: Game) -> None:
    contrib = pytest.importorskip("sb3_contrib")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = contrib.MaskablePPO("MlpPolicy", SingleSeat(game), n_steps=16, batch_size=16, n_epochs=1, seed=0)
        model.learn(32)
    assert model.num_timesteps == 32


def test_registered_ids() -> None:
    assert {"nexus/FreeForAll-v1", *(f"{name}/Duel-v1" for name in registry.own_names())} <= set(gymnasium.registry)
    for name in registry.own_names()[1:]:
        assert gymnasium.spec(f"{name}/Duel-v1").kwargs == {"seats": 2, "game": name}
    env = gymnasium.make("nexus/Duel-v1", game=toy.GAME)
    assert len(env.unwrapped.arena.possible_agents) == 2  # type: ignore[attr-defined]
    env = gymnasium.make("nexus/FreeForAll-v1", game=toy.GAME)
    assert len(env.unwrapped.arena.possible_agents) == 4  # type: ignore[attr-defined]
    if hasattr(pettingzoo, "register"):
        assert pettingzoo.make("aec", "nexus/arena-v1", game=toy.GAME, seats=3).max_num_agents == 3
        for name in registry.own_names():
            assert pettingzoo.make("aec", f"{name}/arena-v1").unwrapped.game is registry.find(name)
        parallel = pettingzoo.make("parallel", "nexus/arena-v1", game=toy.GAME)
        observations, _ = parallel.reset(seed=1)
        assert observations.keys() == {"player_0", "player_1"}


def test_the_functions_of_the_package_are_not_hidden_by_its_modules() -> None:
    for name in nexus_env.__all__:
        assert callable(getattr(nexus_env, name))
    arena = nexus_env.raw_env(game=toy.GAME, seats=3)
    assert arena.max_num_agents == nexus_env.env(game=toy.GAME, seats=3).max_num_agents == 3
    assert nexus_env.batch(4, game=toy.GAME).observations.shape == (4, toy.GAME.observation_size)
    assert nexus_env.single(game=toy.GAME).arena.max_num_agents == 2


def test_importing_the_package_is_light() -> None:
    heavy = "'numba', 'torch', 'stable_baselines3'"
    program = f"import sys, nexus_env.env; print([module for module in ({heavy}) if module in sys.modules])"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "[]"
    assert nexus_env.__doc__


def first_face(die: DieToRoll) -> int:
    return die.faces[0]


def test_every_die_can_be_asked_for():
    """A function gives each face; a face that the die does not have undoes the step."""
    asked = []

    def lowest(die: DieToRoll) -> int:
        asked.append(die)
        return die.faces[0]

    arena = Arena(toy.GAME, dice=lowest)
    arena.reset(seed=1)
    while not any(arena.terminations.values()):
        arena.step(int(np.flatnonzero(arena.last()[0]["action_mask"])[0]))
    assert asked and all(die.sides > 1 for die in asked)
    assert any(len(die.faces) < die.sides for die in asked), "a card that is held cannot be drawn"

    whole = Arena(toy.GAME, dice=first_face)
    whole.reset(seed=1)
    whole.step(int(np.flatnonzero(whole.last()[0]["action_mask"])[0]))
    again = pickle.loads(pickle.dumps(whole))
    assert again.same_state(whole) and again.dice is first_face

    faces = [1]
    arena = Arena(toy.GAME, dice=lambda die: faces[0], **toy.BARE)
    arena.reset(seed=1)
    faces[0] = 99
    with pytest.raises(ValueError, match="expected 1 to"):
        for _ in range(50):
            before = arena.save_state()
            arena.step(int(np.flatnonzero(arena.last()[0]["action_mask"])[-1]))
    assert arena.save_state() == before


@pytest.mark.parametrize("seed", [-1, 2**62 + 1, 2**70, 1.5, True, "x", None])
def test_a_bout_is_imagined_by_a_seed_that_is_one(seed: Any) -> None:
    arena = Arena(toy.GAME)
    arena.reset(seed=1)
    with pytest.raises(ValueError, match=r"^imagine: got the seed .*; expected a whole number from 0 to 2\*\*62\.$"):
        arena.imagine(seed)
    assert len(arena.imagine(2**62)) == 1
