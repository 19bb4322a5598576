"""The abilities of Physicality."""

import pytest
from fights import FACE_TO_FACE
from reserves import HIT, MISS, overall
from table import Table

from nexus_env.games.nexus.rules.log import Event


def test_unshackled_answers_a_grapple_at_once_and_frees_in_any_round():
    """R-320: right after the Grapple, before a Grapple Command's dice, and in the own round."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, physicality=3)
    table.play("grapple", dice=[6, 5, 4, 3], answers=["unshackled"])
    assert table.asked == [("UNSHACKLED", 1)]
    assert (table.helot(0).holds, table.helot(1).held_by) == (-1, -1)
    table.grapple(0, 1)
    table.give(1, physicality=3)
    table.play("takedown", answers=["unshackled"])
    assert table.asked == [("INTERRUPT", 1)]
    assert table.events(Event.LOST)
    assert (table.helot(1).held_by, overall(table, 1)) == (-1, 50)
    table.grapple(1, 0)
    table.give(0, physicality=3)
    table.play("unshackled")
    assert table.helot(0).held_by == -1


@pytest.mark.parametrize("tile", [".", "b", "g"])
def test_push_moves_the_opponent_along_the_ffd_of_the_pusher(tile: str):
    """R-321, R-322: one square, onto a tile too; the pusher stays, no die decides."""
    table = Table(f". . .\n. . {tile}\n. . 1<\n. . 0^")
    table.give(0, physicality=4)
    table.play("push", dice=[5] if tile == "b" else [])
    assert table.place(0) == (3, 4, "^")
    assert table.place(1) == ((3, 2, "<") if tile != "b" else (3, 3, "<"))


@pytest.mark.parametrize("beyond", ["#", "c", "u", "t", "2v"])
def test_push_needs_a_square_that_can_be_occupied(beyond: str):
    """R-321: no obstacle, no helot, no wall."""
    table = Table(f". . .\n. . {beyond}\n. . 1<\n. . 0^", seats=3)
    table.give(0, physicality=4)
    assert not table.may("push")
    table = Table(". 1v .\n. 0^ .")
    table.give(0, physicality=4)
    assert not table.may("push")


@pytest.mark.parametrize(("hazard", "dice", "coins"), [("s", [4, 3], 20), ("x", [4, 3], 20), ("f", [], 5)])
def test_push_into_a_hazard_is_a_forced_move(hazard: str, dice: list[int], coins: int):
    """R-322: a saw, spikes or a fire; the first damage is the pusher's, who is not pulled in."""
    table = Table(f". . . .\n. . {hazard} .\n. . 1v .\n. . 0^ .")
    table.give(0, physicality=4)
    table.play("push", dice=dice)
    scorched = 1 if hazard == "f" else 0  # it left the fire's area on the way in
    assert table.lanista(0).cred == coins
    assert overall(table, 1) == 50 - (10 if coins == 20 else 5) - scorched
    assert table.place(0) == (3, 4, "^")
    assert overall(table, 0) == 50


def test_push_is_for_ones_own_round_and_an_opponent_in_front():
    """R-321: no interruption, and nobody diagonally ahead."""
    table = Table(FACE_TO_FACE)
    table.give(1, physicality=4, swagger=4)
    table.play("standard attack", until="INTERRUPT")
    assert table.seat == 1
    assert table.may("win them over")
    assert not table.may("push")
    table = Table(FACE_TO_FACE.replace(".  .  0^", ".  0^ ."))
    table.give(0, physicality=4)
    assert not table.may("push")


@pytest.mark.parametrize(
    ("command", "dice", "grappling", "damage"),
    [
        ("standard attack", HIT, False, 4 + 4),
        ("focused attack left-lower", [6, 6, 5, 4, 3], False, 4 + 4),
        ("takedown", [6, 5, 1, 4, 3, 4], True, 4 + 4),
        ("crush", [6, 5, 4, 3], True, 4 + 4),
    ],
)
def test_haymaker_adds_four_to_a_successful_attack(command: str, dice: list[int], grappling: bool, damage: int):
    """R-323, R-324: declared after the dice, on any damaging attack but a Wild one."""
    table = Table(FACE_TO_FACE)
    if grappling:
        table.grapple(0, 1)
    table.give(0, physicality=5)
    table.play(command, dice=dice, answers=["haymaker"])
    assert table.asked == [("HAYMAKER", 0)]
    assert overall(table, 1) == 50 - damage


@pytest.mark.parametrize(
    ("command", "dice", "grappling"),
    [
        ("wild attack forward", [6, 6, 5, 4, 3], False),
        ("standard attack", MISS, False),
        ("grapple", [6, 5, 4, 3], False),
        ("drag back", [6, 5, 4, 3], True),
    ],
)
def test_no_haymaker_for_wild_failed_or_harmless_attacks(command: str, dice: list[int], grappling: bool):
    """R-323, R-324: nobody is asked."""
    table = Table(FACE_TO_FACE)
    if grappling:
        table.grapple(0, 1)
    table.give(0, physicality=5)
    table.play(command, dice=dice)
    assert table.asked == []


def test_each_hit_of_a_combo_may_be_a_haymaker():
    """R-323: asked at the opening, and again at the hit when it was saved."""
    table = Table(FACE_TO_FACE)
    table.give(0, physicality=5)
    table.play("combo left-lower 1", dice=[6, 6, 5, 4, 3], until="HAYMAKER")
    table.step("pass")
    table.go_on(dice=[6, 5, 4, 3, 1], answers=["haymaker"])
    assert overall(table, 1) == 50 - 4 - 8
