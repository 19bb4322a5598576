"""The student of the search: its lessons, and that it has learned what they say."""

import numpy as np
import pytest
import toy

from agents.agent import AgentError
from agents.levels import levels_of
from agents.search.self_play import SURE
from agents.search.small_networks import likeliest, look, read_shallow
from agents.search.teaching import gather
from nexus_env.game.roster import STUDENT
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
    """Lessons that it has not learned from: decisions of two, three and four seats in which there is a choice."""
    seen, lessons = gather(NEXUS, 5000, 999)
    assert ((lessons > 0).sum(1) > 1).all() and lessons.max() == 1 + SURE
    probabilities = np.maximum(lessons.astype(float) - 1, 0).sum(1) / SURE
    assert np.abs(probabilities - 1).max() < 0.1 and len(np.unique(seen, axis=0)) > 4900
    student = read_shallow(FILE, NEXUS)
    words, masks = (
        np.zeros(student.words.shape[1], np.int64),
        np.zeros((len(seen), 8 * -(-lessons.shape[1] // 8)), np.int8),
    )
    masks[:, : lessons.shape[1]] = lessons > 0
    same = 0
    for sight, mask, lesson in zip(seen, masks, lessons, strict=True):
        words.view(np.int8)[: len(sight)] = sight
        look(student, 0, words)
        same += lesson[likeliest(student, mask.view(np.int64), mask[: len(lesson)])] == lesson.max()
    assert same > 0.8 * len(seen)
