"""Weapons and the Shield (manual p.31)."""

import numpy as np
import pytest
from deck import with_cards
from table import Table

from nexus_env.games.nexus.cards.stock import STOCKS
from nexus_env.games.nexus.rules.bout import BACK_GUARD, NOWHERE, Pile, Question
from nexus_env.games.nexus.rules.crates import next_in_order
from nexus_env.games.nexus.words.sentences import board as draw
from nexus_env.games.nexus.words.sentences import question
from nexus_env.kit.tape import CHANCE

FACE_TO_FACE = """
    .  .  .  .
    .  .  1v .
    .  .  0^ .
    .  .  .  .
"""
FROM_BEHIND = """
    .  .  .  .
    .  .  1^ .
    .  .  0^ .
    .  .  .  .
"""
HIT, MISS = [6, 4, 1, 2], [1, 2, 6, 5]  # attack 10 to 3 (7 damage), 3 to 11
CHEST = [2]  # of the location die


def kind(name):
    return STOCKS.own.names.weapons.index(name)


# --- the cards --------------------------------------------------------------------------------------------------------


def test_fourteen_cards_two_of_each_of_seven_kinds():
    """R-307: fourteen weapon cards over seven types."""
    table = Table(FACE_TO_FACE)
    assert len(STOCKS.own.names.weapons) == 7
    assert list(table.table.weapons[:7]) == [2] * 7 and table.table.weapons[7] == 0


def test_the_printed_cards_are_exact():
    """R-298, R-305: the Shield has durability 2 and costs 2 AP; the Bola ammo 1, 1 AP, range 3, no damage, it fells."""
    cards = Table(FACE_TO_FACE).bout.options.weapons
    shield, bola = cards[kind("Shield")], cards[kind("Bola")]
    assert (shield.uses, shield.cost, shield.damage) == (2, 2, 0)
    assert (bola.uses, bola.cost, bola.optimal_distance, bola.damage, bola.fells) == (1, 1, 3, 0, 1)


# --- drawing, storing, dropping ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "cost"), [("One-Handed Weapon", 1), ("Two-Handed Weapon", 2), ("Shiv", 0)])
def test_drawing_and_storing_cost_what_the_card_says(name, cost):
    """R-290, R-282: drawing puts the helot in the Armed State, storing ends it, each for the AP of the card."""
    table = Table(FACE_TO_FACE)
    table.arm(0, name, drawn=False)
    assert not table.may("store weapon")
    table.play("draw weapon")
    assert table.weapon(0)[:2] == (name, True) and table.points == (6, 6 - cost)
    assert not table.may("draw weapon")
    table.play("store weapon")
    assert table.weapon(0)[:2] == (name, False) and table.points == (6, 6 - 2 * cost)


def test_a_free_weapon_does_not_go_to_and_fro_for_ever():
    """R-290: what costs nothing is drawn once and stored once in a round; what costs points is not limited."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "Shiv", drawn=False)
    table.play("draw weapon")
    table.play("store weapon")
    assert not table.may("draw weapon")
    paid = Table(FACE_TO_FACE)
    paid.arm(0, "One-Handed Weapon", drawn=False)
    for command in ("draw weapon", "store weapon", "draw weapon", "store weapon"):
        paid.play(command)
    assert paid.points == (6, 2) and paid.may("draw weapon")


def test_a_free_weapon_may_be_handled_again_in_another_round():
    """R-290: drawn and stored in one round, it is at hand in the next."""
    table = Table(FACE_TO_FACE, mp=0, ap=0)
    for seat in (0, 1):
        table.arm(seat, "Shiv", drawn=False)
    for command in ("draw weapon", "store weapon"):
        table.play(command)
    table.play("end round", answers=["ratio to action"])
    assert table.seat == 1 and table.may("draw weapon")


def test_drawing_needs_the_points():
    """R-290: 2 AP are not to be had for 1."""
    table = Table(FACE_TO_FACE, ap=1)
    table.arm(0, "Two-Handed Weapon", drawn=False)
    assert not table.may("draw weapon")


@pytest.mark.parametrize("state", ["standing", "prone", "grappled"])
def test_dropping_is_free_and_for_good(state):
    """R-283, R-413, R-148: 0 AP, Prone or Grappled too; nobody can pick the weapon up again."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "Shiv")
    if state == "prone":
        table.helot(0).prone = 1
    elif state == "grappled":
        table.grapple(1, 0)
    before = list(table.table.weapons)
    table.play("drop weapon")
    assert table.weapon(0) == ("", False, 0) and table.points == (6, 6)
    assert list(table.table.weapons) == before and not table.may("drop weapon")


@pytest.mark.parametrize("state", ["prone", "grappled", "grappling"])
def test_weapons_are_not_drawn_or_stored_in_a_scrum(state):
    """R-148, R-203: neither Prone, nor Grappled, nor while holding a victim."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "Shiv", drawn=False)
    if state == "prone":
        table.helot(0).prone = 1
    else:
        table.grapple(*((1, 0) if state == "grappled" else (0, 1)))
    assert not table.may("draw weapon")
    table.helot(0).armed = 1
    assert not table.may("store weapon")


def test_what_an_armed_helot_may_not_do():
    """R-282, R-167, R-219, R-301, R-308: no Grapple while armed, no melee with a drawn ranged weapon, no Focused Attack
    behind a Shield; nothing else is cut.
    """
    forbidden = {
        "One-Handed Weapon": {"grapple"},
        "Two-Handed Weapon": {"grapple", "feint"},
        "Shiv": {"grapple"},
        "Net": {"grapple"},
        "Bola": {"grapple"},
        "Shield": {"grapple", "focused attack chest", "combo chest 1"},
        "Ranged Weapon": {
            "grapple",
            "feint",
            "standard attack",
            "wild attack forward",
            "focused attack chest",
            "combo chest 1",
        },
    }
    everything = {"wild attack forward", "standard attack", "focused attack chest", "combo chest 1", "grapple", "feint"}
    for name, missing in forbidden.items():
        table = Table(FACE_TO_FACE)
        assert everything <= table.legal()
        table.arm(0, name)
        assert everything - table.legal() == missing, name
        table.arm(0, name, drawn=False)
        assert everything <= table.legal(), name


def test_losing_an_arm_does_not_disarm():
    """R-308: a lost Upper location leaves the weapon in hand."""
    table = Table(FACE_TO_FACE)
    table.arm(1, "Shiv")
    table.hurt(1, left_upper=2)
    table.play("focused attack left-upper", dice=[6, 6, 6, 1, 1])
    assert table.helot(1).health[Pile.LEFT_UPPER] == 0 and table.weapon(1)[:2] == ("Shiv", True)


# --- damage and durability -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "extra"), [("One-Handed Weapon", 2), ("Two-Handed Weapon", 4), ("Shiv", 1)])
def test_melee_weapons_add_their_damage(name, extra):
    """R-297, R-245, R-306: to a Wild Attack as to a Standard one; a stored weapon adds nothing."""
    for command, dice, spent in (("standard attack", [*HIT, *CHEST], 0), ("wild attack forward", [6, 4, 6, 1, 2], 0)):
        for drawn in (True, False):
            table = Table(FACE_TO_FACE)
            table.arm(0, name, drawn=drawn)
            table.play(command, dice=dice)
            assert table.overall(1) == 50 - 7 - (extra if drawn else 0) + spent


@pytest.mark.parametrize(("drawing", "damage"), [(FACE_TO_FACE, 1), (FROM_BEHIND, 3)])
def test_the_shiv_bites_from_behind(drawing, damage):
    """R-306: 1 damage, or 3 from directly behind."""
    table = Table(drawing)
    table.arm(0, "Shiv")
    dice = HIT if drawing is FACE_TO_FACE else [6, 4, 1, 1, 2]
    table.play("standard attack", dice=[*dice, *CHEST])
    assert table.overall(1) == 50 - 7 - damage


def test_a_weapon_wears_only_when_it_is_defended():
    """R-294: a hit costs no durability, a successful defense one."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "One-Handed Weapon")
    table.play("standard attack", dice=[*HIT, *CHEST])
    assert table.weapon(0)[2] == 3
    table.play("standard attack", dice=MISS)
    assert table.weapon(0)[2] == 2


def test_a_feint_or_a_bare_handed_miss_wears_nothing():
    """R-294: only Attack Commands made with the weapon count."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "One-Handed Weapon", drawn=False)
    table.play("standard attack", dice=MISS)
    table.play("feint")
    assert table.weapon(0)[2] == 3


def test_a_broken_weapon_leaves_the_game():
    """R-296: at 0 it is removed at once, the helot is no longer Armed; and no card goes back to the pile."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "Shiv", uses=1)
    before = list(table.table.weapons)
    table.play("standard attack", dice=MISS)
    assert table.weapon(0) == ("", False, 0) and list(table.table.weapons) == before
    assert table.may("grapple")


def test_a_defended_combo_costs_one_durability():
    """R-295: one for the defended opening, none for the hits that never came."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "One-Handed Weapon")
    table.play("combo chest 3", dice=[1, 1, 6, 6, 5])
    assert table.weapon(0)[2] == 2


def test_a_counterattack_strikes_with_the_weapon_in_hand():
    """R-316, R-297: the counter is a Standard Attack of the defender, weapon damage included."""
    table = Table(FACE_TO_FACE)
    table.arm(1, "Two-Handed Weapon")
    table.give(1, instinct=3)
    table.play("standard attack", dice=[*MISS, *CHEST], answers=["counterattack"])
    assert table.overall(0) == 50 - 8 - 4


# --- one at a time ---------------------------------------------------------------------------------------------------

CRATE = """
    .  .  .  .
    .  .  c  .
    .  .  0^ .
    .  .  .  1^
"""


@pytest.mark.parametrize(("answer", "kept"), [("keep new weapon", "Two-Handed Weapon"), ("keep old weapon", "Shiv")])
def test_a_second_weapon_means_a_choice(answer, kept):
    """R-292: a helot carries one weapon; the other is lost for good."""
    table = Table(CRATE)
    table.arm(0, "Shiv", drawn=False)
    table.play("destroy crate", dice=[1, 1], answers=[answer])
    assert table.weapon(0)[0] == kept
    assert table.table.weapons[kind("Two-Handed Weapon")] == 1
    assert table.weapon(0)[1] == (kept == "Two-Handed Weapon")


def test_whoever_chooses_between_two_weapons_is_shown_the_new_one():
    """R-292: by the question's words, and in what it sees."""
    seen = []
    for dice, name in (([1, 1], "Two-Handed Weapon"), ([4, 4], "Bola")):
        table = Table(CRATE)
        table.arm(0, "Shiv", drawn=False)
        table.play("destroy crate", dice=dice, until="KEEP_WEAPON")
        assert question(table.rows[0]) == f"player_0 keeps its weapon or takes the {name}."
        seen.append(table.seen_by(0))
    differ = [(a, b) for a, b in zip(*seen, strict=True) if a != b]
    assert differ == [((kind("Two-Handed Weapon") + 1) / 8, (kind("Bola") + 1) / 8)]


# --- the shield -------------------------------------------------------------------------------------------------------


def test_drawing_the_shield_names_a_location():
    """R-298, R-299: 2 AP, and one location is named."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "Shield", drawn=False)
    assert not table.may("draw weapon")
    table.play("draw shield chest")
    assert table.helot(0).shielded == Pile.CHEST and table.points == (6, 4)


def test_the_covered_location_loses_nothing_but_the_helot_does():
    """R-299, R-302: no location damage, all of the OC damage, and one durability for the hit."""
    table = Table(FACE_TO_FACE)
    table.arm(1, "Shield", covers=Pile.CHEST)
    table.play("standard attack", dice=[*HIT, *CHEST])
    assert table.helot(1).health[Pile.CHEST] == 15 and table.overall(1) == 43
    assert table.lanista(0).cred == 7 and table.weapon(1)[2] == 1


def test_a_hit_elsewhere_or_a_defended_one_leaves_the_shield_whole():
    """R-302: durability drops only after a successful attack on the protected location."""
    table = Table(FACE_TO_FACE)
    table.arm(1, "Shield", covers=Pile.CHEST)
    table.play("standard attack", dice=[*HIT, 1])
    table.play("standard attack", dice=MISS)
    assert table.weapon(1)[2] == 2 and table.helot(1).health[Pile.LEFT_UPPER] == 5


def test_the_second_hit_breaks_the_shield():
    """R-296, R-302: with durability 0 it is gone, and the location is bare again."""
    table = Table(FACE_TO_FACE)
    table.arm(1, "Shield", covers=Pile.CHEST, uses=1)
    table.play("standard attack", dice=[*HIT, *CHEST])
    assert table.weapon(1) == ("", False, 0) and table.helot(1).shielded == NOWHERE
    table.play("standard attack", dice=[*HIT, *CHEST])
    assert table.helot(1).health[Pile.CHEST] == 8


def test_a_shielded_head_does_not_stagger():
    """R-267: the damage does not count where the location was shielded."""
    table = Table(FACE_TO_FACE)
    table.arm(1, "Shield", covers=Pile.MIDSECTION)
    table.play("standard attack", dice=[*HIT, 5])  # the Midsection; no stagger die is asked for
    assert table.helot(1).prone == 0


def test_the_protected_location_can_be_changed_for_two_points():
    """R-300: in the helot's own Command Round, for 2 AP."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "Shield", covers=Pile.CHEST)
    assert not table.may("move shield chest")
    table.play("move shield head")
    assert table.helot(0).shielded == Pile.HEAD and table.points == (6, 4)
    table.table.command_round.action_points = 1
    assert not table.may("move shield chest")


def test_the_shield_stored_on_the_back_cancels_the_rear_bonus():
    """R-303, R-304: stored for 2 AP with the back declared; no Rear bonus, hands free for a Grapple, 1 durability."""
    table = Table(FACE_TO_FACE)
    table.arm(0, "Shield", covers=Pile.CHEST)
    table.play("store on back")
    assert table.helot(0).shielded == BACK_GUARD and table.points == (6, 4) and table.may("grapple")

    behind = Table(FROM_BEHIND)
    behind.arm(1, "Shield", drawn=False, covers=BACK_GUARD)
    assert behind.slides("standard attack") == (0, 0)
    assert behind.weapon(1)[2] == 1


@pytest.mark.parametrize("dice", [[*HIT, *CHEST], MISS])
def test_the_back_guard_wears_whatever_the_result(dice):
    """R-303: each attack from behind costs 1 durability; a shiv bites no deeper; the location damage comes through."""
    table = Table(FROM_BEHIND)
    table.arm(0, "Shiv")
    table.arm(1, "Shield", drawn=False, covers=BACK_GUARD)
    table.play("standard attack", dice=dice)
    assert table.weapon(1)[2] == 1
    if dice != MISS:
        assert table.helot(1).health[Pile.CHEST] == 15 - 8 and table.overall(1) == 50 - 8


def test_a_grapple_from_behind_wears_the_back_guard_too():
    """R-303: it is an attack from behind."""
    table = Table(FROM_BEHIND)
    table.arm(1, "Shield", drawn=False, covers=BACK_GUARD, uses=1)
    table.play("grapple", dice=HIT)
    assert table.helot(0).holds == 1 and table.weapon(1) == ("", False, 0)


@pytest.mark.parametrize(("drawing", "worn"), [(FROM_BEHIND, 1), (FROM_BEHIND.replace("1^", "1>"), 0)])
def test_a_shot_from_behind_wears_the_back_guard(drawing, worn):
    """R-303: from the square behind it, whatever the kind of attack; not from another side."""
    table = Table(drawing)
    table.arm(0, "Ranged Weapon")
    table.arm(1, "Shield", drawn=False, covers=BACK_GUARD)
    table.play("aim standard first opponent", dice=MISS)
    assert table.weapon(1)[2] == 2 - worn


def test_a_shield_stored_without_the_back_gives_nothing():
    """R-304: the Rear bonus stands."""
    table = Table(FROM_BEHIND)
    table.arm(1, "Shield", drawn=False)
    assert table.slides("standard attack") == (1, 0)


def test_the_net_costs_the_next_movement_points():
    """R-306: a hit costs the target its next 3 MP; they are not penalized as unspent."""
    table = Table(
        """
        .  .  1v .
        .  .  .  .
        .  .  0^ .
        """
    )
    table.arm(0, "Net")
    table.play("aim standard first opponent", dice=HIT)
    assert table.helot(1).slowed == 3 and table.overall(1) == 50 and table.weapon(0) == ("", False, 0)
    table.table.command_round.movement_points = table.table.command_round.action_points = 0
    table.lanista(1).ratio = 4
    table.play("end round", answers=["ratio to movement"])
    assert table.points == (1, 2) and table.helot(1).slowed == 0


def test_a_net_costs_movement_points_from_wherever_they_come(tmp_path):
    """R-306: of the split, of a card and of tokens, until there have been three; then they are the helot's own."""
    table = with_cards(tmp_path, ("own round", 'do = "movement points", amount = 2'), hands={1: 1}, mp=0, ap=0)
    table.helot(1).slowed, table.lanista(1).ratio, table.lanista(1).command_tokens = 4, 1, 2
    table.play("end round", answers=["ratio to movement"])
    assert table.points == (0, 5) and table.helot(1).slowed == 3
    table.play("play card 1")
    assert table.points == (0, 5) and table.helot(1).slowed == 1
    for left in (0, 1):
        table.play("token to movement")
        assert table.points == (left, 5) and table.helot(1).slowed == 0


def test_points_that_a_card_brings_at_the_split_meet_the_net_too(tmp_path):
    """R-306: they are there before it takes its own."""
    line = 'do = "movement points", whom = "chosen opponent", amount = 2'
    table = with_cards(tmp_path, ("own round", line), mp=0, ap=0)
    table.helot(1).slowed, table.lanista(1).ratio = 2, 1
    table.play("play card 1")
    table.play("end round", answers=["ratio to movement"])
    assert table.points == (1, 5) and table.helot(1).slowed == 0


def test_roacguls_look_for_the_next_in_order():
    """R-408: after the last in order it is the first living opponent's turn."""
    table = Table(CRATE, seats=3)
    table.table.order[:3] = [2, 1, 0]
    for place, seat in enumerate((2, 1, 0)):
        table.lanista(seat).initiative = place
    assert next_in_order(table.table, 0) == 2 and next_in_order(table.table, 2) == 1
    table.helot(1).standing = 2
    assert next_in_order(table.table, 2) == 0


def test_weapons_are_seen_by_all():
    """What a helot carries, whether it is drawn, what the Shield covers, and who could aim at whom."""
    drawing = "1v .  .\n.  .  .\n.  .  0^"
    table = Table(drawing)
    bare = table.seen_by(0)
    table.arm(1, "Shield", covers=Pile.CHEST)
    table.helot(1).slowed = 2
    seen = table.seen_by(0)
    changed = [after for before, after in zip(bare, seen, strict=True) if before != after]
    assert sorted(changed) == pytest.approx(sorted([1.0, 1.0, 2 / 3, 1.0, 2 / 3]))  # kind, drawn, uses, chest, slowed
    table.arm(0, "Bola")
    assert "Bola drawn" in draw(table.rows[0]) and "covers the chest" in draw(table.rows[0])


@pytest.mark.parametrize("sides", [6, 31, 63, 64, 65, 112])
def test_chance_may_be_asked_for_any_of_all_weapon_cards(sides: int):
    """R-307: a stock may bring 14 cards of each of eight kinds, and all of them are in the pile to be drawn from."""
    table = Table()
    request = table.table.request
    request.seat, request.question, request.sides, request.members = CHANCE, Question.ROLL, sides, 0
    assert np.flatnonzero(table.mask()).tolist() == list(range(sides))
