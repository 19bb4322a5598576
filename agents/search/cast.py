"""The scripted players of a game that names none: they play at random. A game's own module has the same names
(`Roster.cast`).

To write one, copy this file and change `CAST` and `policy`. The four functions below them are repeated in each module
because machine code is cached per defining module: a function that shared code makes for a given policy would be
compiled again in every process.
"""

from typing import Any

from nexus_env.agents.search import self_play
from nexus_env.agents.search.self_play import Stage, any_of
from nexus_env.machine.compiled import compiled

CAST = (0,)  # the numbers of the scripted players, equally likely


@compiled
def policy(player: int, seen: Any, mask: Any, generator: Any) -> int:
    """The action of scripted player `player`: a legal one."""
    return any_of(mask, generator)


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
