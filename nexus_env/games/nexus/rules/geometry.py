"""Squares, facing and positions (manual p.3, p.18, p.20, p.28, p.39)."""

import numpy as np

from nexus_env.games.nexus.rules.bout import NOBODY, OBSTACLES, SIDE, Bout, Helot, Square, Standing, Table
from nexus_env.kit.bitsets import has, how_many
from nexus_env.kit.squares import distance, step_x, step_y
from nexus_env.machine.compiled import compiled
from nexus_env.machine.processor import which_are

LAST = SIDE - 1  # the last row and column, from 0; as bits: the mask of a row or column index
# Directions relative to the FFD, in steps of the compass clockwise.
FRONT, FRONT_RIGHT, RIGHT, BACK, LEFT, FRONT_LEFT = 0, 1, 2, 4, 6, 7
ROW, ROUND = 0xFF, 0xFF  # the squares of a row, a bit each; and the directions
IN_ROWS = (1, 2, 5, 8, 7, 6, 3, 0)  # for 3 x 3 squares in rows: those around the middle, in compass order
RING = np.array([sum(((near >> bit) & 1) << n for n, bit in enumerate(IN_ROWS)) for near in range(512)], np.int16)
_equal, _at_least = which_are("=="), which_are(">=")


@compiled
def on_board(x: int, y: int) -> bool:
    """The board is 8 x 8. Rulebook: p.3 (R-001)."""
    return (1 <= x <= SIDE) & (1 <= y <= SIDE)


@compiled
def at(table: Table, x: int, y: int) -> int:
    """The content of a square; everything off the board is wall. Rulebook: site, p.39 (R-006, R-359)."""
    square = table.squares[(y - 1) & LAST, (x - 1) & LAST]  # even off the board: a branch is often mispredicted
    return int(square) if on_board(x, y) else Square.WALL


@compiled
def squares_with(table: Table, what: int) -> int:
    """The set of squares that hold `what`, one bit each, row by row. In machine code bit 63 is the sign."""
    return _equal(table.squares, what)


@compiled
def squares_taken(table: Table) -> int:
    """The set of squares, as in `squares_with`, that no helot may enter of its own will.

    These hold obstacles, helots, saws or spikes; a fire may be entered.

    Rulebook: p.18, p.39, p.43-44, p.41 (R-007, R-133, R-143, R-144, R-145, R-359).
    """
    taken = _at_least(table.squares, Square.SAW)
    for seat in range(table.seats):
        helot = table.helots[seat]
        square = SIDE * ((int(helot.y) - 1) & LAST) + ((int(helot.x) - 1) & LAST)
        taken |= int(helot.present != 0) << square
    return taken


@compiled
def window(squares: int, y: int, beyond: int) -> int:
    """A row of a set of squares, with one square more at either end; squares off the board are `beyond`, 0 or 1."""
    row = (squares >> (SIDE * ((int(y) - 1) & LAST))) & ROW
    row = row if 1 <= y <= SIDE else beyond * ROW
    return row << 1 | beyond * (1 | 2 << SIDE)


@compiled
def nine(helot: Helot, squares: int, beyond: int) -> int:
    """The squares of a set among the nine on and around a helot's square, row by row from the north-west."""
    far, here, near = (
        window(squares, helot.y - 1, beyond),
        window(squares, helot.y, beyond),
        window(squares, helot.y + 1, beyond),
    )
    west = (int(helot.x) - 1) & LAST
    return (far >> west) & 7 | ((here >> west) & 7) << 3 | ((near >> west) & 7) << 6


@compiled
def around(helot: Helot, squares: int, beyond: int) -> int:
    """The squares of a set among the eight around a helot, one bit for each direction relative to its FFD.

    The directions run clockwise from FRONT. Squares off the board are members if `beyond` is 1.

    Rulebook: p.18 (R-005).
    """
    ring = int(RING[nine(helot, squares, beyond)])
    return ((ring | ring << 8) >> ((2 * int(helot.facing)) & 7)) & ROUND


@compiled
def put(table: Table, x: int, y: int, what: int) -> None:
    """Put `what` on a square of the board."""
    table.squares[y - 1, x - 1] = what


@compiled
def helot_at(table: Table, x: int, y: int) -> int:
    """The seat whose helot occupies the square, or NOBODY. Rulebook: p.18, p.39 (R-004, R-007)."""
    found = NOBODY
    for seat in range(table.seats - 1, -1, -1):  # no early exit, since the branch would often be mispredicted
        helot = table.helots[seat]
        here = (helot.present != 0) & (helot.x == x) & (helot.y == y)
        found = seat if here else found
    return found


@compiled
def is_obstacle(table: Table, x: int, y: int) -> bool:
    """Walls, pillars, crates and braziers, upright or toppled, can never be entered. Rulebook: p.39 (R-007, R-359)."""
    return has(OBSTACLES, at(table, x, y))


@compiled
def is_free(table: Table, x: int, y: int) -> bool:
    """A helot can be on the square; tiles, fires, saws and spikes do not prevent it.

    Rulebook: p.10, p.39, p.40 (R-007, R-145, R-383).
    """
    return (not is_obstacle(table, x, y)) & (helot_at(table, x, y) == NOBODY)


@compiled
def may_step_on(table: Table, x: int, y: int) -> bool:
    """A helot may enter the square of its own will: never one with a saw or spikes, but one with a fire.

    Rulebook: p.18, p.43-44, p.41 (R-133, R-143, R-144).
    """
    what = at(table, x, y)
    return (what != Square.SAW) & (what != Square.SPIKES) & is_free(table, x, y)


@compiled
def x_towards(helot: Helot, relative: int) -> int:
    """The column one step away in a direction relative to the FFD. Rulebook: p.18 (R-005)."""
    return helot.x + step_x(2 * helot.facing + relative)


@compiled
def y_towards(helot: Helot, relative: int) -> int:
    """The row one step away in a direction relative to the FFD. Rulebook: p.18 (R-005)."""
    return helot.y + step_y(2 * helot.facing + relative)


@compiled
def helot_towards(table: Table, seat: int, relative: int) -> int:
    """The seat whose helot stands one step away in a relative direction, or NOBODY. Rulebook: p.18, p.20 (R-005)."""
    helot = table.helots[seat]
    return helot_at(table, x_towards(helot, relative), y_towards(helot, relative))


@compiled
def is_behind(table: Table, attacker: int, defender: int) -> bool:
    """The attacker stands directly behind its opponent. Rulebook: p.28 (R-254)."""
    return helot_towards(table, defender, BACK) == attacker


@compiled
def is_against_object(table: Table, attacker: int, defender: int) -> bool:
    """The target is directly between the attacker and an object: a wall, pillar, crate, brazier or another helot.

    Blood, guts, fire, saws and spikes do not count.

    Rulebook: p.28, p.39 (R-006, R-255, R-256, R-257, R-359, R-360, R-361, R-362, R-371).
    """
    me, other = table.helots[attacker], table.helots[defender]
    beyond_x, beyond_y = 2 * other.x - me.x, 2 * other.y - me.y
    return is_obstacle(table, beyond_x, beyond_y) or helot_at(table, beyond_x, beyond_y) != NOBODY


@compiled
def are_adjacent(table: Table, seat: int, other: int) -> bool:
    """The helots are on adjacent squares, diagonals included. Rulebook: p.33 (R-329)."""
    me, you = table.helots[seat], table.helots[other]
    return distance(me.x, me.y, you.x, you.y) == 1


@compiled
def has_neighbor(table: Table, seat: int) -> bool:
    """Another helot is on one of the eight surrounding squares."""
    found = False
    for other in range(table.seats):
        found |= (table.helots[other].present != 0) & are_adjacent(table, seat, other)
    return found


@compiled
def is_fit(table: Table, seat: int) -> bool:
    """Neither killed nor incapacitated. Rulebook: p.13 (R-106, R-107)."""
    return table.helots[seat].standing == Standing.FIT


@compiled
def how_many_fit(table: Table) -> int:
    """The number of fit helots. Rulebook: p.5, p.13 (R-040, R-106)."""
    fit = 0
    for seat in range(table.seats):
        if is_fit(table, seat):
            fit += 1
    return fit


@compiled
def clockwise(table: Table, seat: int, places: int) -> int:
    """The seat `places` places clockwise round the table. Rulebook: p.9, p.11 (R-011, R-036)."""
    for _ in range(places):
        seat = next_seat(table, seat)
    return seat


@compiled
def next_seat(table: Table, seat: int) -> int:
    """The next seat clockwise; to iterate over all seats this is faster than `clockwise`."""
    return table.lanistas[seat].next_clockwise


@compiled
def in_grapple(table: Table, seat: int) -> bool:
    """Grappled or grappling."""
    return table.helots[seat].holds != NOBODY or table.helots[seat].held_by != NOBODY


@compiled
def is_upright(table: Table, seat: int) -> bool:
    """The helot is neither Prone nor Grappled, so it may use commands.

    Rulebook: p.19, p.30 (R-147, R-148, R-154, R-275).
    """
    return table.helots[seat].prone == 0 and table.helots[seat].held_by == NOBODY


@compiled
def can_act(table: Table, seat: int) -> bool:
    """The helot is fit and upright; an interruption may have changed that. Rulebook: p.13, p.30 (R-107, R-275)."""
    return is_fit(table, seat) and is_upright(table, seat)


@compiled
def is_near_fire(table: Table, seat: int) -> bool:
    """The helot is inside a fire's area of effect: its square and the eight around it. Rulebook: p.41 (R-396)."""
    fires = squares_with(table, Square.FIRE)
    return fires != 0 and nine(table.helots[seat], fires, 0) != 0


@compiled
def count_of(bout: Bout, what: int) -> int:
    """The number of squares that hold `what`. Rulebook: p.2 (R-014, R-019)."""
    return how_many(squares_with(bout.table, what))
