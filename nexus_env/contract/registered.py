"""Callbacks for newly registered games. Importing this module imports nothing else, above all no compiler."""

from collections.abc import Callable
from typing import Any

LISTENERS: list[Callable[[Any], None]] = []  # each is called with every `Game` that is registered from then on
