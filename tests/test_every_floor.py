"""Each game once through all that is shared; its details are tested with the toy, and in `make long` with all games."""

import copy
import pickle
import warnings
from typing import Any

import numpy as np
from arenas import STRICT, seeded
from games import HIDDEN, every_game
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test

from nexus_env.contract import rules
from nexus_env.contract.game import Game
from nexus_env.envs.aec import Arena, make_env
from nexus_env.envs.batch import Batch
from nexus_env.envs.single import SingleSeat
from nexus_env.envs.vector import VectorSeats
from nexus_env.machine.compiled import compiled

pytestmark = STRICT
STEPS, CASES = 150, 12


@compiled
def find_broken(bouts: Any, laws: Any) -> None:
    """Write the first law that each bout breaks, or 0."""
    for k in range(bouts.shape[0]):
        laws[k] = rules.broken(bouts[k])


def any_legal(masks: Any, rng: np.random.Generator) -> Any:
    """A random legal action for each row."""
    return ((1 - rng.random(masks.shape)) * masks).argmax(axis=-1)


@every_game
def test_the_checks_of_the_libraries_pass(game: Game) -> None:
    """Of PettingZoo, with the most seats, and of Gymnasium."""
    api_test(seeded(make_env(game, seats=game.seats[-1])), num_cycles=100)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wants a registered environment
        check_env(seeded(SingleSeat(game)), skip_render_check=True)


@every_game
def test_the_batch_plays_what_the_environment_plays(game: Game) -> None:
    """With the most seats: what is shown, whose turn it is and what is paid, to the byte; also in other company."""
    seats, rng = game.seats[-1], np.random.default_rng(1)
    batch, more = (Batch(game, n, seed=9, options={"seats": seats}, shaping=0.5) for n in (2, 5))
    arena = Arena(game, seats=seats, shaping=0.5)
    arena.reset(seed=9)
    for _ in range(STEPS):
        seen = arena.observe(arena.agent_selection)
        assert seen["observation"].tobytes() == batch.observations[0].tobytes()
        assert seen["action_mask"].tobytes() == batch.masks[0].tobytes()
        assert arena.possible_agents.index(arena.agent_selection) == batch.seats[0]
        assert batch.masks.tobytes() == more.masks[:2].tobytes()
        actions = any_legal(more.masks, rng)
        arena.step(int(actions[0]))
        batch.step(actions[:2])
        more.step(actions)
        if not arena.agents or arena.terminations[arena.agent_selection]:
            break
        assert [arena.rewards[agent] for agent in arena.agents] == batch.rewards[0].tolist()


@every_game
def test_random_play_breaks_no_law(game: Game) -> None:
    """In bouts of all kinds; `make fuzz` plays on."""
    laws, rng = np.zeros(8, np.int64), np.random.default_rng(8)
    for case in range(CASES):
        batch = Batch(game, len(laws), seed=case, options=game.invariants.variety(case))
        for _ in range(STEPS):
            bouts = np.concatenate([batch.bout(slot) for slot in range(len(laws))])
            find_broken(bouts.view(np.recarray), laws)
            assert not laws.any(), [game.invariants.laws[law - 1] for law in laws if law]
            batch.step(any_legal(batch.masks, rng))


@every_game
def test_a_learner_gets_the_same_from_a_seed_again(game: Game) -> None:
    """One environment, many, and one that came through `pickle` in the middle."""
    spaces, rng = SingleSeat(game).observation_space, np.random.default_rng(2)
    envs: list[Any] = [VectorSeats(game, 3), VectorSeats(game, 3, threads=2)]
    first = [env.reset(seed=4) for env in envs]
    assert data_equivalence(*first, exact=True) and envs[0].single_observation_space == spaces
    for step in range(STEPS):
        actions = any_legal(envs[0].action_masks(), rng)
        assert data_equivalence(*(env.step(actions) for env in envs), exact=True)
        if step == STEPS // 2:
            envs[1] = pickle.loads(pickle.dumps(envs[1]))


@every_game
def test_an_environment_can_be_copied_saved_and_dealt_anew(game: Game) -> None:
    """A copy goes on alike; an imagined one is the same to its seat, and its own from then on."""
    arena, rng = Arena(game, **HIDDEN[game.name]), np.random.default_rng(3)
    arena.reset(seed=6)
    for _ in range(3):
        arena.step(int(any_legal(arena.observe(arena.agent_selection)["action_mask"], rng)))
    saved, twin = arena.save_state(), copy.deepcopy(arena)
    seat = arena.possible_agents.index(arena.agent_selection)
    dealt = arena.determinize(seat, seed=1)
    assert dealt.save_state() != saved
    for env in (twin, dealt):
        assert env.observe(arena.agent_selection)["observation"].tobytes() == (
            arena.observe(arena.agent_selection)["observation"].tobytes()
        )
    arena.step(int(any_legal(arena.observe(arena.agent_selection)["action_mask"], rng)))
    assert twin.save_state() == saved != arena.save_state()
    arena.load_state(saved)
    assert arena.save_state() == saved
