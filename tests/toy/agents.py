"""Two scripted agents, by what they see and nothing else: `toy.agents:greedy` and `toy.agents:sensible`."""

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import Actions, Agent, Masks, Observations, best
from nexus_env.contract.game import Game
from nexus_env.core.slots import Rows
from toy.actions import ACTIONS, BID, FIGHT, MOVE, PLAY, STRIKE
from toy.bout import COIN, COPIES, MIDDLE, UNITS


def wishes(**values: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """How much each action is wanted, by its first word; all others a little."""
    return np.array([values.get(name.split()[0], 0.1) for name in ACTIONS], np.float32)


class Greedy:
    """Takes the most points at once, whatever the risk."""

    def __init__(self) -> None:
        """What it wants most: two points."""
        self.wishes = wishes(strike=2, fight=1, rest=1, hit=1, yes=1)

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        return best(np.broadcast_to(self.wishes, masks.shape), masks)


class Sensible:
    """Strikes with a high number, takes sure points otherwise, parries, and bids one."""

    def __init__(self) -> None:
        """Points that are sure come before those that are not."""
        self.wishes = wishes(rest=1, strike=0.5, fight=0.9, hit=1, yes=1, draw=0.3)
        self.wishes[PLAY + COPIES * COIN : PLAY + COPIES * (COIN + 1)] = 1.1
        self.wishes[BID + 1] = 1
        for nth in range(UNITS):
            self.wishes[MOVE + nth * (FIGHT - MOVE) // UNITS + MIDDLE] = 1.2

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        return best(self._wanted(observations), masks)

    def weigh(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> NDArray[np.float64]:
        """How probable each action is, float64 [n, actions]: the more it is wanted."""
        wanted = np.where(masks.astype(bool), self._wanted(observations), 0.0)
        return wanted / wanted.sum(axis=1, keepdims=True)

    def judge(self, world: Rows) -> NDArray[np.float64]:
        """What a bout is worth to each seat, float64 [seats]: the points that it has, fifty for a win."""
        points = world["table"]["players"]["points"][0, : int(world["table"]["seats"][0])]
        return np.clip(points / 50, -1, 1)

    def _wanted(self, observations: Observations) -> NDArray[np.float32]:
        wanted = np.tile(self.wishes, (len(observations), 1))
        wanted[observations[:, 0] > 0.7, STRIKE] = 1.5
        return wanted


def greedy(game: Game) -> Agent:
    """The agent called `greedy`."""
    return Greedy()


def sensible(game: Game) -> Agent:
    """The agent called `sensible`."""
    return Sensible()
