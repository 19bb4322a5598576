"""The judge of the search: what it learns from, and that what it has learned is worth something."""

from pathlib import Path

import numpy as np
import pytest
import toy

from agents.agent import AgentError
from agents.judging import FILE, positions
from agents.search_network import forecast, judge, read_judge
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

compiled_only = pytest.mark.skipif(PLAIN, reason="compiled only")


def test_the_judge_that_comes_with_the_package_plays_this_game_and_no_other() -> None:
    network = read_judge(FILE, NEXUS)
    assert network.heads.shape[0] == 3
    with pytest.raises(AgentError, match="found the game stamp nexus-v2, expected toy-v1"):
        read_judge(FILE, toy.GAME)


@compiled_only
def test_positions_tell_what_became_of_them_and_the_judge_foresees_it() -> None:
    """Of bouts that it has not learned from: it explains more of the margin than the mean does."""
    seen, ends = positions(12_000, 999)
    assert 6000 < len(seen) == len(ends) and len(np.unique(seen, axis=0)) > 5000
    assert ((ends[:, :2] >= 0) & (ends[:, :2] <= 1)).all() and (np.abs(ends[:, 2]) <= 1).all()
    assert not (ends[:, :2] > 0).all(axis=1).any(), "nobody wins and loses"
    network, told = read_judge(FILE, NEXUS), np.zeros((len(seen), 3))
    for row, sight in enumerate(seen):
        judge(network, sight)
        told[row] = network.said
    explained = 1 - ((told - ends) ** 2).mean(axis=0) / ends.var(axis=0)
    assert (explained > 0.1).all()


def test_the_fast_way_says_the_same() -> None:
    network, rng = read_judge(FILE, NEXUS), np.random.default_rng(3)
    words = np.zeros(-(-NEXUS.observation_size // 8), np.int64)
    sight = words.view(np.int8)[: NEXUS.observation_size]
    for share in (0.0, 0.1, 1.0):
        sight[:] = rng.integers(-5, 6, len(sight)) * (rng.random(len(sight)) < share)
        judge(network, sight)
        said = network.said.copy()
        forecast(network, words, sight)
        assert np.allclose(network.said, said, atol=1e-4) and said.any()


def test_a_file_of_another_action_table_is_refused(tmp_path: Path) -> None:
    with np.load(FILE) as file:
        tensors = dict(file)
    tensors["actions"] = np.array("another")
    np.savez(tmp_path / "judge.npz", **tensors)
    with pytest.raises(AgentError, match="found the actions stamp another"):
        read_judge(tmp_path / "judge.npz", NEXUS)
