"""The Gymnasium vector environment: what Gymnasium's own helpers ask of one, and credit, masks and seeds."""

import copy
import inspect
import pickle
import pydoc
import sys
from functools import partial
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
import toy
from games import any_game
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import nexus_env
import nexus_env.env as module
from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.sb3 import sb3_env
from nexus_env.envs.single import SingleSeat
from nexus_env.envs.vector import VectorSeats
from nexus_env.machine.compiled import PLAIN
from nexus_env.players.any_legal import AnyLegal

pytestmark = pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled")


def choose(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action for each row."""
    return ((1 - rng.random(masks.shape)) * masks).argmax(axis=1)


def played(env: Any, steps: int, seed: int | None = 1) -> list[Any]:
    """All that `reset` and random legal steps return."""
    rng, path = np.random.default_rng(0), [env.reset(seed=seed)]
    for _ in range(steps):
        path.append(env.step(choose(env.unwrapped.action_masks(), rng)))
    return path


@any_game
def test_it_has_the_spaces_of_the_single_environment_many_times(game: Game) -> None:
    env, single = VectorSeats(game, 5), SingleSeat(game)
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    assert env.observation_space == batch_space(single.observation_space, 5)
    assert env.action_space == batch_space(single.action_space, 5)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    for observations, *rest, infos in played(env, 100):
        assert observations in env.observation_space
        assert infos["action_mask"].dtype == np.int8 and infos["action_mask"].any(axis=1).all()
        for numbers in rest:
            assert numbers.shape == (5,)


@any_game
def test_the_same_seed_gives_the_same_and_none_goes_on(game: Game) -> None:
    env = VectorSeats(game, 5)
    once, again = played(env, 200), played(env, 200)
    assert data_equivalence(once, again, exact=True)
    assert data_equivalence(once, played(VectorSeats(game, 5, threads=2), 200), exact=True)
    assert not data_equivalence(once, played(env, 200, seed=None))
    assert not data_equivalence(once, played(env, 200, seed=2))


@any_game
def test_what_was_given_away_is_not_written_over(game: Game) -> None:
    env = VectorSeats(game, 5)
    path = played(env, 50)
    assert data_equivalence(path, played(VectorSeats(game, 5), 50), exact=True)
    lent = VectorSeats(game, 5, copy=False)
    first, _ = lent.reset(seed=1)
    assert lent.step(choose(lent.action_masks(), np.random.default_rng(0)))[0] is first


@any_game
def test_a_bout_that_ends_begins_anew_in_the_same_step_and_its_end_stands_in_the_infos(game: Game) -> None:
    env, ends, seats = VectorSeats(game, 6, reward="outcome", shaping=0), 0, set()
    before = env.reset(seed=3)[1]
    rng = np.random.default_rng(0)
    while ends < 30:
        observations, rewards, terminated, truncated, infos = env.step(choose(env.action_masks(), rng))
        ended = terminated | truncated
        assert not (terminated & truncated).any() and not rewards[~ended].any()
        assert ("final_obs" in infos) == ended.any()
        if ended.any():
            final = infos["final_info"]
            assert (infos["_final_obs"] == ended).all() and (infos["_final_info"] == ended).all()
            assert (final["outcome"][ended] == rewards[ended]).all()
            assert (final["seat"][ended] == before["seat"][ended]).all()
            for bout in range(6):
                assert (infos["final_obs"][bout] is not None) == ended[bout]
                if ended[bout]:
                    assert infos["final_obs"][bout] in env.single_observation_space
                    assert (infos["final_obs"][bout] != observations[bout]).any()
        assert (infos["seat"][~ended] == before["seat"][~ended]).all()
        seats |= set(infos["seat"].tolist())
        ends, before = ends + ended.sum(), infos
    assert seats == {0, 1}


@pytest.mark.skipif(
    tuple(map(int, gymnasium.__version__.split(".")[:2])) < (1, 4),
    reason="before 1.4 the wrapper leaves out the first step of each bout, whatever the mode",
)
@any_game
def test_gymnasiums_statistics_are_those_of_the_bouts(game: Game) -> None:
    env = RecordEpisodeStatistics(VectorSeats(game, 6, reward="both", shaping=0.5))
    sums, lengths, ended = np.zeros(6), np.zeros(6, int), 0
    for _, rewards, terminated, truncated, infos in played(env, 400)[1:]:
        sums, lengths, over = sums + rewards, lengths + 1, terminated | truncated
        if over.any():
            assert np.allclose(infos["episode"]["r"][over], sums[over], atol=1e-5)
            assert (infos["episode"]["l"][over] == lengths[over]).all()
            ended += over.sum()
        sums[over], lengths[over] = 0, 0
    assert env.episode_count == ended > 5


def test_infos_can_be_taken_apart_by_gymnasium() -> None:
    env = DictInfoToList(VectorSeats(toy.GAME, 4, reward="outcome", shaping=0))
    for _, rewards, terminated, truncated, infos in played(env, 100)[1:]:
        assert all(info["action_mask"].any() for info in infos)
        finals = {bout: info["final_info"] for bout, info in enumerate(infos) if "final_info" in info}
        assert list(finals) == np.flatnonzero(terminated | truncated).tolist()
        assert all(info["outcome"] == rewards[bout] for bout, info in finals.items())


def test_gymnasium_makes_it_by_its_id() -> None:
    env = gymnasium.make_vec("nexus/FreeForAll-v1", num_envs=3, game=toy.GAME)
    assert isinstance(env, VectorSeats) and env.num_envs == 3
    assert {seat for _, infos in [env.reset(seed=seed) for seed in range(9)] for seat in infos["seat"]} == {0, 1, 2, 3}
    assert gymnasium.make_vec("nexus/Duel-v1", num_envs=3, vectorization_mode="sync", game=toy.GAME).num_envs == 3
    assert nexus_env.vector_env(2, game=toy.GAME).num_envs == 2


@any_game
def test_spaces_sample_legal_actions_with_the_masks(game: Game) -> None:
    env = VectorSeats(game, 4)
    env.reset(seed=1)
    for _ in range(50):
        actions = env.action_space.sample(tuple(env.action_masks().astype(np.int8)))
        env.step(actions)


@any_game
def test_actions_without_regard_to_the_masks_may_be_replaced(game: Game) -> None:
    """As Gymnasium's own benchmark chooses them."""
    env = VectorSeats(game, 4, illegal="replace")
    env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(50):
        env.step(env.action_space.sample())
    env.step(np.array([-9, 10**6, 0, 1]))
    for nonsense in (np.zeros(4), np.zeros(3, int)):
        with pytest.raises(ValueError, match="actions: got"):
            env.step(nonsense)


@any_game
def test_an_illegal_action_is_refused_and_nothing_changes(game: Game) -> None:
    env, same = (VectorSeats(game, 4, illegal="raise") for _ in range(2))
    for one in (env, same):
        one.reset(seed=1)
    masks = env.action_masks()
    actions = masks.argmax(axis=1)
    actions[2] = masks[2].argmin()
    with pytest.raises(ValueError, match=r"bout 2, player_\d: got the action .*, which is not legal now"):
        env.step(actions)
    actions = masks.argmax(axis=1)
    assert data_equivalence(env.step(actions), same.step(actions), exact=True)


def test_opponents_may_be_names_agents_callables_or_players() -> None:
    def first(observation: Any, mask: Any, rng: np.random.Generator) -> int:
        return int(np.flatnonzero(mask)[0])

    class First:
        def choose(self, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
            return masks.argmax(axis=1)

    class Players(First):
        def draw(self, count: int, rng: np.random.Generator) -> Any:
            return np.zeros(count, np.int32)

        def choose(self, players: Any, observations: Any, masks: Any, rng: np.random.Generator) -> Any:
            return masks.argmax(axis=1)

    paths = [played(VectorSeats(toy.GAME, 4, opponent=opponent), 100) for opponent in (first, First(), Players())]
    assert data_equivalence(paths[0], paths[1], exact=True) and data_equivalence(paths[0], paths[2], exact=True)
    for opponent in ("random", "nexus_env.agents.scripted:random", AnyLegal()):
        assert not data_equivalence(paths[0], played(VectorSeats(toy.GAME, 4, opponent=opponent), 100))
    with pytest.raises(ValueError, match="did you mean greedy"):
        VectorSeats(toy.GAME, 4, opponent="greedi")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs: got 0"),
        ({"threads": 0}, "threads: got 0"),
        ({"seats": 9}, "seats"),
        ({"opponent": 3}, "opponent: got 3"),
        ({"copy": "x"}, "copy: got 'x'; expected True or False"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VectorSeats(toy.GAME, **arguments)


def test_opponents_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="opponents: got None; expected an object with draw and choose"):
        LearnerSeats(Batch(toy.GAME, 1), None, 0)  # type: ignore[arg-type]


@any_game
def test_a_seed_of_stable_baselines_begins_all_chance_anew(game: Game) -> None:
    """That of the opponents, too, and for one reset; the seed of the batch is the usual one."""

    def seen(env: Any) -> bytes:
        observations = [env.reset()]
        for _ in range(20):
            actions = np.stack(env.env_method("action_masks")).argmax(axis=1)
            observations.append(env.step(actions)[0])
        return np.stack(observations).tobytes()

    first, again, other = (sb3_env(game, 4, seed=number) for number in (3, 3, 4))
    alone = seen(first)
    assert alone == seen(again) != seen(other)
    other.seed(3)
    assert seen(other) == alone
    assert seen(other) != alone, "other bouts"


@any_game
def test_a_vec_env_of_stable_baselines_is_pickled_as_it_stands(game: Game) -> None:
    env = sb3_env(game, 4, seed=3)
    env.reset()
    other = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        actions = np.stack(env.env_method("action_masks")).argmax(axis=1)
        assert np.array_equal(actions, np.stack(other.env_method("action_masks")).argmax(axis=1))
        one, two = env.step(actions), other.step(actions)
        assert all(np.array_equal(mine, its) for mine, its in zip(one[:3], two[:3], strict=True))


@pytest.mark.parametrize("make", [nexus_env.sb3_env, nexus_env.vector_env])
@pytest.mark.parametrize("number", [0, -1, True, 1.5])
def test_a_wrong_number_of_bouts_is_called_as_the_caller_does(make: Any, number: Any) -> None:
    with pytest.raises(ValueError, match=f"^num_envs: got {number}; expected a whole number of at least 1"):
        make(number)


def test_no_step_before_a_reset_and_no_reset_of_single_bouts() -> None:
    env = VectorSeats(toy.GAME, 2)
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False])})


@any_game
def test_next_step_autoreset(game: Game) -> None:
    """The end of a bout is seen as it was, the next step begins another one there; all else as with SameStep."""
    same, later = (VectorSeats(game, 3, autoreset_mode=mode) for mode in ("SameStep", "NextStep"))
    assert later.autoreset_mode is later.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    rng, seen = np.random.default_rng(0), 0
    same.reset(seed=1)
    observations, infos = later.reset(seed=1)
    for _ in range(3000):
        over = later._over.copy()
        before = later._learners.observations.copy()
        actions = choose(later.action_masks(), rng)
        observations, rewards, terminated, truncated, infos = later.step(actions)
        ended = terminated | truncated
        assert not rewards[over].any() and not ended[over].any()
        assert np.array_equal(observations[over], before[over])  # the first decision of the next bout
        if ended.any():
            assert np.array_equal(observations[ended], later._learners.final_observations[ended])
            assert np.array_equal(infos["outcome"][ended], later._learners.outcomes[ended])
            assert np.array_equal(infos["_outcome"], ended)
        seen += int(over.sum())
        if seen >= 3:
            break
    assert seen >= 3


@pytest.mark.parametrize("mode", ["Disabled", "same", None, 1])
def test_modes_of_autoreset_that_are_none(mode: Any) -> None:
    with pytest.raises(ValueError, match=r"autoreset_mode: got .*; expected 'SameStep' or 'NextStep'"):
        VectorSeats(toy.GAME, 2, autoreset_mode=mode)


def test_one_observation_space() -> None:
    """A model that was trained on one interface loads with another: the spaces are equal."""
    spaces = [
        SingleSeat(toy.GAME).observation_space,
        VectorSeats(toy.GAME, 1).single_observation_space,
        sb3_env(toy.GAME, 1).observation_space,
    ]
    assert all(space == spaces[0] for space in spaces)


def test_unknown_keywords() -> None:
    """Libraries try a keyword and do without where a `TypeError` names it; a `ValueError` it stays, too."""
    for make in (nexus_env.env, nexus_env.single, nexus_env.vector_env, nexus_env.sb3_env):
        for error in (TypeError, ValueError):
            with pytest.raises(error, match=r"unexpected keyword argument 'frameskip'; expected one of"):
                make(game=toy.GAME, frameskip=4)
        with pytest.raises(TypeError, match=r"unexpected keyword argument 'round'.*did you mean rounds"):
            make(game=toy.GAME, round=4)
    for error in (TypeError, ValueError):
        with pytest.raises(error, match=r"unexpected keyword argument 'rewardz'; expected one of.*did you mean reward"):
            nexus_env.batch(2, game=toy.GAME, rewardz=np.zeros((2, 2), np.float32))


def test_a_function_that_names_the_package_can_be_sent() -> None:
    """Subprocesses, Ray and joblib send functions of scripts by cloudpickle."""
    cloudpickle = pytest.importorskip("cloudpickle")
    package = nexus_env
    made = pickle.loads(cloudpickle.dumps(lambda: package.single(game=toy.GAME)))()
    assert made.reset(seed=1)[0].dtype == np.float32
    for make in (
        lambda: module(game=toy.GAME),
        lambda: module.raw_env(game=toy.GAME),
        partial(package.env, game=toy.GAME),
    ):
        made = pickle.loads(cloudpickle.dumps(make))()
        made.reset(seed=1)
        assert made.agents == ["player_0", "player_1"]


def test_the_environment_is_a_function_and_a_module() -> None:
    """Every PettingZoo environment is imported as a module; this one was called before it was one."""
    assert type(nexus_env) is ModuleType and sys.modules["nexus_env.env"] is module is nexus_env.env
    assert module.raw_env is nexus_env.raw_env and module.parallel_env is nexus_env.parallel_env
    assert pickle.loads(pickle.dumps(nexus_env.env)) is copy.deepcopy(nexus_env.env) is nexus_env.env
    assert inspect.signature(nexus_env.env) == inspect.signature(module.env)
    for make in (module, module.env, module.raw_env, module.parallel_env):
        environment = make(game=toy.GAME, seats=3)
        environment.reset(seed=1)
        assert environment.agents == ["player_0", "player_1", "player_2"]
    told = pydoc.plain(pydoc.render_doc(nexus_env.env))
    assert "env(game: 'Game | str' = 'nexus', *, illegal: " in told and "A PettingZoo AEC environment" in told
