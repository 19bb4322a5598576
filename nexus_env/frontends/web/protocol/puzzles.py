"""The messages about puzzles: see docs/protocol.md and docs/puzzles.md."""

from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import Answer, Name, Part, Request


class Puzzles(Request):
    """Get the puzzles of a game. `legal` with a puzzle's position shows its table."""

    type: Literal["puzzles"] = "puzzles"
    game: Name | None = Field(default=None, description="default: the first game in `welcome`")


class Puzzle(Part):
    """A position with one or two clearly best choices."""

    position: str = Field(description="the position as one line; what the seat cannot know was dealt at random")
    seats: int = Field(description="number of seats")
    seat: str = Field(description="the seat to act")
    question: str
    solution: list[str] = Field(description="the correct commands, best first")
    values: dict[str, float] = Field(
        description="the result that the search expects for the seat after each legal command, -1 to 1, best first"
    )
    played: str = Field(description="the command played in the original bout")
    margin: float = Field(
        description="the lead of the solution over the next best command, in the search that finds the smaller one"
    )
    simulations: int = Field(description="simulations of each of the two searches that judged it")


class PuzzleSet(Answer):
    """The puzzles of a game."""

    type: Literal["puzzle_set"] = "puzzle_set"
    game: str
    puzzles: list[Puzzle]
