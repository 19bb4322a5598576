"""Sets of small numbers, one bit each: hands, decks, seats.

Members from 0 to 30 fit into a field of 32 bits that is never negative. In machine code the functions take any set of
64 bits. To iterate over a set, take `first_member` and continue with `after_first` until that is 0.
"""

from collections.abc import Iterable

from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import DEPOSITS, nth_bit

EACH = 0x0101010101010101  # multiplied by a word of small bytes: their running sums; the highest byte has the total
SPREAD = 0x02040810204081  # multiplied by seven bits: each in the lowest bit of its own byte


def set_of(members: Iterable[int]) -> int:
    """A set, in plain Python: of members of an enum, say, that rules treat alike."""
    return sum(1 << int(member) for member in members)


def members_of(members: int) -> list[int]:
    """The members of a set, in plain Python."""
    return [one for one in range(int(members).bit_length()) if int(members) >> one & 1]


@compiled
def how_many(members: int) -> int:
    """The size of the set: the bits are counted in pairs, in fours, in eights, then all together.

    The 64-bit form lets the compiler recognize the pattern and use one instruction.
    """
    pairs = int(members) - ((int(members) >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((eights * 0x0101010101010101) >> 56) & 0xFF


@compiled
def first_member(members: int) -> int:
    """The least member of a nonempty set."""
    left = int(members)
    return how_many((left & -left) - 1)


@compiled
def after_first(members: int) -> int:
    """The set without its least member."""
    left = int(members)
    return left & (left - 1)


@compiled
def has(members: int, one: int) -> bool:
    """Whether `one` is in the set."""
    return (int(members) >> int(one)) & 1 != 0


@compiled
def with_member(members: int, one: int) -> int:
    """The set with `one`."""
    return int(members) | (1 << int(one))


@compiled
def without(members: int, one: int) -> int:
    """The set without `one`."""
    return int(members) & ~(1 << int(one))


@compiled
def all_below(count: int) -> int:
    """The set of all numbers below `count`."""
    return (1 << int(count)) - 1


@compiled
def missing(members: int, count: int) -> int:
    """The numbers below `count` that are not in the set."""
    return ~int(members) & all_below(count)


def counted(members: int, nth: int) -> int:
    """Like `nth_member`, for any processor, without branches that would be mispredicted.

    The member is in the first byte whose running sum exceeds `nth`; in `more`, the lowest bit of each byte marks such
    sums. The members of that byte are then spread over eight bytes and counted in the same way.
    """
    left, nth = int(members), int(nth)
    pairs = left - ((left >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    sums = ((fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F) * EACH
    if nth >= (sums >> 56) & 0xFF:
        return 0
    more = ((sums + 64 * EACH - (nth + 1) * EACH) >> 6) & EACH
    byte = 8 - ((more * EACH >> 56) & 0xFF)
    nth -= ((sums << 8) >> (8 * byte)) & 0xFF
    bits = (left >> (8 * byte)) & 0xFF
    ones = ((bits & 0x7F) * SPREAD & EACH) | (bits >> 7) << 56
    more = ((ones * EACH + 16 * EACH - (nth + 1) * EACH) >> 4) & EACH
    return 8 * byte + 8 - ((more * EACH >> 56) & 0xFF)


def deposited(members: int, nth: int) -> int:
    """Like `nth_member`, for processors that can deposit bits."""
    return nth_bit(int(members), int(nth))


_nth = compiled(deposited if DEPOSITS else counted)


@compiled
def nth_member(members: int, nth: int) -> int:
    """The nth member, `nth` from 0 to 63; 0 if there are fewer."""
    return _nth(members, nth)
