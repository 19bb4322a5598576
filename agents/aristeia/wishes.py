"""Wishes: a number for how much each action is wanted. Passing and ending the Activation have a wish of 0."""

from typing import Any

from nexus_env.games.aristeia.rules.bout import ACTIONS
from nexus_env.kit.dice import draw_below
from nexus_env.machine.compiled import compiled

NEVER = -1e9


@compiled
def pick(wishes: Any, mask: Any, generator: Any) -> int:
    """The legal action with the highest wish; ties are broken at random."""
    best, found, equals = NEVER, 0, 0
    for action in range(ACTIONS):
        if mask[action] and wishes[action] >= best:
            equals = equals + 1 if wishes[action] == best else 1
            if equals == 1 or draw_below(generator, equals) == 0:
                best, found = wishes[action], action
    return found
