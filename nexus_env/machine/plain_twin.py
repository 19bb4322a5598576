"""Run compiled functions as plain Python: for rare calls, for which compiling would take longer."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

from nexus_env.machine.function_copies import copy_among
from nexus_env.machine.linker import Rule
from nexus_env.machine.processor import TWINS

P = ParamSpec("P")
R = TypeVar("R")

_twins: dict[Any, Callable[..., Any]] = {}
_globals: dict[str, dict[str, Any]] = {}  # the twins, by the name of their module


def plain_twin(function: Callable[P, R]) -> Callable[P, R]:
    """The plain Python version of a compiled function and of everything that it calls; other functions are unchanged.

    It takes records as `view(np.recarray)` returns them.
    """
    if not isinstance(function, Rule):
        twin: Callable[P, R] = TWINS.get(function, function)
        return twin
    if function not in _twins:
        source = function.py_func
        names = _globals.get(source.__module__)
        if names is None:  # registered before it is filled: modules may call each other
            names = _globals[source.__module__] = {}
            names |= {name: _twin_of(value) for name, value in source.__globals__.items()}
        _twins[function] = copy_among(source, names)
    return _twins[function]


def twins_of(*modules: ModuleType) -> Callable[[str], Any]:
    """A function for `__getattr__` of a module that offers the plain versions of what these modules define."""

    def find(name: str) -> Any:
        home = next((module for module in modules if hasattr(module, name) and not name.startswith("_")), None)
        if home is None:
            raise AttributeError(name)
        return plain_twin(getattr(home, name))

    return find


def _twin_of(value: Any) -> Any:
    return plain_twin(value) if callable(value) and value.__hash__ is not None else value
