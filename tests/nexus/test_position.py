"""The board, facing, and what may stand where (manual p.3, p.18, p.20, p.39)."""

import random
from typing import Any

import numpy as np
import pytest
from table import Table

from nexus_env.games.nexus.cards.targets import tiles_beside
from nexus_env.games.nexus.rules.bout import Square
from nexus_env.games.nexus.rules.geometry import count_of, is_near_fire, may_step_on, x_towards, y_towards
from nexus_env.games.nexus.rules.movement import open_directions
from nexus_env.kit.squares import STEP_X, STEP_Y
from nexus_env.machine.compiled import compiled

ARROWS = "^>v<"
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
# By the FFD of a helot on (4,4): where its relative squares are.
FRONT = {"^": (4, 3), ">": (5, 4), "v": (4, 5), "<": (3, 4)}
FRONT_LEFT = {"^": (3, 3), ">": (5, 3), "v": (5, 5), "<": (3, 5)}
FRONT_RIGHT = {"^": (5, 3), ">": (5, 5), "v": (3, 5), "<": (3, 3)}


def face_off(arrow: str, place: tuple[int, int]) -> Table:
    """Seat 0 on (4,4) with an FFD, seat 1 on a square, facing the same way."""
    table = Table()
    for seat, (x, y) in enumerate(((4, 4), place)):
        table.helot(seat).x, table.helot(seat).y, table.helot(seat).facing = x, y, ARROWS.index(arrow)
    return table


@pytest.mark.parametrize("arrow", ARROWS)
def test_x_grows_eastward_and_y_southward(arrow: str):
    """R-001, R-004, R-005: a helot occupies one square, and Front is the square ahead of its FFD."""
    table = face_off(arrow, (1, 1))
    table.play("move forward")
    assert table.place(0) == (*FRONT[arrow], arrow)


@pytest.mark.parametrize("arrow", ARROWS)
@pytest.mark.parametrize(
    ("name", "squares"), [("forward", FRONT), ("forward-left", FRONT_LEFT), ("forward-right", FRONT_RIGHT)]
)
def test_the_three_adjoining_forward_squares(arrow: str, name: str, squares: dict[str, tuple[int, int]]):
    """R-005: Front and the two forward diagonals; a target there is reached by that Wild Attack and no other."""
    table = face_off(arrow, squares[arrow])
    assert {action for action in table.legal() if "wild attack" in action} == {f"wild attack {name}"}
    assert table.may("standard attack") == (name == "forward")


@pytest.mark.parametrize("arrow", ARROWS)
def test_the_rear_is_opposite_to_front(arrow: str):
    """R-005: who has a helot of the same FFD in Front stands in its Rear, and attacks from behind with three dice."""
    table = face_off(arrow, FRONT[arrow])
    table.play("standard attack", dice=[1, 1, 1, 6, 6])
    assert [purpose for purpose, _, _ in table.rolled] == ["ATTACK"] * 3 + ["DEFENSE"] * 2


def test_the_ffd_is_always_one_of_four():
    """R-004: rotations turn it by 90 degrees, round and round."""
    table = Table(". .\n0^ .\n. 1^", mp=2)
    arrows = ""
    for _ in range(2):
        for _ in range(2):
            table.play("rotate left")
            arrows += table.place(0)[2]
        table.table.command_round.rotations, table.table.command_round.movement_points = 0, 2
    assert arrows == "<v>^"


@pytest.mark.parametrize(
    ("face", "place"),
    [(1, (4, 3)), (2, (5, 3)), (3, (5, 4)), (4, (5, 5)), (5, (4, 5)), (6, (3, 5)), (7, (3, 4)), (8, (3, 3))],
)
def test_the_compass_die_runs_clockwise_from_north(face: int, place: tuple[int, int]):
    """R-003, R-018: N, NE, E, SE, S, SW, W, NW on a d8; Blood on (4,4) makes the helot slide that way."""
    table = Table(". . . .\n. . . .\n. . . .\n. . . b\n. . . 0^\n1^")
    table.step("move forward")
    assert table.table.request.sides == 8
    table.go_on(dice=[face])
    assert table.rolled == [("COMPASS", 0, face)]
    assert table.place(0) == (*place, "^")


@pytest.mark.parametrize(
    ("x", "y", "arrow"), [(4, 1, "^"), (8, 4, ">"), (4, 8, "v"), (1, 4, "<"), (1, 1, "^"), (8, 8, "v")]
)
def test_the_edge_of_the_board_is_a_wall(x: int, y: int, arrow: str):
    """R-006, R-007: nobody leaves the board, and a target against its edge takes 2 more damage."""
    table = Table()
    dx, dy = (NORTH, EAST, SOUTH, WEST)[ARROWS.index(arrow)]
    helot, other = table.helot(0), table.helot(1)
    helot.x, helot.y, helot.facing = x, y, ARROWS.index(arrow)
    other.x, other.y = 5, 5
    assert not table.may("move forward")
    helot.x, helot.y = x - dx, y - dy
    other.x, other.y, other.facing = x, y, (ARROWS.index(arrow) + 2) % 4
    table.play("standard attack", dice=[6, 5, 6, 4, 5])
    assert table.helot(1).health[7] == 50 - 3


@pytest.mark.parametrize("piece", ".bgf#cut")
def test_what_makes_a_square_inaccessible(piece: str):
    """R-007: pillars, crates, braziers upright or toppled do; tiles and fire do not."""
    table = Table(f". .\n{piece} .\n0^ .\n. . . 1^")
    assert table.may("move forward") == (piece in ".bgf")


@pytest.mark.parametrize(("piece", "free"), [("s", True), ("x", True), ("#", False), ("c", False), ("u", False)])
def test_a_saw_or_spikes_leave_a_square_accessible(piece: str, free: bool):
    """R-007: so a helot can be pushed onto them."""
    table = Table(f"{piece}\n1^\n0^")
    table.give(0, physicality=4)
    assert table.may("push") == free


def test_one_helot_a_square():
    """R-007: neither a standing nor an incapacitated helot lets another one in."""
    table = Table(". .\n1^ .\n0^ .")
    assert not table.may("move forward")
    table.helot(1).standing, table.helot(1).prone = 1, 1
    assert not table.may("move forward")
    table.helot(1).present = 0
    assert table.may("move forward")


@compiled
def seen_from(rows: Any, seat: int, tile: int) -> tuple[int, int, bool, int, int]:
    """The directions that are open by the set of squares and square by square; fire; tiles beside; how many."""
    bout, one_by_one = rows[0], 0
    table = bout.table
    helot = table.helots[seat]
    for relative in range(8):
        open_here = may_step_on(table, x_towards(helot, relative), y_towards(helot, relative))
        one_by_one |= int(open_here) << relative
    fire, beside = is_near_fire(table, seat), tiles_beside(table, seat, tile)
    return open_directions(table, seat), one_by_one, fire, beside, count_of(bout, tile)


def test_what_lies_around_a_helot_is_found_at_once_as_it_is_square_by_square():
    """R-001, R-005, R-007, R-014, R-133, R-143, R-145, R-396: on any board, from any square, with any FFD."""
    drawn, table = random.Random(7), Table(seats=4)
    for x in range(1, 9):
        for y in range(1, 9):
            squares = np.array([drawn.choice((0, 0, *range(10))) for _ in range(64)], np.int8).reshape(8, 8)
            table.table.squares[:] = squares
            for seat in range(4):
                helot = table.helot(seat)
                helot.x, helot.y = (x, y) if seat == 0 else (drawn.randint(1, 8), drawn.randint(1, 8))
                helot.present, helot.facing = seat == 0 or drawn.random() < 0.7, drawn.randrange(4)
            tile = drawn.choice((Square.BLOOD, Square.GUTS, Square.SPIKES))
            by_set, one_by_one, near_fire, beside, many = seen_from(table._border, 0, int(tile))
            assert by_set == one_by_one
            near = [(b, a) for b in range(y - 1, y + 2) for a in range(x - 1, x + 2) if 1 <= a <= 8 and 1 <= b <= 8]
            assert near_fire == any(squares[b - 1, a - 1] == Square.FIRE for b, a in near)
            around = [(y + int(STEP_Y[compass]), x + int(STEP_X[compass])) for compass in range(8)]
            assert beside == sum(
                1 << n for n, (b, a) in enumerate(around) if (b, a) in near and squares[b - 1, a - 1] == tile
            )
            assert many == int((squares == tile).sum())
