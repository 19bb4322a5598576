"""Advisors: scripted players whose choices an advised network weighs against its own.

An advised network has one more head, the *gates*: a number for each advisor, added to the logit of the action that this
advisor would take. Untrained, it plays as its advisors do where they agree. It learns which advisor to follow in which
position, and when to deviate (residual policy learning).

Advisors are scripted players of the game itself: they see what the network sees, they are as fast, and a file that
names them never causes an import from elsewhere.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import AgentError, Masks, Observations
from nexus_env.agents.makers import make
from nexus_env.contract.game import Game
from nexus_env.players.agent_protocol import blamed, searches
from nexus_env.system.wording import hinted, nearest, spoken

ADVISORS = "advisors"  # the entry that names them among a file's stamps, with commas between them
FIRST_GATE = 2.5  # of an untrained network: three who agree are 1,800 times as likely as another action
AdvisedActions = NDArray[np.int64]  # [n, advisors], the action that each would take


class Advisors:
    """The advisors of a network, asked together."""

    def __init__(self, names: Sequence[str], game: Game) -> None:
        """The scripted players of `game` with these names; there may be none.

        Raises:
            AgentError: the game has no such scripted player.
        """
        self.names = tuple(names)
        self.agents: list[Any] = [make(_known(name, game), game) for name in names]
        for name, agent in zip(names, self.agents, strict=True):
            if searches(agent):
                raise AgentError(f"Advisor {name!r}: got an agent that searches; expected one that does not.")

    def __len__(self) -> int:
        return len(self.names)

    def ask(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> AdvisedActions:
        """The legal action that each would take, int64 [n, advisors].

        Args:
            observations: float32 [n, size].
            masks: int8 or bool [n, actions], nonzero for each legal action; every row has one.
            rng: breaks ties.
        """
        actions = np.empty((len(masks), len(self)), np.int64)
        for column, agent in enumerate(self.agents):
            actions[:, column] = blamed(agent.choose, observations.copy(), masks.copy(), rng)  # it may write into them
        return actions


def told_of(names: Sequence[str]) -> dict[str, str]:
    """The metadata that names the advisors in a network's file, next to its stamps; empty without advisors."""
    return {ADVISORS: ",".join(names)} if names else {}


def names_in(told: Any) -> tuple[str, ...]:
    """The advisors named in the metadata of a file."""
    return tuple(name for name in str(told.get(ADVISORS, "")).split(",") if name)


def describe(names: Sequence[str]) -> str:
    """Describe a network with these advisors in words."""
    return f"one advised by {spoken(', '.join(names))}" if names else "one without advisors"


def _known(name: str, game: Game) -> str:
    """`name`, which is that of a scripted player."""
    scripted = game.agents.scripted
    if name not in scripted:
        known = ", ".join(scripted) or f"none, since {game.name} has no scripted players"
        hint = hinted(nearest(name, scripted))
        raise AgentError(f"Advisor {spoken(name)}: got no scripted player of {game.name}; expected {known}{hint}")
    return name
