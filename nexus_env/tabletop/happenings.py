"""What happened, in rows of small numbers: the log, the page, the terminal and the tests all read the same rows."""

from typing import Any

import numpy as np

from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, record

MOST = 160  # rows of one command; what comes after is not told


@record
class Happening(Record):
    """One row. What `what`, `amount` and `detail` mean depends on `event`; the game's words say it."""

    event: np.int16
    seat: np.int16  # who did it, or to whom it happened
    other: np.int16  # the second seat concerned
    what: np.int16
    amount: np.int16
    detail: np.int16


@compiled
def tell(bout: Any, event: int, seat: int, other: int, what: int, amount: int, detail: int) -> None:
    """Write one row down, unless nobody listens."""
    if bout.silent or bout.told >= MOST:
        return
    row = bout.happenings[bout.told]
    row.event, row.seat, row.other = event, seat, other
    row.what, row.amount, row.detail = what, amount, detail
    bout.told += 1
