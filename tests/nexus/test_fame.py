"""Recovery commands and Gloating."""

import pytest
from fights import FACE_TO_FACE
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Square

BEFORE_SPIKES = """
    .  .  .  .
    .  .  x  .
    .  .  1v .
    .  .  0^ .
"""
HIT = {"dice": [6, 5, 4, 3, 4]}  # a Standard Attack for 4: 8 coins
MISS = {"dice": [4, 3, 6, 5]}


# --- recovery ---------------------------------------------------------------------------------------------------------


def test_mend_ends_bleeding_without_a_roll():
    """R-223: 2 AP, and not with one."""
    table = Table(FACE_TO_FACE, ap=3)
    assert not table.may("mend")
    table.helot(0).bleeding = 1
    table.play("mend")
    assert (table.helot(0).bleeding, table.rolled) == (0, [])
    assert table.table.command_round.action_points == 1
    table.helot(0).bleeding = 1
    assert not table.may("mend")


def test_stop_drop_and_roll_puts_the_fire_out_and_the_helot_down():
    """R-224: 3 AP, no roll, Prone, the same FFD."""
    table = Table(FACE_TO_FACE, ap=3)
    assert not table.may("stop drop and roll")
    table.helot(0).flaming = 1
    table.play("stop drop and roll")
    assert (table.helot(0).flaming, table.helot(0).prone, table.rolled) == (0, 1, [])
    assert table.place(0) == (3, 4, "^")
    assert table.table.command_round.action_points == 0


@pytest.mark.parametrize(
    ("x", "y", "allowed"), [(3, 4, False), (4, 5, False), (2, 3, False), (3, 6, True), (5, 5, True)]
)
def test_nobody_rolls_out_a_fire_near_another_one(x: int, y: int, allowed: bool):
    """R-224: not in a fire's own square, nor in the eight around it."""
    table = Table(FACE_TO_FACE, ap=3)
    table.helot(0).flaming = 1
    table.table.squares[y - 1, x - 1] = Square.FIRE
    assert table.may("stop drop and roll") == allowed


def test_a_prone_flaming_helot_stands_up_first():
    """R-225: then it may stop, drop and roll."""
    table = Table(FACE_TO_FACE)
    table.helot(0).flaming, table.helot(0).prone = 1, 1
    assert not table.may("stop drop and roll")
    table.play("stand up", dice=[4])
    assert table.may("stop drop and roll")


# --- gloating ---------------------------------------------------------------------------------------------------------


def test_gloating_follows_the_helots_own_success_at_once():
    """R-226: 1 AP; not before an attack, not after a failed one, and no later command in between."""
    table = Table(FACE_TO_FACE, ap=9)
    assert not table.may("gloat")
    table.play("standard attack", **MISS)
    assert not table.may("gloat")
    table.play("standard attack", **HIT)
    assert table.may("gloat")
    table.play("feint")
    assert not table.may("gloat")
    table.play("standard attack", dice=[6, 5, 1, 4, 3, 4])
    table.play("gloat")
    assert table.table.command_round.action_points == 9 - 4 * 2 - 1


def test_gloating_is_for_once_a_round_and_costs_an_action_point():
    """R-226: a second success in the round opens nothing, and without a point there is none."""
    table = Table(FACE_TO_FACE, ap=8)
    table.play("standard attack", **HIT)
    table.play("gloat")
    table.play("standard attack", **HIT)
    assert not table.may("gloat")
    table = Table(FACE_TO_FACE, ap=2)
    table.play("standard attack", **HIT)
    assert not table.may("gloat")


@pytest.mark.parametrize(("pile", "paid"), [(30, 8), (3, 3), (0, 0)])
def test_the_crowd_matches_the_coins_of_the_damage(pile: int, paid: int):
    """R-227: as far as the Crowd Pile goes."""
    table = Table(FACE_TO_FACE)
    table.table.crowd_pile = pile
    table.settle_box()
    table.play("standard attack", **HIT)
    table.play("gloat")
    assert table.lanista(0).cred == 8 + paid
    assert table.table.crowd_pile == pile - paid


def test_who_gloats_defends_worse_until_its_next_round():
    """R-228: -SDS in the rounds of others, and nothing any more when its own has come."""
    table = Table(FACE_TO_FACE, mp=0, ap=3)
    table.play("standard attack", **HIT)
    table.play("gloat")
    table.play("end round", answers=["ratio to action"])
    assert table.slides("standard attack") == (0, -1)
    table.lanista(1).cred = 9
    table.settle_box()
    table.play("end round", dice=[2, 6, 1, 1], answers=["ratio to action"])
    assert table.seat == 0
    assert table.helot(0).exposed == 0


def test_a_whole_combo_is_gloated_over():
    """R-229: the coins of the opening and of every hit, also when the last one was defended."""
    table = Table(FACE_TO_FACE)
    table.table.crowd_pile = 30
    table.settle_box()
    table.play("combo left-lower 2", dice=[6, 6, 5, 4, 3, 6, 5, 4, 3, 1, 4, 3, 6, 5])
    assert table.lanista(0).cred == 2 * 4 + 2 * 4
    table.play("gloat")
    assert table.lanista(0).cred == 2 * 16


def test_only_coins_of_damage_are_doubled():
    """R-229: no Turning Point coins, no finishing bonus, no bonus for the Flaming, no Crowd Pleaser."""
    table = Table(FACE_TO_FACE, seats=3)
    table.helot(0).flaming = 1
    table.helot(1).health[Pile.CHEST] = 1
    table.lanista(0).turning_point_damage, table.lanista(0).counter, table.lanista(0).slots = 1, 6, 63
    table.table.crowd_pile = 100
    table.settle_box()
    table.play("standard attack", dice=[6, 6, 4, 3, 2])
    coins = 1 + (5 + 6)
    assert table.lanista(0).cred == coins + 6 + 10 + 10 + 1
    table.play("gloat")
    assert table.lanista(0).cred == 2 * coins + 6 + 10 + 10 + 1


@pytest.mark.parametrize(
    ("command", "dice", "coins"),
    [
        ("takedown", [6, 5, 1, 4, 3, 4], 8),
        ("crush", [6, 5, 4, 3], 4),
        ("throw forward 1", [6, 6, 5, 4, 3], 0),
        ("drag back", [6, 5, 4, 3], 0),
    ],
)
def test_grapple_commands_open_gloating(command: str, dice: list[int], coins: int):
    """R-226, R-230: also those without damage, for nothing."""
    table = Table(FACE_TO_FACE)
    table.grapple(0, 1)
    table.play(command, dice=dice)
    table.play("gloat")
    assert table.lanista(0).cred == 2 * coins
    assert table.helot(0).exposed == 1


def test_a_grapple_opens_gloating_and_a_clinch_does_not():
    """R-230: the Grapple attack does, a failed Grapple Command and Clinch do not."""
    table = Table(FACE_TO_FACE, cred=3)
    table.helot(0).health[Pile.OVERALL_CONDITION] = 40
    table.settle_box()
    table.play("grapple", dice=[6, 5, 4, 3])
    assert table.may("gloat")
    table.play("clinch")
    assert not table.may("gloat")
    table.play("crush", dice=[4, 3, 6, 5])
    assert not table.may("gloat")


def test_a_victim_thrown_onto_spikes_is_gloated_over():
    """R-227, R-229: the Cred of the first damage came from the opponent; that of a later bounce went to the crowd."""
    table = Table(BEFORE_SPIKES)
    table.grapple(0, 1)
    table.table.crowd_pile = 60
    table.settle_box()
    table.play("throw forward 1", dice=[6, 6, 5, 4, 3, 4, 3])
    assert table.lanista(0).cred == 20
    table.play("gloat")
    assert table.lanista(0).cred == 40


def test_nobody_gloats_over_its_own_burns():
    """R-229: who grapples a Flaming opponent keeps the coins of its own 5 OC, and they are no opponent's damage."""
    table = Table(FACE_TO_FACE)
    table.helot(1).flaming = 1
    table.play("grapple", dice=[6, 5, 4, 3])
    assert table.lanista(0).cred == 5
    table.play("gloat")
    assert table.lanista(0).cred == 5


def test_a_push_is_not_what_one_gloats_over():
    """R-229: the coins of the command, not of an ability used after it."""
    table = Table(BEFORE_SPIKES)
    table.give(0, physicality=4)
    table.table.crowd_pile = 60
    table.settle_box()
    table.play("standard attack", **HIT)
    table.play("push", dice=[1, 3])
    assert table.lanista(0).cred == 8 + 20
    table.play("gloat")
    assert table.lanista(0).cred == 2 * 8 + 20
