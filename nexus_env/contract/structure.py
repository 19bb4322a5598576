"""The structure of observations and actions: numbers about the table, rows of like things, and the things actions mean.

From it, a network can be built for any game: it has the numbers of cells with their places on the board, of pieces,
cards and seats, and for each action the row that it points at.

    structure = structure_of(game)
    seen[..., structure.rows["seats"]]  # [..., seats, numbers]: what is seen of each seat
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.kit.observation import NamedSlice, Things

Places = NDArray[np.int32]


@dataclass(frozen=True)
class Structure:
    """The grouping of the numbers of an observation.

    - `table`: int32 [k], the indices of the numbers about the table as a whole.
    - `things`: the like things by name.
    - `rows`: for each name int32 [count, numbers], the indices of the numbers about each thing.
    - `meant`: for each name int32 [actions], the thing that an action means, or -1.
    """

    table: Places
    things: Mapping[str, Things]
    rows: Mapping[str, Places]
    meant: Mapping[str, Places]


def _parts(pieces: Iterable[NamedSlice], begin: int) -> Iterator[tuple[NamedSlice, Places]]:
    """The slices with the indices of their numbers; one about the table is taken apart into its fields."""
    for piece in pieces:
        if piece.of is None and piece.fields:
            length = sum(field.length for field in piece.fields)
            for first in range(begin, begin + piece.length, length):
                yield from _parts(piece.fields, first)
        else:
            yield piece, np.arange(begin, begin + piece.length, dtype=np.int32)
        begin += piece.length


@cache
def structure_of(game: Game) -> Structure:
    """The structure of a game, from its layout and `Game.means`.

    Raises:
        TypeError: different things have the same name, or an action means a thing that does not exist.
    """
    table: list[Any] = []
    rows: dict[str, list[Any]] = {}
    things: dict[str, Things] = {}
    for piece, places in _parts(game.layout, 0):
        if piece.of is None:
            table.append(places)
            continue
        if things.setdefault(piece.of.name, piece.of) != piece.of:
            raise TypeError(f"{piece.name}: got {piece.of}; expected {things[piece.of.name]}, as the others have it.")
        rows.setdefault(piece.of.name, []).append(places.reshape(piece.of.count, -1))
    meant = {name: np.full(len(game.actions), -1, np.int32) for name in things}
    for action, targets in game.means.items():
        for name, thing in targets:
            if name not in things or not 0 <= thing < things[name].count:
                raise TypeError(f"action {game.actions[action]!r}: got {name} {thing}; expected one that is seen.")
            meant[name][action] = thing
    joined = {name: np.concatenate(parts, axis=1) for name, parts in rows.items()}
    return Structure(np.concatenate([*table, np.empty(0, np.int32)]), things, joined, meant)
