"""The thinking time of an agent, measured one decision at a time, as a player at a table would wait for it."""

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nexus_env.agents.rating.tournament.plan import Plan
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.play.episodes import Episodes
from nexus_env.players.text_agent import TextAgent

DECISIONS, SECONDS, LEAST = 300, 5.0, 5  # time this many decisions, or as many as fit into the time, but at least these


@dataclass(frozen=True)
class Times:
    """Seconds of processor time for one decision, so other work on the machine does not count.

    For an agent in words they are seconds by the clock, since it may ask a remote service. `illegal` counts those of
    its `answers` that spelled no legal command.
    """

    median: float
    p99: float
    decisions: int
    answers: int = 0
    illegal: int = 0


def times_of(plan: Plan, name: str, agent: Any) -> Times:
    """The times of `agent` for decisions with a choice, in bouts in which it plays every seat."""
    _time_bout(plan, name, agent, 0, [], 0.0, most=1)  # not counted: the first choice may compile
    spent: list[float] = []
    began, number = time.perf_counter(), 0
    answers, illegal = (agent.answers, agent.illegal) if isinstance(agent, TextAgent) else (0, 0)
    while not _enough(spent, began):
        _time_bout(plan, name, agent, number, spent, began)
        number += 1
    times = Times(float(np.median(spent)), float(np.quantile(spent, 0.99)), len(spent))
    if isinstance(agent, TextAgent):
        times = replace(times, answers=agent.answers - answers, illegal=agent.illegal - illegal)
    return times


def _time_bout(
    plan: Plan, name: str, agent: Any, number: int, spent: list[float], began: float, most: int = DECISIONS
) -> None:
    """Add the seconds of each choice of a bout, until there are `most` or the time is up."""
    clock = time.perf_counter if isinstance(agent, TextAgent) else time.process_time
    options = plan.game.read_options(**plan.rules_of(number, plan.seats[0]))
    bouts, rng = Episodes(plan.game, 1), np.random.default_rng(number)
    bouts.begin(0, slots.make_env_config(plan.game, options, read_terms(), silent=True), plan.seed_of(number))
    while bouts.playing.size and not _enough(spent, began, most):
        a_choice = bouts.masks[0].sum() > 1
        before = clock()
        (action,) = bouts.ask(agent, name, bouts.playing, rng).tolist()
        if a_choice:
            spent.append(clock() - before)
        bouts.step(0, action, name)


def _enough(spent: list[float], began: float, most: int = DECISIONS) -> bool:
    return len(spent) >= most or (len(spent) >= LEAST and time.perf_counter() - began > SECONDS)
