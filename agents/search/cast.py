"""The scripted players of a game as the cast of bouts: see `self_play`. Here: players for a game that names none.

A game's own module makes a `Cast` of its policy, called `CAST` (`Roster.cast`).
"""

from collections.abc import Sequence
from typing import Any

from nexus_env.agents.search import self_play
from nexus_env.agents.search.self_play import Stage, any_of
from nexus_env.machine.compiled import compiled, compiled_with

policy: Any = None  # that of a game: `Cast` puts it in its place


def collect_ends(stage: Stage, options: Any, duel: int, seed: int, seen: Any, ends: Any) -> int:
    """See `self_play`."""
    return self_play.collect_ends(stage, options, duel, seed, seen, ends, policy)


def collect_lessons(stage: Stage, options: Any, seed: int, seen: Any, lessons: Any) -> None:
    """See `self_play`."""
    self_play.collect_lessons(stage, options, seed, seen, lessons, policy)


def find_decision(stage: Stage, options: Any, facts: Any) -> None:
    """See `self_play`."""
    self_play.find_decision(stage, options, facts, policy)


def count_wins(stage: Stage, action: int, facts: Any, count: int) -> int:
    """See `self_play`."""
    return self_play.count_wins(stage, action, facts, count, policy)


class Cast:
    """The scripted players of a game, and the bouts that are played with them, compiled for their policy."""

    def __init__(self, home: str, policy: Any, numbers: Sequence[int] = (0,)) -> None:
        """Compile for these players when they are first needed.

        Args:
            home: the `__name__` of the module that makes the cast; the machine code depends on its sources.
            policy: `policy(player, seen, mask, generator)`, compiled: the action of a scripted player, a legal one.
            numbers: the numbers of the players, equally likely; repetitions are allowed.
        """
        self.home, self.policy, self.numbers = home, policy, tuple(numbers)
        self.collect_ends = compiled_with(home, collect_ends, policy=policy)
        self.collect_lessons = compiled_with(home, collect_lessons, policy=policy)
        self.find_decision = compiled_with(home, find_decision, policy=policy)
        self.count_wins = compiled_with(home, count_wins, policy=policy)


@compiled
def play_any(player: int, seen: Any, mask: Any, generator: Any) -> int:
    """A random legal action."""
    return any_of(mask, generator)


CAST = Cast(__name__, play_any)
