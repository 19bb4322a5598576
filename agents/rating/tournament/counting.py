"""The results of a tournament as plain numbers: the report, scores with intervals, and ratings.

In a bout an agent scores 1 against each seat that it finishes ahead of, 1/2 for equal results, and 0 otherwise; 1/2 is
even with any number of seats. (If all losers lose the same, the score is (outcome + 1) / 2.) A match counts once, with
the mean over its bouts, since they share a seed and are not independent.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.rating.tournament.matches import Match, Meeting, Plan, PlayedBout, Times
from nexus_env.reports.intervals import NORMAL_95

LONGEST_SHOWN = 0.95  # the share of bouts that have ended by the last cycle with scores

Scores = NDArray[np.float64]  # one for each match, 0 to 1
RESAMPLES = 4000
LEAST = 8  # matches before a meeting may stop
CERTAINTY = 20.0  # one in this many meetings between equals may end with a wrong decision
STAKES = np.array([-1.8, -1.2, -0.8, -0.4, -0.2, -0.1, 0.1, 0.2, 0.4, 0.8, 1.2, 1.8])

MEAN, DEVIATION = 25.0, 25.0 / 3  # openskill's prior for an unknown agent
UPDATES = 160_000  # as many as take about ten seconds
FEWEST_PASSES, MOST_PASSES = 2, 8


@dataclass(frozen=True)
class Rating:
    """openskill's mean and standard deviation; the 95 % interval assumes that the model holds."""

    mu: float = MEAN
    sigma: float = DEVIATION

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the 95 % interval."""
        return self.mu - NORMAL_95 * self.sigma, self.mu + NORMAL_95 * self.sigma


@dataclass(frozen=True)
class Standing:
    """The results of an agent; if it plays several seats of a bout, each of them counts.

    - `won`, `drawn`, `lost`: numbers of `bouts`; `truncated` counts those that reached their limit.
    - `scores`: its mean score at the beginning of each cycle; finished bouts keep their final score.
    - `commands`: the mean number of times it gave each command in a bout.
    """

    name: str
    rating: Rating
    bouts: int
    won: int
    drawn: int
    lost: int
    truncated: int
    decisions: int
    scores: tuple[float, ...]
    commands: Mapping[str, float]
    times: Times | None = None


@dataclass(frozen=True)
class Pair:
    """The score of `one` against `other` in the bouts with this seat count.

    - `won`, `lost`: the numbers of `bouts` won by `one` and by `other`; `drawn`: by nobody.
    - `score`, `low`, `high`: the score with its interval, 0 to 1.
    - `decided`: whether it is decided who is better.
    """

    one: str
    other: str
    seats: int
    matches: int
    bouts: int
    won: int
    drawn: int
    lost: int
    score: float
    low: float
    high: float
    decided: bool

    @property
    def turned(self) -> "Pair":
        """The pair from the other agent's point of view."""
        seen: dict[str, Any] = {"one": self.other, "other": self.one, "won": self.lost, "lost": self.won}
        return replace(self, **seen, score=1 - self.score, low=1 - self.high, high=1 - self.low)


@dataclass(frozen=True)
class Endings:
    """The numbers of bouts that ended in each cycle from the first on: won, drawn, or truncated."""

    won: tuple[int, ...]
    drawn: tuple[int, ...]
    truncated: tuple[int, ...]


@dataclass(frozen=True)
class Share:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Report:
    """The results of a tournament. Fields that need a chronicle are empty for a game without one.

    - `standings`: best first; `pairs`: each pair of agents once for each seat count.
    - `others`: the mean scores of holders other than seats, by name, like `Standing.scores`.
    - `overall`: the challenger's mean score over its meetings, equally weighted, if there is a challenger.
    """

    game: str
    seats: tuple[int, ...]
    rules: tuple[Mapping[str, Any], ...]
    seed: int
    bouts: int
    challenger: str
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    endings: Endings
    others: Mapping[str, tuple[float, ...]]
    overall: Share | None = None


def report_on(
    plan: Plan, counted: Mapping[Meeting, list[Match]], known: Mapping[str, Rating], times: Mapping[str, Times]
) -> Report:
    """The report on the counted matches of each meeting; `known` ratings are fixed."""
    matches = [match for meeting in counted.values() for match in meeting]
    bouts = [bout for match in matches for bout in match.bouts]
    ratings = fit(bouts, known)
    cycles = [bout.cycles for bout in bouts]
    shown = int(np.quantile(cycles, LONGEST_SHOWN, method="higher")) if bouts else 0
    standings = [_standing(name, bouts, ratings[name], shown, times.get(name)) for name in ratings]
    chronicle = plan.game.chronicle
    others = chronicle.others if chronicle else ()
    return Report(
        game=f"{plan.game.name}-v{plan.game.version}",
        seats=plan.seats,
        rules=plan.rules,
        seed=plan.seed,
        bouts=len(bouts),
        challenger=plan.challenger,
        standings=tuple(sorted(standings, key=lambda one: (-one.rating.mu, one.name))),
        pairs=tuple(_pairs(plan, matches)),
        endings=_endings(bouts),
        others={
            name: _mean_course([bout.scores[place - len(others)] for bout in bouts], shown)
            for place, name in enumerate(others)
        },
        overall=_overall(counted) if plan.challenger else None,
    )


def _standing(name: str, bouts: Iterable[PlayedBout], rating: Rating, shown: int, times: Times | None) -> Standing:
    """The standing of the agent `name` in `bouts`, with its scores in this many cycles."""
    played = [(bout, seat) for bout in bouts for seat, seated in enumerate(bout.seats) if seated == name]
    paid = np.array([bout.outcome[seat] for bout, seat in played])
    commands: Counter[str] = Counter()
    for bout, seat in played:
        commands.update(bout.commands[seat] if bout.commands else {})
    return Standing(
        name,
        rating,
        bouts=len(played),
        won=int((paid > 0).sum()),
        drawn=int((paid == 0).sum()),
        lost=int((paid < 0).sum()),
        truncated=sum(bout.truncated for bout, _ in played),
        decisions=sum(bout.decisions[seat] for bout, seat in played),
        scores=_mean_course([bout.scores[seat] for bout, seat in played if bout.scores], shown),
        commands={command: count / len(played) for command, count in commands.most_common()},
        times=times,
    )


def _mean_course(courses: list[tuple[int, ...]], shown: int) -> tuple[float, ...]:
    """The mean scores at the beginning of each of `shown` cycles, and after them."""
    if not courses:
        return ()
    held = np.array([[one[min(cycle, len(one) - 1)] for cycle in range(shown + 1)] for one in courses])
    return tuple(held.mean(axis=0).tolist())


def _endings(bouts: Iterable[PlayedBout]) -> Endings:
    """The endings of the bouts, cycle by cycle."""
    ended = [(bout.cycles, _ending(bout)) for bout in bouts if bout.cycles]
    counts = Counter(ended)
    cycles = range(1, 1 + max((cycle for cycle, _ in ended), default=0))
    return Endings(*(tuple(counts[cycle, how] for cycle in cycles) for how in ("won", "drawn", "truncated")))


def _ending(bout: PlayedBout) -> str:
    if bout.truncated:
        return "truncated"
    return "won" if _winners(bout) else "drawn"


def _pairs(plan: Plan, matches: list[Match]) -> Iterable[Pair]:
    """Each pair that has met, for each seat count."""
    for seats in plan.seats:
        for one, other in pairs_of(plan.agents):
            both = [match for match in matches if len(match.meeting) == seats and {one, other} <= set(match.meeting)]
            if both:
                yield _pair(one, other, both)


def _pair(one: str, other: str, matches: list[Match]) -> Pair:
    """The pair's results in these matches with this seat count, in which both agents play."""
    winners = [_winners(bout) for match in matches for bout in match.bouts]
    scores = pair_scores(matches, one, other)
    low, high = interval(scores)
    return Pair(
        one,
        other,
        seats=len(matches[0].meeting),
        matches=len(matches),
        bouts=len(winners),
        won=sum(one in names for names in winners),
        drawn=sum(not names for names in winners),
        lost=sum(other in names for names in winners),
        score=float(scores.mean()),
        low=low,
        high=high,
        decided=evidence(scores) >= CERTAINTY,
    )


def _winners(bout: PlayedBout) -> set[str]:
    return {name for name, paid in zip(bout.seats, bout.outcome, strict=True) if paid > 0}


def _overall(counted: Mapping[Meeting, list[Match]]) -> Share:
    """The challenger's mean over all its meetings; the intervals are combined by Newcombe's method."""
    played = [pair_scores(matches, *pairs_of(meeting)[0]) for meeting, matches in counted.items()]
    means = np.array([scores.mean() for scores in played])
    lows, highs = np.array([interval(scores) for scores in played]).T
    below, above = (float(np.linalg.norm(ends - means)) / len(played) for ends in (lows, highs))
    mean = float(means.mean())
    return Share(mean, mean - below, mean + above)


# --- scores -----------------------------------------------------------------------------------------------------------


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


# --- ratings ----------------------------------------------------------------------------------------------------------


def fit(bouts: Iterable[PlayedBout], known: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """The ratings of all agents in `bouts`, by the Plackett-Luce model, as openskill fits it (Weng and Lin 2011).

    In this model the odds of one agent winning rather than another do not depend on who else plays. A bout of four
    shows who won, but not how the losers compare, and openskill would read a shared last place as evidence that they
    are equal. So it sees two seats of each bout, drawn at random from those with different results: the winner and a
    loser. A rating thus means the same with two seats and with four. If all results are equal, two seats share a rank.

    openskill processes the bouts one after another, and later bouts weigh slightly more. Agents do not change during a
    tournament, so the order must not matter: the bouts are processed several times, each time from scratch, in another
    order and with other draws, and the ratings are the means.

    Args:
        bouts: the finished bouts.
        known: fixed ratings.
    """
    played, fixed = list(bouts), dict(known or {})
    names = sorted({name for bout in played for name in bout.seats})
    passes = int(np.clip(UPDATES // max(1, len(played)), FEWEST_PASSES, MOST_PASSES))
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
        two = _two_seats(bout.outcome, rng)
        seated = [bout.seats[seat] for seat in two]
        if seated[0] != seated[1]:
            teams = model.rate([[ratings[name]] for name in seated], ranks=[-bout.outcome[seat] for seat in two])
            ratings |= {name: team[0] for name, team in zip(seated, teams, strict=True) if name not in fixed}
    return [(ratings[name].mu, ratings[name].sigma) for name in names]


def _two_seats(outcome: tuple[float, ...], rng: np.random.Generator) -> tuple[int, int]:
    """Two random seats of a bout with different results, all such pairs equally likely; any two if all are equal."""
    pairs = list(combinations(range(len(outcome)), 2))
    told = [(one, other) for one, other in pairs if outcome[one] != outcome[other]] or pairs
    return told[rng.integers(len(told))]
