"""Copies of a slot for planning: exact ones, or as one seat imagines the bout."""

import numpy as np

from nexus_env.core import slots
from nexus_env.core.privacy import may_know
from nexus_env.core.slots import Rows
from nexus_env.kit.dice import MOST_SEED, WORD
from nexus_env.system.wording import InputError


def is_seed(value: object) -> bool:
    """Whether a value is an integer from 0 to 2**62."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(0 <= value <= MOST_SEED)


def imagined_by(rows: Rows, seat: int, seed: int) -> Rows:
    """A copy of the one slot in `rows` as `seat` imagines it: what it cannot know is redealt, with fresh dice.

    Nothing else in the copy reveals hidden things: neither the seeds nor the potentials of other seats.

    Raises:
        ValueError: there is no such seat or seed, or the seat may not know the open question.
    """
    record = np.asarray(rows["bout"])[0]
    seats = int(record["table"]["seats"])
    if not (type(seat) is int and 0 <= seat < seats):
        raise InputError(f"determinize: got the seat {seat!r}; expected 0 to {seats - 1}.")
    if not is_seed(seed):
        raise InputError(f"determinize: got the seed {seed!r}; expected a whole number from 0 to 2**62.")
    if not may_know(record, seat):
        raise InputError(
            f"determinize: got player_{seat}, who may not know the open question; expected a seat that may."
        )
    copy = slots.copy_of(rows)
    slots.imagine_for(rows, seat, np.array([seed], np.int64), copy["bout"])
    own = float(copy["potentials"][0, seat])
    copy["potentials"] = np.nan
    copy["potentials"][0, seat] = own
    copy["seed"] = seed
    for name in ("generator", "players"):
        for word in copy[name].dtype.names or ():
            copy[name][word] = seed & WORD
    return copy
