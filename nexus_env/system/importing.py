"""Import objects named `package.module:attribute`."""

from importlib import import_module
from typing import Any

from nexus_env.system.wording import one_line


def attribute_at(name: str) -> Any:
    """The attribute of a module, imported.

    Args:
        name: `package.module:attribute`.

    Raises:
        AttributeError: the module has no attribute of that name.
        Exception: whatever the module raises when it is imported.
    """
    place, _, attribute = name.partition(":")
    module = import_module(place)
    if not hasattr(module, attribute):
        raise AttributeError(one_line(f"module {place!r} has no attribute {attribute!r}"))  # Python's escapes nothing
    return getattr(module, attribute)
