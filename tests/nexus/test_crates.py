"""Crates and what they hold (manual p.42)."""

import pytest
from table import Table

from nexus_env.games.nexus.cards.stock import STOCKS
from nexus_env.games.nexus.rules.bout import Pile
from nexus_env.games.nexus.rules.log import Event

CRATE = """
    .  .  .  .  .
    .  .  c  .  .
    .  .  0^ .  .
    .  .  .  .  .
    .  .  .  .  1^
"""
BOMB, ROACGULS, FLASHBANG, AID, ARROWS = [2, 3], [3, 3], [4, 5], [4, 6], [5, 6]


def test_a_crate_costs_three_points_and_no_step():
    """R-401, R-402: 3 AP with the crate in Front; the helot stays; no attack, no defense, no Gloating."""
    table = Table(CRATE)
    table.play("destroy crate", dice=ARROWS)
    assert table.at(3, 2) == "." and table.points == (6, 3) and table.place(0) == (3, 3, "^")
    assert [purpose for purpose, _, _ in table.rolled] == ["CONTENTS", "CONTENTS"]
    assert not table.may("gloat")
    poor = Table(CRATE, ap=2)
    assert not poor.may("destroy crate")


@pytest.mark.parametrize(
    ("dice", "name"),
    [([1, 1], "Two-Handed Weapon"), ([1, 2], "Shield"), ([1, 3], "Shiv"), ([1, 6], "Net"), ([2, 6], "Bola"),
     ([5, 6], "Ranged Weapon"), ([6, 6], "One-Handed Weapon")],
)  # fmt: skip
def test_the_weapons_on_the_contents_table(dice, name):
    """R-403, R-404: the sum of 2d6 names the weapon; it is drawn at once for no AP, and the helot is Armed."""
    table = Table(CRATE)
    table.play("destroy crate", dice=dice, answers=["choose location chest"] if name == "Shield" else [])
    assert table.weapon(0)[:2] == (name, True) and table.points == (6, 3)
    assert table.table.weapons[STOCKS.own.names.weapons.index(name)] == 1
    if name == "Shield":
        assert table.helot(0).shielded == Pile.CHEST


def test_no_card_left_nothing_found():
    """R-405: the common pile has run out of that kind."""
    table = Table(CRATE)
    table.table.weapons[STOCKS.own.names.weapons.index("Shiv")] = 0
    table.play("destroy crate", dice=[1, 3])
    assert table.weapon(0) == ("", False, 0)


def test_a_bomb_hurts_its_finder():
    """R-406: 5 damage to a random location and to OC, to the Crowd Pile."""
    table = Table(CRATE)
    crowd = int(table.table.crowd_pile)
    table.play("destroy crate", dice=[*BOMB, 5])
    assert table.helot(0).health[Pile.MIDSECTION] == 10 and table.overall(0) == 45
    assert table.table.crowd_pile == crowd + 10 and table.lanista(0).cred == table.lanista(1).cred == 0


def test_a_bomb_may_kill():
    """R-406, R-116: without an attacker Guts lie there at once."""
    table = Table(CRATE)
    table.hurt(0, chest=5)
    table.play("destroy crate", dice=[*BOMB, 2])
    assert table.helot(0).standing == 2 and table.at(3, 3) == "g" and table.over


def test_roacguls_bite_the_weaker_leg_of_the_next_in_order():
    """R-407, R-408: 3 damage without a roll, to the location and OC, to the Crowd Pile; a lost leg is never weakest."""
    table = Table(CRATE)
    table.hurt(1, left_lower=0, right_lower=9)
    table.helot(1).lost = 1 << Pile.LEFT_LOWER
    crowd = int(table.table.crowd_pile)
    table.play("destroy crate", dice=ROACGULS)
    assert table.helot(1).health[Pile.RIGHT_LOWER] == 6 and table.overall(1) == 47
    assert table.table.crowd_pile == crowd + 6 and table.lanista(0).cred == 0


@pytest.mark.parametrize("leg", ["left", "right"])
def test_of_equal_legs_the_owner_picks(leg):
    """R-408: the victim's owner is asked."""
    table = Table(CRATE)
    table.play("destroy crate", dice=ROACGULS, answers=[f"choose location {leg}-lower"])
    assert table.asked == [("LOST_LEG", 1)]
    assert table.helot(1).health[Pile[f"{leg.upper()}_LOWER"]] == 9


def test_roacguls_find_no_leg():
    """R-408, R-232: with both legs lost nothing happens."""
    table = Table(CRATE)
    table.hurt(1, left_lower=0, right_lower=0)
    table.helot(1).lost = 1 << Pile.LEFT_LOWER | 1 << Pile.RIGHT_LOWER
    table.play("destroy crate", dice=ROACGULS)
    assert table.overall(1) == 50


def test_a_flashbang_takes_all_points_without_a_penalty():
    """R-409, R-410: all AP and MP are gone; ending the round then costs nothing."""
    table = Table(CRATE, cred=5)
    table.play("destroy crate", dice=FLASHBANG)
    assert table.points == (0, 0)
    table.step("end round")
    assert table.lanista(0).cred == 5


def test_helot_aid_moves_five_coins():
    """R-411: 5 of its own OC coins go to one or more locations."""
    table = Table(CRATE)
    table.hurt(0, chest=10, head=9)
    table.play("destroy crate", dice=AID, answers=["choose location head", *["choose location chest"] * 4])
    assert table.overall(0) == 45 and table.helot(0).health[Pile.CHEST] == 14 and table.helot(0).health[Pile.HEAD] == 10


def test_helot_aid_moves_only_what_fits():
    """R-412: no location above its starting value, and at least 1 OC remains."""
    table = Table(CRATE)
    table.hurt(0, chest=13)
    table.play("destroy crate", dice=AID, answers=["choose location chest"] * 2)
    assert table.overall(0) == 48 and table.helot(0).health[Pile.CHEST] == 15
    weak = Table(CRATE)
    weak.hurt(0, chest=3, overall_condition=3)
    weak.play("destroy crate", dice=AID, answers=["choose location chest"] * 2)
    assert weak.overall(0) == 1 and weak.helot(0).health[Pile.CHEST] == 5


def test_a_healed_location_can_be_lost_again():
    """R-241, R-242: its penalty stays, and a second loss drips blood again."""
    table = Table(CRATE)
    table.hurt(0, left_upper=0)
    table.helot(0).lost = 1 << Pile.LEFT_UPPER
    table.play("destroy crate", dice=AID, answers=["choose location left-upper"] * 5)
    assert table.helot(0).lost == 1 << Pile.LEFT_UPPER and table.helot(0).dripping == 0
    table.table.squares[1, 2] = 6
    table.table.command_round.action_points = 3
    table.play("destroy crate", dice=[*BOMB, 1])
    assert table.helot(0).health[Pile.LEFT_UPPER] == 0 and table.helot(0).dripping == 1


def test_perseverance_throws_the_contents_again():
    """R-312, R-313: both dice are thrown anew, once."""
    table = Table(CRATE)
    table.give(0, willpower=5)
    table.play("destroy crate", dice=[*BOMB, *ARROWS], answers=["perseverance"])
    assert table.weapon(0)[0] == "Ranged Weapon" and table.overall(0) == 50
    assert len(table.events(Event.CONTENTS)) == 1
