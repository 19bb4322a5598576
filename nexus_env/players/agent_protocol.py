"""Ask any agent for its actions: the one place that knows both kinds of agents.

Most choose from what their seat sees: `choose(observations, masks, rng)`. An agent that searches has
`search(worlds, rng)` instead: for each decision it gets an imagined bout, in which everything that its seat cannot know
has been redealt and future dice are fresh, never the bout itself.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nexus_env.core.slots import Rows
from nexus_env.kit.dice import MOST_SEED
from nexus_env.system.wording import InputError

T = TypeVar("T")
Imagine = Callable[[NDArray[np.int64]], Rows]
"""One imagined bout for each seed, int64 [n], 0 to 2**62."""


class AgentFailed(Exception):
    """An agent has raised what would otherwise end the program, such as `SystemExit`."""


def blamed(call: Callable[..., T], *arguments: Any) -> T:
    """The result of a call of an agent's method.

    Raises:
        AgentFailed: it has raised something that is neither an `Exception` nor the Ctrl-C of whoever runs the program.
    """
    try:
        return call(*arguments)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise AgentFailed(f"the agent has raised {type(error).__name__}: {error}") from error


def ask(
    agent: Any, observations: NDArray[np.float32], masks: NDArray[Any], imagine: Imagine, rng: np.random.Generator
) -> NDArray[np.int64]:
    """The choices of `agent` in n bouts at once.

    Args:
        agent: has `search` or `choose`; it gets copies, so it may write into what it is given.
        observations: float32 [n, size], each from the point of view of the seat to act.
        masks: int8 or bool [n, actions].
        imagine: makes an imagined bout of each of the n bouts; called only for an agent that searches.
        rng: the only source of randomness.

    Returns:
        int64 [n], not checked for legality.

    Raises:
        ValueError: the agent returned something else.
        AgentFailed: see `blamed`; it may raise any `Exception` of its own as well.
    """
    if searches(agent):
        chosen = blamed(agent.search, imagine(rng.integers(MOST_SEED, size=len(masks))), rng)
    else:
        chosen = blamed(agent.choose, observations.copy(), masks.copy(), rng)
    actions = np.asarray(chosen)
    if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
        asked = "search" if searches(agent) else "choose"
        raise InputError(f"{asked} gave {actions.dtype} {list(actions.shape)}; expected whole numbers [{len(masks)}].")
    return actions.astype(np.int64, copy=False)


def searches(agent: Any) -> bool:
    """Whether the agent searches in imagined bouts."""
    return callable(getattr(agent, "search", None))


def plays(agent: Any) -> bool:
    """Whether this object is an agent."""
    return searches(agent) or callable(getattr(agent, "choose", None))
