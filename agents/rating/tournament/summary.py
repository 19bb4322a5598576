"""The results of a tournament as plain numbers, for the terminal, the page and programs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nexus_env.agents.rating.tournament.bouts import Match, PlayedBout
from nexus_env.agents.rating.tournament.plan import Plan
from nexus_env.agents.rating.tournament.ratings import Rating, fit
from nexus_env.agents.rating.tournament.schedule import Course
from nexus_env.agents.rating.tournament.scores import CERTAINTY, evidence, interval, pair_scores, pairs_of
from nexus_env.agents.rating.tournament.timing import Times
from nexus_env.system.visible import legible

LONGEST_SHOWN = 0.95  # the share of bouts that have ended by the last cycle with scores


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


@dataclass(frozen=True)
class PairGrid:
    """Pairs in rows and columns; None for agents that have not met."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Pair | None, ...]], ...]


def grids_of(report: Report) -> list[PairGrid]:
    """Grids: rivals by seat count for a challenger, else all against all for each seat count."""
    names = tuple(one.name for one in report.standings)
    met = {(pair.one, pair.other, pair.seats): pair for each in report.pairs for pair in (each, each.turned)}
    if challenger := report.challenger:
        rows = tuple(
            (f"against {rival}", tuple(met.get((challenger, rival, seats)) for seats in report.seats))
            for rival in names
            if rival != challenger
        )
        return [PairGrid("", tuple(f"{seats} seats" for seats in report.seats), rows)]
    return [
        PairGrid(
            f"{seats} seats",
            names,
            tuple((one, tuple(met.get((one, other, seats)) for other in names)) for one in names),
        )
        for seats in report.seats
    ]


def with_short_names(report: Report) -> Report:
    """The report with names for people: paths are shortened to the last parts that keep them different."""
    names = [one.name for one in report.standings]
    told = {name: legible(_shortened(name, names)) for name in names}
    return replace(
        report,
        challenger=told.get(report.challenger, ""),
        standings=tuple(replace(one, name=told[one.name]) for one in report.standings),
        pairs=tuple(replace(pair, one=told[pair.one], other=told[pair.other]) for pair in report.pairs),
    )


def short(name: str) -> str:
    """An agent's name for people; a path is shortened to its last two parts."""
    return legible("/".join(name.split("/")[-2:]))


def _shortened(name: str, names: list[str]) -> str:
    parts = name.split("/")
    tails = ("/".join(parts[-count:]) for count in range(min(2, len(parts)), len(parts) + 1))
    return next(tail for tail in tails if tail == name or sum(one.endswith(tail) for one in names) == 1)


def report_on(plan: Plan, course: Course, known: Mapping[str, Rating], times: Mapping[str, Times]) -> Report:
    """The report on the counted matches of `course`; `known` ratings are fixed."""
    matches = [match for meeting in course.meetings for match in course.counted(meeting)]
    bouts = [bout for match in matches for bout in match.bouts]
    ratings = fit(bouts, known)
    cycles = [bout.cycles for bout in bouts]
    shown = int(np.quantile(cycles, LONGEST_SHOWN, method="higher")) if bouts else 0
    standings = [standing_of(name, bouts, ratings[name], shown, times.get(name)) for name in ratings]
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
        endings=endings_of(bouts),
        others={
            name: _mean_course([bout.scores[place - len(others)] for bout in bouts], shown)
            for place, name in enumerate(others)
        },
        overall=_overall(course) if plan.challenger else None,
    )


def standing_of(name: str, bouts: Iterable[PlayedBout], rating: Rating, shown: int, times: Times | None) -> Standing:
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


def endings_of(bouts: Iterable[PlayedBout]) -> Endings:
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
                yield pair_of(one, other, both)


def pair_of(one: str, other: str, matches: list[Match]) -> Pair:
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


def _overall(course: Course) -> Share:
    """The challenger's mean over all its meetings; the intervals are combined by Newcombe's method."""
    played = [pair_scores(course.counted(meeting), *pairs_of(meeting)[0]) for meeting in course.meetings]
    means = np.array([scores.mean() for scores in played])
    lows, highs = np.array([interval(scores) for scores in played]).T
    below, above = (float(np.linalg.norm(ends - means)) / len(played) for ends in (lows, highs))
    mean = float(means.mean())
    return Share(mean, mean - below, mean + above)
