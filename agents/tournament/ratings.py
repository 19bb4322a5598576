"""Ratings by the model of Plackett and Luce, as openskill fits it (Weng and Lin 2011).

openskill goes through the bouts one after the other, and what comes late weighs a little more. Agents do not change
while they are measured, so the order must not matter: the bouts are gone through several times, each time from the
beginning and in another order, and the ratings are the means.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.tournament.playing import Bout
from nexus_env.intervals import NORMAL_95

MEAN, DEVIATION = 25.0, 25.0 / 3  # openskill's own: of somebody of whom nothing is known
UPDATES = 160_000  # about ten seconds
FEWEST, MOST = 2, 16  # passes


@dataclass(frozen=True)
class Rating:
    """openskill's mean and standard deviation; the interval holds 95 % if the model holds."""

    mu: float = MEAN
    sigma: float = DEVIATION

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.mu - NORMAL_95 * self.sigma, self.mu + NORMAL_95 * self.sigma


def fit(bouts: Iterable[Bout], known: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """The rating of everybody who plays in `bouts`.

    Args:
        bouts: whose seats, if the outcome is the same, share a rank.
        known: ratings that stay as they are.
    """
    played, fixed = list(bouts), dict(known or {})
    names = sorted({name for bout in played for name in bout.seats})
    passes = int(np.clip(UPDATES // max(1, len(played)), FEWEST, MOST))
    rng = np.random.default_rng(0)
    orders = [rng.permutation(len(played)) for _ in range(passes)]
    found = np.array([_one_pass(names, [played[k] for k in order], fixed) for order in orders])
    means = found.mean(axis=0).tolist() if names else []
    return {name: fixed.get(name, Rating(*mean)) for name, mean in zip(names, means, strict=True)}


def _one_pass(names: list[str], bouts: list[Bout], fixed: Mapping[str, Rating]) -> list[tuple[float, float]]:
    """Mean and deviation of each of `names` after these bouts in this order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0)  # nobody changes between two bouts
    ratings: dict[str, Any] = {
        name: model.rating(**vars(fixed[name])) if name in fixed else model.rating() for name in names
    }
    for bout in bouts:
        teams = model.rate([[ratings[name]] for name in bout.seats], ranks=[-paid for paid in bout.outcome])
        for name in {*bout.seats} - fixed.keys():
            mine = [team[0] for team, seated in zip(teams, bout.seats, strict=True) if seated == name]
            mu, sigma = np.mean([(one.mu, one.sigma) for one in mine], axis=0).tolist()
            ratings[name] = model.rating(mu=mu, sigma=sigma)
    return [(ratings[name].mu, ratings[name].sigma) for name in names]
