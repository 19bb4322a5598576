"""Motivations: bonuses, unique abilities, special skills (manual p.7, p.14, p.35)."""

from pathlib import Path

import pytest
from deck import DUEL, with_cards
from table import Bout, Table

from nexus_env.games.nexus.rules.bout import Pile, Trait
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.log import Event

HOARDER, FAMISHED, SUPREMACIST, ZEALOT = range(4)
FAR = """
    .  .  1v .
    .  #  .  .
    .  .  .  .
    0^ .  .  .
"""


def of(motivation: int, drawing: str = DUEL, seat: int = 0, **options) -> Table:
    """A table at which a seat has this motivation and all reserves are full."""
    table = Table(drawing, **options)
    table.lanista(seat).motivation = motivation
    table.give(seat, **{trait.name.lower(): 5 for trait in Trait})
    table.table.crowd_pile = 30
    table.settle_box()
    return table


def paid(table: Table) -> dict[str, int]:
    """What has been taken from the full reserves of seat 0."""
    return {
        trait.name.lower(): 5 - int(points)
        for trait, points in zip(Trait, table.helot(0).traits, strict=True)
        if points < 5
    }


def lay_skill(table: Table, motivation: int) -> None:
    """Let the special skill of seat 0 last, as it does from the setup on."""
    effect = table.bout.options.skills[motivation].effects[0]
    place = table.table.lasting[0]
    for name in ("verb", "amount", "detail", "until"):
        setattr(place, name, getattr(effect, name))
    place.seat, place.owner, place.delay = 0, 0, 0
    table.table.lasting_places = 1


# --- the four cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("motivation", "traits"),
    [
        (HOARDER, {"INSTINCT", "DEFTNESS", "CUNNING"}),
        (FAMISHED, {"PHYSICALITY", "INSTINCT", "WILLPOWER"}),
        (SUPREMACIST, {"SWAGGER", "PHYSICALITY", "DEFTNESS"}),
        (ZEALOT, {"WILLPOWER", "SWAGGER", "CUNNING"}),
    ],
)
def test_the_four_motivations_and_their_bonuses(motivation: int, traits: set[str]):
    """R-339, R-340, R-341, R-347: each listed trait starts at 1."""
    row = Table().bout.options.motivations[motivation]
    assert {Trait(place).name: int(points) for place, points in enumerate(row) if points} == dict.fromkeys(traits, 1)


@pytest.mark.parametrize(
    ("motivation", "ability", "price"),
    [
        (HOARDER, 1, {"instinct": 2, "cunning": 1}),
        (HOARDER, 2, {"instinct": 2, "deftness": 2, "cunning": 2}),
        (FAMISHED, 1, {"physicality": 2, "instinct": 1}),
        (SUPREMACIST, 1, {"swagger": 2, "physicality": 1}),
        (SUPREMACIST, 2, {"swagger": 2, "physicality": 2, "deftness": 2}),
        (ZEALOT, 2, {"willpower": 2, "swagger": 2, "cunning": 2}),
    ],
)
def test_a_unique_ability_has_its_price_and_is_for_the_own_round(motivation: int, ability: int, price: dict[str, int]):
    """R-128, R-339, R-342, R-343, R-347: one point less is not enough; no AP or MP."""
    table = of(motivation, cred=3)
    name = f"unique ability {ability}"
    for trait in price:
        table.give(0, **{trait: price[trait] - 1})
        assert not table.may(name)
        table.give(0, **{trait: 5})
    table.step(name)
    assert paid(table) == price and table.points == (6, 6)
    table = of(motivation, seat=1, cred=3)
    table.step("rotate left")
    assert table.question.name == "INTERRUPT" and not any("unique" in action for action in table.legal())


# --- hoarder ----------------------------------------------------------------------------------------------------------


def test_the_hoarder_aims_better_for_a_round():
    """R-342, R-130: +SDS on all Aim commands of this command round, and on nothing else; it does not stack."""
    table = of(HOARDER)
    table.play("unique ability 1")
    assert not table.may("unique ability 1")
    assert table.slides("standard attack") == (0, 0)
    table = of(HOARDER)
    table.helot(0).weapon, table.helot(0).armed, table.helot(0).uses = 6, 1, 3
    table.play("unique ability 1")
    assert table.slides("aim standard first opponent") == (1, 0)
    table = of(HOARDER, mp=0, ap=0)
    table.play("unique ability 1")
    table.play("end round", until="RATIO")
    assert not table.table.lasting["verb"].any()


def test_smuggled_roacguls_need_no_sight_and_know_no_steps():
    """R-343, R-344: 2d6 against 2d6 at any range; 5 to a random location and OC, for the Hoarder's Cred; no AP."""
    table = of(HOARDER, FAR)
    table.helot(0).rattled = 1
    table.helot(1).lost = 1 << Pile.LEFT_LOWER
    table.play("unique ability 2", dice=[5, 4, 4, 4, 2])
    assert [row[:2] for row in table.rolled] == [("ATTACK", 0)] * 2 + [("DEFENSE", 1)] * 2 + [("LOCATION", 0)]
    assert (table.overall(1), int(table.helot(1).health[Pile.CHEST])) == (45, 10)
    assert table.lanista(0).cred == 10 + 0 and table.lanista(1).cred == 1  # a Crowd Pleaser of the defense
    assert table.points == (6, 6) and not table.may("gloat")


def test_roacguls_that_are_held_off_do_nothing():
    """R-344: ties go to the defense, and no bonus is added when they succeed."""
    table = of(HOARDER, FAR)
    table.play("unique ability 2", dice=[5, 4, 5, 4])
    assert table.overall(1) == 50 and table.lanista(0).cred == 0
    table = of(HOARDER, DUEL)
    table.lanista(0).turning_point_damage, table.lanista(0).slots, table.lanista(0).counter = 1, 63, 6
    table.settle_box()
    table.play("unique ability 2", dice=[5, 4, 4, 3, 2])
    assert table.overall(1) == 45 and table.lanista(0).turning_point_damage == 1


def test_the_price_of_a_unique_ability_is_for_its_user_alone():
    """R-343, R-344, R-128: the one attacked cannot pay it to be spared, as it can the price of a Turning Point card."""
    table = of(HOARDER, FAR)
    table.give(1, instinct=2, deftness=2, cunning=2)
    table.play("unique ability 2", dice=[5, 4, 4, 3, 2])
    assert ("PRICE", 1) not in table.asked and table.overall(1) == 45
    table = of(SUPREMACIST, cred=3)
    table.give(1, swagger=2, physicality=2, deftness=2)
    table.play("unique ability 2")
    assert ("PRICE", 1) not in table.asked and (table.lanista(0).cred, table.lanista(1).cred) == (6, 0)


def test_roacguls_do_not_use_up_what_is_for_the_next_roll(tmp_path: Path):
    """R-343: their rolls know no steps, so a step for one roll waits for the roll that it changes."""
    slides = ['do = "slide attack", amount = 1, until = "roll"', 'do = "slide defense", amount = 1, until = "roll", ']
    table = with_cards(tmp_path, ("own round", slides[0], slides[1] + 'whom = "chosen opponent"'))
    table.lanista(0).motivation = HOARDER
    table.give(0, instinct=2, deftness=2, cunning=2)
    table.play("play card 1")
    table.play("unique ability 2", dice=[4, 3, 5, 4])
    assert table.slides("standard attack") == (1, 1)


def boofed(contents: list[int], **options) -> Bout:
    """A bout whose first Hoarder has thrown these dice on the contents table before the first cycle."""
    bout = Bout(**{"barge": "open", "deal": "random", **options})
    bout.set_up_anyhow(Purpose.CONTENTS)
    for face in contents:
        bout.roll(face)
    return bout


def test_boofing_rolls_once_on_the_contents_table_before_the_first_cycle():
    """R-345, R-346: a weapon is equipped and drawn as from a crate."""
    bout = boofed([1, 3])
    assert (bout.helot(0).weapon, bout.helot(0).armed, bout.table.cycle) == (2, 1, 1)
    assert bout.table.request.purpose == Purpose.TRAIT  # the first cycle begins


def test_a_bomb_does_explode_in_the_hiding_place():
    """R-345, R-406: 5 damage to a random location, to the crowd."""
    bout = boofed([1, 4, 2])
    assert (bout.overall(0), int(bout.helot(0).health[Pile.CHEST]), bout.table.crowd_pile) == (45, 10, 20)


def test_roacguls_at_setup_fall_on_the_next_player_clockwise():
    """R-346, R-407: 3 to its weaker lower limb; on a tie its owner picks."""
    bout = boofed([3, 3], seats=3)
    victim = int(bout.lanista(0).next_clockwise)
    assert (bout.question.name, bout.seat) == ("LOST_LEG", victim)
    bout.step("choose location left-lower")
    assert (bout.overall(victim), int(bout.helot(victim).health[Pile.LEFT_LOWER])) == (47, 9)


@pytest.mark.parametrize("contents", [[4, 5], [4, 6]])
def test_flashbang_and_helot_aid_do_nothing_at_setup(contents: list[int]):
    """R-346."""
    bout = boofed(contents)
    assert bout.table.request.purpose == Purpose.TRAIT and bout.overall(0) == 50 and bout.helot(0).weapon == -1


# --- famished ---------------------------------------------------------------------------------------------------------


def test_ravenous_adds_two_to_the_next_standard_or_focused_hit():
    """R-347, R-353: once; a failed attack keeps it."""
    table = of(FAMISHED)
    table.give(0, instinct=1, willpower=0, physicality=2)
    table.play("unique ability 1")
    table.play("standard attack", dice=[1, 1, 6, 5])
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.overall(1) == 45


def test_leftovers_are_a_guts_tile_beside_the_helot():
    """R-347: the tile is gone and 5 OC come back from the crowd."""
    table = of(FAMISHED, ". 1v .\ng 0^ .")
    table.hurt(0, overall_condition=30)
    table.play("unique ability 2")
    assert (table.overall(0), table.at(1, 2), table.table.crowd_pile) == (35, ".", 25)
    assert not table.may("unique ability 2")


def test_fresh_meat_restores_the_famished():
    """R-347: 5 OC for a helot that it has incapacitated, besides the crowd's bonus."""
    table = of(FAMISHED)
    table.give(0, willpower=0, physicality=0)
    lay_skill(table, FAMISHED)
    table.hurt(0, overall_condition=20)
    table.hurt(1, overall_condition=1)
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.overall(0) == 25 and table.helot(1).standing == 1


# --- supremacist ------------------------------------------------------------------------------------------------------


def test_born_to_gloat_for_nothing():
    """R-347, R-226: the next Gloating of this round costs no AP."""
    table = of(SUPREMACIST, ap=2)
    table.give(0, willpower=0, physicality=1, swagger=2)
    table.play("unique ability 1")
    table.play("standard attack", dice=[5, 4, 4, 2, 4])
    assert table.points[1] == 0
    table.play("gloat")
    assert table.points[1] == 0 and table.lanista(0).cred == 12


def test_tribute_takes_three_of_each_opponent():
    """R-347: as far as they have it."""
    table = of(SUPREMACIST, ". 1v .\n2> 0^ .", seats=3, cred=2)
    table.lanista(1).cred = 7
    table.settle_box()
    table.play("unique ability 2")
    assert [int(table.lanista(seat).cred) for seat in range(3)] == [2 + 3 + 2, 4, 0]


def test_hands_off_is_one_free_attempt_in_each_round():
    """R-347, R-153: no MP and no OC for the first attempt; it counts as one."""
    table = of(SUPREMACIST, DUEL, active=1, mp=0, ap=0)
    lay_skill(table, SUPREMACIST)
    table.grapple(1, 0)
    table.give(0, **{trait.name.lower(): 0 for trait in Trait})
    table.play("end round", answers=["ratio to action"])
    assert table.table.command_round.free_liberates == 1
    table.play("liberate", dice=[1])
    assert (table.points, table.overall(0), table.table.command_round.free_liberates) == ((3, 3), 50, 0)
    table.play("liberate", dice=[4])
    assert (table.points, table.overall(0), table.helot(0).held_by) == ((2, 3), 49, -1)


# --- zealot -----------------------------------------------------------------------------------------------------------


def test_a_mantra_regains_two():
    """R-347."""
    table = of(ZEALOT)
    table.hurt(0, overall_condition=40)
    table.play("unique ability 1")
    assert table.overall(0) == 42


def test_martyrs_skin_keeps_one_location_for_a_cycle():
    """R-347: the first that would reach 0 stops at 1; the Overall Condition takes the whole hit."""
    table = of(ZEALOT, active=0)
    table.play("unique ability 2")
    assert not table.may("unique ability 2")
    table.give(0, **{trait.name.lower(): 0 for trait in Trait})
    table.hurt(0, left_lower=2)
    table.table.command_round.movement_points = table.table.command_round.action_points = 0
    table.play("end round", answers=["ratio to action"])
    table.play("standard attack", dice=[6, 6, 4, 3, 4])
    assert (int(table.helot(0).health[Pile.LEFT_LOWER]), table.overall(0)) == (1, 45)
    table.table.command_round.action_points = 2
    table.play("standard attack", dice=[6, 6, 4, 3, 4])
    assert (int(table.helot(0).health[Pile.LEFT_LOWER]), table.overall(0)) == (0, 40)


def test_not_yet_saves_the_last_coin_once():
    """R-347: by whatever it would go."""
    table = of(ZEALOT)
    lay_skill(table, ZEALOT)
    table.give(0, **{trait.name.lower(): 0 for trait in Trait})
    table.table.command_round.movement_points, table.table.command_round.action_points = 0, 4
    table.hurt(0, overall_condition=3)
    table.play("end round", until="RATIO")
    assert table.overall(0) == 1 and table.helot(0).present and not table.table.lasting["verb"].any()


def test_special_skills_are_laid_at_setup():
    """R-339, R-347: for all seats, before the first cycle."""
    bout = Bout(seats=4, barge="open", deal="random")
    bout.set_up_anyhow()
    assert sorted(int(row["seat"]) for row in bout.table.lasting if row["verb"]) == [1, 2, 3]


def test_what_an_ability_is_called(tmp_path: Path):
    """R-339: happenings name it by its place in the stock."""
    table = of(ZEALOT)
    table.hurt(0, overall_condition=40)
    table.play("unique ability 1")
    assert table.events(Event.UNIQUE) == [(0, -1, 6, 0, 0)]
    assert with_cards(tmp_path).table.card_play.card == -1
