"""Actions as callers give them, read the same way in every environment, and the warning about illegal ones."""

import warnings
from typing import Any

import numpy as np

from nexus_env.system.wording import InputError

UNMASKED = (
    "An illegal action has ended a bout with a reward of -1, and info['illegal'] is True. A policy needs the mask of "
    "each decision, see action_masks() and info['action_mask']; sb3-contrib's own evaluate_policy and callbacks take it"
)


class IllegalActionWarning(UserWarning):
    """Illegal actions have ended bouts; probably a policy was asked without its mask."""


def warn_of_masks() -> None:
    """Warn once about the effect of an illegal action, unless the filters of warnings say otherwise."""
    warnings.warn(UNMASKED, IllegalActionWarning, stacklevel=1)


def whole(action: Any, place: str, expected: str = "a whole number") -> int:
    """An action as an `int`.

    Args:
        action: an `int`, a NumPy integer, or an integer array of one element.
        place: the origin of the action, for the error.
        expected: the expected action, for the error.

    Raises:
        ValueError: it is something else, such as `168.0`, `True`, `"168"` or None.
    """
    of_numpy = isinstance(action, np.generic) or (isinstance(action, np.ndarray) and action.size == 1)
    is_whole = action.dtype.kind in "iu" if of_numpy else isinstance(action, int) and not isinstance(action, bool)
    if not is_whole:
        raise InputError(f"{place}: got the action {action!r}; expected {expected}.")
    return int(action.item() if of_numpy else action)
