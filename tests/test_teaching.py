"""The student of the search: it has learned what its lessons say."""

import numpy as np
import pytest
import toy
from watched import watch

from nexus_env.agents.agent import AgentError
from nexus_env.agents.level import levels_of
from nexus_env.agents.search.small_networks import likeliest, look, read_shallow
from nexus_env.contract.roster import STUDENT
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

FILE = levels_of(NEXUS).path / STUDENT
compiled_only = pytest.mark.skipif(PLAIN, reason="compiled only")


def test_the_student_that_comes_with_the_package_plays_this_game_and_no_other() -> None:
    assert len(read_shallow(FILE, NEXUS).heads) == len(NEXUS.actions)
    with pytest.raises(AgentError, match="got the game stamp nexus-v2; expected toy-v1"):
        read_shallow(FILE, toy.GAME)


@compiled_only
def test_the_student_mostly_does_what_its_lessons_say() -> None:
    """In bouts that it has not learned from: decisions of two, three and four seats in which there is a choice."""
    student, actions = read_shallow(FILE, NEXUS), len(NEXUS.actions)
    words = np.zeros(student.words.shape[1], np.int64)
    for seats in NEXUS.seats:
        watched, same = watch(seats, 20, 999), []
        masks = np.zeros((len(watched.seen), 8 * -(-actions // 8)), np.int8)
        masks[:, :actions] = watched.masks
        for sight, mask, wanted in zip(watched.seen, masks, watched.wanted, strict=True):
            if mask.sum() > 1:
                words.view(np.int8)[: len(sight)] = sight
                look(student, 0, words)
                same.append(likeliest(student, mask.view(np.int64), mask[:actions]) == wanted.argmax())
        assert len(same) > 300 and np.mean(same) > 0.85, f"{seats} seats"
