"""What an agent expects of a bout: a number for each seat, as results are.

An agent says so in one of two ways (see `frontends.web.questions`): `think` looks ahead from a decision, `judge` looks
at a bout. Most scripted players and networks say nothing.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nexus_env.play.session import Sitting
from nexus_env.tabletop.dice import MOST_SEED


def balanced(expected: Sequence[float]) -> list[float]:
    """What an agent expects for each seat, as results are: what one seat wins the others lose, so that all add up to 0.

    An agent may judge each seat by itself, or think a draw as bad as a defeat: only how the seats stand to each other
    is a statement about the result.

    Args:
        expected: of each seat, about -1 to 1.

    Returns:
        the same around 0, -1 to 1.
    """
    mean = sum(expected) / len(expected)
    around = [worth - mean for worth in expected]
    most = max(1.0, *map(abs, around))
    return [worth / most for worth in around]


def expects(agent: Any) -> bool:
    """Whether this agent says what it expects."""
    return any(callable(getattr(agent, name, None)) for name in ("think", "judge"))


def expected_by(agent: Any, sitting: Sitting, rng: np.random.Generator) -> list[float] | None:
    """The result that an agent expects for each seat before a decision, by what the seat that is asked may know.

    Args:
        agent: one that `expects`.
        sitting: the bout.
        rng: deals what is hidden, and is the agent's chance.

    Returns:
        numbers that add up to 0, -1 to 1; None where no seat is asked, or where the agent has nothing to choose.
    """
    if sitting.seat < 0:
        return None
    world = sitting.imagine(sitting.seat, rng.integers(MOST_SEED, size=1))
    world["tape"]["dictated"] = 0  # what is imagined rolls its own dice
    if callable(getattr(agent, "think", None)):
        worth = agent.think(world, int(rng.integers(MOST_SEED))).values[0]
    else:
        worth = agent.judge(world)
    known = [float(one) for one in worth]
    return balanced(known) if np.isfinite(known).all() else None
