"""A bout in one slot, as environments and batches hold it, driven by a check."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.core.session import Session
from nexus_env.core.slots import Rows
from nexus_env.kit.tape import NOBODY

Array = np.ndarray[Any, Any]


def fewest_seats(game: Game) -> int:
    """The least number of seats for a bout with rivals; 1 for a game without any."""
    return min(seats for seats in game.seats if seats > 1 or seats == game.seats[-1])


def any_action(session: Session, rng: np.random.Generator) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(session.mask)))


def deal_anew(game: Game, rows: Rows, seat: int, seed: int) -> None:
    """Replace the bout in the only slot by one that a seat, or NOBODY, imagines. Uses only machine code that front ends
    need too.
    """
    world = slots.rows_of(game.dtype, 1)
    slots.imagine_for(rows, seat, np.array([seed]), world)
    rows["bout"] = world


class DrivenBout:
    """One bout in one slot, with a generator `rng` for random actions."""

    def __init__(self, game: Game, seed: int, *, dictated: bool = False, shaping: float = 0.0, **options: Any) -> None:
        """Start the bout of a seed.

        Args:
            game: the game.
            seed: the seed of the dice and of `rng`.
            dictated: whether every die is asked for.
            shaping: the weight of the potential in rewards.
            **options: the game's own.
        """
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
        seat, *_ = slots.step(self.slots, self.env_config, action, self.observation, self.mask)
        if seat != slots.ILLEGAL:
            self.seat = seat
        return bool(seat != slots.ILLEGAL)

    def any_action(self) -> int:
        """A random legal action."""
        return int(self.rng.choice(np.flatnonzero(self.slots["mask"][0])))

    def turns(self, most: int) -> Iterator[int]:
        """Yield the number of each decision, up to `most`; after each, a random legal action is carried out."""
        for turn in range(most):
            if self.over:
                return
            yield turn
            self.act(self.any_action())

    def deal_anew(self, seat: int, seed: int) -> None:
        """Replace the bout by one that a seat, or NOBODY, imagines."""
        deal_anew(self.game, self.slots, seat, seed)

    def shown_mask(self) -> Array:
        """The mask of the bout in its present state, int8 [actions]."""
        masks = np.full((1, len(self.game.actions)), 7, np.int8)
        slots.show_all(self.slots, self.env_config, self.observation[None], masks, np.zeros(1, np.int32))
        mask: Array = masks[0]
        return mask

    def seen_by(self, seat: int) -> Array:
        """The observation of any seat, float32 [size]."""
        seen = np.full(self.game.observation_size, np.nan, np.float32)
        slots.observe(self.slots, self.env_config, 0, seat, seen)
        return seen

    def seen_over(self, seat: int, remains: int) -> Array:
        """The same, written to memory that is filled with a number, -127 to 127."""
        before = self.slots["seen"].copy()
        self.slots["seen"] = remains
        seen = self.seen_by(seat)
        self.slots["seen"] = before
        return seen

    @property
    def over(self) -> bool:
        """Whether the bout is over: nobody is asked."""
        return self.seat == NOBODY

    @property
    def bout(self) -> Any:
        """The bout as plain NumPy."""
        return self.slots["bout"][0]

    def copy(self) -> "DrivenBout":
        """A copy of the bout."""
        other = object.__new__(DrivenBout)
        other.__dict__.update(self.__dict__)
        other.slots = slots.copy_of(self.slots)
        other.observation, other.mask = self.observation.copy(), self.mask.copy()
        other.rng = np.random.default_rng(0)
        return other
