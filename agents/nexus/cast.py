"""The lanistas as players while a small network is taught or a search is measured: see `agents.search.cast`."""

from typing import Any

from nexus_env.agents.nexus.lanistas.player import Character, policy
from nexus_env.agents.search import self_play
from nexus_env.agents.search.self_play import Stage
from nexus_env.machine.compiled import compiled

CAST = (
    *[Character.SURVIVOR] * 4,
    *[Character.GRAPPLER] * 3,
    Character.SHOWMAN,
    Character.BRAWLER,
    Character.GREEDY,
)


@compiled
def collect_ends(stage: Stage, options: Any, duel: int, seed: int, seen: Any, ends: Any) -> int:
    """See `self_play`."""
    return self_play.collect_ends(stage, options, duel, seed, seen, ends, policy)


@compiled
def collect_lessons(stage: Stage, options: Any, seed: int, seen: Any, lessons: Any) -> None:
    """See `self_play`."""
    self_play.collect_lessons(stage, options, seed, seen, lessons, policy)


@compiled
def find_decision(stage: Stage, options: Any, facts: Any) -> None:
    """See `self_play`."""
    self_play.find_decision(stage, options, facts, policy)


@compiled
def count_wins(stage: Stage, action: int, facts: Any, count: int) -> int:
    """See `self_play`."""
    return self_play.count_wins(stage, action, facts, count, policy)
