"""Who plays on below the tree: it does what `greedy` does, only sooner."""

import numpy as np
from games import Sitting

from agents.lanistas.greedy import greedy
from agents.search_quick import quick
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.bout import Question
from nexus_env.machine.compiled import PLAIN, compiled
from nexus_env.slots import rows_of
from nexus_env.tabletop.dice import Generator, seed_generator

DECISIONS = 60 if PLAIN else 1500


@compiled
def quick_at(rows, words, mask, generators) -> int:
    return quick(rows[0].bout, words, mask, generators[0])


@compiled
def greedy_at(seen, mask, generators) -> int:
    return greedy(seen, mask, generators[0])


def test_it_does_what_greedy_does() -> None:
    """Of its own bouts: legal always, and nearly always the same; only deceptions it leaves alone."""
    words = np.zeros(-(-len(NEXUS.actions) // 8), np.int64)
    mask = words.view(np.int8)[: len(NEXUS.actions)]
    generators, same, decided = rows_of(Generator.dtype, 1), 0, 0
    for seed in range(1 if PLAIN else 8):
        sitting = Sitting(NEXUS, seed, seats=2 + seed % 3)
        for turn in range(DECISIONS):
            if sitting.over:
                break
            mask[:] = sitting.slots["mask"][0]
            seen = np.rint(sitting.seen_by(sitting.seat) / NEXUS.observation_scales).astype(np.int8)
            seed_generator(generators[0], turn)
            expected = greedy_at(seen, mask, generators)
            seed_generator(generators[0], turn)
            action = quick_at(sitting.slots, words, mask, generators)
            assert mask[action], f"seed {seed}, turn {turn}"
            if mask.sum() > 1 and sitting.slots["bout"]["table"]["request"]["question"][0] != Question.DECEPTION:
                same, decided = same + (action == expected), decided + 1
            sitting.act(action)
    assert decided > 30 and same > 0.9 * decided, f"{same} of {decided}"
