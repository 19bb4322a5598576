"""Trials: two networks meet in paired bouts; one wins if chance is an unlikely explanation of its score."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.weights import widths_of
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import PolicyBank, Weights
from nexus_env.envs.batch import Batch
from nexus_env.reports.intervals import NORMAL_95

NOBODY = -1  # no seat learns


@dataclass(frozen=True)
class TrialScore:
    """The challenger's score, the share of bouts won with draws as half, and its 95 % interval."""

    bouts: int
    score: float
    low: float
    high: float

    @property
    def won(self) -> bool:
        """Whether the whole interval is above one half."""
        return self.low > 0.5


def hold_trial(
    game: Game, challenger: Weights, champion: Weights, bouts: int, seed: int, rules: Mapping[str, Any]
) -> TrialScore:
    """Let two networks of the same shape play about `bouts` bouts, sampling their actions.

    Every seed is played once with each seating (see `seatings`), so that both have the same luck with cards and seats,
    and the interval is that of the mean over seeds.
    """
    seats = seatings(Batch(game, 1, seed, rules).num_seats)
    batch = Batch(game, max(2, bouts // len(seats)), seed, rules)
    bank = PolicyBank(2, widths_of(challenger))
    bank.put(0, challenger)
    bank.put(1, champion)
    scores = np.mean([_play(batch, bank, seating) for seating in seats], axis=0)
    mean, spread = float(scores.mean()), NORMAL_95 * float(scores.std(ddof=1)) / sqrt(len(scores))
    return TrialScore(batch.bouts * len(seats), mean, mean - spread, mean + spread)


def seatings(seats: int) -> NDArray[np.int32]:
    """All seatings, int32 [k, seats]: 0 the challenger, 1 the champion.

    Each of them is once in each seat alone, with the other one in all other seats, so that equals score one half.
    """
    alone = 1 - np.eye(seats, dtype=np.int32)
    return np.unique(np.concatenate([alone, 1 - alone]), axis=0)


def _play(batch: Batch, bank: PolicyBank, seating: NDArray[np.int32]) -> NDArray[np.float64]:
    """The score of the challenger in each bout, float64 [n]: 1, 0.5 or 0, by the mean outcomes of their seats."""
    batch.reset()
    count, every = batch.bouts, np.arange(batch.bouts)
    nobody, paid, flags = np.full(count, NOBODY, np.int32), np.zeros(count, np.float32), np.zeros((2, count), np.bool_)
    batch.play_on(every, nobody, np.tile(seating, (count, 1)), flags[0], bank, paid, flags[1])
    ahead = batch.outcomes[:, seating == 0].mean(axis=1) - batch.outcomes[:, seating == 1].mean(axis=1)
    scores: NDArray[np.float64] = (np.sign(ahead) + 1) / 2
    return scores
