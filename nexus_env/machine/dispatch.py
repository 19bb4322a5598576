"""Compile-time dispatch by argument type."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global
from numba.np.numpy_support import as_dtype


def stands_for(function: Callable[..., Any], find: Callable[..., Any]) -> None:
    """Replace calls of `function` in compiled code by calls of another compiled function.

    Numba's `overload` would also compile the target a second time on its own, and nobody would call that copy.

    Args:
        function: the equivalent in plain Python.
        find: takes the Numba types of the arguments and returns a compiled function.
    """

    class Found(AbstractTemplate):  # type: ignore[misc]
        """The target of a call, as its typing and its lowering need it."""

        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            return types.Dispatcher(find(*args, **kws)).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return find(*sig.args).get_overload(sig)

    infer(Found)
    infer_global(function, types.Function(Found))


def stands_for_its_game(function: Callable[..., Any], find: Callable[[np.dtype[Any]], Any]) -> None:
    """Dispatch calls of `function` by the record that is its first argument.

    Args:
        function: the equivalent in plain Python.
        find: takes the dtype of the record and returns a compiled function.
    """
    stands_for(function, lambda record, *_others: find(as_dtype(record)))
