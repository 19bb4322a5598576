"""Sets of small numbers, a bit each: hands, decks, seats. 0 to 30: a field of 32 bits that never turns negative.

To go through a set, take `first_member` and then what is left, `left & (left - 1)`, until that is 0.
"""

from nexus_env.machine.compiled import compiled


@compiled
def how_many(members: int) -> int:
    """The size of the set: the bits are counted in pairs, in fours, in eights, then all together.

    Written for 64 bits: so the compiler knows it, and makes one instruction of it.
    """
    pairs = int(members) - ((int(members) >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((eights * 0x0101010101010101) >> 56) & 0xFF


@compiled
def first_member(members: int) -> int:
    """The least member of a set that is not empty."""
    left = int(members)
    return how_many((left & -left) - 1)


@compiled
def nth_member(members: int, nth: int) -> int:
    """The nth member, from 0 and upward; 0 if there are not so many."""
    left = int(members)
    for _ in range(nth):
        left &= left - 1  # without its lowest one
    return first_member(left) if left != 0 else 0
