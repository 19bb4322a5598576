"""What a game says about the outcomes of its bouts as a whole."""

from dataclasses import dataclass
from enum import Enum


class Shared(Enum):
    """What the seats get that win together, where others lose."""

    SPLIT = "split"  # in equal parts what the losers have lost
    NOTHING = "nothing"  # 0 each: a draw between them
    NEVER = "never"  # at most one seat wins


@dataclass(frozen=True)
class Outcomes:
    """What `Game.rewards` writes at the end of every bout, whatever the options."""

    zero_sum: bool = True  # the outcomes of all seats add up to 0
    shared: Shared = Shared.NEVER
