"""The scripted fighter plays every table of NEXUS and is no match for chance; a short training run works end to end."""

from pathlib import Path

import numpy as np
import pytest

import train
from agents.agent import AgentError, load
from agents.greedy import price_to_face
from agents.rating import rate
from nexus_env.games.nexus import NEXUS

ROOT = Path(__file__).parent.parent


def test_greedy_beats_random() -> None:
    score = rate(NEXUS, load("greedy", NEXUS), load("random", NEXUS), "random", 300, 3, {"seats": 2})
    assert score.wins > 150 and score.losses < 15  # most of the others are draws, which the crowd wins


@pytest.mark.parametrize("seats", [3, 4])
def test_greedy_plays_larger_tables(seats: int) -> None:
    greedy, random = load("greedy", NEXUS), load("random", NEXUS)
    against_greedy = rate(NEXUS, random, greedy, "greedy", 120, 3, {"seats": seats})
    assert against_greedy.losses > 75


def test_greedy_knows_no_other_game() -> None:
    import toy

    with pytest.raises(AgentError, match="found the game toy, expected nexus"):
        load("greedy", toy.GAME)


@pytest.mark.parametrize(
    ("ahead", "right", "price"),
    [(1, 0, 0), (2, 0, 1), (2, 1, 1), (1, 1, 2), (0, 1, 1), (0, -1, 1), (-1, 0, 2), (5, 0, 4), (0, 0, 99)],
)
def test_the_way_to_an_opponent_is_priced_in_movement_points(ahead: int, right: int, price: int) -> None:
    assert price_to_face()[ahead, right] == price
    assert price_to_face().shape == (15, 15) and np.count_nonzero(price_to_face() == 99) == 1


def test_the_smoke_config_runs_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "smoke"
    assert train.main([str(ROOT / "configs/nexus/smoke.toml"), "--folder", str(folder)]) == 0
    assert sorted(path.name for path in folder.glob("agent.*")) == ["agent.json", "agent.md", "agent.onnx"]
    printed = capsys.readouterr().out
    assert "random" in printed and "greedy" in printed
