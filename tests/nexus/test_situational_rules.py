"""Crowd Pleasers, Turning Point damage, Staggering Blows, Finishing Blows and other situations."""

import pytest
from fights import FACE_TO_FACE, RUN_UP, RUNNING, lose, purposes
from table import Table

from nexus_env.games.nexus.rules.bout import Pile
from nexus_env.games.nexus.rules.log import Event


@pytest.mark.parametrize(
    ("command", "dice", "attacker", "defender"),
    [
        ("standard attack", [2, 2, 6, 5], 1, 0),  # though it failed
        ("standard attack", [6, 5, 3, 3, 4], 2 * 5, 1),
        ("standard attack", [6, 5, 6, 6], 0, 1),
        ("wild attack forward", [6, 2, 2, 6, 5], 1, 0),  # the two lowest are kept
        ("wild attack forward", [6, 6, 2, 6, 5], 0, 0),
    ],
)
def test_two_kept_dice_of_the_same_value_please_the_crowd(command: str, dice: list[int], attacker: int, defender: int):
    """R-263: 1 Cred from the Crowd Pile to whoever rolled them, success or not."""
    table = Table(FACE_TO_FACE)
    table.play(command, dice=dice)
    pleased = sum(row[3] for row in table.events(Event.COINS) if row[2] == Pile.CROWD)
    assert (table.lanista(0).cred, table.lanista(1).cred) == (attacker, defender)
    assert pleased == (attacker == 1) + (defender == 1)


def test_a_drag_pleases_the_crowd_and_the_initiative_tie_break_does_not():
    """R-264: every attack and defense roll counts, for Drag too; 2d6 for the order are neither."""
    table = Table(FACE_TO_FACE)
    table.grapple(0, 1)
    table.play("drag back", dice=[5, 5, 3, 3])
    assert (table.lanista(0).cred, table.lanista(1).cred) == (1, 1)
    table = Table(FACE_TO_FACE, mp=0, ap=0)
    table.table.turn = 1
    table.play("end round", dice=[2, 3, 2, 3, 4, 4, 5, 5], answers=["ratio to action"])
    assert purposes(table)[-4:] == ["TIE"] * 4
    assert (table.lanista(0).cred, table.lanista(1).cred) == (0, 0)


def test_the_turning_point_damage_goes_with_the_next_qualifying_hit():
    """R-265: +6 damage and the six coins of the counter; a Wild Attack leaves it waiting."""
    table = Table(FACE_TO_FACE)
    table.lanista(0).turning_point_damage, table.lanista(0).counter, table.lanista(0).slots = 1, 6, 63
    table.settle_box()
    table.play("wild attack forward", dice=[6, 6, 5, 4, 3])
    assert (table.lanista(0).cred, table.lanista(0).counter) == (4, 6)
    table.play("standard attack", dice=[6, 5, 4, 3, 4])
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 10
    assert (table.lanista(0).cred, table.lanista(0).counter) == (4 + 6 + 20, 0)


@pytest.mark.parametrize(("face", "prone"), [(1, 1), (3, 1), (4, 0), (6, 0)])
@pytest.mark.parametrize("location", ["head", "midsection"])
def test_four_damage_to_head_or_midsection_stagger_on_one_to_three(location: str, face: int, prone: int):
    """R-266: the victim rolls a d6."""
    table = Table(FACE_TO_FACE)
    table.play(f"focused attack {location}", dice=[6, 6, 5, 4, 3, face])
    assert table.rolled[-1] == ("STAGGER", 1, face)
    assert table.helot(1).prone == prone


@pytest.mark.parametrize(
    ("command", "dice"),
    [
        ("focused attack head", [6, 6, 5, 5, 3]),  # 3 damage
        ("focused attack chest", [6, 6, 5, 4, 3]),
        ("focused attack left-lower", [6, 6, 5, 4, 3]),
        ("wild attack forward", [6, 6, 5, 4, 3]),
    ],
)
def test_no_other_blow_staggers(command: str, dice: list[int]):
    """R-266: 4 damage at least, to the Head or Midsection."""
    table = Table(FACE_TO_FACE)
    table.play(command, dice=dice)
    assert "STAGGER" not in purposes(table)


def test_a_random_hit_on_the_midsection_staggers_too():
    """R-266: whatever attack it was."""
    table = Table(FACE_TO_FACE)
    table.play("standard attack", dice=[6, 5, 4, 3, 5, 2])
    assert table.rolled[-1] == ("STAGGER", 1, 2)


def test_staggering_goes_by_the_damage_of_the_attack_not_by_coins():
    """R-267: two coins left are enough; a location depleted before is not."""
    table = Table(FACE_TO_FACE)
    table.helot(1).health[Pile.MIDSECTION] = 2
    table.settle_box()
    table.play("standard attack", dice=[6, 5, 4, 3, 5, 2])
    assert table.rolled[-1] == ("STAGGER", 1, 2)
    table = Table(FACE_TO_FACE)
    lose(table, 1, Pile.MIDSECTION)
    table.play("standard attack", dice=[6, 5, 6, 3, 1, 5])
    assert "STAGGER" not in purposes(table)


@pytest.mark.parametrize(("dice", "prone"), [([4, 4], 0), ([4, 3], 1), ([3], 1)])
def test_staggering_blow_and_running_strike_roll_apart(dice: list[int], prone: int):
    """R-268: failing either is enough; who is down already rolls no more."""
    table = Table(RUN_UP)
    for step in RUNNING:
        table.play(step)
    table.play("focused attack head", dice=[6, 6, 5, 4, 3, *dice])
    assert purposes(table)[5:] == ["STAGGER", "STRIKE_DOWN"][: len(dice)]
    assert table.helot(1).prone == prone


def test_a_hazard_does_not_stagger():
    """R-269: a saw takes 10 off the Midsection, and the helot keeps its feet."""
    table = Table(". .  .\n. s  .\n. 1v .\n. 0^ .")
    table.give(0, physicality=4)
    table.play("push", dice=[5, 3])
    assert table.helot(1).health[Pile.MIDSECTION] == 5
    assert purposes(table) == ["LOCATION", "COMPASS"]
    assert not table.helot(1).prone


@pytest.mark.parametrize(
    ("pile", "left", "location", "coins", "bonus"),
    [(Pile.CHEST, 3, "chest", 3 + 4, 10), (Pile.OVERALL_CONDITION, 2, "left-lower", 4 + 2, 5)],
)
def test_finishing_blows_are_paid_by_the_crowd(pile: Pile, left: int, location: str, coins: int, bonus: int):
    """R-270: 10 for a kill, 5 for an incapacitation, beside the coins of the blow."""
    table = Table(FACE_TO_FACE, seats=3)
    table.helot(1).health[pile] = left
    table.settle_box()
    crowd = int(table.table.crowd_pile)
    table.play(f"focused attack {location}", dice=[6, 6, 5, 4, 3])
    assert table.lanista(0).cred == coins + bonus
    assert table.table.crowd_pile == crowd - bonus


def test_the_last_helot_standing_earns_ten_from_the_crowd():
    """R-271: at the end of the bout."""
    table = Table(FACE_TO_FACE, mp=0, ap=3)
    table.helot(1).health[Pile.CHEST] = 1
    table.table.crowd_pile = 40
    table.settle_box()
    table.play("focused attack chest", dice=[6, 6, 5, 4, 3])
    before = int(table.lanista(0).cred)
    assert not table.over
    table.play("end round")
    assert table.over
    assert table.lanista(0).cred == before + 10
    assert table.table.crowd_pile == 40 - 10 - 10


def test_unspent_points_and_the_motivation_button_cost():
    """R-272: 1 Cred or else 1 OC for each point left; the button gives all six points for 5 OC."""
    table = Table(FACE_TO_FACE, mp=1, ap=2)
    table.lanista(0).cred = 1
    table.settle_box()
    table.play("end round", answers=["button to action"])
    assert (table.lanista(0).cred, table.helot(0).health[Pile.OVERALL_CONDITION]) == (0, 50 - 2)
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 5
    assert (table.table.command_round.movement_points, table.table.command_round.action_points) == (0, 6)
    assert table.table.crowd_pile == 10 + 3 + 5 - 1  # one coin marks the counter
