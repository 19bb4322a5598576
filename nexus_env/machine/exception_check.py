"""Refuses what Numba would compile into code that does not catch."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

LOOPS = (ast.While, ast.For)


def refuse_what_would_escape(function: Callable[..., Any]) -> None:
    """Look at a function that catches: it may have one `try`, and no loop within that.

    Numba's exceptions get away from a second `try`, and with Python 3.12 and later from the second turn of a loop
    within one. A function of its own for either is caught as it should be.

    Raises:
        ValueError: the function has two, or a loop within one.
    """
    if not function.__code__.co_exceptiontable:  # nothing is caught here
        return
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try)]
    looped = any(isinstance(node, LOOPS) for one in tries for node in ast.walk(one))
    if len(tries) > 1 or looped:
        found = "a loop within `try`" if looped else f"{len(tries)} times `try`"
        name = f"{function.__module__}.{function.__qualname__}"
        raise ValueError(
            f"{name} has {found}, which Numba compiles wrongly: put it into a compiled function of its own"
        )
