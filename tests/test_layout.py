"""The layout of an observation: places are counted by the enum, and the pieces of the contract come from it."""

from dataclasses import replace

import numpy as np
import pytest
import toy
from games import every_game
from toy.bout import CARD_NAMES

from nexus_env.contract.game import Game
from nexus_env.contract.structure import structure_of
from nexus_env.kit.observation import (
    NamedSlice,
    ObservationField,
    Things,
    block,
    capped,
    each,
    pieces,
    read_wide,
    size_of,
    wide,
    write_wide,
)

PAIR = Things("pair", 2)
CORNERS = Things("corners", 3, ((0, 0), (1, 0), (0, 1)))


class Inner(ObservationField):
    ONE = 1, "one number", 1 / 4, (-4, 4)
    FEW = 3, "a few", (1, 1 / 2, 1 / 3)


class Outer(ObservationField):
    BEFORE = 2, "before it"
    TWICE_SEEN = block(Inner, "two blocks", PAIR)
    BEHIND = 1, "behind it", 1 / 5
    AT_CORNERS = each(CORNERS, "what lies there", 1 / 2, (0, 2))


def test_each_field_begins_where_the_last_one_ends():
    assert [int(field) for field in Inner] == [0, 1] and [int(field) for field in Outer] == [0, 2, 10, 11]
    assert (size_of(Inner), size_of(Outer)) == (4, 14)
    assert Outer.BEHIND.scales == (1 / 5,) and Outer.TWICE_SEEN.scales == 2 * (1 / 4, 1, 1 / 2, 1 / 3)


def test_the_pieces_say_what_the_fields_say():
    parts = (
        NamedSlice("one", 1, "one number", 1 / 4, (), (-4, 4)),
        NamedSlice("few", 3, "a few", (1, 1 / 2, 1 / 3), (), (0, 1)),
    )
    before, middle, behind, at_corners = pieces(Outer)
    assert before == NamedSlice("before", 2, "before it", 1, (), (0, 1))
    assert middle == NamedSlice("twice seen", 8, "two blocks", (1 / 4, 1, 1 / 2, 1 / 3), parts, (-4, 4), PAIR)
    assert behind == NamedSlice("behind", 1, "behind it", 1 / 5, (), (0, 1))
    assert at_corners == NamedSlice("at corners", 3, "what lies there", 1 / 2, (), (0, 2), CORNERS)
    assert middle.spans == 2 * [(-4, 4), (0, 1), (0, 1), (0, 1)]


def test_rows_are_found_inside_of_what_is_about_the_table():
    """A block without rows of its own may be repeated, and each copy has rows of something."""

    class Plane(ObservationField):
        HEIGHT = 1, "how high it is"
        TAKEN = each(CORNERS, "who is there")

    class Planes(ObservationField):
        BEFORE = 2, "before it"
        VIEW = block(Plane, "a plane")
        AFTER = each(CORNERS, "what lies there")

    view = replace(pieces(Planes)[1], length=8)  # two copies
    layout = (pieces(Planes)[0], view, pieces(Planes)[2])
    structure = structure_of(replace(toy.GAME, layout=layout, means={}))
    assert structure.table.tolist() == [0, 1, 2, 6]
    assert structure.rows["corners"].tolist() == [[3, 7, 10], [4, 8, 11], [5, 9, 12]]


def test_a_number_beyond_an_int8_is_wide_or_capped():
    """Two fields that, scaled and added, are the number; it may be negative."""

    class Coins(ObservationField):
        DOZENS, REST = wide("the coins", 1 / 50, (-300, 900), apart=12)

    assert [field.span for field in Coins] == [(-25, 75), (0, 11)]
    for coins in (-300, -1, 0, 11, 12, 900):
        out = np.zeros(size_of(Coins), np.int8)
        write_wide(out, Coins.DOZENS, coins, 12)
        assert read_wide(out, Coins.DOZENS, 12) == coins
        assert 50 * sum(out * [scale for field in Coins for scale in field.scales]) == pytest.approx(coins)
    for span, apart in (((0, 900), 7), ((-1600, 0), 12), ((0, 10), 0), ((0, 10), 128)):
        with pytest.raises(TypeError, match="expected 127 steps of 127 at most"):
            wide("the coins", 1, span, apart)
    assert [capped(number) for number in (-1000, -127, 5, 128)] == [-127, -127, 5, 127]


def test_a_field_of_no_length_is_refused_and_one_with_too_many_scales():
    for wrong in ((0, "nothing"), (3, "three", (1, 1 / 2))):
        with pytest.raises(TypeError, match="expected one or more for each of the scales"):

            class Wrong(ObservationField):
                FIELD = wrong


def test_rows_of_unequal_length_a_span_of_one_number_and_missing_places_are_refused():
    with pytest.raises(TypeError, match=r"odd: got 3 numbers; expected as many for each of 2\."):
        NamedSlice("odd", 3, "three of two", of=PAIR)
    with pytest.raises(
        TypeError, match=r"odd: got the span \(0, None\); expected the least and the most of a number\."
    ):
        NamedSlice("odd", 3, "three", span=(0, None))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"things 'corners': got 1 places; expected one for each of 3\."):
        Things("corners", 3, ((0, 0),))


@every_game
def test_each_number_belongs_to_the_table_or_to_one_thing(game: Game):
    structure = structure_of(game)
    places = np.concatenate([structure.table, *(rows.ravel() for rows in structure.rows.values())])
    assert sorted(places.tolist()) == list(range(game.observation_size))
    for name, rows in structure.rows.items():
        assert len(rows) == structure.things[name].count
        assert structure.meant[name].shape == (len(game.actions),) and structure.meant[name].max() < len(rows)
    assert "seats" in structure.rows or "players" in structure.rows


def test_an_action_points_at_what_is_seen():
    structure = structure_of(toy.GAME)
    played = np.flatnonzero(structure.meant["cards"] >= 0)
    assert [toy.GAME.actions[action] for action in played] == [f"play {card}" for card in CARD_NAMES]


def test_things_that_are_not_seen_cannot_be_meant():
    wrong = replace(toy.GAME, means={0: (("cards", 99),)})
    with pytest.raises(TypeError, match=r"action '\w+': got cards 99; expected one that is seen\."):
        structure_of(wrong)
