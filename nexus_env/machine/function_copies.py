"""Copies of functions that look up their global names elsewhere."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def copy_among(function: Callable[P, R], names: dict[str, Any]) -> Callable[P, R]:
    """A copy of a plain function whose global names are those of `names`, which may be filled later."""
    source: Any = function
    copy: Any = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
    copy.__kwdefaults__ = source.__kwdefaults__
    return copy  # type: ignore[no-any-return]
