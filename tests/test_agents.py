"""Agents that search are given imagined bouts, wrong answers are named, and a short training run works end to end."""

from pathlib import Path

import numpy as np
import pytest
import toy

import nexus_env
import train
from nexus_env.agents.agent import AgentError
from nexus_env.agents.loading import load
from nexus_env.agents.rate import rate

ROOT = Path(__file__).parent.parent


def test_greedy_knows_no_other_game() -> None:
    with pytest.raises(AgentError, match="'brawler': no such agent of toy; expected random, "):
        load("brawler", toy.GAME)


def test_the_smoke_config_runs_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "smoke"
    assert train.main([str(ROOT / "configs/nexus/smoke.toml"), "--folder", str(folder)]) == 0
    assert sorted(path.name for path in folder.glob("agent.*")) == ["agent.json", "agent.md", "agent.onnx"]
    printed = capsys.readouterr().out
    assert "random" in printed and "greedy" in printed


class LooksAhead:
    """Plays one action in each imagined bout and takes any of those that are legal."""

    def __init__(self) -> None:
        self.asked = 0

    def search(self, worlds: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        self.asked += 1
        assert worlds.dtype == toy.GAME.dtype and (worlds["table"]["request"]["seat"] >= 0).all()
        masks = np.zeros((len(worlds), len(toy.GAME.actions)), np.int8)
        for world, mask in zip(worlds, masks, strict=True):
            toy.GAME.write_mask(world, mask)
        return masks.argmax(axis=1)


def test_an_agent_that_searches_is_given_imagined_bouts() -> None:
    agent = LooksAhead()
    score = rate(toy.GAME, agent, load("random", toy.GAME), "random", 4, 3, {"seats": 2, "rounds": 20})
    assert score.bouts == 4 and agent.asked > 20
    env = nexus_env.single(toy.GAME, opponent=agent, rounds=20)
    env.reset(seed=1)
    asked = agent.asked
    for _ in range(20):
        _, _, terminated, truncated, _ = env.step(int(np.argmax(env.action_masks())))
        if terminated or truncated:
            break
    assert agent.asked > asked


def test_what_no_seat_may_know_is_not_in_an_imagined_bout() -> None:
    """All dice to come are the imagined bout's own: the same seed imagines the same from bouts that differ in them."""
    batch = nexus_env.batch(1, seed=4, game=toy.GAME, options={"seats": 2})
    worlds = batch.imagine([0, 0], [7, 7])
    batch._slots["bout"]["tape"]["generator"] = batch._slots["generator"]
    assert batch.imagine([0], [7]).tobytes() == worlds[:1].tobytes() == worlds[1:].tobytes()


def test_where_nobody_can_imagine_a_searching_agent_is_refused() -> None:
    with pytest.raises(ValueError, match="got an agent that searches"):
        nexus_env.vector_env(2, toy.GAME, opponent=LooksAhead())


def test_an_answer_of_the_wrong_kind_is_named() -> None:
    class Wrong:
        def choose(self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> list[float]:
            return [0.5]

    with pytest.raises(ValueError, match=r"choose gave float64 \[1\]; expected whole numbers \[2\]"):
        rate(toy.GAME, Wrong(), load("random", toy.GAME), "random", 4, 3, {"seats": 2})
