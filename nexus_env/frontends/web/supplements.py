"""What a game may bring for people besides its rules: a glossary, a lesson and puzzles.

Each is read once in a process, when its game is about to be served. One that is wrong is left out, with a warning in
the log: the game can be played without it.
"""

import logging
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from nexus_env.game.contract import Game
from nexus_env.play.lesson import Lesson, lesson_of
from nexus_env.text.glossary import Term, glossary_of
from nexus_env.text.puzzles import Puzzle, shipped

T = TypeVar("T")
LOG = logging.getLogger(__name__)


def read_all(game: Game) -> None:
    """Read everything that a game brings, so that what is wrong shows when the service begins."""
    for one in (glossary, lesson, puzzles):
        one(game)


def glossary(game: Game) -> tuple[Term, ...]:
    """The terms of a game; none where it brings none, or wrong ones."""
    return once(glossary_of, game, ())


def lesson(game: Game) -> Lesson | None:
    """The lesson of a game; None where it brings none, or a wrong one."""
    return once(lesson_of, game, None)


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; none where it brings none, or those of another version."""
    return once(shipped, game, ())


def once(read: Callable[[Game], T], game: Game, otherwise: T) -> T:
    """What is read of a game, or what takes its place if that is wrong; the same each time, failures included.

    Args:
        read: raises ValueError or OSError for what is wrong.
        game: the game.
        otherwise: what takes its place.
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
