"""Floor saws, and what sets the hazards of the floor off."""

import pytest
from table import Table, duplicate

from nexus_env.games.nexus.rules.bout import Pile, Square, Standing
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.rules.saws import MOST_SAWS

N, NE, E, SE, S, SW, W, NW = range(1, 9)  # faces of the compass die
ARENA = """
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    0^ .  .  .  .  .  .  .
    .  .  .  .  .  .  .  1^
"""


def arena(*pieces: tuple[str, int, int], seats: int = 2, **helots: tuple[int, int]) -> Table:
    """Pieces by their symbols, and helots that stand elsewhere than in the west and the south-east."""
    table = duplicate("saw", ARENA, seats=seats)
    symbols = {"s": Square.SAW, "x": Square.SPIKES, "#": Square.PILLAR, "c": Square.CRATE, "u": Square.BRAZIER}
    symbols |= {"t": Square.TOPPLED, "b": Square.BLOOD, "g": Square.GUTS, "f": Square.FIRE}
    for symbol, x, y in pieces:
        table.table.squares[y - 1, x - 1] = symbols[symbol]
    for seat in range(2, seats):
        table.helot(seat).x, table.helot(seat).y = 8, seat
    for name, (x, y) in helots.items():
        table.helot(int(name[1:])).x, table.helot(int(name[1:])).y = x, y
    return table


def saws(table: Table) -> set[tuple[int, int]]:
    """The squares with a saw."""
    return {(x, y) for x in range(1, 9) for y in range(1, 9) if table.at(x, y) == "s"}


def spawn(table: Table, *dice: int, until: str = "RATIO") -> list[str]:
    """End the round: column, row, compass, distance, and what else is rolled."""
    table.play("end round", dice=dice, until=until)
    return [row[0] for row in table.rolled]


# --- spawning and travelling -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "far", "x", "y"),
    [
        (N, 3, 4, 1),
        (NE, 2, 6, 2),
        (E, 4, 8, 4),
        (SE, 4, 8, 8),
        (S, 1, 4, 5),
        (SW, 3, 1, 7),
        (W, 3, 1, 4),
        (NW, 1, 3, 3),
    ],
)
def test_a_saw_comes_out_and_travels(face, far, x, y):
    """R-415, R-417, R-418, R-376, R-002: RPO, compass and d8 of whose Duplicate it was; it stays in its last square."""
    table = arena(h0=(8, 1), h1=(7, 1))
    spawn(table, 4, 4, face, far)
    assert table.rolled == [("COLUMN", 1, 4), ("ROW", 1, 4), ("COMPASS", 1, face), ("DISTANCE", 1, far)]
    assert saws(table) == {(x, y)}


def test_only_the_new_saw_moves():
    """R-416: earlier ones stay where they are."""
    table = arena(("s", 1, 1), ("s", 8, 5))
    spawn(table, 4, 4, E, 2)
    assert saws(table) == {(1, 1), (8, 5), (6, 4)}


def test_no_saw_comes_out_while_there_are_four():
    """R-429, R-014, R-019: nothing is rolled."""
    table = arena(*[("s", 2 * place, 2) for place in range(1, MOST_SAWS + 1)])
    assert MOST_SAWS == 4 and spawn(table) == [] and len(saws(table)) == 4


@pytest.mark.parametrize("piece", "#utx")
def test_no_saw_comes_out_under_an_indestructible_object(piece):
    """R-427, R-385, R-443: nothing happens."""
    table = arena((piece, 4, 4))
    assert spawn(table, 4, 4) == ["COLUMN", "ROW"] and not saws(table) and table.at(4, 4) == piece


@pytest.mark.parametrize("piece", "cbgf")
def test_a_saw_destroys_what_it_can(piece):
    """R-420, R-427, R-414, R-362, R-371: where it comes out and on its way; a crate gives nothing."""
    table = arena((piece, 4, 4), (piece, 5, 4), (piece, 6, 4))
    assert spawn(table, 4, 4, E, 2) == ["COLUMN", "ROW", "COMPASS", "DISTANCE"]
    assert [table.at(x, 4) for x in (4, 5, 6)] == [".", ".", "s"]


@pytest.mark.parametrize("piece", "#utx")
def test_a_saw_bursts_before_an_indestructible_object(piece):
    """R-419, R-422, R-426, R-428: 5 location damage, OC, Bleeding for all within a square; no harm to objects."""
    table = arena((piece, 6, 4), ("c", 5, 5), h0=(5, 3), h1=(4, 3), h2=(7, 4), seats=3)
    crowd = int(table.table.crowd_pile)
    spawn(table, 3, 4, E, 5, 6, 4)
    assert not saws(table) and table.at(6, 4) == piece and table.at(5, 5) == "c"
    assert table.rolled[4:] == [("LOCATION", 1, 6), ("LOCATION", 1, 4)]
    assert table.helot(1).health[Pile.RIGHT_LOWER] == 7 and table.helot(0).health[Pile.LEFT_LOWER] == 7
    assert table.overall(0) == table.overall(1) == 45 and table.overall(2) == 50
    assert table.helot(0).bleeding and table.helot(1).bleeding and not table.helot(2).bleeding
    assert table.table.crowd_pile == crowd + 20


def test_a_saw_bursts_at_the_wall():
    """R-419, R-359: in the square before it, which may be the one where it came out."""
    table = arena(h0=(7, 2))
    spawn(table, 8, 3, E, 1, 2)
    assert not saws(table) and table.overall(0) == 45
    assert (-1, -1, int(Square.SAW), 8, 3) in table.events(Event.CLEARED)


def test_shrapnel_hits_whose_roll_it_was_first():
    """R-011, R-426: then clockwise; obstacles do not shield."""
    table = arena(("#", 6, 4), h0=(4, 4), h1=(4, 5), h2=(5, 5), seats=3)
    order = [1, int(table.lanista(1).next_clockwise)]
    order.append(int(table.lanista(order[1]).next_clockwise))
    spawn(table, 5, 4, E, 1, 1, 4, 6)
    hit = {seat: [place for place in (1, 4, 6) if table.helot(seat).health[place] == 7] for seat in order}
    assert [hit[seat] for seat in order] == [[1], [4], [6]]


# --- helots in the way -----------------------------------------------------------------------------------------------


def test_a_helot_on_the_way_is_hit_and_the_saw_goes_on():
    """R-421, R-422, R-382, R-377: 10 to a random location and OC, Bleeding, to the crowd; the helot is not moved."""
    table = arena(h0=(5, 4))
    crowd = int(table.table.crowd_pile)
    spawn(table, 4, 4, E, 3, 5)
    assert table.rolled[-1] == ("LOCATION", 1, 5)
    assert table.helot(0).health[Pile.MIDSECTION] == 5 and table.overall(0) == 40 and table.helot(0).bleeding
    assert table.place(0) == (5, 4, "^") and saws(table) == {(7, 4)}
    assert table.table.crowd_pile == crowd + 20 and table.lanista(1).cred == 0


def test_a_saw_under_a_helot():
    """R-427: a direct hit where it comes out, then it travels."""
    table = arena(h0=(4, 4))
    assert spawn(table, 4, 4, 1, E, 3)[2:] == ["LOCATION", "COMPASS", "DISTANCE"]
    assert table.helot(0).health[Pile.LEFT_UPPER] == 2 and saws(table) == {(7, 4)} and table.place(0) == (4, 4, "^")


def test_a_helot_is_hit_directly_and_by_the_shrapnel():
    """R-419, R-421, R-422: where the saw goes through it and bursts beside it."""
    table = arena(h0=(8, 4))
    spawn(table, 7, 4, E, 4, 1, 4)
    assert table.overall(0) == 50 - 10 - 5 and not saws(table)


def test_a_saw_that_ends_at_a_helot_moves_it_off():
    """R-423, R-376: one direct hit, then a square by the compass, FFD kept."""
    table = arena(h0=(6, 4))
    spawn(table, 4, 4, E, 2, 4, SW)
    assert table.rolled[4:] == [("LOCATION", 1, 4), ("COMPASS", 1, SW)]
    assert table.place(0) == (5, 5, "^") and table.overall(0) == 40 and saws(table) == {(6, 4)}


def test_an_occupied_square_throws_it_back_onto_the_saw():
    """R-423, R-383, R-384: damaged again, and another roll."""
    table = arena(("c", 6, 3), h0=(6, 4))
    crowd = int(table.table.crowd_pile)
    spawn(table, 4, 4, E, 2, 4, N, 6, S)
    assert table.place(0) == (6, 5, "^") and table.overall(0) == 30 and table.table.crowd_pile == crowd + 40


def test_the_square_where_the_helot_comes_to_acts():
    """R-383, R-365: Blood rolls once more, by the helot's own player; fire burns."""
    table = arena(("b", 5, 5), h0=(6, 4))
    spawn(table, 4, 4, E, 2, 4, SW, S)
    assert table.rolled[-1] == ("COMPASS", 0, S) and table.place(0) == (5, 6, "^")
    table = arena(("f", 5, 5), h0=(6, 4))
    spawn(table, 4, 4, E, 2, 4, SW)
    assert table.helot(0).flaming and table.overall(0) == 50 - 10 - 1 - 5


def test_a_helot_moved_off_leaves_the_grapple():
    """R-204, R-423: the victim is no longer in Front of its captor."""
    table = arena(h0=(6, 4), h1=(6, 5))
    table.grapple(1, 0)
    spawn(table, 4, 4, E, 2, 4, N)
    assert table.helot(1).holds == -1 and table.helot(0).held_by == -1


def test_a_helot_that_a_saw_kills():
    """R-423, R-116, R-243, R-274: the bout may end by it; no Guts on the saw's square, and no bonus for anybody."""
    table = arena(h0=(6, 4), h2=(1, 1), seats=3)
    table.hurt(0, chest=10)
    spawn(table, 4, 4, E, 2, 2)
    assert table.helot(0).standing == Standing.KILLED and table.at(6, 4) == "s"
    assert table.lanista(1).cred == table.lanista(2).cred == 0


def test_guts_lie_behind_the_saw():
    """R-421, R-117: it goes on, and they lie where the helot was."""
    table = arena(h0=(5, 4), h2=(1, 1), seats=3)
    table.hurt(0, overall_condition=5)
    spawn(table, 4, 4, E, 2, 4)
    assert table.at(5, 4) == "g" and saws(table) == {(6, 4)}


# --- saws that meet --------------------------------------------------------------------------------------------------


def test_two_saws_collide():
    """R-424, R-422: 10 shrapnel damage round the one that stood still, and both are gone."""
    table = arena(("s", 6, 4), h0=(7, 5), h1=(4, 4))
    spawn(table, 5, 4, E, 5, 4)
    assert not saws(table) and table.overall(0) == 40 and table.overall(1) == 50 and table.helot(0).bleeding
    assert table.helot(0).health[Pile.LEFT_LOWER] == 2


def test_a_saw_that_comes_out_under_another_one():
    """R-427: a collision on that square; it does not travel."""
    table = arena(("s", 4, 4), h0=(5, 5))
    assert spawn(table, 4, 4, 6) == ["COLUMN", "ROW", "LOCATION"]
    assert not saws(table) and table.overall(0) == 40


# --- a saw that lies still -------------------------------------------------------------------------------------------


def test_a_saw_acts_on_its_own_square_only():
    """R-431, R-143: helots walk by, but never onto it of their own will; a throw flies over it."""
    table = Table("""
        .  .  .  .
        s  .  .  .
        .  1v s  .
        .  0^ .  .
    """)
    assert table.may("move left") and not table.may("move forward-right")
    table.grapple(0, 1)
    table.play("throw forward-right 2", dice=[6, 6, 6, 1, 1])
    assert table.place(1) == (4, 1, "v") and table.overall(1) == 50


# --- what sets hazards off -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "rolled"),
    [
        ("brazier saw spikes", ["COMPASS", "COLUMN", "ROW", "COMPASS", "DISTANCE", "COLUMN", "ROW"]),
        ("spikes saw brazier", ["COLUMN", "ROW", "COLUMN", "ROW", "COMPASS", "DISTANCE", "COMPASS"]),
        ("saw brazier", ["COLUMN", "ROW", "COMPASS", "DISTANCE", "COMPASS"]),
        ("spikes", ["COLUMN", "ROW"]),
        ("", []),
    ],
)
def test_hazards_act_in_their_agreed_order(order, rolled):
    """R-033, R-055, R-374, R-375, R-376, R-356: all that are in play, by the dice of whose Duplicate it was."""
    table = duplicate(order, ARENA)
    table.table.squares[0, 0] = Square.FIRE
    faces = {"COLUMN": 4, "ROW": 4, "COMPASS": E, "DISTANCE": 2}
    dice = [faces[purpose] for purpose in rolled]
    if order.startswith("spikes saw"):
        dice[2] = 5  # not onto the spikes
    table.play("end round", dice=dice, until="RATIO")
    assert [row[0] for row in table.rolled] == rolled and {row[1] for row in table.rolled} <= {1}


def test_a_full_counter_makes_every_roll_a_duplicate():
    """R-086, R-055: while the Turning Point damage waits."""
    table = duplicate("spikes", ARENA)
    lanista = table.lanista(1)
    lanista.slots, lanista.counter, lanista.turning_point_damage, lanista.ratio = 63, 6, 1, 4
    table.settle_box()
    table.play("end round", dice=[4, 4], until="RATIO")
    assert table.at(4, 4) == "x"


def test_a_first_mark_sets_nothing_off():
    """R-055, R-356: and nothing lies there from the beginning."""
    table = duplicate("brazier saw spikes", ARENA)
    table.lanista(1).ratio = 5
    table.play("end round", until="RATIO")
    assert table.rolled == [] and not table.table.squares.any()


def test_hazards_act_before_the_ratio_and_may_end_the_round():
    """R-056, R-084: whoever falls by them declares nothing; the next helot has its round."""
    table = arena(h1=(5, 4), h2=(1, 1), seats=3)
    table.hurt(1, overall_condition=5)
    table.play("end round", dice=[4, 4, E, 3, 4], until="RATIO")
    assert table.helot(1).standing == Standing.INCAPACITATED and table.seat == 2


def test_perseverance_for_a_hazards_dice():
    """R-313, R-312, R-376: the roller has one rolled anew, or the helot that it touches."""
    table = arena(h0=(5, 4))
    table.give(0, willpower=5)
    table.play("end round", dice=[4, 4, E, 3, 2, 6], answers=["perseverance"], until="RATIO")
    assert table.helot(0).health[Pile.CHEST] == 15 and table.helot(0).health[Pile.RIGHT_LOWER] == 2
    assert table.asked[0] == ("PERSEVERANCE", 0)
