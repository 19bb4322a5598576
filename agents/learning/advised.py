"""The bouts of a run whose network has advisors."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from nexus_env.agents.advisors import Advisors
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.sb3 import LearnerSeatsVecEnv


class AdvisedVecEnv(LearnerSeatsVecEnv):
    """A `LearnerSeatsVecEnv` whose observations end with the action that each advisor would take.

    It is stored there, and not recomputed in an update, because advisors may break ties at random.
    """

    def __init__(self, seats: LearnerSeats, advisors: Advisors) -> None:
        """The bouts of `seats`, with at least one advisor."""
        super().__init__(seats)
        self._advisors = advisors
        actions = seats.masks.shape[1]
        bounds = self.observation_space
        assert isinstance(bounds, spaces.Box)
        last = np.full(len(advisors), actions - 1, np.float32)
        low, high = np.append(bounds.low, np.zeros_like(last)), np.append(bounds.high, last)
        self.observation_space = spaces.Box(low, high)

    def reset(self) -> NDArray[np.float32]:
        """Restart all bouts; returns float32 [n, size + advisors]."""
        return self._advised(super().reset())

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Observations with the actions of advisors, rewards and ends of all bouts, and an info for each."""
        observations, rewards, ended, infos = super().step_wait()
        return self._advised(observations), rewards, ended, infos

    def _advised(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """Append the actions of advisors to observations; their randomness is that of the bouts."""
        seats = self._learners
        advised = self._advisors.ask(observations, seats.masks, seats.rng)
        return np.column_stack([observations, advised.astype(np.float32)])
