"""Functions that stand for others, which are found by the types of what is given while a caller is compiled."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global
from numba.np.numpy_support import as_dtype


def stands_for(function: Callable[..., Any], find: Callable[..., Any]) -> None:
    """Let a call of `function` in compiled code be a call of another compiled function.

    Numba's `overload` would do so, too, but compiles what was found once more by itself, which nobody calls.

    Args:
        function: plain Python, which does the same there.
        find: takes Numba's types of the arguments, and returns what was made by `compiled`.
    """

    class Found(AbstractTemplate):  # type: ignore[misc]
        """What the typing of a call asks, and then its lowering."""

        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            return types.Dispatcher(find(*args, **kws)).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return find(*sig.args).get_overload(sig)

    infer(Found)
    infer_global(function, types.Function(Found))


def stands_for_its_game(function: Callable[..., Any], find: Callable[[np.dtype[Any]], Any]) -> None:
    """Let a call of `function` be a call of what is found by the record that is its first argument.

    Args:
        function: plain Python, which does the same there.
        find: takes the dtype of the record, and returns what was made by `compiled`.
    """
    stands_for(function, lambda record, *_others: find(as_dtype(record)))
