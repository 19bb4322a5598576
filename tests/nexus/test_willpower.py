"""The abilities of Willpower."""

from fights import FACE_TO_FACE
from reserves import HIT, MISS, THREE, overall, reserve
from table import Table

from nexus_env.games.nexus.rules.bout import Pile


def test_still_standing_at_once_or_at_any_time():
    """R-309: right after the failed roll, in somebody else's round, or in the own one."""
    table = Table(FACE_TO_FACE, ap=7, auto_pass=True)
    table.give(1, willpower=3)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1], answers=["im still standing"])
    assert table.asked == [("IM_STILL_STANDING", 1)]
    assert (table.helot(1).prone, table.table.command_round.bonus_points) == (0, 0)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1])
    assert table.helot(1).prone
    table.give(1, willpower=3)
    table.play("wild attack forward", dice=[1, 1, 2, 6, 5], answers=["im still standing"])
    assert table.asked == [("INTERRUPT", 1)]
    assert not table.helot(1).prone
    table.helot(0).prone = 1
    table.give(0, willpower=3)
    table.play("im still standing")
    assert not table.helot(0).prone


def test_still_standing_keeps_the_grip():
    """R-309: who never lies there loses no grapple."""
    table = Table(THREE, seats=3)
    table.grapple(1, 2)
    table.helot(1).facing = 3  # west, where its victim stands
    table.give(1, willpower=3)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1], answers=["im still standing"])
    assert (table.helot(1).holds, table.helot(1).prone) == (2, 0)


def test_a_flesh_wound_spares_overall_condition_and_its_coins():
    """R-310, R-311: the location is hurt, what is not removed is not gained."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=4)
    table.play("standard attack", dice=HIT, answers=["merely a flesh wound"])
    assert table.asked == [("MERELY_A_FLESH_WOUND", 1)]
    assert (overall(table, 1), table.helot(1).health[Pile.LEFT_LOWER]) == (50, 12 - 4)
    assert table.lanista(0).cred == 4
    table.give(1, willpower=4)
    table.play("wild attack forward", dice=[6, 6, 5, 4, 3], answers=["merely a flesh wound"])
    assert (overall(table, 1), table.lanista(0).cred) == (50, 4)


def test_a_flesh_wound_is_offered_after_a_successful_attack_only():
    """R-310: not when nothing gets through, nor for a location that is gone."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=4)
    table.play("standard attack", dice=MISS)
    assert table.asked == []
    table.helot(1).health[Pile.LEFT_UPPER], table.helot(1).lost = 0, 1 << Pile.LEFT_UPPER
    table.settle_box()
    table.play("standard attack", dice=[6, 5, 4, 3, 1])
    assert table.asked == []


def test_perseverance_rolls_all_dice_of_a_roll_once_more_and_that_stands():
    """R-312, R-313: both dice of the defense are thrown anew, and a worse result counts."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=5)
    table.play("standard attack", dice=[6, 5, 4, 3, 2, 1, 4], answers=["perseverance defense"])
    assert table.asked == [("PERSEVERANCE_CONTEST", 1)]
    assert overall(table, 1) == 50 - 8


def test_an_opponent_may_have_the_attack_rolled_again():
    """R-313: it directly affects the defender; the steps of the roll stay as they were."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, willpower=5)
    table.play("feint")
    table.play("standard attack", dice=[6, 5, 1, 4, 3, 2, 2, 3], answers=["perseverance attack"])
    assert [seat for purpose, seat, _ in table.rolled if purpose == "ATTACK"] == [0] * 6
    assert overall(table, 1) == 50


def test_the_active_player_perseveres_first():
    """R-131, R-312, R-313: it has its attack rolled again; then only the defense is left to be rolled once more."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5)
    table.step("standard attack")
    for face in (2, 1, 4, 3):
        table.roll(face)
    assert (table.question.name, table.seat) == ("PERSEVERANCE_CONTEST", 0)
    assert table.legal() == {"pass", "perseverance attack", "perseverance defense"}
    table.step("perseverance attack")
    table.roll(5)
    table.roll(6)
    assert (table.question.name, table.seat) == ("PERSEVERANCE_CONTEST", 1)
    assert table.legal() == {"pass", "perseverance defense"}
    table.step("pass")
    table.go_on(dice=[4])
    assert overall(table, 1) == 50 - 4
    assert (reserve(table, 0, "willpower"), reserve(table, 1, "willpower")) == (0, 5)


def test_perseverance_over_a_fall_belongs_to_the_one_who_falls():
    """R-312, R-313: the attacker's helot is not touched by that die."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, 1, 4], answers=["perseverance"])
    assert [asked for asked in table.asked if asked[0] == "PERSEVERANCE"] == [("PERSEVERANCE", 1)]
    assert not table.helot(1).prone


def test_perseverance_over_a_location_is_for_both_the_active_player_first():
    """R-131, R-313: it is the attacker's roll and it touches the victim; the new die stands."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5)
    table.step("standard attack")
    for face in HIT[:4]:
        table.roll(face)
    table.step("pass")
    table.step("pass")
    table.roll(4)
    assert (table.question.name, table.seat) == ("PERSEVERANCE", 0)
    table.step("pass")
    assert (table.question.name, table.seat) == ("PERSEVERANCE", 1)
    table.step("perseverance")
    table.roll(3)
    assert table.question.name != "PERSEVERANCE"  # seat 0 had its chance, and the new result stands
    table.go_on()
    assert table.helot(1).health[Pile.RIGHT_UPPER] == 12 - 4
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12


def test_over_the_location_of_a_counterattack_the_active_player_perseveres_first():
    """R-131, R-313: though the other one rolls it."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(0, willpower=5)
    table.give(1, willpower=5, instinct=3)
    table.play("standard attack", dice=[*MISS, 4], answers=["counterattack"])
    assert [seat for question, seat in table.asked if question == "PERSEVERANCE"] == [0, 1]


def test_perseverance_over_ones_own_check():
    """R-312: a failed attempt to stand is rolled again."""
    table = Table(FACE_TO_FACE)
    table.helot(0).prone = 1
    table.give(0, willpower=5)
    table.play("stand up", dice=[3, 4], answers=["perseverance"])
    assert not table.helot(0).prone


def test_what_a_flesh_wound_saves_is_not_gloated_over():
    """R-229, R-310, R-311: the crowd matches the coins of the location alone."""
    table = Table(FACE_TO_FACE, ap=3)
    table.table.crowd_pile = 40
    table.settle_box()
    table.give(1, willpower=4)
    table.play("standard attack", dice=HIT, answers=["merely a flesh wound"])
    assert table.lanista(0).cred == 4
    table.play("gloat")
    assert table.lanista(0).cred == 4 + 4
