"""A game's promises about the outcomes of its bouts."""

from dataclasses import dataclass
from enum import Enum


class Shared(Enum):
    """The outcome of seats that win together while others lose."""

    SPLIT = "split"  # in equal parts what the losers have lost
    NOTHING = "nothing"  # 0 each: a draw between them
    NEVER = "never"  # at most one seat wins


@dataclass(frozen=True)
class Outcomes:
    """Properties of what `Game.rewards` writes at the end of every bout, with any options."""

    zero_sum: bool = True  # the outcomes of all seats add up to 0
    shared: Shared = Shared.NEVER
