"""What a report on agents tells of a bout: VP Round by Round, and the commands given."""

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.report_facts import BoutFacts, Bouts
from nexus_env.games.aristeia.rules.actions import NAMES, ROWS, TABLE


def command_of(number: int) -> str:
    """What the action of this number is counted as; empty for an answer."""
    return TABLE[ROWS[number]].counted


def rounds(bouts: Bouts) -> NDArray[np.int64]:
    """How many Rounds have begun; see `BoutFacts`."""
    return np.asarray(bouts["table"]["round_number"], np.int64)


def scores(bouts: Bouts) -> NDArray[np.int64]:
    """The VP; see `BoutFacts`."""
    return np.asarray(bouts["table"]["players"]["points"], np.int64)


CHRONICLE = BoutFacts(
    score="VP",
    others=(),
    cycle="Round",
    drawn="a draw",
    commands=tuple(command_of(number) for number in range(len(NAMES))),
    cycles=rounds,
    scores=scores,
)
