"""The chronicle of a game: what a report on agents tells of the course of its bouts, as each game says it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bouts = np.ndarray[Any, Any]  # n rows of the game's record


@dataclass(frozen=True)
class Chronicle:
    """What is told, and how it is read off the bouts. All of it is plain Python over many bouts at once.

    - `score`: what the game's own score is called; `others`: who else holds some of it, besides the seats.
    - `cycle`: what the longest stretch of time in a bout is called.
    - `drawn`: what became of a bout that nobody has won, in two or three words.
    - `commands`: for each action the command that it is counted as; an empty text for what is only an answer.
    - `cycles(bouts)`: how many have begun, int [n].
    - `scores(bouts)`: the score of every seat that the record has, then of `others`, int [n, seats + others].
    """

    score: str
    others: tuple[str, ...]
    cycle: str
    drawn: str
    commands: tuple[str, ...]
    cycles: Callable[[Bouts], NDArray[np.int64]]
    scores: Callable[[Bouts], NDArray[np.int64]]
