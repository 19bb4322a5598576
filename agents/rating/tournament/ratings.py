"""Ratings by the Plackett-Luce model, as openskill fits it (Weng and Lin 2011).

In this model the odds of one agent winning rather than another do not depend on who else plays. A bout of four shows
who won, but not how the losers compare, and openskill would read a shared last place as evidence that they are equal.
So it sees two seats of each bout, drawn at random from those with different results: the winner and a loser. A rating
thus means the same with two seats and with four. If all results are equal, two seats share a rank.

openskill processes the bouts one after another, and later bouts weigh slightly more. Agents do not change during a
tournament, so the order must not matter: the bouts are processed several times, each time from scratch, in another
order and with other draws, and the ratings are the means.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from nexus_env.agents.rating.tournament.bouts import PlayedBout
from nexus_env.reports.intervals import NORMAL_95

MEAN, DEVIATION = 25.0, 25.0 / 3  # openskill's prior for an unknown agent
UPDATES = 160_000  # as many as take about ten seconds
FEWEST, MOST = 2, 8  # passes


@dataclass(frozen=True)
class Rating:
    """openskill's mean and standard deviation; the 95 % interval assumes that the model holds."""

    mu: float = MEAN
    sigma: float = DEVIATION

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the 95 % interval."""
        return self.mu - NORMAL_95 * self.sigma, self.mu + NORMAL_95 * self.sigma


def fit(bouts: Iterable[PlayedBout], known: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """The ratings of all agents in `bouts`.

    Args:
        bouts: the finished bouts.
        known: fixed ratings.
    """
    played, fixed = list(bouts), dict(known or {})
    names = sorted({name for bout in played for name in bout.seats})
    passes = int(np.clip(UPDATES // max(1, len(played)), FEWEST, MOST))
    rng = np.random.default_rng(0)
    found = np.array([_one_pass(names, played, fixed, rng) for _ in range(passes)])
    means = found.mean(axis=0).tolist() if names else []
    return {name: fixed.get(name, Rating(*mean)) for name, mean in zip(names, means, strict=True)}


def _one_pass(
    names: list[str], bouts: list[PlayedBout], fixed: Mapping[str, Rating], rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Mean and deviation of each of `names` after one pass over the bouts in some order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0)  # agents do not change between bouts
    ratings: dict[str, Any] = {name: model.rating(**vars(fixed.get(name, Rating()))) for name in names}
    for number in rng.permutation(len(bouts)).tolist():
        bout = bouts[number]
        two = two_seats(bout.outcome, rng)
        seated = [bout.seats[seat] for seat in two]
        if seated[0] != seated[1]:
            teams = model.rate([[ratings[name]] for name in seated], ranks=[-bout.outcome[seat] for seat in two])
            ratings |= {name: team[0] for name, team in zip(seated, teams, strict=True) if name not in fixed}
    return [(ratings[name].mu, ratings[name].sigma) for name in names]


def two_seats(outcome: tuple[float, ...], rng: np.random.Generator) -> tuple[int, int]:
    """Two random seats of a bout with different results, all such pairs equally likely; any two if all are equal."""
    pairs = list(combinations(range(len(outcome)), 2))
    told = [(one, other) for one, other in pairs if outcome[one] != outcome[other]] or pairs
    return told[rng.integers(len(told))]
