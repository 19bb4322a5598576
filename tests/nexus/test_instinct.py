"""The abilities of Instinct."""

import pytest
from fights import FACE_TO_FACE
from reserves import MISS, THREE, overall, reserve
from table import Table

from nexus_env.games.nexus.rules.bout import Pile


def test_a_counterattack_turns_the_defense_into_a_standard_attack():
    """R-314, R-316: called before the dice; the difference hurts OC and a random location, for the user's Cred."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, instinct=3)
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert table.asked == [("COUNTERATTACK", 1)]
    assert [purpose for purpose, _, _ in table.rolled] == ["ATTACK", "ATTACK", "DEFENSE", "DEFENSE", "LOCATION"]
    assert table.rolled[-1][1] == 1
    assert (overall(table, 0), table.helot(0).health[Pile.LEFT_LOWER]) == (50 - 4, 12 - 4)
    assert (table.lanista(0).cred, table.lanista(1).cred) == (0, 8)
    assert not table.may("gloat")


@pytest.mark.parametrize("dice", [[4, 3, 5, 2], [6, 5, 4, 3, 4]])
def test_a_counterattack_does_nothing_on_equal_totals_or_a_failed_defense(dice: list[int]):
    """R-315: the points are spent all the same."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, instinct=3)
    table.play("standard attack", dice=dice, answers=["counterattack"])
    assert overall(table, 0) == 50
    assert reserve(table, 1, "instinct") == 0


@pytest.mark.parametrize(
    ("command", "dice"),
    [
        ("wild attack forward", [4, 6, 3, 6, 5]),
        ("focused attack head", [4, 6, 3, 6, 5]),
        ("grapple", [4, 3, 6, 5]),
        ("combo head 1", [4, 6, 3, 6, 5]),
    ],
)
def test_every_melee_attack_command_may_be_countered_from_anywhere(command: str, dice: list[int]):
    """R-314, R-315: Grapple too; neither facing nor standing is needed."""
    table = Table(FACE_TO_FACE.replace("1v", "1>"), auto_pass=True)
    table.helot(1).prone = 1
    table.give(1, instinct=3)
    table.play(command, dice=[*dice, 4], answers=["counterattack"])
    assert overall(table, 0) == 50 - 4 - command.startswith("wild")  # its own price


def test_grapple_commands_cannot_be_countered():
    """R-314: they are no Melee Attack Commands."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.grapple(0, 1)
    table.give(1, instinct=3)
    table.play("crush", dice=MISS)
    assert table.asked == []


def test_a_counterattack_carries_the_turning_point_damage_and_is_not_countered():
    """R-316: it counts as a successful Standard Attack of the user; the active helot has no Counterattack to it."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, instinct=3)
    table.give(1, instinct=3)
    table.lanista(1).turning_point_damage, table.lanista(1).counter, table.lanista(1).slots = 1, 6, 63
    table.settle_box()
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert overall(table, 0) == 50 - 10
    assert table.lanista(1).cred == 6 + 20
    assert table.asked == [("COUNTERATTACK", 1)]


def test_a_counterattack_has_no_bonus_against_the_wall():
    """R-316, R-255: that bonus is for the Attack Commands; the same attack as a command has it."""
    table = Table(
        """
        .  1v .
        .  0^ .
        .  #  .
        """,
        auto_pass=True,
    )
    table.give(1, instinct=3)
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert overall(table, 0) == 50 - 4


def test_combo_breaker_stops_what_follows_a_successful_opening():
    """R-317: the opening's damage stays, the Standard Attacks come to nothing."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, instinct=4)
    table.play("combo left-lower 3", dice=[6, 6, 5, 4, 3], answers=["combo breaker"])
    assert table.asked == [("COUNTERATTACK", 1), ("COMBO_BREAKER", 1)]
    assert len(table.rolled) == 5  # of the opening
    assert overall(table, 1) == 50 - 4
    assert table.table.command_round.action_points == 0


def test_combo_breaker_is_for_combos_whose_opening_succeeds():
    """R-317: no window after a failed opening, nor after a Focused Attack alone."""
    for command, dice in (("combo left-lower 1", [4, 4, 5, 6, 5]), ("focused attack left-lower", [6, 6, 5, 4, 3])):
        table = Table(FACE_TO_FACE, auto_pass=True)
        table.give(1, instinct=4)
        table.play(command, dice=dice)
        assert ("COMBO_BREAKER", 1) not in table.asked


def test_elusive_lasts_for_the_whole_cycle():
    """R-318, R-319: in the round of every opponent, until the next Initiative Round."""
    table = Table(THREE, seats=3, mp=0, ap=6, auto_pass=True)
    table.table.order[1], table.table.order[2] = 2, 1
    table.give(1, instinct=5)
    table.step("standard attack")
    table.step("elusive")
    table.go_on(dice=[1, 1, 6, 5, 4])
    table.table.command_round.action_points = 0
    table.play("end round", answers=["ratio to action"])
    assert table.seat == 2
    assert table.slides("standard attack") == (0, 1)
    table.table.command_round.action_points = table.table.command_round.movement_points = 0
    table.play("end round", answers=["ratio to action"])
    assert table.helot(1).elusive
    table.table.command_round.action_points = table.table.command_round.movement_points = 0
    table.play("end round", dice=[1, 6, 1, 5, 1, 4], answers=["ratio to action"])
    assert table.table.cycle == 2
    assert not table.helot(1).elusive
