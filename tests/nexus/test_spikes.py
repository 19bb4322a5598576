"""Floor spikes: where they rise, what they do, how a Turning Point moves them; drags and throws into hazards."""

import pytest
from table import Table, duplicate

from nexus_env.games.nexus.cards.verbs import Until, Verb
from nexus_env.games.nexus.rules.actions import NAMES
from nexus_env.games.nexus.rules.bout import Pile, Square, Standing
from nexus_env.games.nexus.rules.log import Event
from nexus_env.games.nexus.rules.spikes import MOST_SPIKES

N, NE, E, SE, S, SW, W, NW = range(1, 9)  # faces of the compass die
ARENA = """
    .  .  .  .  .
    .  .  .  .  .
    .  .  .  .  .
    .  .  .  .  .
    0^ .  .  .  1^
"""
PIECES = {"s": Square.SAW, "x": Square.SPIKES, "#": Square.PILLAR, "c": Square.CRATE, "u": Square.BRAZIER}
PIECES |= {"t": Square.TOPPLED, "b": Square.BLOOD, "g": Square.GUTS, "f": Square.FIRE}


def arena(*pieces: tuple[str, int, int], **helots: tuple[int, int]) -> Table:
    """The next roll is a Duplicate, and spikes are the hazard in play."""
    table = duplicate("spikes", ARENA)
    for symbol, x, y in pieces:
        table.table.squares[y - 1, x - 1] = PIECES[symbol]
    for name, (x, y) in helots.items():
        table.helot(int(name[1:])).x, table.helot(int(name[1:])).y = x, y
    return table


def turning_point(*pieces: tuple[str, int, int], **helots: tuple[int, int]) -> Table:
    """The next roll fills the counter of seat 1."""
    table = arena(*pieces, **helots)
    lanista = table.lanista(1)
    lanista.slots, lanista.counter, lanista.ratio = 31, 5, 6
    table.settle_box()
    return table


def spikes(table: Table) -> set[tuple[int, int]]:
    """The squares with spikes."""
    return {(x, y) for x in range(1, 9) for y in range(1, 9) if table.at(x, y) == "x"}


def legs(table: Table, seat: int) -> tuple[int, int]:
    """The coins on the two lower limbs."""
    health = table.helot(seat).health
    return int(health[Pile.LEFT_LOWER]), int(health[Pile.RIGHT_LOWER])


# --- where they rise -------------------------------------------------------------------------------------------------


def test_a_duplicate_raises_one_set():
    """R-432, R-376, R-002: by an RPO roll of whose Duplicate it was; those that lie there stay."""
    table = arena(("x", 1, 1))
    table.play("end round", dice=[3, 4], until="RATIO")
    assert table.rolled == [("COLUMN", 1, 3), ("ROW", 1, 4)] and spikes(table) == {(1, 1), (3, 4)}


def test_there_are_four_sets():
    """R-432, R-434, R-014: with all of them on the board nothing is rolled until the next Turning Point."""
    table = arena(*[("x", place, 1) for place in range(1, MOST_SPIKES + 1)])
    table.play("end round", until="RATIO")
    assert MOST_SPIKES == 4 and table.rolled == [] and len(spikes(table)) == 4


@pytest.mark.parametrize("piece", "cbgf")
def test_spikes_destroy_what_they_can(piece):
    """R-433, R-414, R-420: it is replaced; a crate gives nothing."""
    table = arena((piece, 3, 3))
    table.play("end round", dice=[3, 3], until="RATIO")
    assert spikes(table) == {(3, 3)} and len(table.rolled) == 2


@pytest.mark.parametrize("piece", "#utx")
def test_spikes_do_not_rise_under_anything_indestructible(piece):
    """R-433, R-443: nothing happens, and no other square is rolled."""
    table = arena((piece, 3, 3))
    table.play("end round", dice=[3, 3], until="RATIO")
    assert table.at(3, 3) == piece and len(spikes(table)) == (piece == "x")


def test_spikes_under_a_saw():
    """R-425, R-433, R-422: the saw bursts with 5 shrapnel damage, and they take its place."""
    table = arena(("s", 3, 3), h0=(2, 2))
    table.play("end round", dice=[3, 3, 2], until="RATIO")
    assert spikes(table) == {(3, 3)} and table.overall(0) == 45 and table.helot(0).health[Pile.CHEST] == 10
    assert table.helot(0).bleeding and table.overall(1) == 50


# --- under a helot ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "right", "lost"), [(3, 7, 0), (9, 4, 1), (0, 12, 1), (5, 0, 0)])
def test_spikes_take_the_weakest_lower_location(left, right, lost):
    """R-437, R-439, R-377: set to 0, one that has coins; OC loses as many; Bleeding; moved by the compass, FFD kept."""
    table = arena(h0=(3, 3))
    table.hurt(0, left_lower=left, right_lower=right)
    crowd, weakest = int(table.table.crowd_pile), (left, right)[lost]
    table.play("end round", dice=[3, 3, W], until="RATIO")
    assert table.rolled[2:] == [("COMPASS", 1, W)] and table.place(0) == (2, 3, "^")
    assert legs(table, 0) == ((0, right) if lost == 0 else (left, 0)) and table.overall(0) == 50 - weakest
    assert table.helot(0).bleeding and table.table.crowd_pile == crowd + 2 * weakest and spikes(table) == {(3, 3)}
    assert (0, -1, int((Pile.LEFT_LOWER, Pile.RIGHT_LOWER)[lost]), 0, 0) in table.events(Event.DEPLETED)


@pytest.mark.parametrize(("answer", "left"), [("left-lower", (0, 12)), ("right-lower", (12, 0))])
def test_the_owner_chooses_between_equal_legs(answer, left):
    """R-438: of two equal lower locations; it must choose one of them."""
    table = arena(h0=(3, 3))
    table.play("end round", dice=[3, 3], until="LOST_LEG")
    assert table.seat == 0 and table.legal() == {"choose location left-lower", "choose location right-lower"}
    table.go_on([E], [f"choose location {answer}"], until="RATIO")
    assert legs(table, 0) == left and table.overall(0) == 38
    assert "choose location left-lower" in NAMES


def test_without_legs_a_helot_only_bleeds_and_is_moved():
    """R-439: nothing else is left to lose."""
    table = arena(h0=(3, 3))
    table.hurt(0, left_lower=0, right_lower=0)
    table.play("end round", dice=[3, 3, E], until="RATIO")
    assert table.overall(0) == 50 and table.helot(0).bleeding and table.place(0) == (4, 3, "^")


@pytest.mark.parametrize("piece", "#cut")
def test_a_bounce_after_a_spawn(piece):
    """R-441, R-442, R-384: 10 location damage, not a second leg, and another roll."""
    table = arena((piece, 3, 2), h0=(3, 3))
    table.hurt(0, left_lower=4)
    table.play("end round", dice=[3, 3, N, 2, E], until="RATIO")
    assert table.overall(0) == 50 - 4 - 10 and legs(table, 0) == (0, 12) and table.helot(0).health[Pile.CHEST] == 5
    assert {row[1] for row in table.rolled} == {1} and table.place(0) == (4, 3, "^")


def test_a_helot_thrown_back_until_it_falls():
    """R-384, R-116, R-274, R-243: then it is gone, without Guts on the spikes."""
    table = arena(("#", 3, 2), h0=(3, 3))
    table.hurt(0, left_lower=4, overall_condition=14)
    table.play("end round", dice=[3, 3, N, 5], until="RATIO")
    assert table.helot(0).standing == Standing.INCAPACITATED and table.at(3, 3) == "x"


def test_the_square_behind_the_spikes_acts():
    """R-383: the relocation enters fire, Blood or another hazard, which acts in its turn."""
    table = arena(("s", 3, 2), h0=(3, 3))
    table.hurt(0, left_lower=4)
    table.play("end round", dice=[3, 3, N, 2, W], until="RATIO")
    assert table.overall(0) == 50 - 4 - 10 and table.place(0) == (2, 2, "^")
    assert table.rolled[3:] == [("LOCATION", 0, 2), ("COMPASS", 0, W)]


def test_no_blood_lies_on_spikes():
    """R-243, R-242: where the leg was lost there are spikes now."""
    table = arena(h0=(3, 3))
    table.hurt(0, left_lower=4)
    table.play("end round", dice=[3, 3, N], until="RATIO")
    assert table.at(3, 3) == "x" and not (table.table.squares == Square.BLOOD).any()


# --- turning points --------------------------------------------------------------------------------------------------


def test_a_turning_point_moves_all_spikes():
    """R-081, R-435, R-436, R-434, R-375: off the board, and as many rise anew, by the dice of whose it is."""
    table = turning_point(("x", 1, 1), ("x", 2, 1), ("x", 3, 1))
    table.play("end round", dice=[1, 2, 2, 2, 3, 2], until="RATIO")
    assert [row[:2] for row in table.rolled] == [("COLUMN", 1), ("ROW", 1)] * 3
    assert spikes(table) == {(1, 2), (2, 2), (3, 2)} and table.events(Event.TURNING_POINT)


def test_each_rises_as_a_spawn():
    """R-435, R-433, R-437: under a helot it takes a leg, under a pillar it is lost."""
    table = turning_point(("x", 1, 1), ("x", 2, 1), ("#", 4, 1), h0=(3, 3))
    table.hurt(0, left_lower=4)
    table.play("end round", dice=[3, 3, S, 4, 1], until="RATIO")
    assert spikes(table) == {(3, 3)} and legs(table, 0)[0] == 0 and table.place(0) == (3, 4, "^")


def test_a_roll_that_hits_other_spikes_does_not_count():
    """R-436: it is rolled again."""
    table = turning_point(("x", 1, 1), ("x", 2, 1))
    table.play("end round", dice=[3, 3, 3, 3, 4, 4], until="RATIO")
    assert spikes(table) == {(3, 3), (4, 4)}


def test_a_turning_point_without_spikes():
    """R-081, R-436: nothing to move, nothing is rolled; saws and fires stay."""
    table = turning_point(("s", 1, 1), ("f", 3, 1))
    table.play("end round", until="RATIO")
    assert table.rolled == [] and table.at(1, 1) == "s" and table.at(3, 1) == "f"


def test_whom_its_own_turning_point_fells():
    """R-084, R-081: the player goes on only if its helot is still able."""
    table = turning_point(("x", 1, 1), h1=(3, 3))
    table.hurt(1, left_lower=4, overall_condition=4)
    table.play("end round", dice=[3, 3])
    assert table.helot(1).standing == Standing.INCAPACITATED and table.over


def test_spikes_that_leave_alone_whose_turning_point_it_is_end_the_bout_at_once():
    """R-119, R-081, R-120: it has no round to finish: no split is declared, and it gets the coins of the last one."""
    table = turning_point(("x", 1, 1), h0=(3, 3))
    table.hurt(0, left_lower=4, overall_condition=4)
    before = table.lanista(1).cred
    table.play("end round", dice=[3, 3])
    assert table.helot(0).standing == Standing.INCAPACITATED and table.over
    assert not table.events(Event.RATIO)
    assert table.lanista(1).cred == before + 10


# --- forced into them ------------------------------------------------------------------------------------------------

DRAG = """
    .  .  .  .  .
    .  .  {}  .  .
    .  .  1v .  .
    .  .  0^ .  .
"""
WIN = [5, 6, 1, 2]


@pytest.mark.parametrize("hazard", "sx")
def test_a_victim_dragged_in_alone(hazard):
    """R-188, R-190, R-378, R-430, R-440: on 4+ the captor stays out; the first damage is its Cred."""
    table = Table(DRAG.format(hazard))
    table.grapple(0, 1)
    table.play("drag forward", dice=[*WIN, 4, 3, E])
    assert [row[0] for row in table.rolled[4:]] == ["PULLED_IN", "LOCATION", "COMPASS"]
    assert table.place(1) == (4, 2, "v") and table.place(0) == (3, 3, "^") and table.helot(0).holds == -1
    assert table.lanista(0).cred == 20 and table.overall(0) == 50


@pytest.mark.parametrize("hazard", "sx")
def test_a_captor_that_is_pulled_in(hazard):
    """R-190, R-191, R-377: victim first, then the captor, with its own damage, to the crowd, and its own relocation."""
    table = Table(DRAG.format(hazard))
    table.grapple(0, 1)
    crowd = int(table.table.crowd_pile)
    table.play("drag forward", dice=[*WIN, 3, 3, E, 4, W])
    assert [row[:2] for row in table.rolled[5:]] == [("LOCATION", 1), ("COMPASS", 1), ("LOCATION", 0), ("COMPASS", 0)]
    assert table.place(1) == (4, 2, "v") and table.place(0) == (2, 2, "^") and table.overall(0) == 40
    assert table.lanista(0).cred == 20 and table.table.crowd_pile == crowd + 20 and table.helot(0).bleeding


def test_a_rotation_carries_the_victim_over_a_hazard():
    """R-189: it sweeps over the corner without harm; only the square where it ends counts."""
    table = Table("""
        .  .  .  .
        .  1v x  .
        .  0^ .  .
        .  .  .  .
    """)
    table.grapple(0, 1)
    table.play("drag rotate-right", dice=WIN)
    assert table.place(1) == (3, 3, "<") and table.overall(1) == 50 and table.helot(0).holds == 1


@pytest.mark.parametrize("hazard", "sx")
def test_a_throw_into_a_hazard(hazard):
    """R-196, R-197, R-378, R-440: no risk for the thrower; it may bounce back, then to the crowd, and lands Prone."""
    table = Table(DRAG.format(hazard).replace(".  .  .  .  .", ".  .  #  .  .", 1))
    table.grapple(0, 1)
    crowd = int(table.table.crowd_pile)
    table.play("throw forward 1", dice=[6, 6, 6, 1, 2, 4, N, 3, E])
    assert "PULLED_IN" not in [row[0] for row in table.rolled]
    assert table.place(1) == (4, 2, "v") and table.helot(1).prone and table.overall(1) == 30
    assert table.lanista(0).cred - 1 == 20 and table.table.crowd_pile == crowd + 20 - 1  # a Crowd Pleaser


def test_hurdles_over_spikes_never_onto_them():
    """R-327, R-143, R-443: a hazard can be crossed; the landing square must be one that may be entered."""
    table = Table(DRAG.format(".").replace("1v", "x").replace(".  .  .  .  .", ".  .  .  .  1v", 1))
    table.give(0, deftness=3)
    assert not table.may("move forward")
    table.play("hurdle")
    assert table.place(0) == (3, 2, "^") and table.overall(0) == 50
    table = Table(DRAG.format("x").replace("1v", "s").replace(".  .  .  .  .", ".  .  .  .  1v", 1))
    table.give(0, deftness=3)
    assert not table.may("hurdle")


def test_a_leg_that_an_effect_guards_costs_what_it_lost():
    """R-439, R-347: the last coin of the leg stays, and so does one of the Overall Condition."""
    table = arena(h1=(3, 4))
    table.hurt(1, left_lower=5)
    guard = table.table.lasting[0]
    guard.verb, guard.seat, guard.owner, guard.until, guard.delay = Verb.GUARD_LOCATION, 1, 1, Until.BOUT, 0
    table.table.lasting_places = 1
    table.play("end round", dice=[3, 4, N], until="RATIO")
    assert (legs(table, 1), table.overall(1), table.place(1)[:2]) == ((1, 12), 46, (3, 3))
