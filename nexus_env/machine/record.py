"""Records: annotated classes that become rows of numbers.

A bout is one such row. `bout.table.seats[seat].score` reads the same in plain Python and compiled, copying a bout is
copying bytes, and mypy sees the annotations.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from nexus_env.machine.sources import label_of, real_name

T = TypeVar("T")
LINE = 64  # bytes that come into the cache together


class Apart:
    """Marks a part that begins where a cache line does, if the record does.

    What is copied or converted as a whole, and often, takes up to a quarter less so.
    """


@dataclass(frozen=True)
class Within:
    """Stated beside a whole number of a record: what it may be, `least` and `most` included. See `ranges`."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least} to {self.most}" if self.least < self.most else str(self.least)

    def at(self, seats: int) -> "Within":
        """The same for a table with so many seats."""
        return self


class Narrowed:
    """Stated beside a record within a record: ranges for fields of it that has wider ones, or others, elsewhere."""

    def __init__(self, **fields: Within) -> None:
        self.fields = fields


class Record:
    """The base of every record; `dtype` is the layout that `@record` made of the annotations."""

    dtype: ClassVar[np.dtype[np.void]]


def record(cls: type[T]) -> type[T]:
    """Give `cls` a `dtype` made of its annotations.

    An `int` is 16 bits, `Annotated[int, X]` an X, and a NumPy scalar type is itself; `Annotated[list[X], n]` is
    n X's in a row, X one of these or another record; `Annotated[NDArray[X], shape]` is an array of a NumPy scalar type,
    and `Annotated[X, Apart]` a record that begins at a cache line. What is stated besides changes no layout.
    """
    hints = get_type_hints(cls, include_extras=True)
    fields = [(name, *_layout(hint)) for name, hint in hints.items() if get_origin(hint) is not ClassVar]
    apart = {name for name, hint in hints.items() if Apart in getattr(_unaliased(hint), "__metadata__", ())}
    state = label_of(cls.__module__).rpartition("-")[2]
    identity = f"{real_name(cls.__module__)}.{cls.__qualname__}{'@' if state else ''}{state}"
    cls.dtype = lay_out(fields, apart, identity=identity)  # type: ignore[attr-defined]
    return cls


def lay_out(
    fields: Sequence[tuple[Any, ...]], apart: Collection[str], rows: bool = False, identity: str = ""
) -> np.dtype[Any]:
    """A record of `fields`, as `np.dtype` takes them, in which those called in `apart` begin at a cache line.

    With `rows` each of many records in a row begins at one, too. With an `identity` it is another type than a record
    with the same fields and another identity, or none: see `identity_of`.
    """
    names, formats = (
        [name for name, *_ in fields],
        [np.dtype((kind, shape[0]) if shape else kind) for _, kind, *shape in fields],
    )
    offsets, end = [], 0
    for name, part in zip(names, formats, strict=True):
        width = LINE if name in apart else part.alignment
        offsets.append(end + -end % width)
        end = offsets[-1] + part.itemsize
    widest = LINE if rows else max(part.alignment for part in formats)
    layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": end + -end % widest}
    if identity:  # at a plain field, if there is one: a record would be spelled out twice in the name of Numba's type
        place = next((place for place, part in enumerate(formats) if part.base.names is None), 0)
        layout["titles"] = [identity if at == place else None for at in range(len(names))]
    return np.dtype(layout, align=True)  # type: ignore[call-overload, no-any-return]


def identity_of(dtype: np.dtype[Any]) -> str:
    """Whose record this is: its module, its name and a hash of that module's sources; empty if it has no identity.

    It is the title of one of the fields, which both NumPy and Numba take for a part of the type.
    """
    return next((str(field[2]) for field in (dtype.fields or {}).values() if len(field) > 2), "")


def anonymous(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout without any identity: that of a record that was saved by another version."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return np.dtype((anonymous(inner), shape))
    if not dtype.names or not dtype.fields:
        return dtype
    found = [dtype.fields[name] for name in dtype.names]
    layout = {
        "names": dtype.names,
        "formats": [anonymous(part[0]) for part in found],
        "offsets": [part[1] for part in found],
        "itemsize": dtype.itemsize,
    }
    return np.dtype(layout, align=dtype.isalignedstruct)  # type: ignore[call-overload, no-any-return]


def zeros_at_line(shape: int | tuple[int, ...], dtype: Any) -> np.ndarray[Any, Any]:
    """As `np.zeros`, from the beginning of a cache line on."""
    kind = np.dtype(dtype)
    room = np.zeros(int(np.prod(shape)) * kind.itemsize + LINE, np.uint8)
    return np.ndarray(shape, kind, room, -room.ctypes.data % LINE)


def _layout(hint: Any) -> tuple[Any, ...]:
    """The NumPy type of one annotation, followed by its shape if it is a row."""
    hint = _unaliased(hint)
    if get_origin(hint) is Annotated:
        contents, *details = get_args(hint)
        contents = _unaliased(contents)
        details = [detail for detail in details if not isinstance(detail, Within | Narrowed)]
        if Apart in details:
            return _layout(contents)
        if get_origin(contents) is np.ndarray:
            (scalar,) = get_args(get_args(contents)[1])
            return scalar, details[-1]
        if get_origin(contents) is list:
            (inner,) = get_args(contents)
            return _layout(inner)[0], details[-1]
        return (details[-1],) if details else _layout(contents)
    if hint is int:
        return (np.int16,)
    return (hint.dtype if issubclass(hint, Record) else hint,)


def _unaliased(hint: Any) -> Any:
    """What an alias of a type stands for: from Python 3.12 on NumPy's `NDArray` may be one; all else is itself."""
    while (named := get_origin(hint) or hint) and hasattr(named, "__value__"):
        hint = named.__value__[get_args(hint)] if get_args(hint) else named.__value__
    return hint
