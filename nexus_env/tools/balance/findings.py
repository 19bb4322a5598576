"""The findings: how often each card, weapon or board occurred, and how it changed the win rate.

One agent plays every seat, so seats differ only by chance and by what they have. A bout is worth 1 to its winner,
shared by several winners; a draw is an even share for each seat. Each bout sums to 1.

The effect of a thing is measured within the bouts in which it occurred: the score of the seat that had it, minus the
even share. Influences on a whole bout thus cancel out. A bout in which several seats had the thing counts once, with
their mean, since their scores are correlated; one in which all had it carries no information and is left out. Each bout
thus gives one independent number from 0 to 1, for which Wilson's interval is never too narrow.

A thing stands out if even an interval that is widened for the number of things in its section (Bonferroni) excludes the
mean of that section, since some of many 95 % intervals miss the true value by chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.balance_facts import Kind
from nexus_env.reports.intervals import NORMAL_95, newcombe, wilson
from nexus_env.tools.balance.census import Census, CensusPlan

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Finding:
    """The finding on one thing; shares are fractions of 1. Effect and interval are None if nothing can be compared."""

    name: str
    seen: int  # seats that had it or bouts with it, depending on the section
    compared: int  # bouts
    won: float  # share of wins among those; a shared victory counts in part
    drawn: float
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    stands_out: bool = False


@dataclass(frozen=True)
class Section:
    """The findings of one kind, highest effect first; `mean` is weighted by the compared bouts."""

    key: str
    title: str
    text: str
    counted: str  # the unit of `seen`: "seats" or "bouts"
    mean: float
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class BalanceReport:
    """The results of a run."""

    game: str
    agent: str
    options: Mapping[str, Any]
    turns: Mapping[str, Sequence[Any]]
    seed: int
    seats: int
    bouts: int
    draws: int
    truncated: int
    decisions: int
    seconds: float
    sections: tuple[Section, ...]


def report_on(plan: CensusPlan, census: Census, seconds: float) -> BalanceReport:
    """The report on a census that took `seconds`."""
    sections: list[Section] = []
    for kind in plan.ledger.kinds(plan.options):
        sections += of_the_table(census, kind) if kind.shared else [of_the_seats(census, kind)]
    return BalanceReport(
        game=f"{plan.game.name}-v{plan.game.version}",
        agent=plan.agent,
        options=plan.options,
        turns={name: values for name, values in plan.ledger.turns.items() if name not in plan.options},
        seed=plan.seed,
        seats=census.wins.shape[1],
        bouts=len(census.wins),
        draws=int(census.draws.sum()),
        truncated=int(census.truncated.sum()),
        decisions=census.decisions,
        seconds=seconds,
        sections=tuple(sections),
    )


def of_the_seats(census: Census, kind: Kind) -> Section:
    """The section on a kind that each seat has for itself."""
    even = 1 / census.wins.shape[1]
    had = [census.had[:, :, kind.first + place] != 0 for place in range(len(kind.names))]
    samples = [mean_scores(census, seats) for seats in had]
    everything = np.concatenate(samples)
    mean = mean_of(everything) - even if everything.size else 0.0
    deviations = widened(samples)
    findings = []
    for name, seats, sample in zip(kind.names, had, samples, strict=True):
        drawn = np.broadcast_to(census.draws[:, None], seats.shape)[seats]
        finding = Finding(name, int(seats.sum()), sample.size, mean_of(census.wins[seats]), mean_of(drawn))
        findings.append(_compared(finding, sample, even, mean, deviations))
    measured = f"Effect: the score of a seat that had it, minus the even share; the mean is {100 * mean:+.1f} points."
    text = f"{kind.had} {kind.origin} {measured}"
    return Section(kind.key, kind.title, text, "seats", mean, in_order(findings))


def mean_scores(census: Census, had: Bools) -> Floats:
    """The mean score of the seats that had a thing, for each bout in which some had it and some did not."""
    holders = had.sum(axis=1)
    told = (holders > 0) & (holders < had.shape[1])
    return np.asarray((census.scores * had).sum(axis=1)[told] / holders[told])


def of_the_table(census: Census, kind: Kind) -> list[Section]:
    """The section on a kind that all seats share: whether it favors a seat, and whether it decides bouts.

    With two seats only the first is shown, since the other mirrors it.
    """
    seats = census.wins.shape[1]
    bouts = [census.had[:, 0, kind.first + place] != 0 for place in range(len(kind.names))]
    favors = [_favor(census, kind, bouts, seat) for seat in range(seats if seats > 2 else 1)]
    return [*favors, _decisions(census, kind, bouts)]


def _favor(census: Census, kind: Kind, bouts: list[Bools], seat: int) -> Section:
    even, findings = 1 / census.wins.shape[1], []
    samples = [census.scores[on, seat] for on in bouts]
    for name, on, sample in zip(kind.names, bouts, samples, strict=True):
        finding = Finding(name, sample.size, sample.size, mean_of(census.wins[on, seat]), mean_of(census.draws[on]))
        findings.append(_compared(finding, sample, even, 0.0, widened(samples)))
    text = f"{kind.had} {kind.origin} Effect: the score of player_{seat}, minus the even share."
    title = f"{kind.title}: is player_{seat} favored?"
    return Section(f"{kind.key}_player_{seat}", title, text, "bouts", 0.0, in_order(findings))


def _decisions(census: Census, kind: Kind, bouts: list[Bools]) -> Section:
    decided, findings = ~census.draws, []
    for name, on in zip(kind.names, bouts, strict=True):
        here, there = int(on.sum()), int((~on).sum())
        finding = Finding(name, here, 0, mean_of(decided[on]), mean_of(census.draws[on]))
        if here and there:
            counts = int(decided[on].sum()), here, int(decided[~on].sum()), there
            low, high = newcombe(*counts)
            least, most = newcombe(*counts, widened([on for on in bouts if on.any()]))
            effect = finding.won - mean_of(decided[~on])
            out = not least <= 0 <= most
            finding = replace(finding, compared=len(on), effect=effect, low=low, high=high, stands_out=out)
        findings.append(finding)
    text = f"{kind.had} {kind.origin} Effect: the share of bouts that somebody won, minus that of all other bouts."
    return Section(f"{kind.key}_decided", f"{kind.title}: bouts decided", text, "bouts", 0.0, in_order(findings))


def _compared(finding: Finding, sample: Floats, even: float, mean: float, deviations: float) -> Finding:
    """The finding with its effect, the mean of the sample minus `even`; unchanged without a sample."""
    if not sample.size:
        return finding
    total, count = float(sample.sum()), sample.size
    low, high = wilson(total, count)
    least, most = wilson(total, count, deviations)
    stands_out = not least <= even + mean <= most
    return replace(finding, effect=total / count - even, low=low - even, high=high - even, stands_out=stands_out)


def widened(samples: list[Any]) -> float:
    """The number of standard deviations for a joint 95 % interval over all nonempty samples."""
    tried = sum(len(sample) > 0 for sample in samples)
    return NormalDist().inv_cdf(1 - 0.025 / tried) if tried > 1 else NORMAL_95


def mean_of(values: NDArray[Any]) -> float:
    """The mean; 0 for an empty sample."""
    return float(values.mean()) if values.size else 0.0


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings, highest effect first; those without a comparison come last."""
    return tuple(sorted(findings, key=lambda one: (one.effect is None, -(one.effect or 0.0), one.name)))
