"""Recorded bouts of each game, as its `recorded.py` lists them: a change of the rules shows as a diff that can be read.

`make record` writes them anew. Most decisions are those of the agent called greedy, so that there is
a fight to look at; the others are by chance, one kind of action for another.
"""

import random
from pathlib import Path

import numpy as np
from games import GAMES, DrivenBout
from recordings import RECORDED

from nexus_env.agents.loading import load
from nexus_env.contract.game import Game
from nexus_env.kit.tape import NOBODY
from nexus_env.text import transcript
from nexus_env.tools.fuzz import kinds_of

FOLDER = Path(__file__).parent
DECISIONS, LINES = 100, 115  # of a bout that are told: whichever comes first
GREED = 0.8  # how likely a decision is that of greedy


def path_of(game: str, name: str) -> Path:
    """Where a bout is recorded."""
    return FOLDER / game / "playthroughs" / f"{name}.txt"


def transcripts(game: str) -> dict[Path, str]:
    """The transcripts of a game as they are made anew, by their files."""
    return {path_of(game, name): transcript.write(make()) for name, make in RECORDED[game].TRANSCRIPTS.items()}


def playthrough(name_of_game: str, name: str) -> str:
    """The bout as text: its first decisions with what they did, then how it ended."""
    title, seed, options = RECORDED[name_of_game].BOUTS[name]
    game, draws = GAMES[name_of_game], random.Random(seed)
    session, choice = DrivenBout(game, seed, **options), _Choice(game, draws)
    lines = [f"{title}, seed {seed}. Written by `make record`.", ""]
    decisions = 0
    while not session.over:
        action = choice.of(session)
        told = decisions < DECISIONS and len(lines) < LINES
        if told:
            command = f"player_{session.seat}: {game.actions[action]}"
            lines.append(f"{decisions + 1:3} {command}")
        session.act(action)
        decisions += 1
        if told:
            sentences = [sentence.strip() for sentence in game.words.sentences(session.bout)]
            lines += [f"      {sentence}" for sentence in sentences if sentence != f"{command}."]
    assert session.seat == NOBODY
    lines += [
        "",
        f"After {decisions} decisions: {game.words.question(session.bout)}",
        "",
        game.words.board(session.bout),
    ]
    return "\n".join(lines) + "\n"


class _Choice:
    """How a bout is played."""

    def __init__(self, game: Game, draws: random.Random) -> None:
        self.draws, self.greedy, self.kinds = draws, load("greedy", game), kinds_of(game)[0]

    def of(self, session: DrivenBout) -> int:
        """A legal action of the seat that is asked."""
        if self.draws.random() < GREED:
            seen, mask = session.observation[None], session.mask[None]
            return int(self.greedy.choose(seen, mask, np.random.default_rng(self.draws.getrandbits(32)))[0])
        weights = session.mask.astype(np.int64) * self.kinds[:, 1]
        return int(np.searchsorted(np.cumsum(weights), int(self.draws.random() * weights.sum()), side="right"))
