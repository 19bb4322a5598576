"""Recorded bouts, one for each barge and seat count: a change of the rules shows as a diff that can be read.

`python tests/nexus/record.py` writes them anew. Most decisions are those of the agent called greedy, so that there is
a fight to look at; the others are by chance, one kind of action for another.
"""

import random
from pathlib import Path

import numpy as np
from games import Sitting

from agents.agent import load
from nexus_env.games.nexus import NEXUS
from nexus_env.tabletop.tape import NOBODY
from nexus_env.tools.fuzz import kinds_of

FOLDER = Path(__file__).parent / "playthroughs"
BARGES, SEATS = range(1, 9), range(2, 5)
DECISIONS, LINES = 100, 115  # of a bout that are told: whichever comes first
KINDS = kinds_of(NEXUS)[0]
GREEDY = load("greedy", NEXUS)
GREED = 0.8  # how likely a decision is that of greedy


def path_of(barge: int, seats: int) -> Path:
    """Where the bout is recorded."""
    return FOLDER / f"barge_{barge}_seats_{seats}.txt"


def playthrough(barge: int, seats: int) -> str:
    """The bout as text: its first decisions with what they did, then how it ended."""
    seed = 10 * barge + seats
    sitting = Sitting(NEXUS, seed, barge=barge, seats=seats, influence_cards=24, turning_point_cards=25)
    draws = random.Random(seed)
    lines = [f"Barge {barge}, {seats} seats, seed {seed}. Written by `make record`.", ""]
    decisions = 0
    while not sitting.over:
        action = _choose(sitting, draws)
        told = decisions < DECISIONS and len(lines) < LINES
        if told:
            command = f"player_{sitting.seat}: {NEXUS.actions[action]}"
            lines.append(f"{decisions + 1:3} {command}")
        sitting.act(action)
        decisions += 1
        if told:
            sentences = [sentence.strip() for sentence in NEXUS.words.sentences(sitting.bout)]
            lines += [f"      {sentence}" for sentence in sentences if sentence != f"{command}."]
    assert sitting.seat == NOBODY
    lines += [
        "",
        f"After {decisions} decisions: {NEXUS.words.question(sitting.bout)}",
        "",
        NEXUS.words.board(sitting.bout),
    ]
    return "\n".join(lines) + "\n"


def _choose(sitting: Sitting, draws: random.Random) -> int:
    """A legal action of the seat that is asked."""
    if draws.random() < GREED:
        seen, mask = sitting.observation[None], sitting.mask[None]
        return int(GREEDY.choose(seen, mask, np.random.default_rng(draws.getrandbits(32)))[0])
    weights = sitting.mask.astype(np.int64) * KINDS[:, 1]
    return int(np.searchsorted(np.cumsum(weights), int(draws.random() * weights.sum()), side="right"))
