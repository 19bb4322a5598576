"""Learners' seats as a Stable-Baselines3 `VecEnv`. Import it late, since the library takes seconds to import."""

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from nexus_env.contract.game import Game
from nexus_env.envs.aec import observation_box
from nexus_env.envs.keywords import HUMAN, PIXELS
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.rendering import Camera, Pixels
from nexus_env.envs.seating import Seated, take_seats
from nexus_env.system.wording import either, one_line

ATTRIBUTES = "render_mode", "action_names", "opponent"  # of each bout, for `get_attr`


def sb3_env(game: Game, num_envs: int = 1, *, threads: int = 1, **arguments: Any) -> VecEnv:
    """One seat in each of many bouts as a Stable-Baselines3 `VecEnv`: see `LearnerSeatsVecEnv`.

    Args:
        game: the game.
        num_envs: the number of bouts, at least 1.
        threads: see `Batch`.
        **arguments: see `keywords.Learner`; an algorithm of the library that has a seed sets `seed`.

    Raises:
        ValueError: an argument is wrong.
    """
    seats, learner = take_seats(game, num_envs, threads, arguments)
    return LearnerSeatsVecEnv(seats, learner.render_mode, opponent=learner.opponent, options=learner.options)


class LearnerSeatsVecEnv(Seated, VecEnv):
    """Learners' seats with action masks for `sb3_contrib.MaskablePPO`; the whole batch answers at once, from memory.

    Infos of finished bouts hold `episode` (return, decisions, seconds since the start), `terminal_observation`,
    `outcome`, `illegal` (whether an illegal action of the learner ended it) and `truncated`. `TimeLimit.truncated` is
    True for a bout cut off by `max_episode_steps`, and False for one ended by its own limit, which has been scored: see
    `LearnerSeats`. `reward_options` says what is paid.
    """

    def __init__(
        self,
        seats: LearnerSeats,
        render_mode: str | None = None,
        *,
        opponent: Any = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """`seats` as the library's environment; `opponent` and the game's `options` are for its `repr`."""
        self._learners = seats
        self.opponent, self._rules = opponent, dict(options or {})
        self.reward_options = seats.batch.reward_options
        bouts = len(seats.observations)
        self.render_mode = render_mode
        self._camera = Camera(seats.batch.game) if render_mode == PIXELS else None
        self._began = time.perf_counter()
        space = observation_box(seats.batch.game)
        super().__init__(bouts, space, spaces.Discrete(seats.masks.shape[1]))

    def reset(self) -> NDArray[np.float32]:
        """Restart all bouts; returns float32 [n, size]."""
        self._learners.reset(self._seeds[0])
        self._reset_seeds()
        return self._learners.observations.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Take the choices of the learners, int64 [n], for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Observations float32 [n, size], rewards float32 [n], ends bool [n] and one info per bout."""
        self._learners.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for bout in np.flatnonzero(self._learners.ended).tolist():
            infos[bout] = self._info(bout)
        return self._learners.observations.copy(), self._learners.rewards.copy(), self._learners.ended.copy(), infos

    def _info(self, bout: int) -> dict[str, Any]:
        seconds = round(time.perf_counter() - self._began, 6)
        return {
            "episode": {"r": float(self._learners.returns[bout]), "l": int(self._learners.lengths[bout]), "t": seconds},
            "terminal_observation": self._learners.final_observations[bout].copy(),
            "TimeLimit.truncated": bool(self._learners.cut[bout]),
            "truncated": bool(self._learners.truncated[bout]),
            "outcome": float(self._learners.outcomes[bout]),
            "illegal": bool(self._learners.illegal[bout]),
        }

    def has_attr(self, attr_name: str) -> bool:
        """Whether all bouts have such an attribute."""
        return attr_name in ("action_masks", *ATTRIBUTES)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of these bouts, one of `ATTRIBUTES`; an `AttributeError` for any other."""
        if attr_name not in ATTRIBUTES:
            expected = either(ATTRIBUTES)
            raise AttributeError(one_line(f"sb3 environment: got the attribute {attr_name!r}; expected {expected}."))
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def get_images(self) -> list[Pixels | None]:
        """A picture of each bout, uint8 [height, width, 3], if the render mode is "rgb_array"; otherwise none."""
        bouts = (self._learners.batch.bout(slot).view(np.recarray)[0] for slot in range(self.num_envs))
        return [self._camera.take(bout) if self._camera is not None else None for bout in bouts]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise an `AttributeError`: no attribute of a bout can be set."""
        raise AttributeError(one_line(f"sb3 environment: got the attribute {attr_name!r} to set; expected none."))

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call "action_masks" or "render" for these bouts, or "set_opponent" for all; an `AttributeError` for any other
        method.
        """
        if method_name == "set_opponent" and indices is None:
            self.set_opponent(*args, **kwargs)
            return [None] * self.num_envs
        if method_name == "render":
            return [self._show(slot) for slot in self._get_indices(indices)]
        if method_name != "action_masks":
            expected = "render or action_masks for any bouts, or set_opponent for all"
            raise AttributeError(one_line(f"sb3 environment: got the method {method_name!r}; expected {expected}."))
        return list(self._learners.masks[np.fromiter(self._get_indices(indices), np.int64)])

    def _show(self, slot: int) -> str | None:
        """The board of a bout as text, which "human" prints."""
        batch = self._learners.batch
        text = str(batch.game.words.board(batch.bout(slot).view(np.recarray)[0]))
        return print(text) if self.render_mode == HUMAN else text

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """False for each bout."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to close."""
