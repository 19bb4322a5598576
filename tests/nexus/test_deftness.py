"""The abilities of Deftness."""

import pytest
from fights import FACE_TO_FACE
from reserves import THREE, overall, reserve
from table import Table

from nexus_env.games.nexus.rules.bout import Square


@pytest.mark.parametrize("what", ["c", "b", "g", "t", "f", "s", "x"])
def test_hurdle_leaps_over_an_obstacle_or_a_hazard(what: str):
    """R-325, R-326, R-327: two squares straight forward, FFD unchanged, no MP; what is leapt over does nothing."""
    table = Table(f". . .\n. . .\n. {what} .\n. 0^ .\n. . 1v", mp=0)
    table.helot(0).flaming = what == "f"
    table.give(0, deftness=3)
    table.play("hurdle")
    assert table.place(0) == (2, 2, "^")
    assert overall(table, 0) == 50


@pytest.mark.parametrize("what", ["#", "u", "1v", "."])
def test_hurdle_crosses_no_pillar_no_upright_brazier_no_helot_and_nothing(what: str):
    """R-326, R-327: and the square between must hold something."""
    table = Table(f". . .\n. . .\n. {what} .\n. 0^ .")
    table.give(0, deftness=3)
    assert not table.may("hurdle")


@pytest.mark.parametrize("landing", ["#", "c", "u", "t", "1v"])
def test_hurdle_needs_a_landing_square(landing: str):
    """R-327: one that may be entered."""
    table = Table(f". . .\n. {landing} .\n. c .\n. 0^ .")
    table.give(0, deftness=3)
    assert not table.may("hurdle")


def test_the_landing_square_of_a_hurdle_takes_effect():
    """R-327: a fire burns, Blood slides."""
    table = Table(". . .\n. f .\n. c .\n. 0^ .\n. . 1v")
    table.give(0, deftness=3)
    table.play("hurdle")
    assert (table.helot(0).flaming, overall(table, 0)) == (1, 50 - 5)
    table = Table(". . .\n. b .\n. c .\n. 0^ .\n. . 1v")
    table.give(0, deftness=3)
    table.play("hurdle", dice=[3])
    assert table.place(0) == (3, 2, "^")


def test_hurdle_is_for_ones_own_round():
    """R-325: no interruption."""
    table = Table(FACE_TO_FACE)
    table.give(1, deftness=3, swagger=4)
    table.helot(1).facing = 0
    table.table.squares[2 - 1, 3 - 1] = Square.GUTS
    table.play("grapple", until="INTERRUPT")
    assert table.seat == 1
    assert not table.may("hurdle")


@pytest.mark.parametrize(
    ("command", "mp"), [("move back", 4), ("move forward-left", 5), ("backflip", 5), ("sidestep left", 5)]
)
def test_tripping_fells_whoever_tries_to_leave_an_adjacent_square(command: str, mp: int):
    """R-328, R-329: it falls where it stood, the MP are spent, and it may try to stand up."""
    table = Table(FACE_TO_FACE, auto_pass=True)
    table.give(1, deftness=4)
    table.play(command, answers=["tripping"])
    assert table.asked == [("TRIPPING", 1)]
    assert (table.place(0), table.helot(0).prone) == ((3, 4, "^"), 1)
    assert table.table.command_round.movement_points == mp
    assert table.may("stand up")


def test_tripping_a_hurdle_and_a_drag():
    """R-328, R-329: both are ways to leave a square; the reserve and the points are spent."""
    table = Table(". . . .\n. . . .\n. . c .\n. . 0^ 1<", auto_pass=True)
    table.give(0, deftness=3)
    table.give(1, deftness=4)
    table.play("hurdle", answers=["tripping"])
    assert (table.place(0), table.helot(0).prone, reserve(table, 0, "deftness")) == ((3, 4, "^"), 1, 0)
    table = Table(THREE, seats=3, auto_pass=True)
    table.grapple(0, 1)
    table.give(2, deftness=4)
    table.play("drag back", answers=["tripping"])
    assert (table.helot(0).prone, table.helot(0).holds, table.place(1)) == (1, -1, (3, 3, "v"))
    assert table.rolled == []
    assert table.table.command_round.movement_points == 6 - 2


@pytest.mark.parametrize(
    ("drawing", "asked"),
    [
        ("1v . .\n. 0^ .\n. . .", True),
        (". 1v .\n. 0^ .\n. . .", True),
        (". . .\n. 0^ .\n. . 1v", True),
        (". 1v .\n. . .\n. 0^ .", False),
        ("1v . . .\n. . 0^ .", False),
    ],
)
def test_adjacent_means_the_eight_squares_around(drawing: str, asked: bool):
    """R-329: where either of them looks does not matter."""
    table = Table(drawing, auto_pass=True)
    table.give(1, deftness=4)
    table.play("move right")
    assert table.asked == ([("TRIPPING", 1)] if asked else [])


@pytest.mark.parametrize("state", ["prone", "held_by"])
def test_who_trips_stands_upright_and_free(state: str):
    """R-132, R-328: a Prone or Grappled helot trips nobody, and a rotation leaves no square."""
    table = Table(THREE, seats=3, auto_pass=True)
    table.give(1, deftness=4)
    table.play("rotate left")
    assert table.asked == []
    if state == "prone":
        table.helot(1).prone = 1
    else:
        table.grapple(2, 1)
    table.play("move back")
    assert table.asked == []


def test_opponents_may_trip_clockwise_until_one_does():
    """R-131, R-328: seat 2 comes first, and seat 1 only if that one passes."""
    table = Table(THREE, seats=3, auto_pass=True)
    table.give(1, deftness=4)
    table.give(2, deftness=4)
    table.play("move right")
    assert table.asked == [("TRIPPING", 2), ("TRIPPING", 1)]
    table = Table(THREE, seats=3, auto_pass=True)
    table.give(1, deftness=4)
    table.give(2, deftness=4)
    table.play("move right", answers=["tripping"])
    assert table.asked == [("TRIPPING", 2)]


def test_tunnel_vision_helps_attacks_for_the_round_but_no_grapple_commands():
    """R-330: Wild, Standard, Focused, Combo and Grapple; gone when the round ends."""
    for command, step in (
        ("standard attack", 1),
        ("wild attack forward", 0),
        ("focused attack head", 0),
        ("combo head 1", 0),
        ("grapple", 1),
    ):
        table = Table(FACE_TO_FACE)
        table.give(0, deftness=5)
        table.play("tunnel vision")
        assert table.slides(command) == (step, 0)
    for command, step in (("crush", 0), ("takedown", 1), ("throw forward 1", -1), ("drag back", 0)):
        table = Table(FACE_TO_FACE)
        table.grapple(0, 1)
        table.give(0, deftness=5)
        table.play("tunnel vision")
        assert table.slides(command) == (step, 0)
    table = Table(FACE_TO_FACE, mp=0, ap=0)
    table.give(0, deftness=5)
    table.play("tunnel vision")
    table.play("end round", answers=["ratio to action"])
    assert not table.helot(0).tunnel_vision
