"""The declared ranges of a bout's numbers, checked in compiled code between decisions; see `machine.field_ranges`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.core.slots import Rows
from nexus_env.machine.compiled import compiled

PLACE, LEAST, MOST, BITS = range(4)  # columns of the bounds: where a number is, its range, and the bits that it has
WIDTHS = (1, 2, 4, 8)  # bytes
START = "start"  # a copy of the table, which is empty before the first command


class Watched(NamedTuple):
    """The numbers of the bout in the first of some slots, by their width, and the bounds of each: int64 [n, 4]."""

    numbers_1: Any
    numbers_2: Any
    numbers_4: Any
    numbers_8: Any
    bounds_1: Any
    bounds_2: Any
    bounds_4: Any
    bounds_8: Any


def watch(game: Game, rows: Rows, seats: int) -> Watched:
    """Watch the bout in the first of some slots, at a table with this many seats."""
    found: dict[int, list[NDArray[np.int64]]] = {width: [np.zeros((0, 4), np.int64)] for width in WIDTHS}
    assert rows.dtype.fields is not None
    first = rows.dtype.fields["bout"][1]
    for ranged in game.ranges:
        if ranged.way[0] == START:
            continue
        places, kind = _places_of(game.dtype, ranged.way, first)
        within, width = ranged.within.at(seats), kind.itemsize
        bounds = np.empty((len(places), 4), np.int64)
        bounds[:, PLACE], bounds[:, LEAST] = places // width, within.least
        bounds[:, MOST] = min(within.most, np.iinfo(np.int64).max)
        bounds[:, BITS] = (1 << 8 * width) - 1 if kind.kind == "u" and width < 8 else -1
        found[width].append(bounds)
    size = rows.dtype.itemsize
    numbers = [np.ndarray((size // width,), f"i{width}", rows) for width in WIDTHS]
    return Watched(*numbers, *(np.concatenate(found[width]) for width in WIDTHS))


def _places_of(dtype: np.dtype[Any], way: tuple[str, ...], first: int) -> tuple[NDArray[np.int64], np.dtype[Any]]:
    """The offsets of the numbers of a field, in bytes, and their type."""
    places, kind = np.array([first]), dtype
    for name in way:
        assert kind.fields is not None
        kind, offset = kind.fields[name][:2]
        places = places + offset
        if kind.subdtype is not None:
            kind, shape = kind.subdtype
            count = int(np.prod(shape))
            places = (places[:, None] + kind.itemsize * np.arange(count)).ravel()
    return places, kind


@compiled
def all_within(watched: Any) -> bool:
    """Whether every number is in its range."""
    return bool(
        are_within(watched.numbers_1, watched.bounds_1)
        and are_within(watched.numbers_2, watched.bounds_2)
        and are_within(watched.numbers_4, watched.bounds_4)
        and are_within(watched.numbers_8, watched.bounds_8)
    )


@compiled
def are_within(numbers: Any, bounds: Any) -> bool:
    """The same for the numbers of one width."""
    for row in range(bounds.shape[0]):
        number = np.int64(numbers[bounds[row, PLACE]]) & bounds[row, BITS]
        if number < bounds[row, LEAST] or number > bounds[row, MOST]:
            return False
    return True
