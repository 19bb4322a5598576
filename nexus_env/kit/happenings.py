"""What happened, in rows of small numbers: the log, the page, the terminal and the tests all read the same rows."""

from typing import Annotated, Any

import numpy as np

from nexus_env.kit.seats import NOBODY, SeatNumber
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, Within, record

MOST = 160  # rows of one command; what comes after is not told
MOST_EVENTS = 99
Told = Annotated[np.int16, Within(-(1 << 15), (1 << 15) - 1)]  # any number: no rule reads it


@record
class Happening(Record):
    """One row. What `what`, `amount` and `detail` mean depends on `event`; the game's words say it."""

    event: Annotated[np.int16, Within(0, MOST_EVENTS)]
    seat: Annotated[np.int16, SeatNumber(NOBODY)]  # who did it, or to whom it happened
    other: Told  # the second seat concerned
    what: Told
    amount: Told
    detail: Told


@compiled
def tell(bout: Any, event: int, seat: int, other: int, what: int, amount: int, detail: int) -> None:
    """Write one row down, unless nobody listens."""
    if bout.silent or bout.told >= MOST:
        return
    row = bout.happenings[bout.told]
    row.event, row.seat, row.other = event, seat, other
    row.what, row.amount, row.detail = what, amount, detail
    bout.told += 1
