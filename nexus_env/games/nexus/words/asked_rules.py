"""The legality functions of the rules for use by words: those that write the mask, run as plain Python.

They take the record as in `Eye.bout` and `Eye.laid`.
"""

from typing import Any

from nexus_env.games.nexus.cards import cards, effects, lasting, targets
from nexus_env.games.nexus.rules import (
    aim,
    crates,
    crowd,
    fire,
    geometry,
    grapple,
    melee,
    movement,
    reserves,
    rounds,
    setup,
    tokens,
    traits,
    weapons,
)
from nexus_env.machine.plain_twin import twins_of

_CARDS, _ATTACKS = (cards, effects, lasting, targets), (aim, grapple, melee, traits, weapons)
_twin = twins_of(*_CARDS, *_ATTACKS, crates, crowd, fire, geometry, movement, reserves, rounds, setup, tokens)


def __getattr__(name: str) -> Any:
    return _twin(name)
