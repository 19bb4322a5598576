"""The dice: one generator a bout, the same numbers on every machine, compiled or plain.

The generator is Chris Doty-Humphrey's sfc32: four words of 32 bits, kept in 64-bit integers that never turn negative,
so that NumPy and machine code agree on every bit.
"""

from typing import Annotated

import numpy as np

from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, Within, record

WORD = 0xFFFFFFFF
MOST_SEED = 2**62  # the greatest seed for a bout, its dice, or an imagined bout
Word = Annotated[np.int64, Within(0, WORD)]


@record
class Generator(Record):
    """The state of sfc32."""

    a: Word
    b: Word
    c: Word
    counter: Word


@compiled
def seed_generator(generator: Generator, seed: int) -> None:
    """Start `generator` from `seed` (0 to 2**63 - 1)."""
    generator.a = np.int64(seed & WORD)
    generator.b = np.int64((seed >> 32) & WORD)
    generator.c = np.int64(0x9E3779B9)
    generator.counter = np.int64(1)
    for _ in range(15):
        draw_word(generator)


@compiled
def draw_word(generator: Generator) -> int:
    """The next 32 random bits."""
    word = (generator.a + generator.b + generator.counter) & WORD
    generator.counter = (generator.counter + 1) & WORD
    generator.a = generator.b ^ (generator.b >> 9)
    generator.b = (generator.c + (generator.c << 3)) & WORD
    generator.c = (((generator.c << 21) | (generator.c >> 11)) + word) & WORD
    return int(word)


@compiled
def draw_seed(generator: Generator) -> int:
    """A seed for another generator: 62 random bits."""
    return (draw_word(generator) << 30) ^ (draw_word(generator) >> 2)


@compiled
def draw_below(generator: Generator, bound: int) -> int:
    """A whole number from 0 to `bound` - 1; the bias for a bound of 24 is below one part in 100 million."""
    return (draw_word(generator) * int(bound)) >> 32  # 64 bits wide, also where `bound` is a field of 32
