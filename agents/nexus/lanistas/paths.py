"""Distances on the barge in movement points: exact for the own helot, on an empty board for the others.

The board is rotated so that the own helot's FFD points up, with walls around it, 16 squares per row. A place is a
square and an FFD: `4 * square + facing`. No path leads through blood or fire, and Guts cost double.
"""

from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.nexus.lanistas.sight import (
    AHEAD,
    BARGE,
    ME,
    PRESENT,
    RIGHT,
    SEATS_IN_PLAY,
    TO_FAR_SIDE,
    TO_LEFT_SIDE,
    of,
)
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.bout import SIDE, Square
from nexus_env.games.nexus.rules.movement import MOVE_COST
from nexus_env.machine.compiled import compiled

WIDE = 16  # wide enough to encode the offset between any two squares as one number
SQUARES, PLACES = WIDE * (SIDE + 2), 4 * WIDE * (SIDE + 2)
FARTHEST = WIDE * (SIDE + 2)  # more than between any two squares, even with one of them a step off the barge
OUT_OF_REACH = 99
STEP = np.array((-WIDE, 1, WIDE, -1))  # one square ahead, right, back, left
MOVES, STEPS = 6, 8  # of the action table; with the two rotations that follow them there


def _leads_to() -> NDArray[np.int64]:
    """[facing, move]: the offset of the square that each of the six moves leads to."""
    right = np.roll(STEP, -1)
    return np.array((STEP, STEP - right, STEP + right, -STEP, -right, right)).T.copy()


LEADS_TO = _leads_to()


# --- ways over an empty board -----------------------------------------------------------------------------------------


def _prices_from(facing: int) -> dict[tuple[int, int], int]:
    """Movement points to (squares away, FFD) for a helot with this facing."""
    prices = {(0, facing): 0}
    waiting = deque(prices)
    while waiting:
        away, side = here = waiting.popleft()
        moves = [((away + int(LEADS_TO[side, move]), side), int(MOVE_COST[move])) for move in range(MOVES)]
        for there, cost in [*moves, ((away, (side + 1) % 4), 1), ((away, (side - 1) % 4), 1)]:
            price = prices[here] + cost
            if price <= SIDE and price < prices.get(there, OUT_OF_REACH):
                prices[there] = price
                waiting.append(there)
    return prices


def _strike_prices() -> NDArray[np.int8]:
    """[own FFD, side, FARTHEST + offset of the opponent]: movement points to stand on that side of it, facing it."""
    found = np.full((4, 4, 2 * FARTHEST + 1), OUT_OF_REACH, np.int8)
    for facing in range(4):
        for (away, side), price in _prices_from(facing).items():
            opponent = away + int(STEP[side])
            if abs(opponent) < FARTHEST and opponent != 0:
                found[facing, side, FARTHEST + opponent] = price
    return found


TO_STRIKE_FROM = _strike_prices()
TO_STRIKE = np.ascontiguousarray(TO_STRIKE_FROM.min(axis=1))


# --- the board --------------------------------------------------------------------------------------------------------


@compiled
def square_of(seen: Any, seat: int) -> int:
    """The square of a helot."""
    home = WIDE * (of(seen, ME, TO_FAR_SIDE) + 1) + of(seen, ME, TO_LEFT_SIDE) + 1
    return home if seat == ME else home - WIDE * of(seen, seat, AHEAD) + of(seen, seat, RIGHT)


@compiled
def draw_board(seen: Any) -> NDArray[np.int8]:
    """The content of each square, int8 [160]; other helots count as walls."""
    board = np.full(SQUARES, Square.WALL, np.int8)
    for row in range(SIDE):
        for column in range(SIDE):
            board[WIDE * (row + 1) + column + 1] = seen[BARGE + SIDE * row + column]
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, PRESENT):
            board[square_of(seen, seat)] = Square.WALL
    return board


@compiled
def is_open(board: Any, square: int) -> bool:
    """Whether a path may enter this square."""
    return bool(board[square] == Square.EMPTY or board[square] == Square.GUTS)


@compiled
def is_object(board: Any, square: int) -> bool:
    """An object to press an opponent against: a wall, a pillar, a crate, a brazier, a helot."""
    return bool(board[square] >= Square.CRATE)


@compiled
def place_to_strike(seen: Any, seat: int, facing: int) -> int:
    """The place from which an attacker with this facing strikes a helot."""
    return int(4 * (square_of(seen, seat) - STEP[facing]) + facing)


# --- the own ways -----------------------------------------------------------------------------------------------------


@compiled
def step_from(board: Any, place: int, step: int) -> tuple[int, int]:
    """The destination of one of the eight movement commands, and its price; OUT_OF_REACH if no path may go there."""
    square, facing = place >> 2, place & 3
    there, cost = 4 * square + ((facing + 2 * step + 3) & 3), 1
    if step < MOVES:
        there, cost = 4 * (square + LEADS_TO[facing, step]) + facing, MOVE_COST[step]
        if not is_open(board, there >> 2):
            return place, OUT_OF_REACH
    return there, 2 * cost if board[square] == Square.GUTS else cost


@compiled
def walk(board: Any, mask: Any, home: int, points: int, prices: Any, first: Any, reached: Any) -> int:
    """All places that the own helot reaches with this many points.

    Overwritten: `prices` int8 [640], `first` int16 [640], the first action of the way to each place, and `reached`
    int16 [1280], the places, some of them more than once. `mask` determines the first steps.

    Returns:
        The number of entries of `reached`.
    """
    prices[:] = OUT_OF_REACH
    prices[home], first[home], reached[0] = 0, Action.END_ROUND, home
    done, count = 0, 1
    while done < count:
        place = reached[done]
        for step in range(STEPS):
            if done == 0 and not mask[Action.MOVE + step]:
                continue
            there, cost = step_from(board, place, step)
            price = prices[place] + cost
            if price <= points and price < prices[there] and count < len(reached):
                prices[there], first[there] = price, Action.MOVE + step if done == 0 else first[place]
                reached[count] = there
                count += 1
        done += 1
    return count
