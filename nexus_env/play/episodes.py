"""Many bouts at once, each played once to its end, for counting and rating.

A `Batch` starts the next bout as soon as one has ended; here the end stays visible.
"""

import traceback
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.contract.refusal import refusal
from nexus_env.core import slots
from nexus_env.kit.tape import NOBODY
from nexus_env.players.agent_protocol import AgentFailed, ask
from nexus_env.system.wording import InputError

Places = NDArray[np.int64]


class Episodes:
    """`count` bouts of a game, each with its own environment config (see `slots.make_env_config`).

    - `rows`: the slots, with `bout`, `seed` and, at the end, `rewards`.
    - `observations`: float32 [count, size], `masks`: int8 [count, actions], `seats`: int64 [count], the seat that is
      asked, NOBODY once the bout has ended.
    """

    def __init__(self, game: Game, count: int) -> None:
        """Allocate memory; `deal` or `begin` each of them."""
        slots.prepare(game)
        self.game = game
        self.rows = slots.rows_of(slots.slot_dtype(game), count)
        self.observations = np.zeros((count, game.observation_size), np.float32)
        self.masks = np.zeros((count, len(game.actions)), np.int8)
        self.seats = np.full(count, NOBODY, np.int64)
        self._env_configs: list[slots.Rows] = [slots.rows_of(slots.env_config_dtype(game), 0)] * count

    def deal(self, place: int, env_config: slots.Rows, entropy: int) -> None:
        """Start the first bout of the stream of `entropy`, as a batch would play it."""
        self._env_configs[place] = env_config
        shown = self.observations[place], self.masks[place]
        self.seats[place] = slots.start(self.rows, env_config, place, entropy, *shown)

    def begin(self, place: int, env_config: slots.Rows, seed: int) -> None:
        """Start the bout of this seed, 0 to 2**63 - 1."""
        self.rows["seed"][place] = seed
        self.deal(place, env_config, slots.AGAIN)

    @property
    def playing(self) -> Places:
        """The indices of the bouts in progress, int64 [n]."""
        return np.flatnonzero(self.seats != NOBODY)

    def ask(self, agent: Any, name: str, places: Places, rng: np.random.Generator) -> NDArray[np.int64]:
        """The choices of the agent called `name` at `places`, int64 [n].

        Raises:
            ValueError: the agent fails; the message says how and where.
        """
        try:
            return ask(
                agent, self.observations[places], self.masks[places], lambda seeds: self._imagine(places, seeds), rng
            )
        except Exception as error:  # it is somebody else's code: whatever it raises is told in a sentence
            raise InputError(f"Agent {name!r}: {_told(error)}") from error

    def step(self, place: int, action: int, name: str) -> None:
        """Carry out the action of the agent called `name` in one bout.

        Raises:
            ValueError: it is not legal; nothing was done.
        """
        row, shown = self.rows[place : place + 1], (self.observations[place], self.masks[place])
        seat, *_ = slots.step(row, self._env_configs[place], action, *shown)
        if seat == slots.ILLEGAL:
            who = f"Agent {name!r} as player_{self.seats[place]}"
            raise InputError(refusal(self.game, action, np.asarray(row["mask"][0]), who))
        self.seats[place] = seat

    def outcomes(self) -> NDArray[np.float32]:
        """The rewards of each seat in the record, float32 [count, seats]; all bouts are over."""
        return np.asarray(self.rows["rewards"])

    def truncated(self) -> NDArray[np.bool_]:
        """Whether each bout was ended by its limit, bool [count]."""
        return np.asarray(self.rows["bout"]["table"]["truncated"] != 0)

    def _imagine(self, places: Places, seeds: NDArray[np.int64]) -> slots.Rows:
        bouts = slots.rows_of(self.game.dtype, len(places))
        slots.imagine_all(self.rows, places, slots.ASKED, seeds, bouts)
        bouts["silent"] = 0
        return bouts


def _told(error: BaseException) -> str:
    """An agent's error in words; an unintended exception is named, with its place."""
    if isinstance(error, ValueError):
        return str(error)
    if isinstance(error, AgentFailed):
        error = error.__cause__ or error
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({place.filename}, line {place.lineno})."
