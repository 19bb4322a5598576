"""Functions that stand for others, which are found by the types of what is given while a caller is compiled."""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer, infer_global


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
