"""What tests of environments share."""

from typing import Any

import pytest

from nexus_env.machine.compiled import PLAIN

STRICT = [
    pytest.mark.skipif(PLAIN, reason="the outer layers are tested compiled"),
    pytest.mark.filterwarnings("error"),
    # PettingZoo exempts only its own environments from this advice
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # the masks of agents that are finished
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def seeded(env: Any) -> Any:
    """An environment that goes on with a seed where it is reset without one, as these libraries do."""
    env.reset(seed=1)
    return env
