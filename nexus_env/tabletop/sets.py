"""Sets of small numbers, a bit each: hands, decks, seats."""

from nexus_env.machine.compiled import compiled

MOST_MEMBERS = 31  # 0 to 30: a field of 32 bits that never turns negative


@compiled
def how_many(members: int) -> int:
    """The size of the set."""
    count = 0
    for member in range(MOST_MEMBERS):
        count += (members >> member) & 1
    return count


@compiled
def nth_member(members: int, nth: int) -> int:
    """The nth member, from 0 and upward; 0 if there are not so many."""
    for member in range(MOST_MEMBERS):
        if (members >> member) & 1:
            if nth == 0:
                return member
            nth -= 1
    return 0
