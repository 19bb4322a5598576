"""The dice with symbols, read from `dice.toml`."""

from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.kit.options import OptionsError
from nexus_env.kit.stock_files import Document
from nexus_env.kit.symbol_dice import BLANK, read_faces, spelled_symbols, told_apart
from toy.bout import MOST_ON_A_FACE, SIDES, SIGNS, Die

WORDS = {sign: symbol for symbol, sign in SIGNS.items()}


def read_dice(path: Path) -> Any:
    """The dice of a file, as records.

    Raises:
        OptionsError: with the first mistake.
    """
    document = Document.read(path, [])
    dice = np.zeros(len(SIDES), Die.dtype).view(np.recarray)
    for entry, sides, row in zip(document.entries("die"), SIDES, dice, strict=True):
        entry.name()
        read_faces(entry, WORDS, sides, MOST_ON_A_FACE, row)
        entry.finish()
    if document.mistakes:
        raise OptionsError(document.mistakes[0])
    return dice


DICE = read_dice(Path(__file__).with_name("dice.toml"))


def face_name(die: int, face: int) -> str:
    """A face in words: `hit + shield`, or `blank`."""
    return spelled_symbols(DICE["faces"][die][face]["symbols"], SIGNS, " + ") or BLANK


def spelled_face(die: int, face: int) -> str:
    """The same, told apart from equal faces of the die."""
    return told_apart([face_name(die, other) for other in range(face + 1)], face)
