"""The judge of the search: what it learns from, and that what it has learned is worth something."""

from pathlib import Path

import numpy as np
import pytest
import toy

from agents.agent import AgentError
from agents.judging import FILE, positions
from agents.search_shallow import look, read_shallow, said
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

compiled_only = pytest.mark.skipif(PLAIN, reason="compiled only")


def test_the_judge_that_comes_with_the_package_plays_this_game_and_no_other() -> None:
    assert len(read_shallow(FILE, NEXUS).heads) == 3
    with pytest.raises(AgentError, match="found the game stamp nexus-v2, expected toy-v1"):
        read_shallow(FILE, toy.GAME)


@compiled_only
def test_positions_tell_what_became_of_them_and_the_judge_foresees_it() -> None:
    """Of bouts that it has not learned from: it explains more of the margin than the mean does."""
    seen, ends = positions(12_000, 999)
    assert 6000 < len(seen) == len(ends) and len(np.unique(seen, axis=0)) > 5000
    assert ((ends[:, :2] >= 0) & (ends[:, :2] <= 1)).all() and (np.abs(ends[:, 2]) <= 1).all()
    assert not (ends[:, :2] > 0).all(axis=1).any(), "nobody wins and loses"
    network, told = read_shallow(FILE, NEXUS), np.zeros((len(seen), 3))
    words = np.zeros(network.words.shape[1], np.int64)
    for row, sight in enumerate(seen):
        words.view(np.int8)[: len(sight)] = sight
        look(network, 0, words)
        told[row] = [said(network, output) * network.unit for output in range(3)]
    explained = 1 - ((told - ends) ** 2).mean(axis=0) / ends.var(axis=0)
    assert (explained > 0.1).all()


def test_a_file_of_another_action_table_is_refused(tmp_path: Path) -> None:
    with np.load(FILE) as file:
        tensors = dict(file)
    tensors["actions"] = np.array("another")
    np.savez(tmp_path / "judge.npz", **tensors)
    with pytest.raises(AgentError, match="found the actions stamp another"):
        read_shallow(tmp_path / "judge.npz", NEXUS)
