"""Sets of small numbers as bits, compared with Python's own sets."""

import random

from nexus_env.kit import bitsets
from nexus_env.machine.compiled import compiled


@compiled
def changed(members: int, one: int) -> tuple[int, int, int, int, int, bool]:
    return (
        bitsets.with_member(members, one),
        bitsets.without(members, one),
        bitsets.missing(members, one),
        bitsets.all_below(one),
        bitsets.after_first(members),
        bitsets.has(members, one),
    )


def bits(members: set[int]) -> int:
    return sum(1 << member for member in members)


def test_sets_are_as_pythons_own() -> None:
    drawn = random.Random(3)
    for _ in range(200):
        members = {one for one in range(31) if drawn.random() < drawn.choice((0.1, 0.5, 0.9))}
        one = drawn.randrange(31)
        assert changed(bits(members), one) == (
            bits(members | {one}),
            bits(members - {one}),
            bits(set(range(one)) - members),
            bits(set(range(one))),
            bits(members - {min(members, default=0)}),
            one in members,
        )
