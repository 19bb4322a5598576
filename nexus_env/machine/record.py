"""Records: annotated classes that become NumPy structured types.

A bout is one such row. `bout.table.seats[seat].score` reads the same in plain Python and compiled, copying a bout is
copying bytes, and mypy sees the annotations.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from nexus_env.machine.sources import label_of, real_name
from nexus_env.system.wording import InputError

T = TypeVar("T")
LINE = 64  # bytes of a cache line
TAKEN = frozenset(name for kind in (np.recarray, np.record) for name in dir(kind) if not name.startswith("__"))


class Apart:
    """Marks a part that begins at a cache line, if the record does.

    This saves up to a quarter of the time of copying or converting the part as a whole.
    """


@dataclass(frozen=True)
class Within:
    """The range of an integer of a record, as an annotation; `least` and `most` are inclusive. See `field_ranges`."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"{self.least} to {self.most}" if self.least < self.most else str(self.least)

    def at(self, seats: int) -> "Within":
        """The range at a table with this many seats."""
        return self


class Narrowed:
    """Ranges for fields of an inner record, as an annotation; they replace those of its own class."""

    def __init__(self, **fields: Within) -> None:
        self.fields = fields


class Record:
    """The base of every record; `dtype` is the layout that `@record` made of the annotations."""

    dtype: ClassVar[np.dtype[np.void]]


def record(cls: type[T]) -> type[T]:
    """Give `cls` a `dtype` made from its annotations.

    An `int` is 16 bits, `Annotated[int, X]` an X, and a NumPy scalar type is itself; `Annotated[list[X], n]` is
    an array of n X's, where X is one of these or another record; `Annotated[NDArray[X], shape]` is an array of a NumPy
    scalar type, and `Annotated[X, Apart]` a record that begins at a cache line. Other annotations do not affect the
    layout.

    Raises:
        InputError: a field is named like an attribute of a NumPy array or record: plain Python would read that.
    """
    hints = get_type_hints(cls, include_extras=True)
    refuse_taken(cls.__qualname__, [name for name, hint in hints.items() if get_origin(hint) is not ClassVar])
    fields = [(name, *_layout(hint)) for name, hint in hints.items() if get_origin(hint) is not ClassVar]
    apart = {name for name, hint in hints.items() if Apart in getattr(_unaliased(hint), "__metadata__", ())}
    state = label_of(cls.__module__).rpartition("-")[2]
    identity = f"{real_name(cls.__module__)}.{cls.__qualname__}{'@' if state else ''}{state}"
    cls.dtype = lay_out(fields, apart, identity=identity)  # type: ignore[attr-defined]
    return cls


def refuse_taken(place: str, names: Iterable[str]) -> None:
    """Raise an `InputError` for a field with the name of an attribute of a NumPy array or record.

    Machine code reads the field, but in plain Python `bout.round` is the method of that name.
    """
    for name in names:
        if name in TAKEN:
            found = "the name of an attribute of NumPy's arrays"
            raise InputError(f"{place}.{name}: got {found}; expected another one, as {name}_number.")


def lay_out(
    fields: Sequence[tuple[Any, ...]], apart: Collection[str], rows: bool = False, identity: str = ""
) -> np.dtype[Any]:
    """A record of `fields`, as `np.dtype` takes them, in which the fields named in `apart` begin at cache lines.

    With `rows`, each record of an array begins at one too. Records with the same fields but different identities are
    different types: see `identity_of`.
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
    if identity:  # on a plain field, if there is one: a record would appear twice in the name of Numba's type
        place = next((place for place, part in enumerate(formats) if part.base.names is None), 0)
        layout["titles"] = [identity if at == place else None for at in range(len(names))]
    return np.dtype(layout, align=True)  # type: ignore[call-overload, no-any-return]


def identity_of(dtype: np.dtype[Any]) -> str:
    """The identity of a record: its module, its name and a hash of that module's sources; empty if it has none.

    It is stored as the title of a field, which NumPy and Numba treat as part of the type.
    """
    return next((str(field[2]) for field in (dtype.fields or {}).values() if len(field) > 2), "")


def anonymous(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return this layout without an identity, as for a record that another version saved."""
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
    """Like `np.zeros`, but beginning at a cache line."""
    kind = np.dtype(dtype)
    room = np.zeros(int(np.prod(shape)) * kind.itemsize + LINE, np.uint8)
    return np.ndarray(shape, kind, room, -room.ctypes.data % LINE)


def _layout(hint: Any) -> tuple[Any, ...]:
    """The NumPy type of an annotation, followed by its shape if it is an array."""
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
    """Resolve a type alias, which NumPy's `NDArray` may be from Python 3.12 on; return anything else unchanged."""
    while (named := get_origin(hint) or hint) and hasattr(named, "__value__"):
        hint = named.__value__[get_args(hint)] if get_args(hint) else named.__value__
    return hint
