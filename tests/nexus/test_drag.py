"""Dragging a grappled helot."""

import pytest
from grips import DRAG_ROUND, DRAGS, HELD, LOSS, WIN, grips, held
from table import Table

from nexus_env.games.nexus.rules.bout import Pile, Square
from nexus_env.games.nexus.rules.log import Event


@pytest.mark.parametrize(
    ("command", "cost", "step"),
    [
        ("forward", 1, (0, -1)),
        ("forward-left", 1, (-1, -1)),
        ("forward-right", 1, (1, -1)),
        ("back", 2, (0, 1)),
        ("left", 2, (-1, 0)),
        ("right", 2, (1, 0)),
    ],
)
def test_a_drag_moves_both_by_the_same_step(command, cost, step):
    """R-185, R-186, R-192: for the MP of the move and no AP, 2d6 against 2d6; both keep their FFD."""
    table = held("""
        .  .  .  .  .
        .  .  .  .  .
        .  .  1v .  .
        .  .  0^ .  .
        .  .  .  .  .
    """)
    table.play("drag " + command, dice=WIN)
    assert [row[:2] for row in table.rolled] == [("ATTACK", 0)] * 2 + [("DEFENSE", 1)] * 2
    assert table.place(0) == (3 + step[0], 4 + step[1], "^")
    assert table.place(1) == (3 + step[0], 3 + step[1], "v")
    assert table.points == (6 - cost, 6) and grips(table) == [(0, 1)]


@pytest.mark.parametrize(("command", "x", "arrows"), [("drag rotate-left", 2, "<>"), ("drag rotate-right", 4, "><")])
def test_a_drag_may_swing_the_victim_round(command, x, arrows):
    """R-185, R-186: for 1 MP the captor turns, the victim comes to its new Front and turns by the same angle."""
    table = held()
    table.play(command, dice=WIN)
    assert table.place(0) == (3, 3, arrows[0]) and table.place(1) == (x, 3, arrows[1])
    assert table.points == (5, 6) and grips(table) == [(0, 1)]


@pytest.mark.parametrize(("command", "cost"), [("drag left", 2), ("drag forward", 1), ("drag rotate-left", 1)])
def test_a_failed_drag_costs_its_points(command, cost):
    """R-185: nothing moves, the victim stays Grappled, the MP are spent."""
    table = held()
    table.play(command, dice=LOSS)
    assert (table.place(0), table.place(1)) == ((3, 3, "^"), (3, 2, "v"))
    assert table.points == (6 - cost, 6) and grips(table) == [(0, 1)]


def test_dragging_knows_the_limit_of_rotations():
    """R-185, R-136: a drag is the movement command itself, so two turns in a square and both the same way."""
    table = held()
    table.play("drag rotate-left", dice=WIN)
    assert not table.may("drag rotate-right")
    table.play("drag rotate-left", dice=WIN)
    assert not table.legal() & DRAG_ROUND
    table.play("drag right", dice=WIN)
    assert table.legal() >= DRAG_ROUND


@pytest.mark.parametrize("piece", "#ctu")
def test_both_squares_must_be_enterable(piece):
    """R-187: the captor's and the victim's; what the pair itself vacates counts as empty."""
    table = held(f"""
        .  .  .  .
        .  {piece}  1v .
        .  .  0^ {piece}
        .  .  .  .
    """)
    blocked = (DRAGS | DRAG_ROUND) - table.legal()
    assert blocked == {"drag forward-left", "drag left", "drag right", "drag rotate-right"}


def test_another_helot_blocks_a_drag():
    """R-187: the victim cannot be dragged onto a third helot, nor swung onto it; the captor neither."""
    beside_victim = """
        .  .  .
        .  1v 2<
        .  0^ .
        .  .  .
    """
    blocked = (DRAGS | DRAG_ROUND) - held(beside_victim, seats=3).legal()
    assert blocked == {"drag right", "drag forward-right"}
    beside_captor = """
        .  .  .
        .  1v .
        .  0^ 2<
        .  .  .
    """
    blocked = (DRAGS | DRAG_ROUND) - held(beside_captor, seats=3).legal()
    assert blocked == {"drag right", "drag rotate-right"}


def test_only_the_victim_is_dragged_onto_a_hazard():
    """R-187, R-143: the victim's new square may hold spikes or a saw, the captor's not."""
    table = held("""
        .  x  s
        .  1v x
        .  0^ s
        .  .  .
    """)
    legal = table.legal()
    assert "drag forward" in legal and "drag rotate-right" in legal
    assert not legal & {"drag forward-right", "drag right"}


def test_a_hazard_ends_the_drag():
    """R-188, R-204: the victim is not dragged through; it is hit, thrown out, and out of the grip."""
    table = held("""
        .  .  .
        .  x  .
        .  1v .
        .  0^ .
    """)
    table.play("drag forward", dice=[*WIN, 5, 4, 7])
    assert table.rolled[4:] == [("PULLED_IN", 0, 5), ("LOCATION", 1, 4), ("COMPASS", 1, 7)]
    assert table.helot(1).health[Pile.LEFT_LOWER] == 2 and table.helot(1).bleeding
    assert table.place(1) == (1, 2, "v") and table.place(0) == (3 - 1, 3, "^")
    assert grips(table) == []


def test_a_victim_thrown_onto_blood_slides():
    """R-204, R-369: the hazard has torn it from its captor's Front, so Blood acts on it."""
    table = held("""
        .  .  .
        b  x  .
        .  1v .
        .  0^ .
    """)
    table.play("drag forward", dice=[*WIN, 5, 4, 7, 1])
    assert table.place(1) == (1, 1, "v") and grips(table) == []


def test_swinging_over_a_hazard_does_no_harm():
    """R-189: only the square where the victim ends counts."""
    table = held("""
        x  1v s
        .  0^ .
        .  .  .
    """)
    table.play("drag rotate-left", dice=WIN)
    assert table.place(1) == (1, 2, ">") and table.overall(1) == 50 and len(table.rolled) == 4
    table = held("""
        .  1v .
        s  0^ .
        .  .  .
    """)
    table.play("drag rotate-left", dice=[*WIN, 4, 4, 1])
    assert table.overall(1) == 40 and table.place(1) == (1, 1, ">")


@pytest.mark.parametrize("face", [3, 4])
def test_a_captor_may_be_pulled_in(face):
    """R-190, R-191: 4 or more and it is not; below, it is hit after the victim and has a compass roll of its own."""
    table = held("""
        .  .  .  .
        .  .  x  .
        .  .  1v .
        .  .  0^ .
    """)
    crowd = int(table.table.crowd_pile)
    table.play("drag forward", dice=[*WIN, face, 4, 3] + ([6, 7] if face == 3 else []))
    rolled = [("PULLED_IN", 0, face), ("LOCATION", 1, 4), ("COMPASS", 1, 3)]
    if face == 3:
        rolled += [("LOCATION", 0, 6), ("COMPASS", 0, 7)]
        assert table.place(0) == (2, 2, "^") and table.helot(0).bleeding
        assert table.helot(0).health[Pile.RIGHT_LOWER] == 2
    assert table.rolled[4:] == rolled
    assert table.overall(0) == (40 if face == 3 else 50) and table.overall(1) == 40
    assert table.lanista(0).cred == 20  # the victim's first hit; nobody forced the captor
    assert table.table.crowd_pile == crowd + (20 if face == 3 else 0)


def test_a_captor_that_drags_from_within_a_fire():
    """R-144, R-185, R-187, R-399: it may step into one itself: 5 OC and Flaming; its victim next to it only leaves."""
    table = Table("""
        .  1v .  .
        .  0^ f  .
    """)
    table.grapple(0, 1)
    crowd = int(table.table.crowd_pile)
    table.play("drag right", dice=[5, 6, 1, 2])
    assert (table.place(0), table.place(1), table.helot(0).holds) == ((3, 2, "^"), (3, 1, "v"), 1)
    assert table.helot(0).flaming and not table.helot(1).flaming
    assert (table.overall(0), table.overall(1)) == (50 - 1 - 5, 50 - 1)
    assert table.table.crowd_pile == crowd + 7 and table.lanista(0).cred == 0


def test_pulled_into_a_fire():
    """R-190, R-191, R-378: both burn, the victim first; its coins are the captor's, the captor's the crowd's."""
    table = held("""
        .  f  .
        .  .  .
        .  1v .
        .  0^ .
    """)
    table.play("drag forward", dice=WIN)
    table.play("drag forward", dice=[*WIN, 1])
    assert table.helot(0).flaming and table.helot(1).flaming
    assert table.place(0) == (2, 2, "^") and grips(table) == [(0, 1)]
    assert table.lanista(0).cred == 5
    burns = [event for event in table.events(Event.COINS) if event[3] == 5]
    assert [(event[0], event[1]) for event in burns] == [(1, 0), (0, -1)]


def test_blood_does_nothing_to_a_grapple():
    """R-193, R-369: neither slide nor penalty for captor and victim."""
    table = held("""
        .  .  .
        .  b  .
        .  1v .
        .  0^ .
    """)
    table.table.squares[2, 1] = table.table.squares[1, 1]
    table.play("drag forward", dice=WIN)
    assert table.at(*table.place(0)[:2]) == table.at(*table.place(1)[:2]) == "b"
    assert len(table.rolled) == 4
    assert table.slides("crush") == (0, 0)


@pytest.mark.parametrize("place", [(3, 2), (3, 3)])
def test_guts_under_either_of_them_double_the_price(place):
    """R-193: dragging, and liberating oneself too."""
    for captor, victim, command, cost in ((0, 1, "drag left", 4), (0, 1, "drag forward", 2), (1, 0, "liberate", 2)):
        table = Table(HELD)
        table.grapple(captor, victim)
        table.table.squares[place[1] - 1, place[0] - 1] = Square.GUTS
        table.play(command, dice=WIN if captor == 0 else [6])
        assert table.points == (6 - cost, 6)
