"""The games that the tests of the generic layers run over, and how to sit down to one."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import toy
from dealt import deal_anew

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.kit.tape import NOBODY

GAMES = {"toy": toy.GAME} | {name: registry.find(name) for name in registry.own_names()}


def told_of(game: str, what: str) -> SimpleNamespace:
    """A file beside the tests of a game, as a module that bears no name."""
    return SimpleNamespace(**runpy.run_path(str(Path(__file__).parent / game / f"{what}.py")))


HIDES = {name: told_of(name, "hides") for name in GAMES}
"""What each game hides, and other options that its tests need: see `hides.py` beside them."""
HIDDEN: dict[str, dict[str, Any]] = {name: hides.OPTIONS for name, hides in HIDES.items()}
"""Options of a bout in which something is hidden."""


def _games(later: Any) -> Any:
    """Each game as a parameter of a test; all but the toy with the marks that `later` has."""
    each = [pytest.param(game, id=name, marks=later if name != "toy" else ()) for name, game in GAMES.items()]
    return pytest.mark.parametrize("game", each)


def _tables(later: Any) -> Any:
    """Each game with each number of seats, marked likewise."""
    each = [
        pytest.param(game, seats, id=f"{name}-{seats}", marks=later if name != "toy" else ())
        for name, game in GAMES.items()
        for seats in game.seats
    ]
    return pytest.mark.parametrize(("game", "seats"), each)


# What a game itself owes is tested with every game.
every_game, every_table = _games(()), _tables(())

# What is shared is tested with the toy, and with the other games in `make long`; `test_every_floor.py` takes each game
# once through all of it.
any_game, any_table = _games(pytest.mark.long), _tables(pytest.mark.long)


class DrivenBout:
    """One bout in one slot, played from a test."""

    def __init__(self, game: Game, seed: int, *, dictated: bool = False, shaping: float = 0.0, **options: Any) -> None:
        self.game = game
        self.env_config = slots.make_env_config(
            game, game.read_options(**options), read_terms(shaping=shaping), dictated
        )
        self.slots = slots.rows_of(slots.slot_dtype(game), 1)
        self.observation = np.full(game.observation_size, np.nan, np.float32)
        self.mask = np.full(len(game.actions), 7, np.int8)
        self.rng = np.random.default_rng(seed)
        self.seat = slots.start(self.slots, self.env_config, 0, slots.entropy_of(seed, 0), self.observation, self.mask)

    def act(self, action: int) -> bool:
        """Carry out an action; False if it was refused."""
        self.observation[:], self.mask[:] = np.nan, 7
        seat, _ = slots.step(self.slots, self.env_config, action, self.observation, self.mask)
        if seat != slots.ILLEGAL:
            self.seat = seat
        return bool(seat != slots.ILLEGAL)

    def any_action(self) -> int:
        """A random legal action."""
        return int(self.rng.choice(np.flatnonzero(self.slots["mask"][0])))

    def deal_anew(self, seat: int, seed: int) -> None:
        """Lay the bout as a seat, or NOBODY, imagines it."""
        deal_anew(self.game, self.slots, seat, seed)

    def shown_mask(self) -> np.ndarray[Any, Any]:
        """What is legal in the bout as it lies there now."""
        masks = np.full((1, len(self.game.actions)), 7, np.int8)
        slots.show_all(self.slots, self.env_config, self.observation[None], masks, np.zeros(1, np.int32))
        return masks[0]

    def seen_by(self, seat: int) -> np.ndarray[Any, Any]:
        """The observation of any seat."""
        seen = np.full(self.game.observation_size, np.nan, np.float32)
        slots.observe(self.slots, self.env_config, 0, seat, seen)
        return seen

    @property
    def over(self) -> bool:
        """Nobody is asked any more."""
        return self.seat == NOBODY

    @property
    def bout(self) -> Any:
        """The bout as plain NumPy."""
        return self.slots["bout"][0]

    def copy(self) -> "DrivenBout":
        """The same bout again."""
        other = object.__new__(DrivenBout)
        other.__dict__.update(self.__dict__)
        other.slots = slots.copy_of(self.slots)
        other.observation, other.mask = self.observation.copy(), self.mask.copy()
        other.rng = np.random.default_rng(0)
        return other
