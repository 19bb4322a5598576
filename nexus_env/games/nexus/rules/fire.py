"""Braziers and fire (manual p.41)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ACTION, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    SIDE,
    Bout,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import around, at, count_of, helot_at, is_upright, on_board, put, squares_with
from nexus_env.games.nexus.rules.hazards import destroy, is_indestructible, roll_square
from nexus_env.games.nexus.rules.states import catch_fire, roll_for
from nexus_env.kit.squares import step_x, step_y
from nexus_env.machine.compiled import compiled, compiled_apart

KNOCK_OVER_COST = TABLE.price(Action.KNOCK_OVER, ACTION)
MOST_FIRES = 4  # a brazier holds one
MOST_TRIES = 24  # of the compass die around a square; then the next empty square clockwise
FORWARD = (0, -1, 1)  # forward, forward-left, forward-right, in steps of the compass from the FFD


# --- knocking over ----------------------------------------------------------------------------------------------------


@compiled
def braziers_ahead(table: Table, seat: int) -> int:
    """The upright braziers on the three forward squares, one bit for each of FORWARD. Rulebook: p.41 (R-386)."""
    braziers = squares_with(table, Square.BRAZIER)
    if braziers == 0:
        return 0
    near = around(table.helots[seat], braziers, 0)
    return near & 1 | (near >> 7) << 1 | (near & 2) << 1


@compiled
def may_knock_over(table: Table, seat: int) -> int:
    """1 AP, for an upright brazier on one of the three forward squares, one bit for each of FORWARD.

    Rulebook: p.41 (R-385, R-386).
    """
    free_hands = is_upright(table, seat) and table.helots[seat].holds == NOBODY
    if not free_hands or table.command_round.action_points < KNOCK_OVER_COST:
        return 0
    return braziers_ahead(table, seat)


@compiled_apart
def knock_over(bout: Bout, seat: int, place: int) -> None:
    """The brazier still blocks its square, but gives no cover; its fire falls onto the square on its far side.

    Rulebook: p.41 (R-374, R-375, R-386, R-387).
    """
    helot = bout.table.helots[seat]
    bout.table.command_round.action_points -= KNOCK_OVER_COST
    compass = 2 * helot.facing + FORWARD[place]
    topple(bout, seat, helot.x + step_x(compass), helot.y + step_y(compass), compass, 1)


@compiled_apart
def topple(bout: Bout, roller: int, x: int, y: int, compass: int, squares: int) -> None:
    """A brazier falls over, and its fire falls `squares` squares away. Rulebook: p.41 (R-386, R-387)."""
    put(bout.table, x, y, Square.TOPPLED)
    log.laid(bout, what=Square.TOPPLED, x=x, y=y)
    lay_fire(bout, roller, x + squares * step_x(compass), y + squares * step_y(compass), x, y)


# --- where a fire falls -----------------------------------------------------------------------------------------------


@compiled_apart
def lay_fire(bout: Bout, roller: int, x: int, y: int, from_x: int, from_y: int) -> None:
    """A fire falls onto a square; from an indestructible object it rolls on to an empty square around it.

    From beyond the wall it rolls to a square around the brazier that it came from.

    Rulebook: p.41 (R-387, R-388, R-389, R-390).
    """
    if not on_board(x, y):
        roll_on(bout, roller, from_x, from_y)
    elif is_indestructible(at(bout.table, x, y)):
        roll_on(bout, roller, x, y)
    else:
        set_alight(bout, x, y)


@compiled_apart
def lay_fire_at_random(bout: Bout, seat: int) -> None:
    """Add a fire by an RPO roll of `seat`, unless there are four. Rulebook: p.2, p.40 (R-002, R-014, R-019)."""
    if count_of(bout, Square.FIRE) < MOST_FIRES:
        x, y = roll_square(bout, seat)
        lay_fire(bout, seat, x, y, x, y)


@compiled_apart
def roll_on(bout: Bout, roller: int, x: int, y: int) -> None:
    """Roll the compass die around a square until it points to an empty one; if none is empty, the fire is gone.

    Rulebook: p.41 (R-388).
    """
    if not has_empty_square(bout.table, x, y):
        return
    compass = 0
    for _ in range(MOST_TRIES):
        compass = roll_for(bout, roller, Purpose.COMPASS, 8, NOBODY) - 1
        if is_empty(bout.table, x + step_x(compass), y + step_y(compass)):
            break
    for turn in range(8):
        next_x, next_y = x + step_x(compass + turn), y + step_y(compass + turn)
        if is_empty(bout.table, next_x, next_y):
            set_alight(bout, next_x, next_y)
            return


@compiled
def is_empty(table: Table, x: int, y: int) -> bool:
    """Neither an object nor a helot is on the square."""
    return at(table, x, y) == Square.EMPTY and helot_at(table, x, y) == NOBODY


@compiled
def has_empty_square(table: Table, x: int, y: int) -> bool:
    """One of the eight squares around is empty."""
    for compass in range(8):
        if is_empty(table, x + step_x(compass), y + step_y(compass)):
            return True
    return False


@compiled_apart
def set_alight(bout: Bout, x: int, y: int) -> None:
    """A fire comes to a square without an indestructible object: it destroys the content, or merges with a fire.

    A helot there takes 5 OC and is Flaming; if it is Flaming already, this fire goes out. The helot's coins go to the
    Crowd Pile, since knocking over a brazier is not forcing a helot.

    Rulebook: p.41 (R-019, R-377, R-389, R-390, R-391, R-393, R-394, R-399, R-400, R-414).
    """
    victim = helot_at(bout.table, x, y)
    if at(bout.table, x, y) != Square.FIRE:
        destroy(bout, x, y)
        if victim == NOBODY and count_of(bout, Square.FIRE) < MOST_FIRES:
            put(bout.table, x, y, Square.FIRE)
    log.hazard_acted(bout, hazard=Square.FIRE, victim=victim, x=x, y=y)
    if victim != NOBODY:
        catch_fire(bout, victim, NOBODY, by_attack=False)


# --- how fires move ---------------------------------------------------------------------------------------------------


@compiled
def move_fires(bout: Bout, seat: int) -> None:
    """Each fire on the floor moves one square, once, by a compass roll of `seat`.

    Columns go from west to east, each from south to north. Walls and indestructible objects stop a fire. A fire that
    has merged with another one moves, if it has not moved yet.

    Rulebook: p.41 (R-376, R-392, R-393, R-394, R-395).
    """
    if count_of(bout, Square.FIRE) == 0:  # the most common case
        return
    moved = 0
    for x in range(1, SIDE + 1):
        for y in range(SIDE, 0, -1):
            if at(bout.table, x, y) != Square.FIRE or (moved >> bit_of(x, y)) & 1:
                continue
            compass = roll_for(bout, seat, Purpose.COMPASS, 8, NOBODY) - 1
            next_x, next_y = x + step_x(compass), y + step_y(compass)
            there = at(bout.table, next_x, next_y)
            if is_indestructible(there):
                continue
            destroy(bout, x, y)
            if there != Square.FIRE:
                moved |= 1 << bit_of(next_x, next_y)
            set_alight(bout, next_x, next_y)


@compiled
def bit_of(x: int, y: int) -> int:
    """The bit of a square in a set of squares."""
    return SIDE * (y - 1) + x - 1
