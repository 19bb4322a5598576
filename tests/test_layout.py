"""The layout of an observation: places are counted by the enum, and the pieces of the contract come from it."""

import pytest

from nexus_env.game.contract import Piece
from nexus_env.game.layout import Field, block, pieces, size_of


class Inner(Field):
    ONE = 1, "one number", 1 / 4
    FEW = 3, "a few", (1, 1 / 2, 1 / 3)


class Outer(Field):
    BEFORE = 2, "before it"
    TWICE_SEEN = block(Inner, "two blocks", 2)
    BEHIND = 1, "behind it", 1 / 5


def test_each_field_begins_where_the_last_one_ends():
    assert [int(field) for field in Inner] == [0, 1] and [int(field) for field in Outer] == [0, 2, 10]
    assert (size_of(Inner), size_of(Outer)) == (4, 11)
    assert Outer.BEHIND.scales == (1 / 5,) and Outer.TWICE_SEEN.scales == 2 * (1 / 4, 1, 1 / 2, 1 / 3)


def test_the_pieces_say_what_the_fields_say():
    parts = (Piece("one", 1, "one number", 1 / 4), Piece("few", 3, "a few", (1, 1 / 2, 1 / 3)))
    before, middle, behind = pieces(Outer)
    assert before == Piece("before", 2, "before it")
    assert middle == Piece("twice seen", 8, "two blocks", (1 / 4, 1, 1 / 2, 1 / 3), parts)
    assert behind == Piece("behind", 1, "behind it", 1 / 5)


def test_a_field_of_no_length_is_refused_and_one_with_too_many_scales():
    for wrong in ((0, "nothing"), (3, "three", (1, 1 / 2))):
        with pytest.raises(TypeError, match="expected one or more for each of the scales"):

            class Wrong(Field):
                FIELD = wrong
