"""The legal actions while a mask is written: a set with one bit each, which is spread into the mask at the end.

Writing a few bits costs less than writing hundreds of bytes, and a whole row of actions is allowed at once. The record
of a bout has `words_for` the actions of its game; all words are 0 between two masks.
"""

from typing import Annotated, Any

import numpy as np

from nexus_env.machine.compiled import compiled, compiled_apart
from nexus_env.machine.processor import WORD, spread_by
from nexus_env.machine.record import Within

HALF, LOWER = 32, 0xFFFFFFFF  # the actions of one word, few enough that it is never negative
MOST = 32  # members that `allow_some` takes; `allow_many` takes WORD, `allow_all` any number
LegalWord = Annotated[np.int64, Within(0, 0)]
_spread = spread_by(WORD)


def words_for(actions: int) -> int:
    """The number of words for `actions`, with room for reading WORD actions beyond the last one."""
    return -(-actions // HALF) + 2


@compiled
def allow(legal: Any, action: int, may: bool) -> None:
    """Allow one action if `may` is true."""
    legal[action >> 5] |= int(may) << (action & (HALF - 1))


@compiled
def allow_some(legal: Any, first: int, members: int) -> None:
    """Allow the members of a set, counted from action `first`; at most MOST actions."""
    bits = int(members) << (first & (HALF - 1))
    legal[first >> 5] |= bits & LOWER
    legal[(first >> 5) + 1] |= (bits >> HALF) & LOWER


@compiled
def allow_many(legal: Any, first: int, members: int) -> None:
    """Like `allow_some`, for up to WORD actions; the last bit may be the sign."""
    allow_some(legal, first, int(members) & LOWER)
    allow_some(legal, first + HALF, (int(members) >> HALF) & LOWER)


@compiled
def allow_all(legal: Any, first: int, members: Any) -> None:
    """Like `allow_some`, for a set in an array of words of WORD bits each."""
    for word in range(len(members)):
        allow_many(legal, first + WORD * word, members[word])


@compiled
def legal_from(legal: Any, first: int) -> int:
    """WORD actions from `first` on as a set, one bit each; in machine code the last one is the sign."""
    word, shift = first >> 5, first & (HALF - 1)
    lower, middle, upper = int(legal[word]), int(legal[word + 1]), int(legal[word + 2])
    return lower >> shift | middle << (HALF - shift) | (upper << 1) << (WORD - 1 - shift)


@compiled_apart
def _spread_few(legal: Any, mask: Any) -> None:
    """Like `spread`, for fewer than WORD actions."""
    for action in range(mask.shape[0]):
        mask[action] = (int(legal[action >> 5]) >> (action & (HALF - 1))) & 1


@compiled
def spread(legal: Any, mask: Any) -> None:
    """Write 1 for each legal action and 0 for the others into `mask`, int8 [actions], and clear the set."""
    last = mask.shape[0] - WORD
    if last < 0:
        _spread_few(legal, mask)
    else:
        for first in range(0, last, WORD):
            _spread(legal_from(legal, first), mask, first)
        _spread(legal_from(legal, last), mask, last)
    for word in range(len(legal)):
        legal[word] = 0
