"""The barge as it is shown: before it is laid out, the one that was agreed on."""

from typing import Any

import numpy as np

CORNERS = np.ix_((0, -1), (0, -1))  # start squares stay empty


def shown_squares(bout: Any) -> Any:
    """The contents of each square, by row and column; in setup, the agreed contents.

    Pieces at random, and a barge that is rolled, are not known before. Rulebook: p.9 (R-039, R-446).

    Args:
        bout: its record.

    Returns:
        A `Square` for each square, of shape (8, 8).
    """
    table, barge = bout["table"], int(bout["options"]["barge"])
    if barge == 0 or table["cycle"] or table["squares"].any():
        return table["squares"]
    agreed = bout["options"]["barges"][barge - 1].copy()
    agreed[CORNERS] = 0
    return agreed
