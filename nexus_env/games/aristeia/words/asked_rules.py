"""The legality functions of the rules for use by words: those that write the mask, run as plain Python.

They take the record as `own_view.as_rules_read` returns it.
"""

from typing import Any

from nexus_env.games.aristeia.rules import attacks, dice, geometry, movement, reach, sight, states
from nexus_env.kit import cells, hexes
from nexus_env.machine.plain_twin import plain_twin, twins_of

has_cell = plain_twin(cells.has)
_twin = twins_of(attacks, dice, geometry, hexes, movement, reach, sight, states)


def __getattr__(name: str) -> Any:
    return _twin(name)
