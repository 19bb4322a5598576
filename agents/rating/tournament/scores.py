"""The score between two agents with its interval, and the test that decides who is better.

In a bout an agent scores 1 against each seat that it finishes ahead of, 1/2 for equal results, and 0 otherwise; 1/2 is
even with any number of seats. (If all losers lose the same, the score is (outcome + 1) / 2.) A match counts once, with
the mean over its bouts, since they share a seed and are not independent.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.rating.tournament.bouts import Match, PlayedBout

Scores = NDArray[np.float64]  # one for each match, 0 to 1

RESAMPLES = 4000
LEAST = 8  # matches before a meeting may stop
CERTAINTY = 20.0  # one in this many meetings between equals may end with a wrong decision
STAKES = np.array([-1.8, -1.2, -0.8, -0.4, -0.2, -0.1, 0.1, 0.2, 0.4, 0.8, 1.2, 1.8])


@dataclass(frozen=True)
class Until:
    """The conditions for the end of a meeting.

    - `matches`: the maximum number of matches, rounded up to whole jobs.
    - `width`: stop when no pair has a wider interval; 0 disables this.
    - `decided`: stop when every pair is decided.
    """

    matches: int
    width: float = 0.0
    decided: bool = False

    def met(self, matches: Iterable[Match], names: tuple[str, ...]) -> bool:
        """Whether these matches of the agents `names` are enough; ignores the maximum number."""
        played = list(matches)
        if len(played) < LEAST or not (self.width or self.decided):
            return False
        return all(self._met_by(pair_scores(played, *pair)) for pair in pairs_of(names))

    def _met_by(self, scores: Scores) -> bool:
        low, high = interval(scores)
        return (self.width > 0 and high - low <= self.width) or (self.decided and evidence(scores) >= CERTAINTY)


def pairs_of(names: Iterable[str]) -> list[tuple[str, str]]:
    """Each pair of different names once."""
    different = list(dict.fromkeys(names))
    return [(one, other) for place, one in enumerate(different) for other in different[place + 1 :]]


def pair_scores(matches: Iterable[Match], one: str, other: str) -> Scores:
    """The score of `one` against `other` in each match in which both play."""
    both = [match for match in matches if one in match.meeting and other in match.meeting]
    return np.array([np.mean([_score(bout, one, other) for bout in match.bouts]) for match in both])


def _score(bout: PlayedBout, one: str, other: str) -> float:
    paid = list(zip(bout.seats, bout.outcome, strict=True))
    mine = [outcome for name, outcome in paid if name == one]
    theirs = [outcome for name, outcome in paid if name == other]
    return float(np.mean([(a > b) + (a == b) / 2 for a in mine for b in theirs]))


def interval(scores: Scores) -> tuple[float, float]:
    """A 95 % interval for the mean, by the bootstrap over matches.

    If all n matches had the same score, resampling gives no width. The probability of a different score is then at most
    1 - 0.025^(1/n) (Clopper and Pearson), and the interval extends by that share of the way towards either end.
    """
    if len(np.unique(scores)) < 2:
        mean, chance = float(scores.mean()), 1 - 0.025 ** (1 / len(scores))
        return mean - chance * mean, mean + chance * (1 - mean)
    values, counts = np.unique(scores, return_counts=True)
    drawn = np.random.default_rng(0).multinomial(len(scores), counts / len(scores), size=RESAMPLES)
    low, high = np.quantile(drawn @ values / len(scores), (0.025, 0.975))
    return float(low), float(high)


def evidence(scores: Scores) -> float:
    """The evidence of the matches, in their order, against equal strength: 20 or more decides who is better.

    It is the greatest wealth so far of a gambler who bets on each match with several fixed stakes, each with a part of
    the wealth, at odds that are fair if the mean is 1/2. Between equals it ever reaches 20 with a probability of at
    most 1/20, however often it is checked, so a meeting may stop as soon as it does (Ville's inequality; Waudby-Smith
    and Ramdas 2024, "Estimating means of bounded random variables by betting").
    """
    fortunes = np.exp(np.log1p(STAKES[:, None] * (scores - 0.5)).cumsum(axis=1)).mean(axis=0)
    return float(fortunes.max(initial=1.0))
