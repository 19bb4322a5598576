"""The letters for the contents of a cell, in drawings made of text."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nexus_env.contract.view import Cell, Piece, View
from nexus_env.contract.words import TerminalLook

ARROWS = "^↗>↘v↙<↖"
EMPTY = "."


class Sign(NamedTuple):
    """The letters in a cell, and what they stand for."""

    text: str
    owner: str = ""  # the seat whose piece it is
    what: str = ""  # what it is, in the game's words; empty for a piece of a seat and for nothing at all
    is_mark: bool = False  # it lies on the cell


def signs_in(view: View, look: TerminalLook, cell: Cell, *, is_named: bool) -> list[Sign]:
    """The signs of a cell: its pieces, else what lies on it, else its kind; else its own name if `is_named`."""
    here = [piece for piece in view["board"]["pieces"] if piece["cell"] == cell["id"]]
    owned = [Sign(f"{piece['symbol']}{arrow(piece)}", owner=piece["owner"]) for piece in here if piece["owner"]]
    if owned:
        return owned
    for piece in here:
        return [Sign(piece["symbol"], what=piece["kind"])]
    marks = [word for word in words_of(cell.get("marks", [])) if word in look.letters]
    if marks:
        return [Sign(look.letters[word], what=word, is_mark=True) for word in dict.fromkeys(marks)]
    letter, label = look.letters.get(cell["kind"], ""), cell.get("label", "")
    if letter and label and is_named:
        return [Sign(f"{label} {letter}", what=cell["kind"])]
    if known := letter or label:
        return [Sign(known, what=cell["kind"])]
    return [Sign(cell["id"] if is_named else EMPTY)]


def arrow(piece: Piece) -> str:
    """The arrow for the facing of a piece; empty if it has none."""
    return "" if piece["facing"] is None else ARROWS[round(piece["facing"] / 45) % len(ARROWS)]


def words_of(marks: Sequence[str]) -> Iterator[str]:
    """The words of some marks."""
    for mark in marks:
        yield from mark.split()


def meanings(view: View, look: TerminalLook) -> dict[str, str]:
    """The meanings of the letters that are drawn on this board, except those of the seats' pieces."""
    known: dict[str, str] = {}
    for piece in view["board"]["pieces"]:
        if not piece["owner"] and piece["cell"]:
            known[piece["symbol"]] = piece["name"]
    taken = {piece["cell"] for piece in view["board"]["pieces"]}
    for cell in view["board"]["cells"]:
        marks = [word for word in words_of(cell.get("marks", [])) if word in look.letters]
        for word in () if cell["id"] in taken else marks or [cell["kind"]]:
            if word in look.letters:
                known[look.letters[word]] = word
    return known
