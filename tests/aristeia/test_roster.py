"""Who plays Aristeia!: all are there, say who they are, play any bout of the game, and nothing else."""

import numpy as np
import pytest
import toy

from nexus_env.agents.agent import AgentError
from nexus_env.agents.aristeia.player import Style
from nexus_env.agents.aristeia.proposals import PROPOSALS
from nexus_env.agents.learning.experiment import read_experiment
from nexus_env.agents.loading import load
from nexus_env.agents.rating.benchmark.standard import standard_of
from nexus_env.contract.roster import located
from nexus_env.envs.batch import Batch
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.players.agents_by_name import find_loader, find_rival

ROSTER = ARISTEIA.agents
NAMES = [style.name.lower() for style in Style]


def test_all_players_are_named_with_what_they_are_after():
    assert list(ROSTER.scripted) == NAMES and all(ROSTER.meanings.values())
    assert ROSTER.fallback in NAMES and find_rival(find_loader(), ARISTEIA, 2) == "champion"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "rules", [{}, {"teams": "draft", "scenario": "conquest"}, {"teams": "choice", "contender": True}]
)
def test_a_player_answers_whatever_is_asked(name: str, rules: dict[str, object]):
    agent, batch = load(name, ARISTEIA), Batch(ARISTEIA, 2, 5, rules)
    rng = np.random.default_rng(1)
    for _ in range(25):
        chosen = agent.choose(batch.observations, batch.masks, rng)
        assert batch.masks[np.arange(2), chosen].all()
        batch.step(chosen)


def test_a_player_knows_no_other_game():
    from nexus_env.agents.aristeia.player import play_runner

    with pytest.raises(AgentError, match="'runner': got the game toy; expected aristeia"):
        play_runner(toy.GAME)


def test_the_search_hears_all_of_them():
    assert set(PROPOSALS.policies) == {*NAMES, "random"} and len(PROPOSALS.policies) == PROPOSALS.scripted + 1
    assert all(path.is_file() for path in PROPOSALS.sources)


def test_the_benchmark_plays_against_all_of_them():
    standard = standard_of(ARISTEIA)
    assert set(standard.panel) == {"random", *NAMES} and {rules["teams"] for rules in standard.variants} == {
        "preset",
        "draft",
    }


@pytest.mark.parametrize("name", ["duel", "league", "smoke"])
def test_the_configs_are_right(name: str):
    folder = located("nexus_env:configs") / "aristeia"
    experiment, game = read_experiment(folder / f"{name}.toml")
    assert game is ARISTEIA and set(experiment.rating.against) >= {"random", "greedy"}
