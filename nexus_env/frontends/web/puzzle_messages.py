"""The messages about puzzles, and the puzzles that a service offers: see docs/protocol.md and docs/puzzles.md."""

import logging
from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.message_base import Answer, Name, Part, Request
from nexus_env.game.contract import Game
from nexus_env.play.session import name_of
from nexus_env.text import puzzles

LOG = logging.getLogger(__name__)


class Puzzles(Request):
    """The puzzles of a game. `legal` with the position of one shows its table."""

    type: Literal["puzzles"] = "puzzles"
    game: Name | None = Field(default=None, description="by default the first of `welcome`")


class Puzzle(Part):
    """A position with one clearly best choice."""

    position: str = Field(description="a line of docs/text.md; what the seat cannot know has been dealt anew")
    seats: int = Field(description="how many play")
    seat: str = Field(description="who is asked")
    question: str
    solution: list[str] = Field(description="the commands that are right, the best first")
    values: dict[str, float] = Field(
        description="the result that the search expects for the seat after each legal command, -1 to 1, the best first"
    )
    played: str = Field(description="what was played in the bout that it is from")
    margin: float = Field(description="by how much the best choice is better than the next, at least")
    simulations: int = Field(description="of each of the two searches that judged it")


class PuzzleSet(Answer):
    """The puzzles of a game."""

    type: Literal["puzzle_set"] = "puzzle_set"
    game: str
    puzzles: list[Puzzle]


def offered(game: Game) -> tuple[puzzles.Puzzle, ...]:
    """The puzzles that come with a game; none, and a warning in the log, where they are of another version."""
    try:
        return puzzles.shipped(game)
    except ValueError as error:
        LOG.warning("%s", error)
        return ()


def puzzle_set(game: Game) -> PuzzleSet:
    """The puzzles of a game as a message."""
    told = [
        Puzzle(
            position=one.position,
            seats=one.seats,
            seat=name_of(one.seat),
            question=one.question,
            solution=list(one.solution),
            values=dict(one.values),
            played=one.played,
            margin=min(one.margins),
            simulations=one.simulations,
        )
        for one in offered(game)
    ]
    return PuzzleSet(game=game.name, puzzles=told)
