"""The legal actions while the rules are asked for them: a set, a bit each, which at the end is spread into a mask.

To write a few bits costs less than hundreds of bytes, and a whole row of actions is allowed at once. The record of a
bout has `words_for` the actions of its game, all of them 0 between two questions.
"""

from typing import Annotated, Any

import numpy as np

from nexus_env.machine.compiled import compiled, keep_apart
from nexus_env.machine.processor import WORD, spread_by
from nexus_env.machine.record import Within

HALF, LOWER = 32, 0xFFFFFFFF  # the actions of one word: as many bits as never make it negative
MOST = 32  # members that `allow_some` takes; `allow_many` takes WORD, `allow_all` any number
LegalWord = Annotated[np.int64, Within(0, 0)]
_spread = spread_by(WORD)
keep_apart({__name__: "_spread_few"})  # hardly any game has so few actions


def words_for(actions: int) -> int:
    """How many words hold so many actions and those behind them that a look at WORD of them would touch."""
    return -(-actions // HALF) + 2


@compiled
def allow(legal: Any, action: int, may: bool) -> None:
    """One action, if the seat `may`."""
    legal[action >> 5] |= int(may) << (action & (HALF - 1))


@compiled
def allow_some(legal: Any, first: int, members: int) -> None:
    """Those of the MOST actions from `first` on that are in a set, a bit each."""
    bits = int(members) << (first & (HALF - 1))
    legal[first >> 5] |= bits & LOWER
    legal[(first >> 5) + 1] |= (bits >> HALF) & LOWER


@compiled
def allow_many(legal: Any, first: int, members: int) -> None:
    """As `allow_some`, of the WORD actions from `first` on; the last one may be the sign."""
    allow_some(legal, first, int(members) & LOWER)
    allow_some(legal, first + HALF, (int(members) >> HALF) & LOWER)


@compiled
def allow_all(legal: Any, first: int, members: Any) -> None:
    """As `allow_some`, of a set that takes a row of words of WORD bits each."""
    for word in range(len(members)):
        allow_many(legal, first + WORD * word, members[word])


@compiled
def legal_from(legal: Any, first: int) -> int:
    """The WORD actions from `first` on, a bit each; in machine code the last one is the sign."""
    word, shift = first >> 5, first & (HALF - 1)
    lower, middle, upper = int(legal[word]), int(legal[word + 1]), int(legal[word + 2])
    return lower >> shift | middle << (HALF - shift) | (upper << 1) << (WORD - 1 - shift)


@compiled
def _spread_few(legal: Any, mask: Any) -> None:
    """As `spread`, for fewer actions than a word has."""
    for action in range(mask.shape[0]):
        mask[action] = (int(legal[action >> 5]) >> (action & (HALF - 1))) & 1


@compiled
def spread(legal: Any, mask: Any) -> None:
    """Write 1 for each legal action and 0 for the others into `mask`, int8, one entry an action; forget them all."""
    last = mask.shape[0] - WORD
    if last < 0:
        _spread_few(legal, mask)
    else:
        for first in range(0, last, WORD):
            _spread(legal_from(legal, first), mask, first)
        _spread(legal_from(legal, last), mask, last)
    for word in range(len(legal)):
        legal[word] = 0
