"""The optional side events: Cred Bath, Bitvourer, Flip Switch; and coins on the floor."""

from typing import Any

import pytest
from table import Table

from nexus_env.games.nexus.checks.invariants import broken_coins
from nexus_env.games.nexus.checks.laws import LAWS, Law
from nexus_env.games.nexus.rules.bout import COINS, Square
from nexus_env.games.nexus.rules.log import Event

N, NE, E, SE, S, SW, W, NW = range(1, 9)  # faces of the compass die
CORNERS = """
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    0^ .  .  .  .  .  .  1^
"""
INITIATIVE = [2, 1, 1, 1]  # trait and ratio dice of the next cycle: seat 0 begins


def last_round(*events: str, cycle: int = 3, drawing: str = CORNERS, **options: Any) -> Table:
    """Seat 0 ends the cycle."""
    table = Table(drawing, mp=0, ap=0, side_events=list(events), **options)
    table.table.cycle = cycle
    table.table.order[:2], table.table.turn = [1, 0], 1
    table.lanista(0).initiative, table.lanista(1).initiative = 1, 0
    return table


def end_cycle(table: Table, *dice: int) -> None:
    """The round and the cycle end; the dice are those of the events."""
    table.play("end round", dice=[*dice, *INITIATIVE], until="RATIO")


def floor(table: Table) -> dict[tuple[int, int], int]:
    """The coins on the floor."""
    return {
        (x, y): int(table.table.coins[y - 1, x - 1])
        for x in range(1, 9)
        for y in range(1, 9)
        if table.table.coins[y - 1, x - 1]
    }


def crowd(table: Table, coins: int) -> None:
    """So many coins lie in the Crowd Pile."""
    table.table.crowd_pile = coins
    table.settle_box()


# --- Cred Bath -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "inward", "square"),
    [
        (1, S, (3, 2)),
        (2, S, (3, 2)),
        (3, W, (7, 3)),
        (4, W, (7, 3)),
        (5, N, (3, 7)),
        (6, N, (3, 7)),
        (7, E, (2, 3)),
        (8, E, (2, 3)),
    ],
)
def test_a_cred_bath(face, inward, square):
    """R-447, R-450: after a quiet turn 10 unused coins come over the edge that a d8 names."""
    table = last_round("cred bath")
    box = int(table.table.box)
    end_cycle(table, face, *[3, inward] * 10)
    assert floor(table) == {square: 10} and table.table.box == box - 10
    assert (-1, -1, 10, *square) in table.events(Event.LITTERED)


def test_coins_that_end_off_the_board_are_removed():
    """R-447: they go back to the others; so do those that would lie on an obstacle."""
    table = last_round("cred bath")
    table.table.squares[1, 3] = Square.PILLAR
    box = int(table.table.box)
    end_cycle(table, 1, *[3, N] * 4, *[4, S] * 3, *[1, E] * 3)
    assert floor(table) == {(2, 1): 3} and table.table.box == box - 3


@pytest.mark.parametrize(("events", "cycle", "attacked"), [(["cred bath"], 2, 0), (["cred bath"], 3, 1), ([], 3, 0)])
def test_when_there_is_no_cred_bath(events, cycle, attacked):
    """R-447, R-450: before the third turn, after one with an attack, or without agreement."""
    table = last_round(*events, cycle=cycle)
    table.table.attacked = attacked
    end_cycle(table)
    assert not floor(table)


@pytest.mark.parametrize(("command", "attack"), [("standard attack", 1), ("feint", 0), ("end round", 0)])
def test_what_an_attack_is(command, attack):
    """R-447: an attack roll; a new turn begins without any."""
    table = Table("1v\n0^", side_events=["cred bath"])
    table.play(command, dice=[1, 2, 5, 6] if attack else [], until="RATIO")
    assert table.table.attacked == attack


def test_coins_on_the_floor_are_picked_up():
    """R-447: a house ruling: a helot that enters their square takes them as Cred; no coin is lost."""
    table = Table(".  .\n 0^ 1^", side_events=["cred bath"])
    table.table.coins[0, 0] = 4
    table.settle_box()
    assert table.coins() == COINS
    table.play("move forward")
    assert table.lanista(0).cred == 4 and not floor(table)


def test_a_helot_under_the_bath():
    """R-447: coins that fall on its square are its own."""
    table = last_round("cred bath")
    table.helot(1).x, table.helot(1).y = 3, 2
    end_cycle(table, 1, *[3, S] * 6, *[3, N] * 4)
    assert table.lanista(1).cred == 6 and not floor(table)


def test_coins_on_the_floor_count():
    """R-009: the law of coins sees them."""
    table = last_round("cred bath")
    table.table.coins[2, 2] = 1
    assert broken_coins(table.table) == Law.COINS and "700" in LAWS[Law.COINS - 1]
    table.table.box -= 1
    assert broken_coins(table.table) == 0


# --- Bitvourer -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "squares"),
    [(2, {(4, 1), (5, 1)}), (3, {(8, 4), (8, 5)}), (6, {(4, 8), (5, 8)}), (7, {(1, 4), (1, 5)})],
)
def test_the_bitvourer_enters(face, squares):
    """R-448: at 30 coins in the Crowd Pile, as two stacks of 15 unused ones on the middle squares of an edge."""
    table = last_round("bitvourer")
    crowd(table, 30)
    end_cycle(table, face)
    assert floor(table) == dict.fromkeys(squares, 15) and table.table.crowd_pile == 30 - 1  # a mark on a counter


@pytest.mark.parametrize(("events", "coins"), [(["bitvourer"], 29), (["cred bath"], 40)])
def test_when_no_bitvourer_enters(events, coins):
    """R-448: with fewer coins in the Crowd Pile, or without agreement."""
    table = last_round(*events, cycle=1)
    crowd(table, coins)
    end_cycle(table)
    assert not floor(table)


def hunting(*stacks: tuple[int, int], drawing: str = CORNERS) -> Table:
    """The Bitvourer's stacks are on the board."""
    table = last_round("bitvourer", drawing=drawing)
    for place, (x, y) in enumerate(stacks):
        table.table.coins[y - 1, x - 1] = 15
        table.table.bitvourer[place] = 8 * (y - 1) + x
    crowd(table, 35)
    return table


def test_the_bitvourer_hunts_the_healthiest():
    """R-448: after all helots up to 4 squares towards the most Overall Condition; there is only one Bitvourer."""
    table = hunting((4, 1), (5, 1))
    table.hurt(0, overall_condition=49)
    end_cycle(table)
    assert floor(table) == {(8, 5): 15, (8, 4): 15}


def test_of_equal_helots_the_richer_is_hunted_then_a_die_decides():
    """R-448: the lanista with the most Cred, then a die."""
    table = hunting((1, 1))
    table.lanista(1).cred = 1
    table.settle_box()
    end_cycle(table)
    assert floor(table) == {(5, 5): 15}
    table = hunting((1, 1))
    end_cycle(table, 1)
    assert ("TIE", -1, 1) in table.rolled and floor(table) == {(1, 5): 15}


def test_a_stack_beside_its_prey_stays_there():
    """R-448: a house ruling: diagonally beside it is near enough; it does not go round."""
    table = hunting((5, 5))
    prey = table.helot(0)
    prey.x, prey.y = 4, 4
    table.hurt(1, overall_condition=1)
    end_cycle(table)
    assert floor(table) == {(5, 5): 15}


def test_the_bitvourer_stops_beside_its_prey_and_swallows_coins():
    """R-448: house rulings: it bites nobody, swallows coins on its way, and who steps on a stack takes it."""
    table = hunting((1, 5))
    table.hurt(1, overall_condition=1)
    table.table.coins[5, 0] = 3
    table.settle_box()
    end_cycle(table)
    assert floor(table) == {(1, 7): 18} and table.overall(0) == 50
    table.go_on(answers=["ratio to movement"])
    table.play("move forward")
    assert table.lanista(0).cred == 18 and not floor(table)


@pytest.mark.parametrize(
    ("pillars", "end"), [([(4, 4), (5, 4)], (7, 5)), ([(4, 4), (4, 3)], (6, 7)), ([(4, 4), (4, 3), (3, 4)], (3, 3))]
)
def test_a_stack_goes_round_what_it_can(pillars, end):
    """R-448: house rulings: diagonally, else straight, else not at all."""
    table = hunting((3, 3))
    table.hurt(0, overall_condition=1)
    for x, y in pillars:
        table.table.squares[y - 1, x - 1] = Square.PILLAR
    end_cycle(table)
    assert floor(table) == {end: 15}


def test_a_stack_that_was_taken_is_gone():
    """R-448: and with both gone another Bitvourer may enter."""
    table = hunting((4, 1), (5, 1))
    table.table.coins[:] = 0
    table.settle_box()
    end_cycle(table, 5)
    assert floor(table) == {(4, 8): 15, (5, 8): 15}


# --- Flip Switch -----------------------------------------------------------------------------------------------------


def shaken(*dice: int, **squares: Square) -> Table:
    """Three turns without a gain of the Crowd Pile; squares by their coordinates, as in `x3y4`."""
    table = last_round("flip switch")
    table.table.idle_cycles, table.table.crowd_gained = 2, 0
    for name, what in squares.items():
        table.table.squares[int(name[3]) - 1, int(name[1]) - 1] = what
    end_cycle(table, *dice)
    return table


@pytest.mark.parametrize("tile", [Square.BLOOD, Square.GUTS])
def test_tiles_scatter_one_square(tile):
    """R-449: by the compass; each once."""
    table = shaken(NE, x3y4=tile)
    assert table.at(4, 3) == ("b" if tile == Square.BLOOD else "g") and table.at(3, 4) == "."
    assert table.table.idle_cycles == 0


def test_crates_shatter_or_scatter_two_squares():
    """R-449, R-414: on a d6 of 1, and then without contents."""
    assert not shaken(1, x3y4=Square.CRATE).table.squares.any()
    assert shaken(2, E, x3y4=Square.CRATE).at(5, 4) == "c"


def test_a_piece_that_meets_something_stops():
    """R-449: a house ruling: only empty squares are open."""
    table = shaken(2, E, x3y4=Square.CRATE, x5y4=Square.PILLAR)
    assert table.at(4, 4) == "c" and table.at(5, 4) == "#"


def test_braziers_fall_over():
    """R-449: and their fire lies two squares away."""
    table = shaken(W, x5y4=Square.BRAZIER)
    assert table.at(5, 4) == "t" and table.at(3, 4) == "f"


def test_a_braziers_fire_may_fall_on_a_helot():
    """R-449, R-390: as if it had been knocked over; and if it was the last but one, the bout is over."""
    table = last_round("flip switch")
    table.table.idle_cycles, table.table.crowd_gained = 2, 0
    table.table.squares[5, 0] = Square.BRAZIER
    table.hurt(0, overall_condition=5)
    table.play("end round", dice=[S])
    assert table.over and table.at(1, 8) == "g" and table.table.winners == 1 << 1


def test_what_the_flip_switch_leaves_alone():
    """R-449: pillars, spikes, saws, fires on the floor and fallen braziers."""
    pieces = {
        "x3y4": Square.PILLAR,
        "x4y4": Square.SPIKES,
        "x5y4": Square.SAW,
        "x6y4": Square.FIRE,
        "x3y5": Square.TOPPLED,
    }
    table = shaken(**pieces)
    assert [table.at(x, 4) for x in (3, 4, 5, 6)] == ["#", "x", "s", "f"] and table.at(3, 5) == "t"


@pytest.mark.parametrize(("idle", "gained", "left"), [(1, 0, 2), (2, 1, 0), (5, 1, 0)])
def test_three_turns_in_a_row(idle, gained, left):
    """R-449, R-450: a turn in which the Crowd Pile gains a coin begins the count anew."""
    table = last_round("flip switch")
    table.table.idle_cycles, table.table.crowd_gained = idle, gained
    table.table.squares[3, 3] = Square.BLOOD
    end_cycle(table)
    assert table.at(4, 4) == "b" and table.table.idle_cycles == left


def test_what_the_crowd_gains():
    """R-449: any coin: here the OC price of a Wild Attack; taking from it is no gain."""
    table = Table("1v\n0^", side_events=["flip switch"])
    table.table.crowd_gained = 0
    table.play("standard attack", dice=[6, 6, 1, 2, 4])
    assert table.table.crowd_gained == 0 and table.table.crowd_pile == 9
    table.play("wild attack forward", dice=[1, 2, 3, 5, 6])
    assert table.table.crowd_gained == 1


def test_an_attack_of_an_earlier_turn_keeps_no_cred_bath_away():
    """R-447, R-450: only the turn that is over counts."""
    table = last_round("cred bath")
    table.table.attacked = 1
    end_cycle(table)
    assert table.table.attacked == 0 and floor(table) == {}


def test_what_the_crowd_gained_in_an_earlier_turn_is_over_with_it():
    """R-449: the next turn in which it gains nothing is the first idle one."""
    table = last_round("flip switch")
    table.table.crowd_gained = 1
    end_cycle(table)
    assert (table.table.crowd_gained, table.table.idle_cycles) == (0, 0)


def test_who_is_pushed_onto_coins_takes_them():
    """R-447: the first that comes to their square has them, in whoever's round."""
    table = Table(".  .\n.  1v\n.  0^", side_events=["cred bath"])
    table.give(0, physicality=4)
    table.table.coins[0, 1] = 7
    table.settle_box()
    table.play("push")
    assert table.lanista(1).cred == 7 and floor(table) == {}
