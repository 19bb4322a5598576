"""Actions: costs, Range, targets, and the order of what follows. Rulebook: A-088 to A-096, A-149, A-161, A-177."""

import pytest

from aristeia.table import GREEN, ORANGE, drawn
from nexus_env.games.aristeia.rules import attacks
from nexus_env.games.aristeia.rules.bout import NO_UNIT, Question, Where
from nexus_env.games.aristeia.rules.log import Event

MUSHASHI, LUNAH = "Miyamoto Mushashi", "Major Lunah"


def test_an_action_costs_its_points_and_may_be_performed_again():
    """A-072, A-088: Vade Retro three times and two AP left."""
    table = drawn({"hEXx3r": (0, 0), "Maximus": (0, -2)}, active="hEXx3r")
    for left in (4, 3, 2):
        table.act("act 2")
        table.roll("blank", "blank", "blank")
        assert table.table.energy == left


def test_points_are_spent_even_if_the_roll_fails():
    """A-088."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0)}, active="8-Ball")
    table.act("act 1")
    table.roll("blank", "blank", "blank", "blank")
    assert (int(table.table.energy), table.damage("Maximus")) == (3, 0)


def test_without_the_points_there_is_no_action():
    """A-088."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0)}, active="8-Ball", energy=2)
    assert table.may("act 1") and not table.may("act 2")


@pytest.mark.parametrize(("place", "legal"), [((1, 2), False), ((3, 3), True), ((8, 1), True), ((8, -5), False)])
def test_the_target_is_within_the_range(place, legal):
    """A-029, A-088: Called Shot reaches from 3 to 8."""
    table = drawn({LUNAH: (0, 3), MUSHASHI: place}, active=LUNAH)
    assert table.may("act 1") == legal


def test_an_attack_needs_line_of_sight():
    """A-030, A-088: an ally stands between."""
    places = {LUNAH: (0, 4), MUSHASHI: (3, 4)}
    assert drawn(places, active=LUNAH).may("act 1")
    assert not drawn({**places, "Parvati": (1, 4), "Maximus": (2, 4)}, active=LUNAH).may("act 1")


def test_some_actions_need_none():
    """A-030: Vade Retro reaches over an ally."""
    table = drawn({"hEXx3r": (0, 4), "Parvati": (1, 4), MUSHASHI: (3, 4)}, active="hEXx3r")
    targets = attacks.targets_of(table.bout, table.unit("hEXx3r"), 1, NO_UNIT)
    assert targets == 1 << table.unit("Parvati") | 1 << table.unit(MUSHASHI)


def test_attacks_are_for_enemies_and_other_actions_for_anybody():
    """A-091: Be Water, Dude may take an ally; itself only at Range 0."""
    table = drawn({"8-Ball": (0, 0), "Gata": (1, 0), "Maximus": (-1, 0)}, active="8-Ball")
    unit = table.unit("8-Ball")
    assert attacks.targets_of(table.bout, unit, 0, NO_UNIT) == 1 << table.unit("Maximus")
    assert attacks.targets_of(table.bout, unit, 1, NO_UNIT) == 1 << table.unit("Maximus") | 1 << table.unit("Gata")


def test_a_range_from_nothing_includes_oneself():
    """A-091: MediKit."""
    table = drawn({"Parvati": (0, 0)}, active="Parvati", damage={"Parvati": 1})
    table.act("act 3")
    table.roll("S").play("unit Parvati")
    assert table.damage("Parvati") == 0


def test_suppressive_fire_is_for_enemies_only():
    """A-165."""
    table = drawn({LUNAH: (0, 3), "Parvati": (3, 3)}, active=LUNAH)
    assert not table.may("act 2")


def test_who_is_off_the_board_is_no_target():
    """A-096."""
    table = drawn({"8-Ball": (0, 0)}, active="8-Ball")
    assert table.where("Maximus") == Where.BENCH
    assert not table.may("act 1")


def test_the_declaration_is_told_and_lies_open():
    """A-036, A-090: who, what, at whom."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0), "Parvati": (0, 2)}, active="8-Ball")
    table.act("act 1")
    assert table.asked == (ORANGE, Question.UNIT)
    table.act("unit Parvati")
    (row,) = table.told(Event.DECLARED)
    assert (row.unit, row.what, row.other_unit) == (table.unit("8-Ball"), 0, table.unit("Parvati"))
    assert table.table.roll.target == table.unit("Parvati")


def test_implacable_steps_in_before_the_roll_and_the_attack_goes_on():
    """A-036, A-095, A-161: in the opponent's Activation, once for each such attack."""
    table = drawn({"8-Ball": (0, 0), "Parvati": (2, 0), "Maximus": (3, -1)}, active="8-Ball", energy=4)
    for place in ("space (2,-1)", "pass"):
        table.play("act 1", "unit Parvati")
        assert table.asked == (GREEN, Question.SPACE)
        table.act(place)
        table.roll("S", "blank")
        while table.dice():
            table.roll("blank")
    assert table.at("Maximus") == (2, -1)
    assert table.damage("Parvati") == 2


def test_implacable_again_when_the_attack_is_repeated():
    """A-156, A-161: each such attack allows it once."""
    table = drawn(
        {"Wild Bill": (0, 3), "Parvati": (3, 3), LUNAH: (-3, 6), "Maximus": (6, -3)}, active="Wild Bill", energy=3
    )
    table.play("act 1", "unit Parvati", "pass")
    table.roll("S X", "S S X", "S S X", "blank", "blank")
    table.act("switch own 1")
    table.draw_any()
    assert (table.table.roll.target, table.asked) == (table.unit(LUNAH), (GREEN, Question.SPACE))
    table.act("space (5,-3)")
    assert table.at("Maximus") == (5, -3)
    assert table.dice() == "red"


def test_implacable_is_for_allies_not_for_himself():
    """A-161."""
    table = drawn({"8-Ball": (0, 0), "Maximus": (2, 0)}, active="8-Ball")
    table.act("act 1")
    assert table.dice() == "orange"


def test_implacable_is_no_answer_to_other_actions():
    """A-161: Be Water, Dude is no attack."""
    table = drawn({"8-Ball": (0, 0), "Parvati": (2, 0), "Maximus": (3, -1)}, active="8-Ball")
    table.act("act 2")
    assert table.dice() == "orange"


def test_freerun_pays_a_movement_point_and_needs_no_roll():
    """A-149, A-EX-32: beside an obstacle, to any Free space beside that."""
    table = drawn({"Gata": (3, 2)}, active="Gata", energy=0, movement=2)
    table.act("act 2")
    assert table.asked == (ORANGE, Question.SPACE)
    assert "space (3,2)" not in table.legal
    table.act("space (1,2)")
    assert (table.at("Gata"), int(table.table.movement), int(table.table.energy)) == ((1, 2), 1, 0)


def test_freerun_past_an_enemy_needs_no_disengage():
    """A-149, A-EX-33."""
    table = drawn({"Gata": (1, 1), "Maximus": (1, 0)}, active="Gata", energy=1, movement=5)
    table.play("act 2", "space (0,0)")
    assert (table.at("Gata"), int(table.table.movement)) == ((0, 0), 4)


def test_freerun_may_choose_among_obstacles_and_characters():
    """A-091, A-149: the target is a space."""
    table = drawn({"Gata": (3, 2), "8-Ball": (3, 1)}, active="Gata", movement=1)
    table.act("act 2")
    assert set(table.legal) == {"space (3,1)", "space (2,2)"}
    table.play("space (3,1)", "space (2,1)")
    assert table.at("Gata") == (2, 1)


def test_freerun_needs_a_movement_point():
    """A-149."""
    assert not drawn({"Gata": (3, 2)}, active="Gata", movement=0).may("act 2")


def test_freerun_needs_a_free_space_beside_its_target():
    """A-149: 8-Ball in the corner has Wild Bill on one side and Mushashi on the other."""
    corner = {"Gata": (8, -8), "8-Ball": (9, -9), "Wild Bill": (8, -9), "Miyamoto Mushashi": (9, -8)}
    table = drawn(corner, active="Gata", movement=1).play("act 2")
    assert not table.may("space (9,-9)") and table.may("space (8,-9)") and table.may("space (9,-8)")


def test_freerun_needs_something_beside_her():
    """A-149."""
    assert not drawn({"Gata": (6, -6)}, active="Gata", movement=3).may("act 2")


def test_contender_is_an_option():
    """A-177: three AP, Range 1 to 8, one Orange die."""
    places = {"Gata": (3, 3), "Parvati": (0, 3)}
    assert not drawn(places, active="Gata").may("act contender")
    table = drawn(places, active="Gata", contender=True)
    table.act("act contender")
    table.roll("S S X", "blank", "blank")
    assert (table.damage("Parvati"), int(table.table.energy)) == (2, 2)


def test_an_activation_ends_when_its_character_falls():
    """A-075, A-093: no States Step, no more Actions."""
    table = drawn({"8-Ball": (0, 0), "Parvati": (2, 0)}, active="8-Ball", damage={"8-Ball": 4})
    table.act("act 1")
    table.roll("blank", "blank", "blank", "S")
    table.draw_any()
    assert table.where("8-Ball") == Where.INFIRMARY
    assert table.table.active != table.unit("8-Ball")
