"""Credit: each seat is paid what its decisions led to, whoever makes the last move."""

import numpy as np
import pytest
import toy

from nexus_env.core.rewards import read_terms
from nexus_env.envs.aec import Arena
from nexus_env.envs.batch import Batch
from nexus_env.envs.single import SingleSeat


def lead(arena: Arena, seat: int) -> float:
    """The toy's potential, counted by hand."""
    points = [int(player.points) for player in arena.bout.table.players[: len(arena.possible_agents)]]
    return (points[seat] - max(points[:seat] + points[seat + 1 :])) / (2 * arena.options["rounds"])


def test_the_loser_who_moved_first_is_paid_though_it_never_moves_again() -> None:
    arena = Arena(toy.GAME, reward="outcome", shaping=0, **toy.LOSERS_GAME)
    arena.reset(seed=1)
    arena.step(toy.REST)
    assert arena.rewards == {"player_0": 0, "player_1": 0}
    arena.step(toy.REST)
    assert arena.rewards == {"player_0": -1, "player_1": 1}
    paid = {}
    for agent in arena.agent_iter():
        _, paid[agent], terminated, _, _ = arena.last()
        assert terminated
        arena.step(None)
    assert paid == {"player_0": -1, "player_1": 1}


def test_the_batch_pays_the_loser_in_the_step_of_the_winner() -> None:
    batch = Batch(toy.GAME, 2, options=toy.LOSERS_GAME, reward="outcome", shaping=0)
    batch.step([toy.REST, toy.REST])
    assert not batch.rewards.any()
    batch.step([toy.REST], [1])
    assert batch.rewards.tolist() == [[0, 0], [-1, 1]]
    assert batch.terminated.tolist() == [False, True]
    batch.step([toy.REST], [0])
    assert batch.rewards.tolist() == [[-1, 1], [0, 0]]


@pytest.mark.parametrize(("seat", "reward"), [(0, -1), (1, 1)])
def test_the_single_seat_is_paid_for_its_only_decision(seat: int, reward: int) -> None:
    terms = {"reward": "outcome", "shaping": 0}
    env = SingleSeat(toy.GAME, seat=seat, opponent=lambda *_: toy.REST, **terms, **toy.LOSERS_GAME)
    _, info = env.reset(seed=0)
    assert info["seat"] == seat
    _, paid, terminated, truncated, _ = env.step(toy.REST)
    assert (paid, terminated, truncated) == (reward, True, False)


@pytest.mark.parametrize("gamma", [1.0, 0.9])
@pytest.mark.parametrize("seats", [2, 3])
def test_shaping_pays_at_a_seats_own_decisions_and_adds_up_to_nothing_it_can_change(seats: int, gamma: float) -> None:
    shaped = Arena(toy.GAME, seats=seats, rounds=4, shaping=0.5, gamma=gamma)
    plain = Arena(toy.GAME, seats=seats, rounds=4, shaping=0)
    rng = np.random.default_rng(3)
    extras = []
    for seed in range(20):
        shaped.reset(seed=seed)
        plain.reset(seed=seed)
        first: dict[str, float] = {}
        before: dict[str, float] = {}
        total, discount = dict.fromkeys(shaped.agents, 0.0), dict.fromkeys(shaped.agents, 1.0)
        over = False
        while not over:
            agent = shaped.agent_selection
            now = lead(shaped, shaped.possible_agents.index(agent))
            if agent in before:  # what came in the meantime
                expected = 0.5 * (gamma * now - before[agent])
                assert shaped._cumulative_rewards[agent] == pytest.approx(expected, abs=1e-6)
            first.setdefault(agent, now)
            before[agent] = now
            legal = np.flatnonzero(shaped.observe(agent)["action_mask"])
            action = int(rng.choice(legal))
            shaped.step(action)
            plain.step(action)
            over = shaped.terminations[agent]
            asked = shaped.agent_selection
            for other in shaped.agents:
                extra = shaped.rewards[other] - plain.rewards[other]
                assert other == asked or over or extra == 0
                total[other] += discount[other] * extra
            if not over and asked in before:
                discount[asked] *= gamma
        for agent in first:
            assert total[agent] == pytest.approx(-0.5 * first[agent], abs=1e-5)
            extras.append(total[agent])
    assert any(extras), "no bout began with a potential: the test would not see a wrong sum"


@pytest.mark.parametrize(
    ("reward", "paid"),
    [("margin", [0.25, -0.25, -0.5]), ("outcome", [1, -1, -1]), ("both", [0.625, -0.625, -0.75])],
)
def test_the_end_pays_the_outcome_the_margin_or_half_of_each(reward: str, paid: list[float]) -> None:
    arena = Arena(toy.GAME, seats=3, rounds=2, reward=reward, shaping=0)
    arena.reset(seed=0)
    for action in (toy.REST, toy.REST, toy.SWAP, toy.REST, toy.SWAP, toy.SWAP):
        arena.step(action)
    assert list(arena.rewards.values()) == paid


@pytest.mark.parametrize(("reward", "paid"), [("outcome", -0.5), ("both", -0.25), ("margin", 0.0)])
def test_a_draw_may_be_worth_less_than_nothing(reward: str, paid: float) -> None:
    arena = Arena(toy.GAME, seats=2, rounds=1, reward=reward, draw=-0.5, shaping=0)
    arena.reset(seed=0)
    for _ in range(2):
        arena.step(toy.REST)
    assert arena.terminations == {"player_0": True, "player_1": True}
    assert arena.rewards == {"player_0": paid, "player_1": paid}


def test_a_bout_cut_off_by_its_limit_is_truncated_and_scored() -> None:
    arena = Arena(toy.GAME, rounds=5, limit=3, reward="outcome", shaping=0)
    arena.reset(seed=0)
    for _ in range(3):
        arena.step(toy.REST)
    assert arena.truncations == {"player_0": True, "player_1": True}
    assert arena.terminations == {"player_0": False, "player_1": False}
    assert arena.rewards == {"player_0": 1, "player_1": -1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"reward": "win"}, "reward: got 'win'; expected one of 'outcome', 'margin'"),
        ({"shaping": -1}, "shaping: got -1; expected a number from 0 up"),
        ({"shaping": float("nan")}, "shaping"),
        ({"gamma": 1.5}, "gamma: got 1.5; expected a number from 0 to 1"),
        ({"gamma": "1"}, "gamma: got '1'"),
        ({"draw": -2}, "draw: got -2; expected a number from -1 to 1"),
    ],
)
def test_wrong_terms_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_terms(**arguments)  # type: ignore[arg-type]
