"""Aim commands (manual p.24, p.27)."""

import pytest
from table import Table

from nexus_env.games.nexus.rules.aim import gives_cover, sees, squares_ahead
from nexus_env.games.nexus.rules.bout import Pile, Square

LINE = """
    .  .  .  .  .
    .  .  1v .  .
    .  .  .  .  .
    .  .  .  .  .
    .  .  0^ .  .
    .  .  .  .  .
"""
HIT, MISS = [6, 4, 1, 2], [1, 2, 6, 5]
LOW_HIT = [6, 6, 6, 1, 1]  # at -SDS the two lowest count: 12 to 2
CHEST = [2]


def archer(drawing=LINE, weapon="Ranged Weapon", **options):
    """A table where helot 0 has a ranged weapon in its hands."""
    table = Table(drawing, **options)
    table.arm(0, weapon)
    return table


# --- what it takes ---------------------------------------------------------------------------------------------------


def test_aiming_needs_a_drawn_weapon_with_ammo():
    """R-206, R-290: drawn, ranged or thrown; a stored one or a blade will not do."""
    table = archer()
    assert table.may("aim standard first opponent")
    for name, drawn in (("Ranged Weapon", False), ("Shiv", True), ("Shield", True)):
        table.arm(0, name, drawn=drawn)
        assert not table.may("aim standard first opponent"), name
    table.arm(0, "Bola")
    assert table.may("aim standard first opponent")


@pytest.mark.parametrize(("points", "legal"), [(1, 0), (2, 1), (3, 2), (4, 9)])
def test_the_prices_of_aiming(points, legal):
    """R-207, R-209, R-210: Aim Wild 2 AP, Aim Standard 3, Aim Focused 4 with any of the seven locations."""
    table = archer(ap=points)
    assert len([name for name in table.legal() if name.startswith("aim")]) == legal


@pytest.mark.parametrize(
    ("command", "slide", "cost"),
    [
        ("aim wild first opponent", -1, 2),
        ("aim standard first opponent", 0, 3),
        ("aim focused first opponent head", -1, 4),
    ],
)
def test_the_dice_of_aiming(command, slide, cost):
    """R-207, R-209, R-210, R-220: -SDS for Aim Wild and Focused, none for Standard; the target defends as ever."""
    table = archer()
    assert table.slides(command) == (slide, 0)
    assert table.points == (6, 6 - cost)


def test_no_aiming_while_holding_a_victim_or_prone():
    """R-203, R-275: a captor has its hands full, a Prone helot must stand."""
    table = archer()
    table.helot(0).prone = 1
    assert not table.may("aim standard first opponent")
    table.helot(0).prone = 0
    table.grapple(0, 1)
    assert not table.may("aim standard first opponent")


def test_bonus_points_buy_a_shot_at_the_prone():
    """R-280: the 2 AP against a Prone helot pay for Aim commands at it too, mixed with normal points."""
    table = archer(ap=1)
    table.helot(1).prone = 1
    assert not table.may("aim standard first opponent")
    table.table.command_round.bonus_points, table.table.command_round.bonus_target = 2, 1
    table.play("aim standard first opponent", dice=MISS)
    assert table.points == (6, 0) and table.table.command_round.bonus_points == 0


# --- the hit ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "dice"), [("aim standard first opponent", HIT), ("aim wild first opponent", LOW_HIT)]
)
def test_a_hit_does_the_damage_of_the_weapon(command, dice):
    """R-207, R-208, R-209, R-211: the fixed damage, not the difference of the dice, to OC and a random location."""
    table = archer()
    table.play(command, dice=[*dice, *CHEST])
    assert table.overall(1) == 46 and table.helot(1).health[Pile.CHEST] == 11 and table.lanista(0).cred >= 8


def test_aim_focused_names_any_location():
    """R-165, R-210: even the Head."""
    table = archer()
    table.play("aim focused first opponent head", dice=[*LOW_HIT, 6])  # 4 to the Head: a stagger die
    assert table.helot(1).health[Pile.HEAD] == 6 and table.overall(1) == 46
    assert ("STAGGER", 1, 6) in table.rolled


@pytest.mark.parametrize("dice", [[*HIT, *CHEST], MISS])
def test_each_shot_uses_ammo(dice):
    """R-212, R-293: hit or miss, one ammo."""
    table = archer()
    table.play("aim standard first opponent", dice=dice)
    assert table.weapon(0) == ("Ranged Weapon", True, 2)


def test_without_ammo_the_weapon_is_gone():
    """R-293, R-296: after the last shot it is removed from the game."""
    table = archer()
    table.arm(0, "Ranged Weapon", uses=1)
    table.play("aim standard first opponent", dice=MISS)
    assert table.weapon(0) == ("", False, 0) and not table.may("aim wild first opponent")


def test_the_bola_fells_and_does_no_damage():
    """R-305: a successful Aim attack makes the target Prone; no coin moves, and no location is rolled."""
    table = archer(weapon="Bola")
    table.play("aim standard first opponent", dice=HIT)
    assert table.helot(1).prone == 1 and table.overall(1) == 50 and table.weapon(0)[0] == ""
    missed = archer(weapon="Bola")
    missed.play("aim standard first opponent", dice=MISS)
    assert missed.helot(1).prone == 0 and missed.weapon(0)[0] == ""


def test_a_shot_opens_gloating():
    """R-226, R-229: Aim commands are gloated over; the crowd matches location and OC coins."""
    table = archer()
    table.play("aim standard first opponent", dice=[*HIT, *CHEST])
    before = int(table.lanista(0).cred)
    table.play("gloat")
    assert table.lanista(0).cred == before + 8


# --- what does not count ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "dice", "spent"),
    [
        ("aim standard first opponent", HIT, True),
        ("aim focused first opponent chest", LOW_HIT, True),
        ("aim wild first opponent", LOW_HIT, False),
    ],
)
def test_which_shots_carry_the_turning_point_damage(command, dice, spent):
    """R-088: Aim Standard and Aim Focused do, Aim Wild does not and does not use it up."""
    table = archer()
    table.lanista(0).turning_point_damage, table.lanista(0).slots, table.lanista(0).counter = 1, 0b111111, 6
    table.settle_box()
    table.play(command, dice=[*dice, *(CHEST if "focused" not in command else [])])
    assert table.overall(1) == 50 - 4 - (6 if spent else 0)
    assert bool(table.lanista(0).turning_point_damage) != spent


def test_a_bola_collects_the_counter():
    """R-090: a qualifying success that deals nothing spends the modifier and brings its 6 coins."""
    table = archer(weapon="Bola")
    table.lanista(0).turning_point_damage, table.lanista(0).slots, table.lanista(0).counter = 1, 0b111111, 6
    table.settle_box()
    table.play("aim standard first opponent", dice=HIT)
    assert table.lanista(0).cred == 6 and table.lanista(0).counter == 0 and table.overall(1) == 50


def test_neither_rear_nor_wall_nor_feint_nor_run_helps_a_shot():
    """R-217, R-218, R-177: no Rear bonus, no Against the Wall, no Feint, no Running Strike."""
    behind = archer(".  .  1^ .\n.  .  0^ .")
    behind.table.command_round.feinted = 2
    assert behind.slides("aim standard first opponent") == (0, 0)
    assert behind.table.command_round.feinted == 2
    running = archer(".  .  1^ .\n.  .  0^ .")
    running.table.command_round.straight_moves = 2
    running.play("aim standard first opponent", dice=[*HIT, *CHEST])  # no die for a fall is asked for
    assert running.overall(1) == 50 - 4 and running.helot(1).prone == 0
    assert behind.table.command_round.feinted == 2
    wall = archer(".  .  1v .\n.  .  .  .\n.  .  0^ .")
    wall.table.command_round.straight_moves = 2
    wall.play("aim standard first opponent", dice=[*HIT, *CHEST])
    assert wall.overall(1) == 46 and wall.helot(1).prone == 0


def test_tunnel_vision_sharpens_the_aim():
    """R-330: +SDS on Aim commands as on attacks."""
    table = archer()
    table.helot(0).tunnel_vision = 1
    assert table.slides("aim standard first opponent") == (1, 0)


def test_haymaker_and_flesh_wound_know_a_shot_and_counterattack_does_not():
    """R-324, R-310, R-314: +4 on a shot; its OC damage can be ignored; only melee is countered."""
    table = archer()
    table.give(0, physicality=5)
    table.give(1, instinct=3, willpower=4)
    table.play("aim standard first opponent", dice=[*HIT, *CHEST], answers=["haymaker", "merely a flesh wound"])
    assert table.overall(1) == 50 and table.helot(1).health[Pile.CHEST] == 15 - 8
    assert ("COUNTERATTACK", 1) not in table.asked


# --- line of sight ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "seen"),
    [(4, 3, True), (3, 3, True), (5, 3, True), (2, 2, True), (6, 2, True), (3, 2, True), (2, 3, False), (6, 3, False),
     (3, 4, False), (4, 5, False), (4, 1, True), (1, 1, True), (7, 1, True), (8, 1, False)],
)  # fmt: skip
def test_sight_reaches_45_degrees_to_either_side(x, y, seen):
    """R-213: at least one square ahead, and no farther sideways than ahead."""
    table = Table()
    table.helot(0).x, table.helot(0).y, table.helot(0).facing = 4, 4, 0
    table.helot(1).x, table.helot(1).y = x, y
    assert sees(table.table, 0, 1) == seen


@pytest.mark.parametrize("facing", range(4))
def test_sight_turns_with_the_helot(facing):
    """R-213: two squares along the FFD and one aside is seen, one and two is not."""
    ahead, right = ((0, -1), (1, 0), (0, 1), (-1, 0))[facing], ((1, 0), (0, 1), (-1, 0), (0, -1))[facing]
    table = Table()
    me, you = table.helot(0), table.helot(1)
    me.x, me.y, me.facing = 4, 5, facing
    you.x, you.y = me.x + 2 * ahead[0] + right[0], me.y + 2 * ahead[1] + right[1]
    assert sees(table.table, 0, 1) and squares_ahead(table.table, 0, 1) == 2
    you.x, you.y = me.x + ahead[0] + 2 * right[0], me.y + ahead[1] + 2 * right[1]
    assert not sees(table.table, 0, 1)


@pytest.mark.parametrize(
    ("what", "blocks"), [("#", True), ("c", True), ("u", True), ("t", False), ("b", False), ("g", False), ("f", False),
                         ("s", False), ("x", False)]
)  # fmt: skip
def test_what_gives_cover(what, blocks):
    """R-214, R-360, R-361, R-385, R-386, R-362, R-371, R-431, R-443: pillars, crates and upright braziers only."""
    table = archer(LINE.replace(".  .  .  .  .\n    .  .  0^", f".  .  {what}  .  .\n    .  .  0^"))
    assert table.at(3, 4) == what
    assert table.may("aim standard first opponent") != blocks


def test_helots_give_no_cover():
    """R-215: the shot passes a third helot."""
    table = archer(LINE.replace(".  .  .  .  .\n    .  .  0^", ".  .  2^  .  .\n    .  .  0^"), seats=3)
    assert table.may("aim standard first opponent") and table.may("aim standard second opponent")


@pytest.mark.parametrize(
    ("pillar", "seen"), [((4, 3), True), ((5, 3), False), ((4, 4), False), ((5, 4), True), ((4, 2), True)]
)
def test_a_slanting_line_is_blocked_by_the_squares_that_it_crosses(pillar, seen):
    """R-215: from (4,5) to (5,2) the line runs through the inside of (4,4) and (5,3); corners and edges let it pass."""
    table = Table()
    table.helot(0).x, table.helot(0).y, table.helot(0).facing = 4, 5, 0
    table.helot(1).x, table.helot(1).y = 5, 2
    table.table.squares[pillar[1] - 1, pillar[0] - 1] = Square.PILLAR
    assert gives_cover(table.table, *pillar)
    assert sees(table.table, 0, 1) == seen


def test_a_diagonal_passes_between_two_pillars():
    """R-215: touching corners is not passing through the inside."""
    table = Table(".  #  1v .\n.  .  #  .\n0^ .  .  .")
    assert sees(table.table, 0, 1)


# --- distance ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("weapon", "far", "slide"), [("Bola", 3, 0), ("Bola", 4, -1), ("Bola", 6, -3), ("Net", 3, -1)])
def test_each_square_beyond_the_optimal_distance_costs_a_step(weapon, far, slide):
    """R-216, R-261, R-305: none up to it, then -SDS a square."""
    table = archer(weapon=weapon)
    table.helot(0).x, table.helot(0).y = 3, 8
    table.helot(1).x, table.helot(1).y = 3, 8 - far
    assert table.slides("aim standard first opponent") == (slide, 0)


def test_sideways_distance_is_ignored():
    """R-216: three ahead and three aside is three."""
    table = archer(weapon="Bola")
    table.helot(0).x, table.helot(0).y = 3, 8
    table.helot(1).x, table.helot(1).y = 6, 5
    assert table.slides("aim standard first opponent") == (0, 0)


def test_a_target_that_slips_out_of_sight_escapes():
    """R-129, R-206: turned round by Made You Look before the dice, the archer sees nobody; the ammo is not used."""
    table = archer()
    table.give(1, cunning=5)
    table.play("aim standard first opponent", answers=["made you look first opponent"])
    assert table.overall(1) == 50 and table.weapon(0)[2] == 3 and table.points == (6, 3)


def test_an_aim_wild_takes_bonus_damage_where_a_wild_attack_does_not():
    """R-211, R-324, R-161: the weapon's damage plus bonuses, a Haymaker among them."""
    table = archer()
    table.give(0, physicality=5)
    table.play("aim wild first opponent", dice=[*LOW_HIT, *CHEST], answers=["haymaker"])
    assert table.overall(1) == 50 - 4 - 4
    near = Table(".  .  1v .\n.  .  0^ .")
    near.give(0, physicality=5)
    near.play("wild attack forward", dice=[6, 6, 6, 1, 1])
    assert ("HAYMAKER", 0) not in near.asked
