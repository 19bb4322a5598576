"""What stands in a saved state of a PettingZoo environment besides the bout, and what may stand there."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nexus_env.core.snapshots import is_truth, unpack
from nexus_env.game.contract import Game
from nexus_env.tabletop.tape import MOST_SIDES

MOST_DECISIONS = 1 << 62  # that a saved state may count


def read_saved(
    game: Game, data: bytes, dtype: np.dtype[Any], made_with: list[Any], agents: Sequence[str]
) -> tuple[dict[str, Any], np.ndarray[Any, Any]]:
    """The fields and the one row of a state that was packed as "environment".

    Args:
        game: the game.
        data: the bytes.
        dtype: the record of the row.
        made_with: the arguments that it must have been made with.
        agents: all that may take part.

    Raises:
        ValueError: the bytes are no such state.
    """
    fields, rows = unpack("environment", game, data, dtype, _fitting_fields(len(game.actions), agents))
    if fields["made_with"] != made_with:
        raise ValueError("saved environment: it was made with other arguments than this one.")
    for name in ("rewards", "cumulative_rewards", "terminations", "truncations"):
        if set(fields[name]) != set(fields["agents"]):
            raise ValueError(f"saved environment: its {name} are those of other agents than its own.")
    if len(rows) != 1:
        raise ValueError(f"saved environment: it has {len(rows)} bouts, expected 1.")
    return fields, rows


def _fitting_fields(actions: int, agents: Sequence[str]) -> dict[str, Callable[[Any], bool]]:
    """What may stand in the fields of a saved state."""

    def are(*kinds: type) -> Callable[[Any], bool]:
        return lambda value: type(value) is dict and all(type(each) in kinds for each in value.values())

    def is_history(value: Any) -> bool:
        known = range(max(actions, MOST_SIDES))
        return type(value) is list and all(type(action) is int and action in known for action in value)

    return {
        "made_with": lambda value: type(value) is list,
        "seeded": is_truth,
        "over": is_truth,
        "paid": is_truth,
        "decisions": lambda value: type(value) is int and 0 <= value < MOST_DECISIONS,
        "history": is_history,
        "agents": lambda value: type(value) is list and value == [agent for agent in agents if agent in value],
        "agent_selection": lambda value: value in agents,
        "rewards": are(float, int),  # PettingZoo writes 0 when an agent leaves
        "cumulative_rewards": are(float, int),
        "terminations": are(bool),
        "truncations": are(bool),
    }
