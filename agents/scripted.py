"""Agents that follow a fixed line in any game: what a trained one is measured against."""

import numpy as np

from agents.agent import Actions, Agent, Masks, Observations
from nexus_env.game.contract import Game


class RandomAgent:
    """Any legal action, each as likely as the others."""

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`; looks at the masks only."""
        legal = np.cumsum(masks, axis=1, dtype=np.int64)
        chosen: Actions = np.argmax(legal > rng.integers(legal[:, -1])[:, None], axis=1)
        return chosen


def random(game: Game) -> Agent:
    """The agent called `random`: plays any game."""
    return RandomAgent()
