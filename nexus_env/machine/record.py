"""Records: annotated classes that become rows of numbers.

A bout is one such row. `bout.table.seats[seat].score` reads the same in plain Python and compiled, copying a bout is
copying bytes, and mypy sees the annotations.
"""

from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

T = TypeVar("T")


class Record:
    """The base of every record; `dtype` is the layout that `@record` made of the annotations."""

    dtype: ClassVar[np.dtype[np.void]]


def record(cls: type[T]) -> type[T]:
    """Give `cls` a `dtype` made of its annotations.

    An `int` is 16 bits, `Annotated[int, X]` an X, and a NumPy scalar type is itself; `Annotated[list[X], n]` is
    n X's in a row, X one of these or another record; `Annotated[NDArray[X], shape]` is an array of a NumPy scalar type.
    """
    hints = get_type_hints(cls, include_extras=True)
    fields = [(name, *_layout(hint)) for name, hint in hints.items() if get_origin(hint) is not ClassVar]
    cls.dtype = np.dtype(fields, align=True)  # type: ignore[attr-defined]
    return cls


def _layout(hint: Any) -> tuple[Any, ...]:
    """The NumPy type of one annotation, followed by its shape if it is a row."""
    if get_origin(hint) is Annotated:
        contents, *details = get_args(hint)
        if get_origin(contents) is np.ndarray:
            (scalar,) = get_args(get_args(contents)[1])
            return scalar, details[-1]
        if get_origin(contents) is list:
            (inner,) = get_args(contents)
            return _layout(inner)[0], details[-1]
        return (details[-1],)
    if hint is int:
        return (np.int16,)
    return (hint.dtype if issubclass(hint, Record) else hint,)
