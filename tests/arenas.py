"""What tests of environments share."""

from typing import Any


def seeded(env: Any) -> Any:
    """An environment that goes on with a seed where it is reset without one, as these libraries do."""
    env.reset(seed=1)
    return env
