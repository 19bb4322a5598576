"""Refuse functions in which Numba would fail to catch exceptions."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from typing import Any

LOOPS = (ast.While, ast.For)


def refuse_what_would_escape(function: Callable[..., Any]) -> None:
    """Check a function that catches: it may have one `try`, no loop inside it, no call after it, and no `with`.

    In Numba's code, exceptions escape from a second `try`; with Python 3.12 and later they also escape from the second
    iteration of a loop inside a `try`, and an exception raised by a call after the `try` is lost. Put each `try` into
    its own function.

    Raises:
        ValueError: the function has two `try` blocks, a loop inside one, a call after one, or a `with`.
    """
    if not function.__code__.co_exceptiontable:  # no `try`
        return
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try)]
    looped = any(isinstance(node, LOOPS) for one in tries for node in ast.walk(one))
    ends = max((one.end_lineno or 0 for one in tries), default=0)
    called = any(isinstance(node, ast.Call) and node.lineno > ends for node in ast.walk(tree))
    opens = any(isinstance(node, ast.With) for node in ast.walk(tree))
    faults = {
        "`with`": opens,
        "a loop within `try`": looped,
        f"{len(tries)} times `try`": len(tries) > 1,
        "a call after `try`": called,
    }
    if found := next((fault for fault, is_there in faults.items() if is_there), ""):
        name = f"{function.__module__}.{function.__qualname__}"
        raise ValueError(
            f"{name} has {found}, which Numba compiles wrongly: put it into a compiled function of its own"
        )
