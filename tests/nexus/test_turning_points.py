"""The Turning Point Counter and the damage modifier (manual p.10, p.11, p.15)."""

from typing import Any

import pytest
from table import Table

from nexus_env.games.nexus.rules.bout import Pile
from nexus_env.games.nexus.rules.log import Event

DUEL = """
    .  .  .  .
    .  .  .  .
    .  .  1v .
    .  .  0^ .
"""


def next_mark(ratio: int, *marked: int, **options: Any) -> Table:
    """The round of seat 1 has begun with this ratio die; these values were marked before."""
    table = Table(mp=0, ap=0, **options)
    lanista = table.lanista(1)
    lanista.ratio = ratio
    lanista.slots, lanista.counter = sum(1 << (value - 1) for value in marked), len(marked)
    table.settle_box()
    return table


def loaded(drawing: str = DUEL, **options: Any) -> Table:
    """Seat 0 attacks with the damage modifier of a full counter."""
    table = Table(drawing, **options)
    lanista = table.lanista(0)
    lanista.slots, lanista.counter, lanista.turning_point_damage = 63, 6, 1
    table.settle_box()
    return table


def is_loaded(table: Table) -> bool:
    """The modifier waits, with its six coins."""
    lanista = table.lanista(0)
    state = (int(lanista.slots), int(lanista.counter), int(lanista.turning_point_damage))
    assert state in ((63, 6, 1), (0, 0, 0))
    return state == (63, 6, 1)


def overall(table: Table, seat: int) -> int:
    """The Overall Condition of a helot."""
    return int(table.helot(seat).health[Pile.OVERALL_CONDITION])


# --- the counter ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ratio", range(1, 7))
def test_the_value_of_the_ratio_die_is_marked_with_a_coin_of_the_crowd(ratio: int):
    """R-053, R-077, R-078, R-105: on the slot of that number; the coin is nobody's Cred yet."""
    table = next_mark(ratio)
    table.play("end round", until="RATIO")
    lanista = table.lanista(1)
    assert (lanista.slots, lanista.counter, lanista.cred) == (1 << (ratio - 1), 1, 0)
    assert table.table.crowd_pile == 9
    assert not table.events(Event.DUPLICATE)


def test_with_an_empty_crowd_pile_the_coin_comes_from_the_box():
    """R-054, R-104: the mark is always made."""
    table = next_mark(2)
    table.table.crowd_pile = 0
    table.settle_box()
    box = int(table.table.box)
    table.play("end round", until="RATIO")
    assert (table.lanista(1).slots, table.lanista(1).counter) == (2, 1)
    assert (table.table.crowd_pile, table.table.box) == (0, box - 1)


def test_a_value_marked_before_is_a_duplicate():
    """R-055, R-077, R-078: no coin is placed."""
    table = next_mark(4, 4, 6)
    table.play("end round", until="RATIO")
    assert (table.lanista(1).slots, table.lanista(1).counter, table.table.crowd_pile) == (0b101000, 2, 10)
    assert table.events(Event.DUPLICATE) == [(1, -1, 0, 4, 0)]


def test_a_mark_of_another_player_is_no_duplicate():
    """R-077: each player has a counter of its own."""
    table = next_mark(4)
    table.lanista(0).slots = 0b1000
    table.play("end round", until="RATIO")
    assert table.lanista(1).counter == 1 and not table.events(Event.DUPLICATE)


def test_the_sixth_mark_is_a_turning_point():
    """R-079, R-083, R-084: the damage modifier is gained at once, and the round goes on with the split."""
    table = next_mark(3, 1, 2, 4, 5)
    table.play("end round", until="RATIO")
    assert table.lanista(1).turning_point_damage == 0
    table = next_mark(3, 1, 2, 4, 5, 6)
    table.play("end round", until="RATIO")
    lanista = table.lanista(1)
    assert (lanista.slots, lanista.counter, lanista.turning_point_damage) == (63, 6, 1)
    assert table.events(Event.TURNING_POINT) == [(1, -1, 0, 1, 0)]
    table.play("ratio to action")
    assert (table.seat, table.table.command_round.action_points) == (1, 3)


def test_a_turning_point_draws_a_card_that_was_not_drawn_before():
    """R-035, R-082: of a shuffled deck of three the first card is out, and the second of the others comes up."""
    table = next_mark(3, 1, 2, 4, 5, 6, turning_point_cards=3)
    table.table.turning_point_discards = 0b001
    table.play("end round", dice=[2], until="RATIO")
    assert table.rolled == [("DEAL_CARD", 1, 2)]
    assert (table.table.turning_point_card, table.table.turning_point_discards) == (2, 0b101)
    assert table.lanista(1).turning_point_damage == 1


def test_an_empty_deck_is_its_discards_shuffled_again():
    """R-092: all three were drawn, so all three may come again."""
    table = next_mark(3, 1, 2, 4, 5, 6, turning_point_cards=3)
    table.table.turning_point_discards = 0b111
    table.play("end round", dice=[1], until="RATIO")
    assert (table.table.turning_point_card, table.table.turning_point_discards) == (0, 0b001)


def test_a_full_counter_makes_every_roll_a_duplicate():
    """R-085, R-086: nothing counts toward the next Turning Point while the modifier is unused."""
    table = next_mark(3, 1, 2, 3, 4, 5, 6)
    table.lanista(1).turning_point_damage = 1
    table.play("end round", until="RATIO")
    assert (table.lanista(1).counter, table.table.turning_points, table.table.crowd_pile) == (6, 0, 10)
    assert table.events(Event.DUPLICATE) == [(1, -1, 0, 3, 0)]


# --- the damage modifier -------------------------------------------------------------------------------------------


def test_a_qualifying_hit_does_6_more_damage_and_earns_the_coins_of_the_counter():
    """R-083, R-087, R-096: 3 + 6 to both piles, 6 Cred besides, and an empty counter that fills again."""
    table = loaded(mp=0, ap=2)
    table.play("standard attack", dice=[5, 4, 4, 2, 6])
    assert (overall(table, 1), table.helot(1).health[Pile.RIGHT_LOWER]) == (50 - 9, 12 - 9)
    assert table.lanista(0).cred == 9 + 9 + 6
    assert not is_loaded(table)
    table.play("end round", answers=["ratio to action"])
    table.play("end round", dice=[2, 5, 1, 1], until="RATIO")
    assert (table.seat, table.lanista(0).slots, table.lanista(0).counter) == (0, 1 << 4, 1)


@pytest.mark.parametrize(
    ("command", "dice"),
    [
        ("standard attack", [5, 4, 4, 2, 1]),
        ("focused attack left-upper", [5, 4, 4, 4, 2]),
        ("combo left-upper 1", [5, 4, 4, 4, 2, 1, 1, 6, 6]),
    ],
)
def test_which_attacks_qualify(command: str, dice: list[int]):
    """R-088, R-089: Standard and Focused Attacks, alone or in a combo; the modifier is not kept back."""
    table = loaded()
    table.play(command, dice=dice)
    assert not is_loaded(table)
    assert overall(table, 1) < 50 - 6


@pytest.mark.parametrize(
    ("command", "dice"),
    [("wild attack forward", [5, 4, 4, 2, 1]), ("grapple", [5, 4, 4, 2]), ("standard attack", [5, 4, 5, 4])],
)
def test_which_attacks_neither_qualify_nor_use_it_up(command: str, dice: list[int]):
    """R-088, R-085: Wild Attacks and Grapples do not, and no attack that fails."""
    table = loaded()
    table.play(command, dice=dice)
    assert is_loaded(table)
    assert overall(table, 1) >= 50 - 5


@pytest.mark.parametrize(
    ("command", "dice"),
    [
        ("takedown", [5, 5, 1, 4, 2, 1]),
        ("crush", [5, 5, 4, 2]),
        ("throw forward 1", [5, 4, 4, 4, 2]),
        ("drag back", [5, 5, 4, 2]),
        ("clinch", []),
    ],
)
def test_no_grapple_command_qualifies(command: str, dice: list[int]):
    """R-088: nor do they use it up."""
    table = loaded(cred=1)
    table.grapple(0, 1)
    table.helot(0).health[Pile.OVERALL_CONDITION] = 40
    table.settle_box()
    table.play(command, dice=dice)
    assert is_loaded(table)
    assert overall(table, 1) >= 50 - 4


def test_in_a_combo_the_first_hit_that_succeeds_has_it():
    """R-089: 2 + 6 with the opening, then 2 without it."""
    table = loaded()
    table.play("combo left-lower 1", dice=[6, 4, 4, 4, 2, 5, 4, 4, 3, 6])
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 8
    assert table.helot(1).health[Pile.RIGHT_LOWER] == 12 - 2
    assert overall(table, 1) == 50 - 10


def test_a_hit_on_a_depleted_location_spends_it_too():
    """R-090: nothing is hurt, and the six coins are collected all the same."""
    table = loaded()
    table.helot(1).health[Pile.LEFT_UPPER] = 0
    table.helot(1).lost = 1 << Pile.LEFT_UPPER
    table.settle_box()
    table.play("focused attack left-upper", dice=[5, 4, 3, 4, 2])
    assert (overall(table, 1), table.lanista(0).cred) == (50, 6)
    assert not is_loaded(table)


def test_the_deck_is_shuffled_after_its_last_card_and_no_sooner():
    """R-092: with two of three drawn only the third can come."""
    table = next_mark(3, 1, 2, 4, 5, 6, turning_point_cards=3)
    table.table.turning_point_discards = 0b011
    table.play("end round", dice=[1], until="RATIO")
    assert (table.table.turning_point_card, table.table.turning_point_discards) == (2, 0b111)
