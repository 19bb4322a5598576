"""The reward of a step for each seat: the outcome, the margin or both at the end, and optional shaping before.

Shaping is potential-based: each time a seat is to act, it is paid `shaping * (gamma * now - before)`, where `before` is
its potential when it was last to act and `now` the present one, 0 at the end of the bout. Discounted by `gamma` from
one decision of a seat to its next, these payments add up to a number that does not depend on how the seat plays, so the
optimal policy is unchanged if `gamma` is the discount of the learner. A seat that was never to act is paid no shaping.
"""

from collections.abc import Mapping
from inspect import signature
from typing import Any

import numpy as np
from typing_extensions import TypedDict

from nexus_env.contract import rules
from nexus_env.kit.tape import NOBODY
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, record
from nexus_env.system.wording import InputError

REWARDS = {"outcome": 0.0, "margin": 1.0, "both": 0.5}  # the part that the margin pays


class Bounds(TypedDict, total=False):
    """The bounds of a number, inclusive, as `kit.options.option` takes them."""

    least: float
    most: float


BOUNDS: dict[str, Bounds] = {
    "shaping": {"least": 0},
    "gamma": {"least": 0, "most": 1},
    "draw": {"least": -1, "most": 1},
}
"""The bounds of the numbers that `read_terms` takes."""


@record
class Terms(Record):
    """The terms of the reward for a step."""

    margin: np.float64  # the part of the end that is paid by the margin of the game's own score; the rest: the outcome
    draw: np.float64  # what the outcome of a draw is worth
    shaping: np.float64
    gamma: np.float64


def read_terms(
    reward: str = "outcome", shaping: float = 0.0, gamma: float = 1.0, draw: float = 0.0
) -> np.ndarray[Any, Any]:
    """One row of `Terms`.

    Args:
        reward: "outcome" (what `Game.rewards` says), "margin" (what `Game.margin` says, -1 to 1) or "both" (half and
            half: a beginner that only loses learns from the margin, a master from the outcome).
        shaping: the weight of the potential; 0 pays only at the end.
        gamma: the learner's discount from one decision of a seat to its next, 0 to 1.
        draw: the outcome of a draw for each seat, -1 to 1. A value below 0 makes the learner play to win where a draw
            would be easy; the rewards of the seats then no longer add up to 0.

    Raises:
        ValueError: for any other value.
    """
    if reward not in tuple(REWARDS):
        raise InputError(f"reward: got {reward!r}; expected one of {', '.join(map(repr, REWARDS))}")
    for name, value in (("shaping", shaping), ("gamma", gamma), ("draw", draw)):
        least, most = BOUNDS[name]["least"], BOUNDS[name].get("most", np.inf)
        if not (isinstance(value, int | float) and least <= value <= most and value < np.inf):
            raise InputError(f"{name}: got {value!r}; expected a number from {least} {_up_to(most)}")
    terms = np.zeros(1, Terms.dtype)
    terms[0] = (REWARDS[reward], draw, shaping, gamma)
    return terms


def _up_to(most: float) -> str:
    return "up" if most == np.inf else f"to {most}"


DEFAULTS = {name: parameter.default for name, parameter in signature(read_terms).parameters.items()}


def split_terms(arguments: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keyword arguments that `read_terms` takes, with defaults for missing ones, and all others."""
    others = {name: value for name, value in arguments.items() if name not in DEFAULTS}
    return {name: arguments.get(name, default) for name, default in DEFAULTS.items()}, others


@compiled
def forget(potentials: Any) -> None:
    """Reset `potentials`, float64 [seats], before the first question of a bout."""
    potentials[:] = np.nan


@compiled
def pay(bout: Any, terms: Any, potentials: Any, out: Any) -> bool:
    """Write the reward of the step just made into `out`, float32 [seats].

    `potentials` holds the potential of each seat when it was last to act (NaN before that), and is updated. Returns
    whether anything was paid.
    """
    out[:] = 0
    seat = bout.table.request.seat
    if seat == NOBODY:
        _pay_the_end(bout, terms, potentials, out)
        return True
    if terms.shaping == 0 or seat < 0:
        return False
    before, now = potentials[seat], rules.potential(bout, seat)
    potentials[seat] = now
    if np.isnan(before):
        return False
    out[seat] = float(terms.shaping) * (
        float(terms.gamma) * float(now) - float(before)
    )  # as it is compiled: in 64 bits
    return True


@compiled
def _pay_the_end(bout: Any, terms: Any, potentials: Any, out: Any) -> None:
    """Pay the outcome, the margin or both; shaping is paid back, since the potential of the end is 0."""
    rules.rewards(bout, out)
    drawn = True
    for seat in range(bout.table.seats):
        drawn = drawn and out[seat] == 0
    for seat in range(bout.table.seats):
        if drawn:
            out[seat] = terms.draw
        outcome = float(out[seat])
        out[seat] = outcome + float(terms.margin) * (rules.margin(bout, seat) - outcome)
        if not np.isnan(potentials[seat]):
            out[seat] -= terms.shaping * potentials[seat]
