"""Two scripted agents, by what they see and nothing else: `toy.agents:greedy` and `toy.agents:sensible`."""

import numpy as np

from agents.agent import Actions, Agent, Masks, Observations, best
from nexus_env.game.contract import Game
from toy.bout import ACTIONS, BID, COIN, COPIES, FIGHT, MIDDLE, MOVE, PLAY, STRIKE, UNITS


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
        wanted = np.tile(self.wishes, (len(masks), 1))
        wanted[observations[:, 0] > 0.7, STRIKE] = 1.5
        return best(wanted, masks)


def greedy(game: Game) -> Agent:
    """The agent called `greedy`."""
    return Greedy()


def sensible(game: Game) -> Agent:
    """The agent called `sensible`."""
    return Sensible()
