"""Compiled loops for measurements without Python between decisions, and cheap random legal play."""

from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.kit.bitsets import how_many, nth_member
from nexus_env.kit.dice import Generator, draw_below, seed_generator
from nexus_env.kit.tape import NOBODY
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import WORD, fetch, filled

Array = np.ndarray[Any, Any]


def chance(seed: int) -> Array:
    """A generator for the functions below."""
    generator = slots.rows_of(Generator.dtype, 1)
    seed_generator(generator[0], seed)
    return generator


def words_for(game: Game) -> Array:
    """Memory for a mask with one bit per action: int64."""
    return np.zeros(-(-len(game.actions) // WORD), np.int64)


@compiled
def play(
    rows: Any, env_config: Any, generator: Any, words: Any, steps: int, seen: Any, masks: Any, observing: bool
) -> None:
    """Play random legal decisions in every slot, slot by slot, so that each stays in the cache.

    Args:
        rows: the slots.
        env_config: the environment config, the same for all.
        generator: see `chance`.
        words: see `words_for`.
        steps: the number of decisions in each slot.
        seen: float32 [n, size], the observations.
        masks: int8 [n, actions].
        observing: whether the observation is written at each decision too.
    """
    for i in range(rows.shape[0]):
        slot, shown, mask = rows[i], seen[i], masks[i]
        if i + 1 < rows.shape[0]:
            fetch(rows[i + 1])
        for _ in range(steps):
            slots.advance(slot, env_config[0], any_action(slot.mask, words, generator[0]))
            if slot.bout.table.request.seat == NOBODY:
                slots.deal(slot, env_config[0])
            if observing:
                slots.show(slot, env_config[0], shown, mask)
            else:
                slots.show_mask(slot, mask)


@compiled
def choose(masks: Any, words: Any, generator: Any, actions: Any) -> None:
    """Write a random legal action for each row of `masks` into `actions`, int64 [n]."""
    for i in range(masks.shape[0]):
        actions[i] = any_action(masks[i], words, generator[0])


@compiled
def repeat(rows: Any, few: int) -> None:
    """Copy the first `few` slots over all the others, repeatedly."""
    for i in range(few, rows.shape[0]):
        rows[i] = rows[i % few]


@compiled
def clone(rows: Any, bouts: Any) -> None:
    """Copy the bout of each slot."""
    for i in range(rows.shape[0]):
        bouts[i] = rows[i].bout


@compiled
def copy(rows: Any, copies: Any, times: int) -> None:
    """Copy rows of `rows` into `copies`, one after the other, cyclically."""
    for n in range(times):
        i = n % rows.shape[0]
        for place in range(rows.shape[1]):
            copies[i, place] = rows[i, place]


@compiled
def any_action(mask: Any, words: Any, generator: Any) -> int:
    """A random legal action; reads WORD bytes of the mask at once. `words` comes from `words_for`."""
    legal = 0
    for place in range(words.shape[0]):
        words[place] = legal_from(mask, WORD * place)
        legal += how_many(words[place])
    nth, before = draw_below(generator, legal), 0
    first, members, rest = 0, words[0], nth
    for place in range(1, words.shape[0]):
        before += how_many(words[place - 1])
        here = nth >= before
        first = WORD * place if here else first
        members = words[place] if here else members
        rest = nth - before if here else rest
    return int(first + nth_member(members, rest))


@compiled
def legal_from(mask: Any, first: int) -> int:
    """The legal actions among WORD actions from `first` on, one bit each."""
    beyond = first + WORD - mask.shape[0]
    if beyond <= 0:
        return filled(mask, first)
    if mask.shape[0] >= WORD:
        return int(filled(mask, mask.shape[0] - WORD) >> beyond) & int((1 << (WORD - beyond)) - 1)
    found = 0
    for action in range(first, mask.shape[0]):
        found |= int(mask[action] != 0) << (action - first)
    return found
