"""Sets of small numbers, a bit each: hands, decks, seats. 0 to 30: a field of 32 bits that never turns negative."""

from nexus_env.machine.compiled import compiled


@compiled
def how_many(members: int) -> int:
    """The size of the set: the bits are counted in pairs, in fours, in eights, then all together."""
    pairs = int(members) - ((int(members) >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    return ((eights * 0x01010101) >> 24) & 0xFF


@compiled
def nth_member(members: int, nth: int) -> int:
    """The nth member, from 0 and upward; 0 if there are not so many."""
    left = int(members)
    for _ in range(nth):
        left &= left - 1  # without its lowest one
    return how_many((left & -left) - 1) if left != 0 else 0
