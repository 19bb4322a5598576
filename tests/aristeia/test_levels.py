"""The trained levels: they are offered by name, play every option of the game, and err the more, the lower they are."""

import numpy as np
import pytest

from nexus_env.agents.loading import load
from nexus_env.agents.rate import ask_at, rate
from nexus_env.contract.roster import LEVELS
from nexus_env.envs.batch import Batch
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.games.aristeia.roster import count_seats
from nexus_env.machine.compiled import PLAIN

OPTIONS = (
    {},
    {"teams": "draft", "scenario": "conquest"},
    {"teams": "choice", "scenario": "scorched earth", "windows": "held"},
    {"scenario": "king of the hill", "contender": True},
    {
        "teams": "named",
        "redraw": False,
        "green": ["Gata", "Parvati", "8-Ball", "Wild Bill"],
        "orange": ["Maximus", "Major Lunah", "hEXx3r", "Miyamoto Mushashi"],
    },
)


def test_the_levels_are_offered_by_name() -> None:
    assert set(LEVELS) < set(ARISTEIA.agents.meanings)


def test_two_seats_play_in_every_bout() -> None:
    assert count_seats(np.zeros((3, ARISTEIA.observation_size), np.float32)).tolist() == [2, 2, 2]


@pytest.mark.skipif(PLAIN, reason="takes minutes in plain Python")
@pytest.mark.parametrize(("name", "options"), list(zip(LEVELS, OPTIONS, strict=True)), ids=LEVELS)
def test_a_level_plays_a_legal_bout_by_any_option(name: str, options: dict) -> None:
    batch, level, rng = Batch(ARISTEIA, 4, 1, options), load(name, ARISTEIA), np.random.default_rng(1)
    playing = np.arange(batch.bouts)
    while playing.size:
        actions = ask_at(batch, level, playing, rng)
        assert batch.masks[playing, actions].all()
        batch.step(actions, playing)
        playing = playing[~(batch.terminated[playing] | batch.truncated[playing])]
    assert not batch.truncated.any()


@pytest.mark.skipif(PLAIN, reason="takes minutes in plain Python")
def test_the_best_level_beats_the_lowest() -> None:
    score = rate(ARISTEIA, load("legend", ARISTEIA), load("rookie", ARISTEIA), "rookie", 40, 1)
    assert score.wins > 3 * score.losses


@pytest.mark.skipif(PLAIN, reason="takes minutes in plain Python")
@pytest.mark.parametrize("planner", ["runner", "brawler", "sentry"])
def test_players_stand_in_their_order(planner: str) -> None:
    """A planner beats `greedy`, and `legend` beats it; docs/aristeia-opponents.md has the figures."""
    over_greedy = rate(ARISTEIA, load(planner, ARISTEIA), load("greedy", ARISTEIA), "greedy", 100, 1)
    assert over_greedy.wins > 2 * over_greedy.losses
    over_planner = rate(ARISTEIA, load("legend", ARISTEIA), load(planner, ARISTEIA), planner, 100, 1)
    assert over_planner.wins > 0.55 * 100


@pytest.mark.skipif(PLAIN, reason="takes minutes in plain Python")
def test_greedy_beats_chance() -> None:
    score = rate(ARISTEIA, load("greedy", ARISTEIA), load("random", ARISTEIA), "random", 100, 1)
    assert score.wins > 0.9 * 100
