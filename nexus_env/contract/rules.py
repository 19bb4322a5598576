"""The rules of whichever game a bout belongs to: `rules.play(bout, action)`, `rules.write_mask(bout, mask)`, …

Each function dispatches to the game by the type of the bout, in compiled code at no cost. Environments, batches and
agents are thus written once and know no rules. `Game` documents the functions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from nexus_env.contract.game import game_of
from nexus_env.kit.bout import play as play  # of any bout
from nexus_env.machine.compiled import compiled
from nexus_env.machine.dispatch import stands_for_its_game
from nexus_env.machine.processor import wipe


@compiled
def setup(bout: Any, options: Any, seed: int, dictated: int) -> None:
    """See `Game`. The bout need not be zeroed: all but `silent` is overwritten. `options` must not be part of it."""
    _forget(bout)
    _set_up(bout, options, seed, dictated)


def _set_up(bout: Any, options: Any, seed: int, dictated: int) -> None:
    game_of(bout.dtype).setup(bout, options, seed, dictated)


def write_mask(bout: Any, mask: Any) -> None:
    """See `Game`."""
    game_of(bout.dtype).write_mask(bout, mask)


def observe(bout: Any, seat: int, out: Any) -> None:
    """See `Game`."""
    game_of(bout.dtype).observe(bout, seat, out)


def rewards(bout: Any, out: Any) -> None:
    """See `Game`."""
    game_of(bout.dtype).rewards(bout, out)


def potential(bout: Any, seat: int) -> float:
    """See `Game`."""
    return float(game_of(bout.dtype).potential(bout, seat))


def margin(bout: Any, seat: int) -> float:
    """See `Game`."""
    return float(game_of(bout.dtype).margin(bout, seat))


def imagine(bout: Any, seat: int, seed: int) -> None:
    """See `Game`."""
    game_of(bout.dtype).imagine(bout, seat, seed)


def broken(bout: Any) -> int:
    """See `Invariants`; 0 for a game that names none."""
    invariants = game_of(bout.dtype).invariants
    return 0 if invariants is None else int(invariants.broken(bout))


def unplayable(bout: Any) -> int:
    """See `Invariants`; 0 for a game that names none."""
    invariants = game_of(bout.dtype).invariants
    return 0 if invariants is None else int(invariants.unplayable(bout))


@compiled
def _forget(bout: Any) -> None:
    """Zero a bout, except for `silent`."""
    silent = bout.silent
    wipe(bout)
    bout.silent = silent


@compiled
def _holds(bout: Any) -> int:
    """The laws of a game without any: none is broken."""
    return 0


def _part(name: str) -> Callable[[np.dtype[Any]], Any]:
    """The game's function of this name, for the record of a bout."""
    return lambda dtype: getattr(game_of(dtype), name)


def _law(name: str) -> Callable[[np.dtype[Any]], Any]:
    """The function of this name of the game's `Invariants`, if any."""
    return lambda dtype: getattr(game_of(dtype).invariants, name, _holds)


for _function in (write_mask, observe, rewards, potential, margin, imagine):
    stands_for_its_game(_function, _part(_function.__name__))
stands_for_its_game(_set_up, _part("setup"))
for _check in (broken, unplayable):
    stands_for_its_game(_check, _law(_check.__name__))
