"""Find the module and the name from which another process can import a value."""

import pickle
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

_known: dict[int, tuple[str, str]] = {}  # by the identity of the value; checked again before use


def of(value: Any, near: str) -> tuple[str, str]:
    """A module that holds `value`, and its name there; if there are several, the one nearest to the module `near`.

    Raises:
        PicklingError: no imported module holds it.
    """
    place = _known.get(id(value))
    if place is None or getattr(sys.modules.get(place[0]), place[1], None) is not value:
        found = sorted(_holders(value), key=lambda holder: (-_in_common(holder[0], near), len(holder[0]), holder))
        if not found:
            raise pickle.PicklingError(f"got no module that holds {value!r:.60}; expected one to import it from.")
        _known[id(value)] = place = found[0]
    return place


def fetch(module: str, name: str) -> Any:
    """The value of this name in a module."""
    return getattr(import_module(module), name)


def _holders(value: Any) -> Iterator[tuple[str, str]]:
    for name, module in list(sys.modules.items()):
        for attribute, held in list(getattr(module, "__dict__", {}).items()):
            if held is value:
                yield name, attribute


def _in_common(one: str, other: str) -> int:
    """The number of packages that two modules share, from the outermost on."""
    pairs = list(zip(one.split("."), other.split("."), strict=False))
    return next((n for n, (here, there) in enumerate(pairs) if here != there), len(pairs))
