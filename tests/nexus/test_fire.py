"""Braziers and fire: knocking over, where a fire falls, how fires move."""

import pytest
from table import Table, duplicate

from nexus_env.games.nexus.rules.bout import Square, Standing
from nexus_env.games.nexus.rules.fire import MOST_FIRES, MOST_TRIES
from nexus_env.games.nexus.rules.log import Event

N, NE, E, SE, S, SW, W, NW = range(1, 9)  # faces of the compass die
BEHIND = """
    .  .  {}  .
    .  .  u  .
    .  .  0^ .
    1^ .  .  .
"""


def knocked_over(there: str, dice=(), **more) -> Table:
    """Helot 0 has knocked over the brazier in its Front; `there` lies beyond it."""
    table = Table(BEHIND.format(there), **more)
    table.play("knock over forward", dice=dice)
    return table


def fires(table: Table) -> set[tuple[int, int]]:
    """The squares on fire."""
    return {(x, y) for x in range(1, 9) for y in range(1, 9) if table.at(x, y) == "f"}


# --- knocking over ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "x", "beyond"),
    [("forward", 3, (3, 1)), ("forward-left", 2, (1, 1)), ("forward-right", 4, (5, 1))],
)
def test_a_brazier_falls_away_from_the_helot(command, x, beyond):
    """R-385, R-386, R-387, R-374: 1 AP, no roll; in the three forward squares; diagonally if it stands diagonally."""
    table = Table("""
        .  .  .  .  .
        .  .  .  .  .
        .  .  0^ .  .
        1^ .  .  .  .
    """)
    table.table.squares[1, x - 1] = Square.BRAZIER
    table.play(f"knock over {command}")
    assert table.at(x, 2) == "t" and fires(table) == {beyond}
    assert table.points == (6, 5) and table.rolled == []
    assert not any(name.startswith("knock over") for name in table.legal())


def test_who_may_knock_a_brazier_over():
    """R-386, R-147, R-203: an upright helot with 1 AP that holds nobody; never one at its side or behind it."""
    table = Table(BEHIND.format("."))
    assert table.may("knock over forward") and not table.may("knock over forward-left")
    table.helot(0).facing = 1
    assert not any(name.startswith("knock over") for name in table.legal())
    assert not Table(BEHIND.format("."), ap=0).may("knock over forward")
    table = Table(BEHIND.format("."))
    table.helot(0).prone = 1
    assert not table.may("knock over forward")
    for captor, victim in ((0, 1), (1, 0)):
        table = Table(BEHIND.format("."))
        table.grapple(captor, victim)
        assert not table.may("knock over forward")


def test_it_is_a_command_and_no_attack():
    """R-386, R-226, R-260: it ends a run and the time to gloat, and opens none."""
    table = Table(BEHIND.format("."))
    table.table.command_round.gloat_open, table.table.command_round.straight_moves = 1, 2
    assert table.may("gloat")
    table.play("knock over forward")
    assert not table.may("gloat") and table.table.command_round.straight_moves == 0


def test_a_fallen_brazier_still_blocks():
    """R-385, R-386: its square can never be entered, and it cannot be broken."""
    table = knocked_over(".")
    assert not table.may("move forward") and not table.may("destroy crate")


# --- where the fire falls --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", "#utsx")
def test_off_an_indestructible_object_the_fire_rolls_on(piece):
    """R-388, R-385, R-443: the compass, around that object's square, until it points to an empty one."""
    table = knocked_over(piece, dice=[S, N, W])  # the brazier, the wall, an empty square
    assert fires(table) == {(2, 1)} and table.at(3, 1) == piece
    assert [row[:2] for row in table.rolled] == [("COMPASS", 0)] * 3


def test_a_fire_does_not_roll_on_to_a_tile_or_a_helot():
    """R-388: only an empty square will do."""
    table = Table("""
        .  b  #  .
        .  .  u  1^
        .  .  0^ .
    """)
    table.play("knock over forward", dice=[W, SE, E])
    assert fires(table) == {(4, 1)} and table.at(2, 1) == "b" and not table.helot(1).flaming


def test_beyond_the_wall_the_fire_rolls_round_the_brazier():
    """R-388: off the board there is no square to roll round."""
    table = Table("""
        .  u  .
        .  0^ .
        .  .  1^
    """)
    table.play("knock over forward", dice=[N, S, SW])
    assert fires(table) == {(1, 2)} and table.at(2, 1) == "t"


def test_without_an_empty_square_there_is_no_fire():
    """R-388: around a brazier in a corner that is hemmed in."""
    table = Table("""
        b  u  #
        #  0^ #
        .  .  1^
    """)
    table.play("knock over forward")
    assert not fires(table) and table.at(2, 1) == "t" and table.rolled == []


def test_a_fire_that_rolls_for_ever_takes_the_next_empty_square():
    """R-388: clockwise from the last roll; an engine needs a guard."""
    table = knocked_over("#", dice=[N] * MOST_TRIES)
    assert fires(table) == {(4, 1)}


@pytest.mark.parametrize("piece", "cbg")
def test_a_destructible_object_burns(piece):
    """R-389, R-414: the fire lies in its place; a burnt crate gives no contents."""
    table = knocked_over(piece)
    assert fires(table) == {(3, 1)} and table.rolled == [] and not table.events(Event.CONTENTS)
    assert table.events(Event.CLEARED) == [
        (-1, -1, int(Square[{"c": "CRATE", "b": "BLOOD", "g": "GUTS"}[piece]]), 3, 1)
    ]


def test_a_fire_onto_a_fire():
    """R-394, R-389: the two are one."""
    assert fires(knocked_over("f")) == {(3, 1)}


def test_a_fire_onto_a_helot():
    """R-390, R-391, R-377: 5 OC to the Crowd Pile, Flaming, and the fire is out; knocking over is no forcing."""
    table = Table(BEHIND.format("1v").replace("1^", "."))
    crowd = int(table.table.crowd_pile)
    table.play("knock over forward")
    assert table.helot(1).flaming and table.overall(1) == 45 and not fires(table)
    assert table.table.crowd_pile == crowd + 5 and table.lanista(0).cred == 0


def test_a_fire_that_fells_a_helot_earns_nobody_anything():
    """R-391, R-116: Guts replace it at once, and the crowd keeps its coins."""
    table = Table(BEHIND.format("1v").replace("1^", "."), seats=3)
    table.helot(2).x, table.helot(2).y = 8, 8
    table.hurt(1, overall_condition=3)
    table.play("knock over forward")
    assert table.helot(1).standing == Standing.INCAPACITATED and table.at(3, 1) == "g"
    assert table.lanista(0).cred == 0


def test_a_flaming_helot_puts_the_fire_out_unharmed():
    """R-400, R-288, R-390: it is immune, and the fire is gone all the same."""
    table = Table(BEHIND.format("1v").replace("1^", "."))
    table.helot(1).flaming = 1
    table.play("knock over forward")
    assert table.overall(1) == 50 and not fires(table)


def test_there_are_no_more_than_four_fires():
    """R-014, R-019: a piece that the box does not hold is not placed; what it would destroy is gone."""
    assert MOST_FIRES == 4
    table = Table(BEHIND.format("b"))
    table.table.squares[7, 4:8] = Square.FIRE
    table.play("knock over forward")
    assert len(fires(table)) == 4 and table.at(3, 1) == "."


# --- how fires move --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "x", "y"),
    [(N, 3, 2), (NE, 4, 2), (E, 4, 3), (SE, 4, 4), (S, 3, 4), (SW, 2, 4), (W, 2, 3), (NW, 2, 2)],
)
def test_a_duplicate_moves_a_fire(face, x, y):
    """R-055, R-375, R-376, R-392: one square by the compass of whose roll it was; the old square is clear."""
    table = duplicate(
        "brazier",
        """
        .  .  .  .  .
        .  .  .  .  .
        .  .  f  .  .
        .  .  .  .  .
        0^ .  .  .  .  .  1^
    """,
    )
    table.play("end round", dice=[face], until="RATIO")
    assert table.rolled == [("COMPASS", 1, face)] and fires(table) == {(x, y)}


@pytest.mark.parametrize("piece", "#utsx")
def test_an_indestructible_object_stops_a_fire(piece):
    """R-393, R-394, R-443: it stays where it is, before a wall too."""
    table = duplicate("brazier", f"f  {piece}  .\n .  .  .\n 0^ .  1^")
    table.play("end round", dice=[E], until="RATIO")
    assert fires(table) == {(1, 1)} and table.at(2, 1) == piece
    table = duplicate("brazier", f"f  {piece}  .\n .  .  .\n 0^ .  1^")
    table.play("end round", dice=[NW], until="RATIO")
    assert fires(table) == {(1, 1)}


@pytest.mark.parametrize("piece", "cbg")
def test_a_moving_fire_burns_what_it_can(piece):
    """R-393, R-414: a crate or tile is destroyed and replaced."""
    table = duplicate("brazier", f"f  {piece}  .\n .  .  .\n 0^ .  1^")
    table.play("end round", dice=[E], until="RATIO")
    assert fires(table) == {(2, 1)}


@pytest.mark.parametrize("burning", [0, 1])
def test_a_moving_fire_onto_a_helot(burning):
    """R-393, R-400, R-377: 5 OC to the crowd and Flaming, unless it burns already; the fire is out."""
    table = duplicate(
        "brazier",
        """
        .  .  .
        f  0^ .
        .  .  1^
    """,
    )
    table.helot(0).flaming = burning
    table.play("end round", dice=[E], until="RATIO")
    assert table.helot(0).flaming and table.overall(0) == 50 - 5 * (1 - burning) and not fires(table)


def test_who_burns_in_its_own_round_before_the_ratio():
    """R-056, R-052, R-393: whoever a fire fells at the Turning Point step has no round."""
    table = duplicate(
        "brazier",
        """
        .  .  .
        f  1^ .
        .  .  0^
    """,
    )
    table.hurt(1, overall_condition=5)
    table.play("end round", dice=[E])
    assert table.helot(1).standing == Standing.INCAPACITATED and table.over and table.at(2, 2) == "g"


def test_the_order_of_fires():
    """R-395: columns from west to east, in each from south to north; a fire that came along has moved already."""
    table = duplicate(
        "brazier",
        """
        f  .  .  .  .
        .  .  f  .  .
        f  .  .  .  .
        .  .  .  .  .
        0^ .  .  .  1^
    """,
    )
    table.play("end round", dice=[E, SE, NE], until="RATIO")  # of (1,3), (1,1), (3,2)
    assert fires(table) == {(2, 3), (2, 2), (4, 1)}


def test_a_fire_that_has_taken_in_another_still_moves():
    """R-394, R-395: two fires merge into one, and that one moves in its turn."""
    table = duplicate(
        "brazier",
        """
        .  .  .  .
        f  f  .  .
        .  .  .  .
        0^ .  .  1^
    """,
    )
    table.play("end round", dice=[E, N], until="RATIO")
    assert fires(table) == {(2, 1)} and len(table.rolled) == 2


def test_a_fire_that_has_moved_does_not_move_again():
    """R-395, R-392: not even with one that merges into it."""
    table = duplicate(
        "brazier",
        """
        .  .  .  .
        f  .  .  .
        .  .  f  .
        0^ .  .  1^
    """,
    )
    table.play("end round", dice=[E, NW], until="RATIO")
    assert fires(table) == {(2, 2)} and len(table.rolled) == 2


def test_the_braziers_fire_stays_in_it():
    """R-392, R-375: only fires on the floor move."""
    table = duplicate("brazier", "u  .  .\n .  .  .\n 0^ .  1^")
    table.play("end round", until="RATIO")
    assert table.rolled == [] and table.at(1, 1) == "u"


def test_fires_that_were_not_agreed_upon_stay():
    """R-033: only the hazards in play answer a Duplicate."""
    table = duplicate("", "f  .  .\n .  .  .\n 0^ .  1^")
    table.play("end round", until="RATIO")
    assert table.rolled == [] and fires(table) == {(1, 1)}


def test_a_helot_may_step_into_a_fire():
    """R-144, R-399: legal; 5 OC to the crowd and Flaming, and the fire stays, for it did not come to the helot."""
    table = Table("f  .  .\n 0^ .  .\n .  .  1^")
    table.play("move forward")
    assert table.place(0) == (1, 1, "^") and table.helot(0).flaming and table.overall(0) == 50 - 1 - 5
    assert fires(table) == {(1, 1)}
