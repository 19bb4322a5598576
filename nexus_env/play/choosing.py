"""Ask an agent for one decision at a time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.core.session import Session
from nexus_env.core.slots import Rows
from nexus_env.players.agent_protocol import ask


def choose(agent: Any, session: Session, rng: np.random.Generator) -> int:
    """An agent's choice for the seat that is asked.

    It is shown no more than its seat may know; the bouts that it imagines roll their own dice.

    Args:
        agent: has `choose` or `search`, see `agent_protocol`.
        session: the bout; it does not change.
        rng: the only source of chance.

    Raises:
        ValueError: the agent gave something else than a whole number.
    """

    def imagine(seeds: NDArray[np.int64]) -> Rows:
        bouts = session.imagine(session.seat, seeds)
        bouts["tape"]["dictated"] = 0
        return bouts

    return int(ask(agent, session.observation[None], session.mask[None], imagine, rng)[0])
