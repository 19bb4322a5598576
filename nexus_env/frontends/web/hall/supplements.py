"""Optional material of a game for people: a glossary, a lesson and puzzles.

Each is read once per process, before its game is served. An invalid one is left out, with a warning in the log: the
game can be played without it.
"""

import logging
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from nexus_env.contract.game import Game
from nexus_env.play.lesson import GuidedBout, lesson_of
from nexus_env.text.glossary import Term, glossary_of
from nexus_env.text.puzzles import SolvedPuzzle, shipped

T = TypeVar("T")
LOG = logging.getLogger(__name__)


def read_all(game: Game) -> None:
    """Read all supplements of a game, so that errors show when the service starts."""
    for one in (glossary, lesson, puzzles):
        one(game)


def glossary(game: Game) -> tuple[Term, ...]:
    """The terms of a game; empty if it has no valid glossary."""
    return once(glossary_of, game, ())


def lesson(game: Game) -> GuidedBout | None:
    """The lesson of a game; None if it has no valid one."""
    return once(lesson_of, game, None)


def puzzles(game: Game) -> tuple[SolvedPuzzle, ...]:
    """The puzzles of a game; empty if it has none for this version."""
    return once(shipped, game, ())


def once(read: Callable[[Game], T], game: Game, otherwise: T) -> T:
    """A supplement of a game, or a substitute if it is invalid; cached, including failures.

    Args:
        read: reads it; raises ValueError or OSError if it is invalid.
        game: the game.
        otherwise: the substitute.
    """
    found: T = _once(read, game, otherwise)
    return found


@cache
def _once(read: Callable[[Game], Any], game: Game, otherwise: Any) -> Any:
    try:
        return read(game)
    except (ValueError, OSError) as error:
        LOG.warning("%s", error)
        return otherwise
