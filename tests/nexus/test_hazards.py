"""What lies on the squares: walls, pillars, crates, blood, guts, and a helot's way into fire, saws and spikes."""

import numpy as np
import pytest
from driven import FORCED, NE, NW, SE, SW, WIN, E, N, S, W, pushed
from table import Table

from nexus_env.games.nexus.learning.layout import CLOSE, PlaneSeen, Seen
from nexus_env.games.nexus.rules.bout import Pile, Square, Standing
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.words.picture import svg
from nexus_env.games.nexus.words.sentences import board, sentence, sentences

FACE_TO_FACE = """
    .  .  .  .
    .  {}  .  .
    .  1v .  .
    .  0^ .  .
    .  .  .  .
"""


# --- obstacles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("piece", "bonus"), [("#", 2), ("c", 2), ("u", 2), ("t", 2), (".", 0), ("b", 0), ("g", 0)])
def test_what_a_helot_can_be_driven_against(piece, bonus):
    """R-360, R-361, R-362, R-371: pillars and crates count for Against the Wall, Blood and Guts do not."""
    table = Table(FACE_TO_FACE.format(piece))
    table.play("focused attack left-lower", dice=[4, 5, 6, 1, 2])
    assert table.overall(1) == 50 - 6 - bonus


def test_a_wall():
    """R-359: the edge of the board is never entered, and Against the Wall applies before it."""
    table = Table("""
        0^ 1>
    """)
    assert not table.legal() & {"move forward", "move forward-left", "move forward-right", "move left", "sidestep left"}
    table.helot(0).facing = 1
    assert not table.may("move forward-left") and table.may("move forward-right")
    table = Table("""
        1v
        0^
    """)
    table.play("focused attack left-lower", dice=[4, 5, 6, 1, 2])
    assert table.overall(1) == 50 - 6 - 2


def test_a_crate_is_broken_for_three_points():
    """R-361: in Front only; it is no attack, it leaves the board and its square can be entered then."""
    table = Table(
        """
        .  c  c
        .  0^ .
        .  .  1^
    """,
        ap=5,
    )
    assert not table.may("move forward") and not table.may("move forward-right")
    table.play("destroy crate", dice=[6, 6])
    assert table.at(2, 1) == "." and table.at(3, 1) == "c"
    assert {row[0] for row in table.rolled} == {"CONTENTS"} and table.points == (6, 2)
    assert not table.may("destroy crate") and not table.may("gloat")
    table.play("move forward")
    assert table.place(0) == (2, 1, "^")


@pytest.mark.parametrize("piece", "#ut")
def test_only_crates_are_broken(piece):
    """R-360, R-361: a pillar is indestructible, and so is a brazier."""
    table = Table(f".  {piece}  .\n .  0^ .\n .  .  1^")
    assert not table.may("destroy crate")
    table = Table(".  c  .\n .  0^ .\n .  .  1^", ap=2)
    assert not table.may("destroy crate")


@pytest.mark.parametrize(
    ("piece", "where", "runs"), [(".", 4, True), ("b", 4, False), ("g", 4, False), ("g", 3, False)]
)
def test_tiles_cancel_a_running_strike(piece, where, runs):
    """R-362, R-371: both squares of the run must be free of Blood and Guts."""
    rows = [". .", "1v .", ". .", ". .", "0^ ."]
    rows[where - 1] = f"{piece} ."
    table = Table("\n".join(rows))
    table.play("move forward", dice=[W] if piece == "b" else [])  # a slide against the wall: it stays
    table.play("move forward")
    table.play("standard attack", dice=[4, 5, 1, 2, 4, *([6] if runs else [])])
    assert ("STRIKE_DOWN" in [row[0] for row in table.rolled]) == runs


# --- blood ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "x", "y"),
    [(N, 3, 1), (NE, 4, 1), (E, 4, 2), (SE, 4, 3), (S, 3, 3), (SW, 2, 3), (W, 2, 2), (NW, 2, 1)],
)
def test_entering_blood_slides_by_the_compass(face, x, y):
    """R-363, R-142, R-365: one square in the direction that is rolled, FFD kept, without movement points."""
    table = Table("""
        .  .  .  .  1v
        .  .  b  .  .
        .  .  0^ .  .
        .  .  .  .  .
    """)
    table.play("move forward", dice=[face])
    assert table.rolled == [("COMPASS", 0, face)]
    assert table.place(0) == (x, y, "^") and table.points == (5, 6)


def test_rotating_in_blood_slides_with_the_new_facing():
    """R-363: rotate first, then roll and slide."""
    table = Table(".  .  .\n .  0^ .\n .  .  1^")
    table.table.squares[1, 1] = Square.BLOOD
    table.play("rotate right", dice=[W])
    assert table.place(0) == (1, 2, ">") and table.points == (5, 6)


@pytest.mark.parametrize(
    ("drawing", "face"),
    [(". 1v .\n . b .\n . 0^ .", N), (". # .\n . b .\n . 0^ 1^", N), ("b .\n 0^ 1^", N), ("b c\n 0^ 1^", E)],
)
def test_a_blocked_slide_stays_on_the_blood(drawing, face):
    """R-364: before a helot, an obstacle or the edge of the board the helot stays."""
    table = Table(drawing)
    x, y, _ = table.place(0)
    table.play("move forward", dice=[face])
    assert table.place(0) == (x, y - 1, "^") and table.at(x, y - 1) == "b"


SLIDE = """
    .  {}  .  .
    .  b  .  .
    .  0^ .  .
    .  .  .  1^
"""


def test_a_slide_into_more_blood_goes_on():
    """R-365: a new Blood square means another roll."""
    table = Table(SLIDE.format("b"))
    table.play("move forward", dice=[N, E])
    assert table.place(0) == (3, 1, "^") and table.points == (5, 6)


def test_a_slide_into_guts():
    """R-365: the helot stands in them, and pays double to get out."""
    table = Table(SLIDE.format("g"))
    table.play("move forward", dice=[N])
    assert table.place(0) == (2, 1, "^") and table.points == (5, 6)
    table.play("move left")
    assert table.points == (1, 6)


def test_a_slide_into_fire():
    """R-365, R-399: 1 OC for leaving a square of its area, then 5 and Flaming."""
    table = Table(SLIDE.format("f"))
    table.play("move forward", dice=[N])
    assert table.helot(0).flaming and table.overall(0) == 50 - 1 - 5


@pytest.mark.parametrize("hazard", "sx")
def test_a_slide_into_a_saw_or_spikes(hazard):
    """R-365, R-143, R-370: they take effect, and as nobody forced the helot the coins go to the Crowd Pile."""
    table = Table(SLIDE.format(hazard), cred=1)
    crowd = int(table.table.crowd_pile)
    table.play("move forward", dice=[N, 4, E])
    assert table.rolled == [("COMPASS", 0, N), ("LOCATION", 0, 4), ("COMPASS", 0, E)]
    assert table.overall(0) == 40 and table.helot(0).health[Pile.LEFT_LOWER] == 2 and table.helot(0).bleeding
    assert table.place(0) == (3, 1, "^")
    assert table.table.crowd_pile == crowd + 20 and table.lanista(1).cred == 1


@pytest.mark.parametrize("hazard", "sxf")
def test_a_slide_after_a_push_is_credited_to_the_pusher(hazard):
    """R-370, R-378: Push, Drag and Throw stand behind what a slide then does."""
    table = pushed(f"""
        .  {hazard}  .  .
        .  b  .  .
        .  1v .  .
        .  0^ .  .
    """)
    table.play("push", dice=[N] if hazard == "f" else [N, 4, E])
    assert table.lanista(0).cred == (5 if hazard == "f" else 20)


def test_blood_weakens_attack_and_defense():
    """R-366, R-367: -SDS on the attacks that a helot makes from it and on its defense, and on nothing else."""
    table = Table(FACE_TO_FACE.format("."))
    table.table.squares[3, 1] = Square.BLOOD
    assert table.slides("standard attack") == (-1, 0)
    table = Table(FACE_TO_FACE.format("."))
    table.table.squares[2, 1] = Square.BLOOD
    assert table.slides("standard attack") == (0, -1)


def test_leaving_blood_needs_no_roll():
    """R-368: whoever steps off it simply goes."""
    table = Table(".  .  .\n .  0^ .\n .  .  1^")
    table.table.squares[1, 1] = Square.BLOOD
    table.play("move forward")
    assert table.rolled == [] and table.place(0) == (2, 1, "^")


def test_blood_has_no_effect_in_a_grapple():
    """R-369: neither penalty for the two, nor a slide when the captor turns on it."""
    table = Table(FACE_TO_FACE.format("."))
    table.grapple(0, 1)
    table.table.squares[2:4, 1] = Square.BLOOD
    assert table.slides("crush") == (0, 0)
    table.play("drag rotate-left", dice=WIN)
    assert table.place(0) == (2, 4, "<") and len(table.rolled) == 4


# --- guts -------------------------------------------------------------------------------------------------------------


def test_entering_guts_costs_the_normal_points():
    """R-372: it is the way out that is dear."""
    table = Table(".  g  .\n .  0^ .\n .  .  1^")
    table.play("move forward")
    assert table.points == (5, 6) and table.rolled == []


@pytest.mark.parametrize(
    ("command", "cost", "dice"),
    [
        ("move forward", 2, []),
        ("move left", 4, []),
        ("rotate left", 2, []),
        ("backflip", 2, [6]),
        ("sidestep left", 2, [6]),
        ("stand up", 2, [6]),
        ("liberate", 2, [6]),
    ],
)
def test_every_price_in_movement_points_doubles_in_guts(command, cost, dice):
    """R-372, R-142: moving out, rotating, Stand-Up, Liberate and Backflip."""
    table = Table(
        """
        .  .  .
        .  0^ 1<
        .  .  .
    """,
        mp=cost,
    )
    table.table.squares[1, 1] = Square.GUTS
    table.helot(0).prone = int(command == "stand up")
    if command == "liberate":
        table.grapple(1, 0)
    table.table.command_round.movement_points = cost - 1
    assert not table.may(command)
    table.table.command_round.movement_points = cost
    table.play(command, dice=dice)
    assert table.points == (0, 6)


@pytest.mark.parametrize("below", [Square.EMPTY, Square.BLOOD])
def test_a_dead_helot_is_replaced_by_guts(below):
    """R-373: at once, on its square; Blood that lay there makes way."""
    table = Table(FACE_TO_FACE.format("."))
    table.table.squares[2, 1] = below
    table.hurt(1, head=1)
    slide = [1] if below else []
    table.play("focused attack head", dice=[4, 5, 6, 1, 2, *slide])
    assert table.helot(1).standing == Standing.KILLED and not table.helot(1).present
    assert table.at(2, 3) == "g"


# --- fire -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "command", "burns"),
    [
        (1, 1, "move forward", 1),
        (2, 1, "move forward", 1),
        (3, 2, "move forward", 1),
        (3, 3, "move forward", 1),
        (4, 2, "move forward", 0),
        (2, 4, "move left", 0),
        (4, 4, "move forward-left", 0),
    ],
)
def test_the_area_of_a_fire(x, y, command, burns):
    """R-396, R-397, R-142: the eight squares around it; leaving one costs 1 OC to the Crowd Pile, entering nothing."""
    table = Table("""
        .  .  .  .  .
        .  f  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        1^ .  .  .  0>
    """)
    table.helot(0).x, table.helot(0).y = x, y
    crowd = int(table.table.crowd_pile)
    table.play(command)
    assert table.overall(0) == 50 - burns and table.table.crowd_pile == crowd + burns


def test_a_burning_brazier_has_no_area():
    """R-396: fire that is still on a brazier harms nobody."""
    table = Table("u  .  .\n .  0> .\n .  .  1^")
    table.play("rotate left")
    table.play("move forward")
    assert table.overall(0) == 50


def test_rotating_near_a_fire():
    """R-397: each rotation in a square of the area costs 1 OC."""
    table = Table("f  .  .\n .  0> .\n .  .  1^")
    table.play("rotate right")
    assert table.overall(0) == 49
    table.play("rotate right")
    assert table.overall(0) == 48


def test_overlapping_fires_and_forced_moves():
    """R-398: 1 OC in total, whatever the number of fires and the kind of movement."""
    table = pushed("""
        .  .  .
        f  1v f
        f  0^ f
        .  .  .
    """)
    table.play("push")
    assert table.overall(1) == 49 and table.overall(0) == 50 and table.lanista(0).cred == 0
    table.play("backflip", dice=[6])
    assert table.overall(0) == 49


def test_a_fire_burns_those_who_enter_and_stays():
    """R-399, R-378: 5 OC and Flaming; a forced helot's coins go to the forcer; the fire is not removed."""
    table = pushed(FORCED.format("f"))
    crowd = int(table.table.crowd_pile)
    table.play("push")
    assert table.helot(1).flaming and table.overall(1) == 50 - 1 - 5
    assert table.lanista(0).cred == 5 and table.table.crowd_pile == crowd + 1
    assert table.at(2, 2) == "f" and table.place(1) == (2, 2, "v")


def test_a_flaming_helot_ignores_other_fires():
    """R-400: neither the area nor a fire's own square does more; only the start of its round costs 5."""
    table = Table("f  f  .\n .  0^ .\n .  .  1^")
    table.helot(0).flaming = 1
    table.play("rotate left")
    table.play("rotate left")
    table.play("move back")
    assert table.place(0) == (2, 1, "v") and table.overall(0) == 50
    assert table.events(Event.COINS) == []


# --- what a player sees -----------------------------------------------------------------------------------------------


def test_the_close_view_tells_hazards_apart():
    """R-396, R-431, R-443: fire, saws and spikes have planes of their own, and a brazier that stands shows its fire."""
    table = Table("u  f  s  x  .\n .  .  0^ .  1^\n .  b  t  #  c")
    table.table.coins[1, 1] = 15
    first = int(Seen.CLOSE_VIEW)
    seen = np.array(table.seen_by(0))[first : first + len(PlaneSeen) * CLOSE].reshape(-1, 5, 5)
    assert list(seen[3][1]) == [0.5, 1, 0, 0, 0]
    assert list(seen[4][1]) == [0, 0, 1, 0, 0] and list(seen[5][1]) == [0, 0, 0, 1, 0]
    assert list(seen[0][3]) == [0, 0, 1, 1, 0.5] and list(seen[0][0]) == [1] * 5
    assert seen[1][3][1] == 1 and list(seen[6][2]) == [0, 1, 0, 0, 0]
    assert seen[3:6].sum() == 3.5


def test_the_words_and_the_picture_of_hazards():
    """R-386, R-419, R-437: what happens is told, and what lies on the floor is drawn and named."""
    table = Table(".  .  .\n .  u  .\n .  0^ .\n .  .  1^")
    table.play("knock over forward")
    assert "  Toppled at (2,2)." in sentences(table.rows[0])
    assert "  Fire reaches the floor at (2,1)." in sentences(table.rows[0])
    burst = {"event": Event.CLEARED, "seat": -1, "other": -1, "what": Square.SAW, "amount": 3, "detail": 2}
    assert sentence(burst) == "  Saw at (3,2) bursts."
    table.table.coins[3, 0] = 7
    assert "Coins on the floor: 7 at (1,4)." in board(table.rows[0])
    coin = "#e2b93b"
    assert coin in svg(table.rows[0]) and coin not in svg(Table().rows[0])
