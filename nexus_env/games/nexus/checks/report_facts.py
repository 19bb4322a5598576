"""The facts of a bout for a report on agents: Cred and the Crowd Pile, cycle by cycle, and the commands given."""

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.report_facts import BoutFacts, Bouts
from nexus_env.games.nexus.rules.actions import NAMES, ROWS, TABLE
from nexus_env.kit.spelling import plain


def command_of(number: int) -> str:
    """The name under which an action is counted; empty for an answer."""
    row = TABLE[ROWS[number]]
    return row.counted or ("" if row.group in ("answer", "setup") else plain(ROWS[number]))


def cycles(bouts: Bouts) -> NDArray[np.int64]:
    """See `BoutFacts`."""
    return np.asarray(bouts["table"]["cycle"], np.int64)


def scores(bouts: Bouts) -> NDArray[np.int64]:
    """See `BoutFacts`."""
    table = bouts["table"]
    return np.column_stack([table["lanistas"]["cred"], table["crowd_pile"]]).astype(np.int64)


CHRONICLE = BoutFacts(
    score="Cred",
    others=("Crowd Pile",),
    cycle="cycle",
    drawn="to the crowd",
    commands=tuple(command_of(number) for number in range(len(NAMES))),
    cycles=cycles,
    scores=scores,
)
