"""The result that an agent expects of a bout: a number for each seat, like a result.

An agent reports it in one of two ways (see `frontends.web.hall.questions`): `think` searches from a decision, `judge`
evaluates a bout. Most scripted players and networks report nothing.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nexus_env.core.session import Session
from nexus_env.kit.dice import MOST_SEED
from nexus_env.players.agent_protocol import blamed


def balanced(expected: Sequence[float]) -> list[float]:
    """Shift an agent's expected results so that they add up to 0.

    An agent may judge each seat separately, or value a draw like a loss: only the differences between the seats say
    something about the result.

    Args:
        expected: one number per seat, about -1 to 1.

    Returns:
        the same centered at 0, -1 to 1.
    """
    mean = sum(expected) / len(expected)
    around = [worth - mean for worth in expected]
    most = max(1.0, *map(abs, around))
    return [worth / most for worth in around]


def expects(agent: Any) -> bool:
    """Whether this agent reports an expected result."""
    return any(callable(getattr(agent, name, None)) for name in ("think", "judge"))


def expected_by(agent: Any, session: Session, rng: np.random.Generator) -> list[float] | None:
    """The result that an agent expects for each seat before a decision, from what the seat to act may know.

    Args:
        agent: one that `expects`.
        session: the bout.
        rng: deals what is hidden, and supplies the agent's randomness.

    Returns:
        numbers that add up to 0, -1 to 1; None if no seat is to act, or the agent has no choice.
    """
    if session.seat < 0:
        return None
    world = session.imagine(session.seat, rng.integers(MOST_SEED, size=1))
    world["tape"]["dictated"] = 0  # an imagined bout rolls its own dice
    if callable(getattr(agent, "think", None)):
        worth = blamed(agent.think, world, int(rng.integers(MOST_SEED))).values[0]
    else:
        worth = blamed(agent.judge, world)
    known = [float(one) for one in worth]
    return balanced(known) if np.isfinite(known).all() else None
