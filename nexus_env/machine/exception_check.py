"""Refuses what Numba would compile into code that does not catch."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

LOOPS = (ast.While, ast.For)


def refuse_what_would_escape(function: Callable[..., Any]) -> None:
    """Look at a function that catches: it may have one `try`, no loop within that, and no call after it.

    Numba's exceptions get away from a second `try`, and with Python 3.12 and later from the second turn of a loop
    within one. With these versions, too, what a call after the `try` raises is lost. A function of its own for each
    does as it should.

    Raises:
        ValueError: the function has two, a loop within one, or a call after it.
    """
    if not function.__code__.co_exceptiontable:  # nothing is caught here
        return
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try)]
    looped = any(isinstance(node, LOOPS) for one in tries for node in ast.walk(one))
    ends = max((one.end_lineno or 0 for one in tries), default=0)
    called = any(isinstance(node, ast.Call) and node.lineno > ends for node in ast.walk(tree))
    faults = {"a loop within `try`": looped, f"{len(tries)} times `try`": len(tries) > 1, "a call after `try`": called}
    if found := next((fault for fault, is_there in faults.items() if is_there), ""):
        name = f"{function.__module__}.{function.__qualname__}"
        raise ValueError(
            f"{name} has {found}, which Numba compiles wrongly: put it into a compiled function of its own"
        )
