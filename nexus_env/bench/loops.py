"""What is measured without Python between two decisions, and random legal play that costs next to nothing."""

from typing import Any

import numpy as np

from nexus_env import slots
from nexus_env.contract import Game
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import Generator, draw_below, seed_generator
from nexus_env.tabletop.tape import NOBODY

Array = np.ndarray[Any, Any]

EACH = 0x0101010101010101  # times a word of small bytes: their running sums, up to all of them in the highest byte


def chance(seed: int) -> Array:
    """A generator for the functions below."""
    generator = slots.rows_of(Generator.dtype, 1)
    seed_generator(generator[0], seed)
    return generator


def words_for(game: Game) -> Array:
    """Room for a mask: int64, eight actions in each, zeros behind the last action."""
    return np.zeros(-(-len(game.actions) // 8), np.int64)


@compiled
def play(rows: Any, house: Any, generator: Any, words: Any, steps: int, observing: bool, seen: Any, masks: Any) -> None:
    """A number of random legal decisions in every slot, bout by bout so that each stays in the processor's cache.

    Args:
        rows: the slots.
        house: what is the same for all.
        generator: see `chance`.
        words: see `words_for`.
        steps: how many decisions in each slot.
        observing: the observation is written at each decision too, not the mask alone.
        seen: float32 [n, size], the observations.
        masks: int8 [n, actions].
    """
    for i in range(rows.shape[0]):
        slot = rows[i]
        for _ in range(steps):
            slots.advance(slot, house[0], any_action(slot.mask, words, generator[0]))
            if slot.bout.table.request.seat == NOBODY:
                slots.deal(slot, house[0])
            if observing:
                slots.show(slot, house[0], seen[i], masks[i])
            else:
                slots.show_mask(slot, masks[i])


@compiled
def choose(masks: Any, words: Any, generator: Any, actions: Any) -> None:
    """A random legal action for each row of `masks`, written into `actions` int64 [n]."""
    for i in range(masks.shape[0]):
        actions[i] = any_action(masks[i], words, generator[0])


@compiled
def repeat(rows: Any, few: int) -> None:
    """Copy the first `few` slots over all the others, again and again."""
    for i in range(few, rows.shape[0]):
        rows[i] = rows[i % few]


@compiled
def clone(rows: Any, bouts: Any) -> None:
    """Copy the bout of each slot."""
    for i in range(rows.shape[0]):
        bouts[i] = rows[i].bout


@compiled
def any_action(mask: Any, words: Any, generator: Any) -> int:
    """A random legal action; eight bytes of the mask, each 0 or 1, are passed over at a time."""
    entries, sums = words.view(np.int8), 0
    for action in range(mask.shape[0]):
        entries[action] = mask[action]
    for place in range(words.shape[0]):
        sums += words[place]  # byte by byte: none of them comes to more than there are words
    nth, place = draw_below(generator, sum_of_bytes(sums)), 0
    legal = words[0] * EACH >> 56
    while legal <= nth:
        nth -= legal
        place += 1
        legal = words[place] * EACH >> 56
    return 8 * place + nth_byte(words[place], nth)


@compiled
def sum_of_bytes(word: int) -> int:
    """The sum of the eight bytes of `word`, each less than 128."""
    pairs = (word & 0x00FF00FF00FF00FF) + ((word >> 8) & 0x00FF00FF00FF00FF)
    fours = pairs + (pairs >> 32)
    return int((fours + (fours >> 16)) & 0xFFFF)


@compiled
def nth_byte(word: int, nth: int) -> int:
    """Which byte of `word`, each 0 or 1, is the nth 1, from 0: it comes behind all whose running sum is `nth` at most.

    Without a branch, which would be guessed wrong: in each byte a fifth bit stays where the running sum is more.
    """
    more = ((word * EACH + 16 * EACH - (nth + 1) * EACH) >> 4) & EACH
    return int(8 - (more * EACH >> 56))
