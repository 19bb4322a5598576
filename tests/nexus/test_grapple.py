"""Grapple Commands."""

import pytest
from grips import DRAG_ROUND, DRAGS, HELD, LOSS, WIN, grips, held
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Square, Standing

COMMANDS = ("drag", "throw", "takedown", "crush", "clinch", "let go")


# --- the grapple ------------------------------------------------------------------------------------------------------


def test_grapple_commands_need_a_victim():
    """R-180: without one there is none of them; with one there are."""
    table = Table(HELD, cred=3)
    table.hurt(0, overall_condition=40)
    assert not [name for name in table.legal() if name.startswith(COMMANDS)]
    table.grapple(0, 1)
    assert {name.split()[0] for name in table.legal()} >= {"drag", "throw", "takedown", "crush", "clinch", "let"}


@pytest.mark.parametrize("command", ["takedown", "crush", "drag back", "drag rotate-left"])
def test_a_failed_grapple_command_does_not_free_the_victim(command):
    """R-180, R-181, R-198, R-200: only a Throw does so; nothing else changes either."""
    table = held()
    table.play(command, dice=LOSS if command != "takedown" else [1, 2, 1, 5, 6])
    assert grips(table) == [(0, 1)]
    assert table.overall(1) == 50 and not table.helot(1).prone
    assert (table.place(0), table.place(1)) == ((3, 3, "^"), (3, 2, "v"))


def test_a_victim_stays_grappled_from_round_to_round():
    """R-181: it is held until it liberates itself, is freed or let go."""
    table = held(mp=0, ap=0)
    table.play("end round", until="RATIO")
    table.go_on(answers=["ratio to movement"])
    assert table.seat == 1 and grips(table) == [(0, 1)]
    table.play("liberate", dice=[6])
    assert grips(table) == []


def test_letting_go_costs_nothing():
    """R-182: 0 AP, in one's own round, with no points left too."""
    table = held(mp=0, ap=0)
    table.play("let go")
    assert grips(table) == [] and table.points == (0, 0) and table.rolled == []


def test_letting_go_does_not_save_from_a_hazard():
    """R-182, R-190: once the victim is on the spikes no command comes before the captor's roll."""
    table = held("""
        .  x  .
        .  1v .
        .  0^ .
    """)
    table.play("drag forward", dice=[*WIN, 4, 4, 3])
    assert [row[0] for row in table.rolled[4:]] == ["PULLED_IN", "LOCATION", "COMPASS"]


def test_what_else_ends_a_grapple():
    """R-204: either helot's fall, incapacitation or death, and the victim's leaving its captor's Front."""
    table = held()
    table.hurt(1, overall_condition=3)
    table.play("crush", dice=WIN)
    assert table.helot(1).standing == Standing.INCAPACITATED and grips(table) == []
    table = held()
    table.hurt(1, chest=3)
    table.play("takedown", dice=[6, 5, 6, 1, 2, 2])
    assert table.helot(1).standing == Standing.KILLED and grips(table) == []
    table = held(
        """
        .  1v .
        .  0^ 2<
        .  .  .
    """,
        seats=3,
    )
    table.give(2, deftness=4)
    table.play("drag back", answers=["tripping"])
    assert table.helot(0).prone and grips(table) == []


def test_a_helot_pushed_out_of_the_grip_is_free_at_once():
    """R-204, R-369: it is no longer in front of its captor, so the Blood that it is pushed onto makes it slide."""
    table = Table(
        """
        .  .  .  .
        b  1> 2< .
        .  0^ .  .
    """,
        seats=3,
        active=2,
    )
    table.grapple(0, 1)
    table.give(2, physicality=4)
    table.play("push", dice=[1])
    assert grips(table) == [] and table.place(1) == (1, 1, ">")


def test_a_grappled_helot_defends_and_may_be_attacked_by_others():
    """R-205: it rolls as ever, against its captor and against a third helot."""
    table = held(
        """
        .  1v 2<
        .  0^ .
        .  .  .
    """,
        seats=3,
        active=2,
    )
    assert table.slides("standard attack") == (0, 0)
    assert grips(table) == [(0, 1)]


def test_what_a_captor_may_do():
    """R-203: Grapple Commands, dragging, Let Go, Mend, Gloating and trait abilities, but no other attack or move."""
    table = held(ap=2, cred=1)
    table.hurt(0, overall_condition=40)
    table.helot(0).bleeding, table.helot(0).flaming = 1, 1
    table.table.command_round.gloat_open = 1
    table.give(0, deftness=5)
    others = {"end round", "let go", "mend", "gloat", "clinch", "takedown", "crush", "tunnel vision"}
    throws = {"throw forward 1", "throw forward-left 1", "throw forward-right 1"}
    assert table.legal() == others | throws | DRAGS | DRAG_ROUND


# --- clinch -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("captor", "victim"), [(0, 1), (1, 0)])
def test_clinch(captor, victim):
    """R-183: 1 AP and 1 Cred, which becomes 1 OC without a roll; for the captor and for the grappled."""
    table = Table(HELD, cred=1)
    table.hurt(0, overall_condition=40)
    assert not table.may("clinch")
    table.grapple(captor, victim)
    table.play("clinch")
    assert table.overall(0) == 41 and table.lanista(0).cred == 0 and table.points == (6, 5)
    assert table.rolled == [] and not table.may("clinch")


def test_clinch_does_not_heal_above_the_start():
    """R-184: OC never rises above 50."""
    table = held(cred=5)
    assert not table.may("clinch")
    table.hurt(0, overall_condition=49)
    table.play("clinch")
    assert table.overall(0) == 50 and not table.may("clinch")


# --- throw ------------------------------------------------------------------------------------------------------------


FIELD = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  .  .  .
    .  .  1v .  .
    .  .  0^ .  .
"""


def test_a_throw_costs_two_points_a_square():
    """R-194: declared and paid before the dice, and no farther than the points go."""
    table = held(FIELD, ap=5)
    throws = {name for name in table.legal() if name.startswith("throw")}
    assert throws == {
        f"throw {where} {far}" for where in ("forward", "forward-left", "forward-right") for far in (1, 2)
    }
    table.step("throw forward 2")
    assert table.question.name == "ROLL" and table.points == (6, 1)


def test_a_throw_is_rolled_at_a_disadvantage():
    """R-194, R-202: the two lowest of three dice against a normal defense."""
    assert held(FIELD).slides("throw forward 1") == (-1, 0)


def test_a_successful_throw():
    """R-195: the victim lands Prone and free in the target square, its FFD unchanged; no damage."""
    table = held(FIELD)
    table.play("throw forward 2", dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (3, 2, "v") and table.helot(1).prone and grips(table) == []
    assert table.overall(1) == 50 and table.place(0) == (3, 5, "^")


def test_a_failed_throw():
    """R-195: the victim is free and stays where it is, upright."""
    table = held(FIELD)
    table.play("throw forward 2", dice=[1, 2, 1, 1, 2])
    assert table.place(1) == (3, 4, "v") and not table.helot(1).prone and grips(table) == []
    assert table.points == (6, 2)


@pytest.mark.parametrize(
    ("command", "x", "y"),
    [("throw forward 3", 3, 1), ("throw forward-left 2", 1, 2), ("throw forward-right 2", 5, 2)],
)
def test_a_throw_goes_straight_away_from_the_victims_square(command, x, y):
    """R-196: in one of the thrower's three forward directions."""
    table = held(FIELD)
    table.play(command, dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (x, y, "v")


@pytest.mark.parametrize("piece", "#ctu")
def test_a_throw_stops_before_an_obstacle(piece):
    """R-196: a pillar, crate or brazier ends it, and so does the edge of the board."""
    table = held(FIELD.replace(".  .  .  .  .", f".  .  {piece}  .  .", 1))
    table.play("throw forward 3", dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (3, 2, "v") and table.helot(1).prone
    table = held(HELD)
    table.play("throw forward 3", dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (3, 1, "v") and table.helot(1).prone


def test_a_throw_stops_before_a_helot():
    """R-196: and a victim that cannot fly at all lies down where it is."""
    table = held(
        """
        .  .  2^ .
        .  .  .  .
        .  .  1v .
        .  .  0^ .
    """,
        seats=3,
    )
    table.play("throw forward 3", dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (3, 2, "v")
    table = held(
        """
        .  .  2^ .
        .  .  1v .
        .  .  0^ .
    """,
        seats=3,
    )
    table.play("throw forward 3", dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (3, 2, "v") and table.helot(1).prone and grips(table) == []


def test_a_victim_that_cannot_fly_enters_no_square():
    """R-195, R-196, R-363: thrown against a pillar it falls on the Blood where it stood, and does not slide."""
    table = held(HELD.replace(".  .  .  .  .", ".  .  #  .  .", 1))
    table.table.squares[1, 2] = Square.BLOOD
    table.play("throw forward 1", dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (3, 2, "v") and table.helot(1).prone
    assert len(table.rolled) == 5


@pytest.mark.parametrize("piece", "bgfsx")
def test_a_throw_passes_over_tiles_and_hazards(piece):
    """R-196: only the landing square takes effect."""
    table = held(f"""
        .  .  .
        .  .  .
        .  {piece}  .
        .  1v .
        .  0^ .
    """)
    table.helot(1).flaming = int(piece == "f")  # so that the area of the fire is no matter
    table.play("throw forward 2", dice=[5, 6, 6, 1, 2])
    assert table.place(1) == (2, 2, "v") and not table.helot(1).bleeding
    assert len(table.rolled) == 5 and table.overall(1) == 50 and table.at(2, 3) == piece


@pytest.mark.parametrize("hazard", "sx")
def test_a_throw_into_a_hazard_pulls_nobody_in(hazard):
    """R-197, R-378, R-430, R-440: no d6 for the thrower; the victim is hit, the coins go to the thrower."""
    table = held(FIELD.replace(".  .  .  .  .", f".  .  {hazard}  .  .", 1))
    table.play("throw forward 3", dice=[5, 6, 6, 1, 2, 3, 5])
    assert table.rolled[5:] == [("LOCATION", 1, 3), ("COMPASS", 1, 5)]
    assert table.helot(1).health[Pile.RIGHT_UPPER] == 2 and table.overall(1) == 40 and table.helot(1).bleeding
    assert table.place(1) == (3, 2, "v") and table.helot(1).prone
    assert table.lanista(0).cred == 20 and table.overall(0) == 50


# --- takedown, crush --------------------------------------------------------------------------------------------------


def test_a_takedown():
    """R-198, R-201: 1 AP, the two highest of 3d6; damage to OC and a random location; the victim is Prone and free."""
    table = held()
    table.play("takedown", dice=[1, 5, 6, 3, 4, 5])
    assert [row[:2] for row in table.rolled] == [("ATTACK", 0)] * 3 + [("DEFENSE", 1)] * 2 + [("LOCATION", 0)]
    assert table.overall(1) == 50 - 4 and table.helot(1).health[Pile.MIDSECTION] == 15 - 4
    assert table.helot(1).prone and grips(table) == [] and table.place(1) == (3, 2, "v")
    assert table.points == (6, 5)


def test_who_stands_up_at_once_from_a_takedown_is_free():
    """R-198, R-199: the grip is off in any case; without a Prone victim there is no bonus."""
    table = held()
    table.give(1, willpower=3)
    table.play("takedown", dice=[1, 5, 6, 3, 4, 5], answers=["im still standing"])
    assert not table.helot(1).prone and grips(table) == []
    assert table.table.command_round.bonus_points == 0


def test_a_takedown_brings_the_prone_bonus_once():
    """R-199: 2 AP against that victim at once, but only one time in a command round."""
    table = held(ap=1)
    table.play("takedown", dice=[1, 5, 6, 3, 4, 4])
    assert table.points == (6, 0) and table.table.command_round.bonus_points == 2
    assert table.table.command_round.bonus_target == 1 and table.may("standard attack")
    table = held(ap=1)
    table.table.command_round.bonus_given = 1
    table.play("takedown", dice=[1, 5, 6, 3, 4, 4])
    assert table.helot(1).prone and table.table.command_round.bonus_points == 0


def test_a_crush():
    """R-200, R-201: 1 AP, 2d6 against 2d6; the difference is damage to OC only, and the grip holds."""
    table = held()
    table.play("crush", dice=[5, 6, 3, 4])
    assert len(table.rolled) == 4 and table.points == (6, 5)
    assert table.overall(1) == 50 - 4 and table.lanista(0).cred == 4
    assert table.helot(1).health[: Pile.OVERALL_CONDITION].sum() == 10 + 12 * 4 + 15 * 2
    assert grips(table) == [(0, 1)]


@pytest.mark.parametrize(
    ("command", "slide"),
    [("takedown", 1), ("crush", 0), ("throw forward 1", -1), ("drag back", 0), ("drag rotate-left", 0)],
)
def test_the_rear_bonus_is_not_for_grapple_commands(command, slide):
    """R-202: from behind as from in front."""
    assert held(HELD.replace("1v", "1^")).slides(command) == (slide, 0)
    assert held().slides(command) == (slide, 0)


@pytest.mark.parametrize(
    ("command", "points"),
    [
        ("takedown", (6, 5)),
        ("crush", (6, 5)),
        ("throw forward 2", (6, 2)),
        ("drag left", (4, 6)),
        ("drag rotate-left", (5, 6)),
    ],
)
def test_a_victim_that_unshackles_itself_escapes_a_command_that_is_paid_for(command, points):
    """R-185, R-194, R-198, R-200, R-320: the price is paid when the command is declared."""
    table = held()
    table.give(1, physicality=3)
    table.play(command, answers=["unshackled"])
    assert table.rolled == [] and grips(table) == [] and table.points == points
