"""Swings: decisions of a bout that change the result which an agent expects.

A swing is a decision with everything up to the next one that the agent judges: its dice, and forced answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.players.expectation import balanced, expected_by
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript

MOST = 5  # swings that are told of a bout
LEAST = 0.2  # by how much the expected result of a seat changes at least, on a scale from -1 to 1
Expected = Sequence[float] | None
"""The expected result of each seat, -1 to 1; None if it is not known."""


@dataclass(frozen=True)
class Swing:
    """A decision, and the change of the expected result for the seat that it concerned most."""

    step: int  # the number of the turn, from 1
    seat: int  # who decided, or CHANCE
    words: str  # what was played
    whose: int  # the seat whose expected result changed most
    before: float
    after: float

    @property
    def change(self) -> float:
        """The change, from -2, a certain win lost, to 2."""
        return self.after - self.before


def judge(
    game: Game,
    read: Transcript,
    agent: Any,
    seed: int = 0,
    tell: Callable[[int], None] = lambda _: None,
    *,
    any_version: bool = False,
) -> list[Expected]:
    """An agent's expectation before each turn of a bout, and in the end its result, each adding up to 0.

    Args:
        game: the game.
        read: the bout.
        agent: one that reports its expectation; see `players.expectation`.
        seed: seeds all chance.
        tell: called after each judgment with the number of turns so far.
        any_version: see `transcript.steps`.

    Returns:
        one more than the bout has turns; the last is None if the bout is not over.

    Raises:
        TranscriptError: the bout cannot be replayed.
    """
    rng, found = np.random.default_rng(seed), list[Expected]()
    for _, session in transcript.steps(game, read, any_version=any_version):
        found.append(balanced(session.outcome) if session.is_over else expected_by(agent, session, rng))
        tell(len(found) - 1)
    if read.ended_by and read.result:
        found[-1] = balanced(read.result)
    return found


def find(read: Transcript, expected: Sequence[Expected], most: int = MOST, least: float = LEAST) -> list[Swing]:
    """The greatest swings of a bout, in order of time.

    Args:
        read: the bout.
        expected: see `judge`.
        most: the greatest number of swings.
        least: the least change.
    """
    known = [(turn, worth) for turn, worth in enumerate(expected) if worth is not None]
    found = []
    for (turn, before), (_, after) in pairwise(known):
        changes = [there - here for here, there in zip(before, after, strict=True)]
        whose = max(range(len(changes)), key=lambda seat: abs(changes[seat]))
        played = read.turns[turn]
        found.append(Swing(turn + 1, played.seat, played.words, whose, before[whose], after[whose]))
    greatest = sorted(found, key=lambda swing: -abs(swing.change))[:most]
    return sorted((swing for swing in greatest if abs(swing.change) >= least), key=lambda swing: swing.step)
