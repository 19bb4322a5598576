"""A PettingZoo environment whose observation is the vector alone, for wrappers that need arrays, such as
SuperSuit's.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box
from pettingzoo.utils.wrappers import BaseWrapper


class Flat(BaseWrapper[str, np.ndarray[Any, Any], int]):  # type: ignore[misc]  # PettingZoo has no types
    """A wrapper whose observations are float32 [size] alone; the mask is in `infos[agent]["action_mask"]`."""

    def observation_space(self, agent: str) -> Box:
        """The space of the vector alone; the same object for all agents."""
        space: Box = self.env.observation_space(agent)["observation"]
        return space

    def observe(self, agent: str) -> np.ndarray[Any, Any] | None:
        """The observation of `agent` without the mask, float32 [size]."""
        seen = self.env.observe(agent)
        return None if seen is None else seen["observation"]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.env!r})"
