"""Barge layouts, drawn square by square."""

from typing import Any

import numpy as np

from nexus_env.games.nexus.rules.bout import SIDE, Square
from nexus_env.kit.options import OptionsError

SYMBOLS = {
    ".": Square.EMPTY,
    "#": Square.PILLAR,
    "c": Square.CRATE,
    "u": Square.BRAZIER,
    "b": Square.BLOOD,
    "g": Square.GUTS,
}
PIECES = {Square.PILLAR: 4, Square.CRATE: 4, Square.BRAZIER: 4, Square.BLOOD: 10, Square.GUTS: 10}  # p.2


def read_barge(text: str, place: str) -> np.ndarray[Any, Any]:
    """Convert eight rows of eight symbols into squares, int8 [8, 8], north first; blanks between symbols are ignored.

    Rulebook: p.2, p.9, p.38 (R-014, R-355, R-445).
    """
    rows = [row.replace(" ", "") for row in text.strip().splitlines()]
    if len(rows) != SIDE:
        raise OptionsError(f"{place}: got {len(rows)} rows; expected {SIDE}.")
    squares = np.zeros((SIDE, SIDE), np.int8)
    for y, row in enumerate(rows):
        if len(row) != SIDE:
            raise OptionsError(f"{place}, row {y + 1}: got {len(row)} squares; expected {SIDE}.")
        for x, symbol in enumerate(row):
            if symbol not in SYMBOLS:
                known = " ".join(SYMBOLS)
                raise OptionsError(f"{place}, row {y + 1}, column {x + 1}: got {symbol!r}; expected one of {known}")
            squares[y, x] = SYMBOLS[symbol]
    for square, most in PIECES.items():
        if (found := int((squares == square).sum())) > most:
            raise OptionsError(f"{place}: got {found} of {square.name.lower()}; expected at most {most}.")
    return squares
