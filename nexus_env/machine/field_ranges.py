"""The ranges of a record's numbers, read from its annotations, and the first number outside its range.

    x: Annotated[int, Within(1, 8)]
    order: Annotated[list[Annotated[int, Within(-1, 3)]], 4]
    request: Annotated[Request, Narrowed(question=Within(0, 28))]  # where the inner record leaves more open

Compiled rules do not check bounds, so input is validated here first.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import numpy as np

from nexus_env.machine.record import Narrowed, Record, Within

Way = tuple[str | int, ...]


@dataclass(frozen=True)
class Ranged:
    """A number of a record, or an array of them: the path of names to it, and its range."""

    way: tuple[str, ...]
    within: Within


@dataclass(frozen=True)
class Outside:
    """A number outside its range: its path, its value, and the range."""

    way: Way
    found: int
    within: Within


def ranges_of(cls: type[Record]) -> tuple[Ranged, ...]:
    """The range of every number of a record, in the order of its fields.

    Raises:
        TypeError: an integer has no range; the message names the record and the field.
    """
    return tuple(_ranges(cls, (), {}))


def _ranges(cls: type[Record], way: tuple[str, ...], narrower: Mapping[str, Within]) -> Iterator[Ranged]:
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is ClassVar:
            continue
        inner, stated, narrowed = _parts(hint)
        if isinstance(inner, type) and issubclass(inner, Record):
            yield from _ranges(inner, (*way, name), narrowed)
        elif name in narrower or stated is not None:
            yield Ranged((*way, name), narrower.get(name) or stated)  # type: ignore[arg-type]
        elif not (isinstance(inner, type) and issubclass(inner, float | np.floating)):
            raise TypeError(f"{cls.__name__}.{name}: got no range; expected Annotated[…, Within(least, most)].")


def _parts(hint: Any) -> tuple[Any, Within | None, Mapping[str, Within]]:
    """The type of a field or of an array's elements; its range, and ranges for the numbers of an inner record."""
    stated: Within | None = None
    narrowed: dict[str, Within] = {}
    while get_origin(hint) in (Annotated, list):
        if get_origin(hint) is list:
            (hint,) = get_args(hint)
            continue
        hint, *details = get_args(hint)
        stated = next((detail for detail in details if isinstance(detail, Within)), stated)
        for detail in details:
            narrowed |= detail.fields if isinstance(detail, Narrowed) else {}
    return hint, stated, narrowed


def first_outside(rows: np.ndarray[Any, Any], ranges: Iterable[Ranged], seats: int) -> Outside | None:
    """The first number outside its range in the rows of a structured array, or None.

    Args:
        rows: structured array [n] of the record that `ranges` describes.
        ranges: see `ranges_of`.
        seats: the number of seats at the table.
    """
    rows = np.asarray(rows)  # indexing a recarray is slow
    for ranged in ranges:
        values, within = rows, ranged.within.at(seats)
        for name in ranged.way:
            values = values[name]
        if values.min() < within.least or values.max() > within.most:
            outside = (values < within.least) | (values > within.most)
            place = tuple(int(index) for index in np.argwhere(outside)[0])
            return Outside(way_to(rows.dtype, ranged.way, place[1:]), int(values[place]), within)
    return None


def way_to(dtype: np.dtype[Any], names: tuple[str, ...], places: tuple[int, ...]) -> Way:
    """The path to a number as names and indices, `("players", 0, "points")`."""
    way: list[str | int] = []
    left = list(places)
    for name in names:
        inner, shape = (dtype[name].subdtype or (dtype[name], ()))[:2]
        way += [name, *left[: len(shape)]]
        del left[: len(shape)]
        dtype = inner
    return tuple(way)
