"""The chronicle of a game: what a report on agents says about the course of its bouts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bouts = np.ndarray[Any, Any]  # n rows of the game's record


@dataclass(frozen=True)
class BoutFacts:
    """The figures of a report, and functions that read them from bouts: plain Python over many bouts at once.

    - `score`: the name of the game's own score; `others`: who else can hold some of it, besides the seats.
    - `cycle`: the name of the longest unit of time in a bout.
    - `drawn`: how a bout without a winner ended, in two or three words.
    - `commands`: for each action, the command that it is counted as; an empty text for answers.
    - `cycles(bouts)`: how many cycles have begun, int [n].
    - `scores(bouts)`: the score of every seat in the record, then of `others`, int [n, seats + others].
    """

    score: str
    others: tuple[str, ...]
    cycle: str
    drawn: str
    commands: tuple[str, ...]
    cycles: Callable[[Bouts], NDArray[np.int64]]
    scores: Callable[[Bouts], NDArray[np.int64]]
