"""The facts of a bout for a report on agents: VP Round by Round, and the commands given."""

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.report_facts import BoutFacts, Bouts
from nexus_env.games.aristeia.rules.actions import NAMES, ROWS, TABLE


def command_of(number: int) -> str:
    """The name under which an action is counted; empty for an answer."""
    return TABLE[ROWS[number]].counted


def rounds(bouts: Bouts) -> NDArray[np.int64]:
    """The number of Rounds that have begun; see `BoutFacts`."""
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
