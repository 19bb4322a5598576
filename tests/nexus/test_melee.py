"""Melee attack commands."""

import pytest
from fights import FACE_TO_FACE
from table import Table

from nexus_env.games.nexus.rules.actions import NAMES
from nexus_env.games.nexus.rules.bout import Blow, Pile, Standing

FROM_BEHIND = """
    .  .  .  .
    .  .  1^ .
    .  .  0^ .
"""
THREE = """
    .  1v .  .
    .  0^ 2< .
    .  .  .  .
"""
WINS = [6, 6, 5, 1, 2]  # attack dice at -SDS against 1 and 2: the lowest two make 11
PLACES = ["head", "left-upper", "chest", "right-upper", "left-lower", "midsection", "right-lower"]


def test_a_standard_attack_hurts_overall_condition_and_one_random_location():
    """R-162, R-094, R-234, R-244, R-245: the difference, in coins of both piles, goes to the attacker's Cred."""
    table = Table(FACE_TO_FACE, ap=2)
    table.play("standard attack", dice=[6, 5, 3, 2, 4])
    assert table.rolled == [
        ("ATTACK", 0, 6),
        ("ATTACK", 0, 5),
        ("DEFENSE", 1, 3),
        ("DEFENSE", 1, 2),
        ("LOCATION", 0, 4),
    ]
    assert table.helot(1).health[Pile.OVERALL_CONDITION] == 50 - 6
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 6
    assert table.lanista(0).cred == 12
    assert table.table.command_round.action_points == 0


# --- what all of them share ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "attack"),
    [
        ("wild attack forward", [1, 2, 3]),
        ("standard attack", [1, 2]),
        ("focused attack chest", [1, 2, 3]),
        ("grapple", [1, 2]),
        ("combo chest 2", [1, 2, 3]),
    ],
)
def test_every_attack_is_defended_for_nothing(command, attack):
    """R-158: the defender rolls 2d6 without being asked and pays neither coins nor reserves."""
    table = Table(FACE_TO_FACE, cred=1)
    table.give(1, physicality=2)
    table.play(command, dice=[*attack, 5, 6])
    assert [row[:2] for row in table.rolled[len(attack) :]] == [("DEFENSE", 1)] * 2
    assert table.asked == []
    assert table.overall(1) == 50 and table.lanista(1).cred == 1 and table.helot(1).traits.sum() == 2


@pytest.mark.parametrize(
    ("command", "blow", "cost", "location"),
    [
        ("wild attack forward", Blow.WILD, 1, -1),
        ("standard attack", Blow.STANDARD, 2, -1),
        ("focused attack midsection", Blow.FOCUSED, 3, Pile.MIDSECTION),
        ("combo head 2", Blow.FOCUSED, 5, Pile.HEAD),
    ],
)
def test_an_attack_is_declared_and_paid_before_the_dice(command, blow, cost, location):
    """R-159, R-171: command, target, location and hits are declared and the points paid, then dice are rolled."""
    table = Table(FACE_TO_FACE)
    table.step(command)
    assert table.question.name == "ROLL" and table.rolled == []
    assert table.points == (6, 6 - cost)
    table = Table(FACE_TO_FACE)
    table.give(1, swagger=4)  # enough to interrupt between the declaration and the dice
    table.step(command)
    contest = table.table.contest
    assert (table.question.name, table.points) == ("INTERRUPT", (6, 6 - cost))
    assert (contest.blow, contest.attacker, contest.defender, contest.location) == (blow, 0, 1, location)
    assert contest.hits == (2 if command == "combo head 2" else 0)


def test_an_attack_needs_its_points():
    """R-159: commands that cannot be paid are not offered."""
    for points, command in [(1, "wild attack forward"), (2, "standard attack"), (3, "focused attack head")]:
        assert Table(FACE_TO_FACE, ap=points).may(command)
        assert not Table(FACE_TO_FACE, ap=points - 1).may(command)
    for points, command in [(2, "grapple"), (2, "feint"), (4, "combo head 1")]:
        assert Table(FACE_TO_FACE, ap=points).may(command)
        assert not Table(FACE_TO_FACE, ap=points - 1).may(command)


def test_only_the_wild_attack_reaches_the_diagonals():
    """R-160, R-162, R-164, R-166, R-171, R-176: all others need their target in Front."""
    table = Table("""
        .  1v .
        0^ .  .
    """)
    attacks = ("wild", "standard", "focused", "grapple", "combo", "feint")
    assert {name for name in table.legal() if name.startswith(attacks)} == {"wild attack forward-right"}


# --- wild, standard, focused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "row"), [("forward-left", "1v . ."), ("forward", ". 1v ."), ("forward-right", ". . 1v")]
)
def test_a_wild_attack(place, row):
    """R-160: 1 AP and 1 OC to the Crowd Pile, any forward square, the two lowest of 3d6, OC damage only."""
    table = Table(f"{row}\n . 0^ .")
    crowd = int(table.table.crowd_pile)
    table.play(f"wild attack {place}", dice=[6, 4, 5, 1, 2])
    assert [row[0] for row in table.rolled] == ["ATTACK"] * 3 + ["DEFENSE"] * 2
    assert table.points == (6, 5)
    assert table.overall(0) == 49 and table.table.crowd_pile == crowd + 1
    assert table.overall(1) == 50 - 6 and table.lanista(0).cred == 6
    assert table.helot(1).health[: Pile.OVERALL_CONDITION].sum() == 10 + 12 * 4 + 15 * 2


def test_no_bonus_damage_on_a_wild_attack():
    """R-161: neither the wall behind the target, nor the Turning Point, nor Haymaker; the modifier is kept."""
    table = Table("""
        .  1v .
        .  0^ .
    """)
    table.lanista(0).turning_point_damage = 1
    table.give(0, physicality=5)
    table.play("wild attack forward", dice=[6, 4, 5, 1, 2])
    assert table.overall(1) == 50 - 6
    assert table.asked == [] and table.lanista(0).turning_point_damage == 1


@pytest.mark.parametrize("face", range(1, 7))
def test_a_standard_attack_never_hits_the_head(face):
    """R-162, R-163: the location is rolled with a d6 once the damage is known, and no face is the head."""
    table = Table(FACE_TO_FACE)
    table.step("standard attack")
    for die in [6, 3, 1, 2]:
        table.roll(die)
    assert table.table.request.sides == 6 and table.table.contest.damage == 6
    table.go_on(dice=[face], answers=[]) if face != Pile.MIDSECTION else table.go_on(dice=[face, 6])
    assert table.helot(1).health[face] == (15 if face in (Pile.CHEST, Pile.MIDSECTION) else 12) - 6
    assert table.helot(1).health[Pile.HEAD] == 10


@pytest.mark.parametrize(("place", "name"), list(enumerate(PLACES)))
def test_a_focused_attack_hits_the_named_location(place, name):
    """R-164: 3 AP, the two lowest of 3d6, OC and the location that was named, the head too; no location die."""
    table = Table(FACE_TO_FACE)
    table.play(f"focused attack {name}", dice=[6, 3, 2, 1, 1])
    assert [row[0] for row in table.rolled] == ["ATTACK"] * 3 + ["DEFENSE"] * 2
    assert table.points == (6, 3)
    full = [10, 12, 15, 12, 12, 15, 12]
    full[place] -= 3
    assert list(table.helot(1).health[: Pile.OVERALL_CONDITION]) == full
    assert table.overall(1) == 50 - 3


def test_only_focused_attacks_name_the_head():
    """R-165: of all attacks only a Focused one, alone, as the opening of a combo or aimed, can hit it."""
    attacks = [name.split()[:2] for name in NAMES if "head" in name and "shield" not in name and "choose" not in name]
    assert {tuple(words) for words in attacks} == {("focused", "attack"), ("combo", "head"), ("aim", "focused")}


# --- grapple ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "held"), [([5, 6, 1, 2], True), ([1, 2, 1, 2], False)])
def test_a_grapple_does_no_damage(dice, held):
    """R-166: 2 AP, 2d6 against 2d6; success makes the target Grappled by this helot."""
    table = Table(FACE_TO_FACE)
    table.play("grapple", dice=dice)
    assert (table.helot(0).holds, table.helot(1).held_by) == ((1, 0) if held else (-1, -1))
    assert table.points == (6, 4) and table.overall(1) == 50 and table.lanista(0).cred == 0


@pytest.mark.parametrize("arm", ["left_upper", "right_upper"])
def test_a_grapple_needs_both_arms(arm):
    """R-167: with a depleted upper limb there is no Grapple; one coin in it is enough."""
    table = Table(FACE_TO_FACE)
    table.hurt(0, **{arm: 0})
    assert not table.may("grapple") and table.may("standard attack")
    table.hurt(0, **{arm: 1})
    assert table.may("grapple")


@pytest.mark.parametrize(("dice", "prone"), [([5, 6, 1, 2], 0), ([1, 2, 1, 2], 1)])
def test_a_prone_helot_can_be_grappled(dice, prone):
    """R-168: on success it is Grappled and no longer Prone, on failure it stays Prone."""
    table = Table(FACE_TO_FACE)
    table.helot(1).prone = 1
    table.play("grapple", dice=dice)
    assert table.helot(1).prone == prone and table.helot(1).held_by == (0 if not prone else -1)


@pytest.mark.parametrize(("dice", "burns"), [([5, 6, 1, 2], 1), ([1, 2, 1, 2], 0)])
def test_grappling_a_flaming_opponent_sets_the_grappler_on_fire(dice, burns):
    """R-169, R-380: only a successful Grapple does; 5 OC at once, to the grappler's own Cred."""
    table = Table(FACE_TO_FACE)
    table.helot(1).flaming = 1
    table.play("grapple", dice=dice)
    assert table.helot(0).flaming == burns
    assert table.overall(0) == 50 - 5 * burns and table.lanista(0).cred == 5 * burns
    assert table.overall(1) == 50


@pytest.mark.parametrize(("dice", "burns"), [([5, 6, 1, 2], 1), ([1, 2, 1, 2], 0)])
def test_a_flaming_grappler_sets_its_victim_on_fire(dice, burns):
    """R-379: only on a successful Grapple; the victim's first 5 OC go to the grappler's player."""
    table = Table(FACE_TO_FACE)
    table.helot(0).flaming = 1
    table.play("grapple", dice=dice)
    assert table.helot(1).flaming == burns
    assert table.overall(1) == 50 - 5 * burns and table.lanista(0).cred == 5 * burns
    assert table.overall(0) == 50


def test_a_flaming_grappler_that_fells_its_victim():
    """R-379, R-101, R-110: its last coins, 5 for incapacitating, 10 for doing so while Flaming; the grip is off."""
    table = Table(FACE_TO_FACE)
    table.helot(0).flaming, table.table.crowd_pile = 1, 60
    table.hurt(1, overall_condition=4)
    table.play("grapple", dice=[6, 5, 1, 2])
    assert table.helot(1).standing == Standing.INCAPACITATED and table.helot(0).holds == -1
    assert table.lanista(0).cred == 4 + 5 + 10
    r = table.table.command_round
    assert table.helot(1).present and (r.bonus_points, r.bonus_target) == (2, 1)  # it fell to an attacker
    table.play("gloat")
    assert table.lanista(0).cred == 4 + 5 + 10 + 4  # the damage only


def test_a_grappler_that_the_fire_of_its_victim_fells():
    """R-380, R-116: its own player has the coins, nobody a finishing bonus, and the victim is free."""
    table = Table(FACE_TO_FACE, seats=3)
    table.helot(2).x, table.helot(2).y = 8, 8
    table.helot(1).flaming = 1
    table.hurt(0, overall_condition=4)
    table.play("grapple", dice=[6, 5, 1, 2], until="RATIO")
    assert table.helot(0).standing == Standing.INCAPACITATED and not table.helot(0).present
    assert [int(table.lanista(seat).cred) for seat in (0, 1, 2)] == [4, 0, 0] and table.helot(1).held_by == -1


def test_one_captor_and_one_victim_each():
    """R-170: nobody grapples a helot that is held already, or a second one."""
    table = Table(THREE, seats=3)
    assert table.may("grapple")
    table.grapple(2, 1)
    assert not table.may("grapple") and table.may("standard attack")
    table = Table(THREE, seats=3)
    table.grapple(0, 2)
    assert not table.may("grapple")


def test_the_incapacitated_are_not_grappled():
    """R-204, R-166: a helot that cannot be held is no target for a Grapple."""
    table = Table(THREE, seats=3)
    table.helot(1).standing, table.helot(1).prone = Standing.INCAPACITATED, 1
    assert not table.may("grapple") and table.may("standard attack")


# --- combo -----------------------------------------------------------------------------------------------------------


def test_a_combo_is_an_opening_and_one_point_for_each_attack_more():
    """R-171: 3 AP and 1 for each Standard Attack, all paid before the opening is rolled."""
    table = Table(FACE_TO_FACE, ap=5)
    combos = {name for name in table.legal() if name.startswith("combo")}
    assert combos == {f"combo {place} {hits}" for place in PLACES for hits in (1, 2)}
    table.step("combo chest 2")
    assert table.question.name == "ROLL" and table.points == (6, 0)


def test_every_attack_of_a_combo_is_rolled_whatever_the_others_do():
    """R-172: after the opening each Standard Attack has its own dice, defense and location."""
    table = Table(FACE_TO_FACE)
    table.play("combo chest 3", dice=[4, 3, 6, 1, 2, 1, 2, 3, 4, 5, 4, 1, 2, 4, 6, 5, 4, 2, 1])
    opening, hit = ["ATTACK"] * 3 + ["DEFENSE"] * 2, ["ATTACK"] * 2 + ["DEFENSE"] * 2
    assert [row[0] for row in table.rolled] == [*opening, *hit, *hit, "LOCATION", *hit, "LOCATION"]
    assert table.helot(1).health[Pile.CHEST] == 15 - 4
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 6
    assert table.helot(1).health[Pile.LEFT_UPPER] == 12 - 5
    assert table.overall(1) == 50 - 4 - 6 - 5


def test_a_defended_opening_ends_the_combo():
    """R-173: all the declared Standard Attacks are defended without a roll."""
    table = Table(FACE_TO_FACE)
    table.play("combo chest 3", dice=[1, 2, 6, 1, 2])
    assert [row[0] for row in table.rolled] == ["ATTACK"] * 3 + ["DEFENSE"] * 2
    assert table.overall(1) == 50 and table.points == (6, 0)


def test_a_combo_is_one_command_but_the_turning_point_sees_its_hits():
    """R-174: no command comes between; only reactions do. Gloating doubles all of it; +6 is for the first hit alone."""
    table = Table(FACE_TO_FACE, ap=6)
    table.lanista(0).turning_point_damage, table.table.crowd_pile = 1, 60
    table.settle_box()
    table.give(1, instinct=4)
    table.play("combo chest 1", dice=[4, 3, 6, 1, 2, 4, 5, 1, 2, 4])
    assert [question for question, _ in table.asked] == ["COUNTERATTACK", "COMBO_BREAKER", "COUNTERATTACK"]
    assert table.helot(1).health[Pile.CHEST] == 15 - 4 - 6
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 6
    assert table.lanista(0).cred == 2 * 10 + 2 * 6
    table.play("gloat")
    assert table.lanista(0).cred == 2 * (2 * 10 + 2 * 6)


def test_the_rest_of_a_combo_is_lost_when_the_target_is_killed():
    """R-175: nothing more is rolled against a helot that left the board."""
    table = Table(FACE_TO_FACE)
    table.hurt(1, head=2)
    table.play("combo head 3", dice=[*WINS])
    assert len(table.rolled) == 5 and table.helot(1).standing == Standing.KILLED
    table = Table(FACE_TO_FACE)
    table.hurt(1, chest=2)
    table.play("combo left-upper 3", dice=[2, 2, 6, 1, 2, 5, 6, 1, 2, 2])
    assert len(table.rolled) == 10 and table.helot(1).standing == Standing.KILLED


def test_a_combo_with_the_modifier_that_kills_in_the_middle():
    """R-089, R-097, R-174, R-175, R-229: +6 and 6 coins for the opening, the second hit kills, the rest is lost."""
    table = Table(FACE_TO_FACE, ap=8)
    lanista = table.lanista(0)
    lanista.turning_point_damage, lanista.slots, lanista.counter, table.table.crowd_pile = 1, 63, 6, 60
    table.hurt(1, chest=8)
    table.play("combo left-upper 3", dice=[4, 3, 6, 1, 2, 5, 6, 1, 2, 2])
    assert table.helot(1).standing == Standing.KILLED and table.helot(1).health[Pile.LEFT_UPPER] == 2
    assert table.overall(1) == 50 - 10 - 8 and (lanista.counter, lanista.turning_point_damage) == (0, 0)
    assert lanista.cred == 2 * 10 + 6 + 2 * 8 + 10 and table.points == (6, 2)
    table.play("gloat")
    assert lanista.cred == 52 + 2 * 10 + 2 * 8


def test_the_rest_of_a_combo_succeeds_against_the_incapacitated():
    """R-175, R-113: it defends no more; the attack total is the damage."""
    table = Table(FACE_TO_FACE)
    table.hurt(1, overall_condition=3)
    table.play("combo left-upper 2", dice=[3, 3, 6, 1, 2, 1, 2, 4, 1, 3, 4])
    assert table.helot(1).standing == Standing.INCAPACITATED
    assert [row[0] for row in table.rolled[5:]] == ["ATTACK", "ATTACK", "LOCATION"] * 2
    assert table.helot(1).health[Pile.LEFT_LOWER] == 12 - 3 - 4


def test_a_combo_is_lost_when_its_target_is_out_of_front():
    """R-175, R-159: an attacker that is made to look away has paid for nothing."""
    table = Table(FACE_TO_FACE)
    table.give(1, cunning=5)
    table.play("combo head 3", answers=["made you look first opponent"])
    assert table.rolled == [] and table.points == (6, 0)
    assert table.place(0) == (3, 4, "v") and table.overall(1) == 50


def test_an_attacker_felled_in_its_combo_attacks_no_more():
    """R-175, R-275: a Counterattack that staggers the attacker ends the combo, for a Prone helot attacks nobody."""
    table = Table(FACE_TO_FACE)
    table.give(1, instinct=3)
    table.step("combo left-upper 2")
    table.step("pass")
    table.go_on(dice=WINS, until="COUNTERATTACK")
    table.go_on(dice=[1, 2, 6, 5, 5, 3], answers=["counterattack"])
    assert table.helot(0).prone and table.helot(0).health[Pile.MIDSECTION] == 15 - 8
    assert table.overall(1) == 50 - 8


# --- feint -----------------------------------------------------------------------------------------------------------


def test_a_feint_is_no_roll_and_no_defense():
    """R-176, R-178: 2 AP and nothing else; nobody is asked, whatever abilities there are."""
    table = Table(FACE_TO_FACE)
    table.give(1, instinct=5)
    table.play("feint")
    assert table.rolled == [] and table.points == (6, 4)
    assert "COUNTERATTACK" not in [question for question, _ in table.asked]


@pytest.mark.parametrize(
    ("command", "slide"),
    [("wild attack forward", 0), ("standard attack", 1), ("focused attack head", 0), ("grapple", 1)],
)
def test_a_feint_helps_the_next_attack(command, slide):
    """R-176, R-177: +SDS on a Wild, Standard or Focused Attack or a Grapple."""
    table = Table(FACE_TO_FACE, ap=10)
    table.play("feint")
    assert table.slides(command) == (slide, 0)


def test_feints_do_not_stack_and_are_used_up_by_one_roll():
    """R-177: two Feints give one step, to one attack."""
    table = Table(FACE_TO_FACE, ap=10)
    table.play("feint")
    table.play("feint")
    assert table.slides("standard attack") == (1, 0)
    assert table.slides("standard attack") == (0, 0)


def test_a_feint_covers_the_opening_of_a_combo_only():
    """R-177: 2 dice for the opening, which would be 3 at -SDS, and 2 for the hit."""
    table = Table(FACE_TO_FACE, ap=10)
    table.play("feint")
    table.play("combo chest 1", dice=[4, 5, 1, 2, 3, 4, 1, 2, 1])
    assert [row[0] for row in table.rolled].count("ATTACK") == 2 + 2


def test_feints_are_kept_against_each_opponent_apart():
    """R-177: what was shown to one opponent does not help against another, and is not lost by attacking that."""
    table = Table(THREE, seats=3, ap=10)
    table.play("feint")
    table.helot(0).facing = 1
    assert table.slides("standard attack") == (0, 0)
    table.play("feint")
    table.helot(0).facing = 0
    assert table.slides("standard attack") == (1, 0)
    table.helot(0).facing = 1
    assert table.slides("standard attack") == (1, 0)


def test_a_feint_is_lost_at_the_end_of_the_round():
    """R-177: in the opponent's round and in those after it nothing is left of it."""
    table = Table(FACE_TO_FACE, mp=0, ap=2)
    table.play("feint")
    table.play("end round", until="RATIO")
    table.go_on(answers=["ratio to action"])
    assert table.table.command_round.feinted == 0
    assert table.slides("standard attack") == (0, 0)


def test_a_feint_is_not_for_grapple_commands():
    """R-177: Crush stays at SD, and the step is still there for a later attack."""
    table = Table(FACE_TO_FACE, ap=10)
    table.play("feint")
    table.grapple(0, 1)
    assert table.slides("crush") == (0, 0)
    table.play("let go")
    assert table.slides("standard attack") == (1, 0)


# --- position bonuses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "slide"),
    [("wild attack forward", 0), ("standard attack", 1), ("focused attack head", 0), ("grapple", 1)],
)
def test_all_melee_commands_gain_the_rear_bonus(command, slide):
    """R-179: from directly behind each of them has one step more."""
    assert Table(FROM_BEHIND).slides(command) == (slide, 0)
    assert Table(FROM_BEHIND.replace("1^", "1<")).slides(command) == (slide - 1, 0)


@pytest.mark.parametrize(
    ("command", "dice", "bonus"),
    [
        ("standard attack", [4, 5, 1, 2, 4], 2),
        ("focused attack left-lower", [4, 5, 6, 1, 2], 2),
        ("wild attack forward", [4, 5, 6, 1, 2], 0),
    ],
)
def test_standard_and_focused_attacks_gain_from_the_wall(command, dice, bonus):
    """R-179: +2 damage when the target stands directly between the attacker and a wall, but not on a Wild Attack."""
    table = Table("""
        .  1v .
        .  0^ .
    """)
    table.play(command, dice=dice)
    assert table.overall(1) == 50 - 6 - bonus


@pytest.mark.parametrize(
    ("command", "dice", "falls"),
    [
        ("standard attack", [4, 5, 1, 2, 4, 3], 1),
        ("focused attack left-lower", [4, 5, 6, 1, 2, 3], 1),
        ("wild attack forward", [4, 5, 6, 1, 2], 0),
        ("grapple", [4, 5, 1, 2], 0),
    ],
)
def test_standard_and_focused_attacks_gain_from_a_run(command, dice, falls):
    """R-179: two straight moves before them may strike the target down; Wild Attack and Grapple gain nothing."""
    table = Table("""
        .  .  .
        .  1v .
        .  .  .
        .  .  .
        .  0^ .
    """)
    table.play("move forward")
    table.play("move forward")
    table.play(command, dice=dice)
    assert ("STRIKE_DOWN" in [row[0] for row in table.rolled]) == bool(falls)
    assert table.helot(1).prone == falls
