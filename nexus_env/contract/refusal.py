"""Why an action is refused, in one sentence."""

from difflib import SequenceMatcher
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.system.wording import one_of

NEAR = 4  # legal actions to name


def refusal(game: Game, action: Any, mask: np.ndarray[Any, Any], where: str) -> str:
    """The sentence for an `action` that is not legal.

    Args:
        game: the game.
        action: the given value, of any type.
        mask: int8, 1 for each legal action.
        where: the receiver of the action, such as "player_0".
    """
    last = len(game.actions) - 1
    if isinstance(action, bool) or not isinstance(action, int | np.integer):
        return f"{where}: got the action {action!r}; expected a whole number from 0 to {last}."
    if not 0 <= action <= last:
        return f"{where}: got the action {action}; expected a whole number from 0 to {last}."
    name = game.actions[action]
    return f"{where}: got the action {action} ({name!r}), which is not legal now; {_legal(game, name, mask)}"


def _legal(game: Game, name: str, mask: np.ndarray[Any, Any]) -> str:
    """The legal actions with the nearest names, and the number of legal actions."""
    legal = [int(number) for number in np.flatnonzero(mask)]
    if not legal:
        return "expected none, since no seat is asked."
    legal.sort(key=lambda number: -SequenceMatcher(None, name, game.actions[number]).ratio())
    return one_of([f"{number} ({game.actions[number]!r})" for number in legal], NEAR, "legal actions")
