"""Ways over the barge: the movement points that each helot needs to each place.

The board is drawn as one's own helot sees it, its FFD up, with walls around it: 10 x 10 squares in a row. A place is a
square and an FFD, `4 * square + facing`. Nobody walks through blood or fire, and Guts cost double.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.lanistas.sight import (
    AHEAD,
    BARGE,
    HELD,
    ME,
    PRESENT,
    PRONE,
    RIGHT,
    SEATS_IN_PLAY,
    TO_FAR_SIDE,
    TO_LEFT_SIDE,
    facing_of,
    of,
)
from nexus_env.games.nexus.actions import Action
from nexus_env.games.nexus.bout import SIDE, Square
from nexus_env.games.nexus.movement import MOVE_COST
from nexus_env.machine.compiled import compiled

WIDE = SIDE + 2  # with the walls
SQUARES, PLACES = WIDE * WIDE, 4 * WIDE * WIDE
OUT_OF_REACH = 99
STEP = np.array((-WIDE, 1, WIDE, -1))  # one square ahead, right, back, left
MOVES, STEPS = 6, 8  # of the action table; with the two rotations that follow them there
UPRIGHT_COST = 2  # movement points that it takes on the average to stand up or to get free


def _leads_to() -> NDArray[np.int64]:
    """[facing, move]: the squares between a place and where each of the six moves leads."""
    right = np.roll(STEP, -1)
    return np.array((STEP, STEP - right, STEP + right, -STEP, -right, right)).T.copy()


LEADS_TO = _leads_to()


@compiled
def square_of(seen: Any, seat: int) -> int:
    """The square on which a helot stands."""
    home = WIDE * (of(seen, ME, TO_FAR_SIDE) + 1) + of(seen, ME, TO_LEFT_SIDE) + 1
    return home if seat == ME else home - WIDE * of(seen, seat, AHEAD) + of(seen, seat, RIGHT)


@compiled
def draw_board(seen: Any) -> NDArray[np.int8]:
    """What lies on each square, int8 [100]; the other helots are walls."""
    board = np.full(SQUARES, Square.WALL.value, np.int8)
    for row in range(SIDE):
        for column in range(SIDE):
            board[WIDE * (row + 1) + column + 1] = seen[BARGE + SIDE * row + column]
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, PRESENT):
            board[square_of(seen, seat)] = Square.WALL.value
    return board


@compiled
def is_open(board: Any, square: int) -> bool:
    """A square that one gladly enters."""
    return bool(board[square] == Square.EMPTY or board[square] == Square.GUTS)


@compiled
def is_object(board: Any, square: int) -> bool:
    """Something to press an opponent against: a wall, a pillar, a crate, a brazier, a helot."""
    return bool(board[square] >= Square.CRATE)


@compiled
def step_from(board: Any, place: int, step: int) -> tuple[int, int]:
    """Where one of the eight movement commands leads from a place, and its price; OUT_OF_REACH if one would not go."""
    square, facing = place // 4, place % 4
    there, cost = 4 * square + (facing + 2 * (step - MOVES) + 3) % 4, 1
    if step < MOVES:
        there, cost = 4 * (square + LEADS_TO[facing, step]) + facing, MOVE_COST[step]
        if not is_open(board, there // 4):
            return place, OUT_OF_REACH
    return there, 2 * cost if board[square] == Square.GUTS else cost


@compiled
def walk_on(board: Any, points: int, prices: Any, first: Any, waiting: Any, count: int) -> None:
    """From the `count` places that are waiting on to all that so many movement points reach."""
    done = 0
    while done < count:
        place = waiting[done]
        done += 1
        for step in range(STEPS):
            there, cost = step_from(board, place, step)
            price = prices[place] + cost
            if price <= points and price < prices[there] and count < len(waiting):
                prices[there], first[there] = price, first[place]
                waiting[count] = there
                count += 1


@compiled
def walk(seen: Any, board: Any, seat: int, points: int, prices: Any, first: Any) -> None:
    """The price of every place that a helot reaches with so many points; one that is down or held gets up first.

    `prices` int8 [400] is written over, and so is `first` int16 [400].
    """
    prices[:] = OUT_OF_REACH
    waiting = np.empty(2 * PLACES, np.int16)
    waiting[0] = 4 * square_of(seen, seat) + facing_of(seen, seat)
    prices[waiting[0]] = UPRIGHT_COST if of(seen, seat, PRONE) or of(seen, seat, HELD) else 0
    first[waiting[0]] = Action.END_ROUND.value
    walk_on(board, points, prices, first, waiting, 1)


@compiled
def walk_by_mask(seen: Any, mask: Any, board: Any, points: int, prices: Any, first: Any) -> None:
    """The same for the own helot in its command round, whose first step is one that the mask allows.

    In `first` stands the action with which the way to each place begins.
    """
    prices[:] = OUT_OF_REACH
    waiting, count, home = np.empty(2 * PLACES, np.int16), 0, 4 * square_of(seen, ME)
    prices[home], first[home] = 0, Action.END_ROUND.value
    for step in range(STEPS):
        there, cost = step_from(board, home, step)
        if mask[Action.MOVE + step] and cost < OUT_OF_REACH:
            prices[there], first[there] = cost, Action.MOVE + step
            waiting[count] = there
            count += 1
    walk_on(board, points, prices, first, waiting, count)


@compiled
def place_to_strike(seen: Any, seat: int, facing: int) -> int:
    """The place from which a helot is struck by one that faces so."""
    return 4 * (square_of(seen, seat) - STEP[facing]) + facing


@compiled
def as_the_crow_flies(place: int, goal: int) -> int:
    """Movement points between two places, at least."""
    rows, columns = goal // 4 // WIDE - place // 4 // WIDE, goal // 4 % WIDE - place // 4 % WIDE
    turns = abs(goal % 4 - place % 4)
    return max(abs(rows), abs(columns)) + min(turns, 4 - turns)
