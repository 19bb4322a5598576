"""The log: rows of small integers that the page, the terminal and the tests all read."""

from typing import Annotated, Any

import numpy as np

from nexus_env.kit.seats import NOBODY, SeatNumber
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, Within, record

MOST = 160  # rows of one command; later ones are dropped
MOST_EVENTS = 99
Told = Annotated[np.int16, Within(-(1 << 15), (1 << 15) - 1)]  # any number, since no rule reads it


@record
class SeatHappening(Record):
    """One row. The meaning of `what`, `amount` and `detail` depends on `event`; the game's words define it."""

    event: Annotated[np.int16, Within(0, MOST_EVENTS)]
    seat: Annotated[np.int16, SeatNumber(NOBODY)]  # who did it, or to whom it happened
    other: Told  # the second seat concerned
    what: Told
    amount: Told
    detail: Told


@compiled
def tell(bout: Any, event: int, seat: int, other: int, what: int, amount: int, detail: int) -> None:
    """Append a row, unless the bout is silent."""
    if bout.silent or bout.told >= MOST:
        return
    row = bout.happenings[bout.told]
    row.event, row.seat, row.other = event, seat, other
    row.what, row.amount, row.detail = what, amount, detail
    bout.told += 1
