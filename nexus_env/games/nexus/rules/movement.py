"""Movement and advanced movement commands (manual p.17-19)."""

import numpy as np

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import MOVEMENT, OVERALL, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    Ability,
    Bout,
    Question,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import (
    BACK,
    FRONT,
    FRONT_LEFT,
    FRONT_RIGHT,
    LEFT,
    RIGHT,
    ROUND,
    are_adjacent,
    around,
    at,
    is_fit,
    is_upright,
    next_seat,
    squares_taken,
    x_towards,
    y_towards,
)
from nexus_env.games.nexus.rules.hazards import relocate, scorch, take_effect
from nexus_env.games.nexus.rules.reserves import offer
from nexus_env.games.nexus.rules.states import CHECK_PASSED, fall, get_up, let_go, lose_overall_condition, roll_for
from nexus_env.machine.compiled import compiled

MOVE_RELATIVE = np.array((FRONT, FRONT_LEFT, FRONT_RIGHT, BACK, LEFT, RIGHT))  # where the moves of the table lead
MOVE_COST = np.array(TABLE.prices(Action.MOVE, "way", MOVEMENT))
ROTATE_COST = TABLE.price(Action.ROTATE_LEFT, MOVEMENT)
STAND_UP_COST = TABLE.price(Action.STAND_UP, MOVEMENT)
SPRING_COST = TABLE.price(Action.BACKFLIP, MOVEMENT)
LIBERATE_COST, LIBERATE_PRICE = TABLE.price(Action.LIBERATE, MOVEMENT), TABLE.price(Action.LIBERATE, OVERALL)
MOST_ROTATIONS = 2
LEFT_TURN, RIGHT_TURN = -1, 1


@compiled
def movement_cost(table: Table, seat: int, cost: int) -> int:
    """Every price in movement points doubles in Guts; in a grapple one of the two helots in Guts is enough.

    Rulebook: p.39; site (R-193, R-372).
    """
    return 2 * cost if costs_double(table, seat) else cost


@compiled
def costs_double(table: Table, seat: int) -> bool:
    """The helot, or the other one in its grapple, is in Guts."""
    helot = table.helots[seat]
    return is_in_guts(table, seat) or is_in_guts(table, helot.holds) or is_in_guts(table, helot.held_by)


@compiled
def is_in_guts(table: Table, seat: int) -> bool:
    """The seat's helot is in Guts; False for NOBODY."""
    return seat != NOBODY and at(table, table.helots[seat].x, table.helots[seat].y) == Square.GUTS


@compiled
def can_pay_movement(table: Table, seat: int, cost: int) -> bool:
    """The points must be available. Rulebook: p.18 (R-133)."""
    return table.command_round.movement_points >= movement_cost(table, seat, cost)


@compiled
def pay_movement(bout: Bout, seat: int, cost: int) -> None:
    """Pay the points, whether the command succeeds or not. Rulebook: p.18, p.19 (R-133, R-146, R-372)."""
    bout.table.command_round.movement_points -= movement_cost(bout.table, seat, cost)


@compiled
def slow_down(bout: Bout, seat: int) -> None:
    """A Net costs the helot its next movement points, from any source; they are not unspent points.

    Rulebook: p.31, p.42 (R-306).
    """
    lost = min(bout.table.helots[seat].slowed, bout.table.command_round.movement_points)
    bout.table.helots[seat].slowed -= lost
    bout.table.command_round.movement_points -= lost


@compiled
def is_tripped(bout: Bout, seat: int) -> bool:
    """Tripping: an opponent adjacent to the square that the helot tries to leave makes it Prone on that square.

    Rulebook: p.33 (R-131, R-132, R-328, R-329).
    """
    other = seat
    for _ in range(1, bout.table.seats):
        other = next_seat(bout.table, other)
        near = bout.table.helots[other].present != 0 and are_adjacent(bout.table, seat, other)
        if near and is_upright(bout.table, other) and offer(bout, other, Ability.TRIPPING, Question.TRIPPING, seat):
            fall(bout, seat)
            return True
    return False


# --- movement ---------------------------------------------------------------------------------------------------------


@compiled
def affordable_steps(table: Table, seat: int) -> int:
    """The number of steps at a price of 1 that the movement points pay for. Rulebook: p.18, p.39 (R-133, R-372)."""
    points = table.command_round.movement_points
    return points // 2 if costs_double(table, seat) else points


@compiled
def open_directions(table: Table, seat: int) -> int:
    """The directions in which a helot may step, one bit each, relative to its FFD.

    Rulebook: p.18 (R-133, R-143, R-145).
    """
    return around(table.helots[seat], squares_taken(table), 1) ^ ROUND


@compiled
def may_move(steps: int, directions: int, move: int) -> bool:
    """Forward and the forward diagonals for 1 MP; straight back, left or right for 2; never a backward diagonal.

    The helot is upright and holds nobody; `steps` and `directions` are its `affordable_steps` and `open_directions`.

    Rulebook: p.17, p.18, p.22 (R-133, R-134, R-138, R-139, R-140, R-143, R-145, R-203).
    """
    return bool(steps >= MOVE_COST[move] and (directions >> MOVE_RELATIVE[move]) & 1)


@compiled
def move(bout: Bout, seat: int, move: int) -> None:
    """One square, FFD unchanged. Two straight Forward moves through empty squares prepare a Running Strike.

    Rulebook: p.18, p.28 (R-133, R-134, R-138, R-141, R-142, R-258, R-259, R-260).
    """
    helot = bout.table.helots[seat]
    straight_moves = bout.table.command_round.straight_moves
    bout.table.command_round.straight_moves = 0
    pay_movement(bout, seat, MOVE_COST[move])
    if is_tripped(bout, seat):
        return
    x, y = x_towards(helot, MOVE_RELATIVE[move]), y_towards(helot, MOVE_RELATIVE[move])
    if move == 0 and at(bout.table, x, y) == Square.EMPTY:
        bout.table.command_round.straight_moves = straight_moves + 1
    relocate(bout, seat, x, y)
    take_effect(bout, seat, NOBODY)


@compiled
def may_turn(table: Table, seat: int, turn: int) -> bool:
    """At most two rotations in one square, both in the same direction, for 1 MP each; also while dragging.

    Rulebook: p.17-18, p.22 (R-135, R-136, R-137, R-185).
    """
    return can_pay_movement(table, seat, ROTATE_COST) and is_turn_left(table, turn)


@compiled
def is_turn_left(table: Table, turn: int) -> bool:
    """The direction of the turn is allowed, whatever it costs."""
    rotations = table.command_round.rotations
    same_way = (rotations == 0) | (table.command_round.rotation_direction == turn)
    return (rotations < MOST_ROTATIONS) & same_way


@compiled
def rotate(bout: Bout, seat: int, turn: int) -> None:
    """90 degrees left or right; on Blood the helot then slides, with the new FFD; near a fire it costs 1 OC.

    Rulebook: p.18, p.39, p.41 (R-004, R-135, R-141, R-363, R-397).
    """
    pay_movement(bout, seat, ROTATE_COST)
    bout.table.command_round.rotations += 1
    bout.table.command_round.rotation_direction = turn
    face(bout, seat, bout.table.helots[seat].facing + turn)
    scorch(bout, seat)
    helot = bout.table.helots[seat]
    if helot.present and at(bout.table, helot.x, helot.y) == Square.BLOOD:
        take_effect(bout, seat, NOBODY)


@compiled
def face(bout: Bout, seat: int, facing: int) -> None:
    """A new FFD, always one of the four. Rulebook: p.18 (R-004)."""
    bout.table.helots[seat].facing = facing % 4
    log.turned(bout, seat=seat, facing=facing % 4)


# --- advanced movement ------------------------------------------------------------------------------------------------


@compiled
def passes_check(bout: Bout, seat: int) -> bool:
    """An attempt succeeds on a d6 of 4 or more. Rulebook: p.19 (R-146)."""
    return roll_for(bout, seat, Purpose.CHECK, 6, NOBODY) >= CHECK_PASSED


@compiled
def may_stand_up(table: Table, seat: int) -> bool:
    """A Prone helot must stand up before any other command. Rulebook: p.19 (R-147)."""
    helot = table.helots[seat]
    return helot.prone != 0 and helot.held_by == NOBODY and can_pay_movement(table, seat, STAND_UP_COST)


@compiled
def stand_up(bout: Bout, seat: int) -> None:
    """1 MP per attempt. Rulebook: p.19 (R-146, R-147)."""
    pay_movement(bout, seat, STAND_UP_COST)
    if passes_check(bout, seat):
        get_up(bout, seat)


@compiled
def may_spring(steps: int, directions: int, relative: int) -> bool:
    """Backflip and Sidestep for 1 MP, not in a grapple; see `may_move`. Rulebook: p.19 (R-149, R-151)."""
    return bool(steps >= SPRING_COST and (directions >> relative) & 1)


@compiled
def spring(bout: Bout, seat: int, relative: int) -> None:
    """Backflip (straight back) or Sidestep: one square for 1 MP; after a failure the helot is Prone when it lands.

    Rulebook: p.19 (R-146, R-149, R-150, R-152).
    """
    helot = bout.table.helots[seat]
    pay_movement(bout, seat, SPRING_COST)
    if is_tripped(bout, seat):
        return
    passed = passes_check(bout, seat)
    relocate(bout, seat, x_towards(helot, relative), y_towards(helot, relative))
    if not passed:
        fall(bout, seat)
    take_effect(bout, seat, NOBODY)


@compiled
def may_liberate(table: Table, seat: int) -> bool:
    """Grappled, with 1 MP and 1 OC for the attempt, or a free one. Rulebook: p.19, p.35 (R-153, R-154, R-157)."""
    able = can_pay_movement(table, seat, LIBERATE_COST) or table.command_round.free_liberates > 0
    return table.helots[seat].held_by != NOBODY and able


@compiled
def liberate(bout: Bout, seat: int) -> None:
    """1 MP and 1 OC to the Crowd Pile per attempt; if that was the last OC, the helot falls and the attempt is void.

    A helot that is still Grappled after the last attempt that it can pay for forfeits its action points.

    Rulebook: p.19, p.29, p.30 (R-076, R-146, R-153, R-156, R-157, R-281).
    """
    if bout.table.command_round.free_liberates > 0:
        bout.table.command_round.free_liberates -= 1
    else:
        pay_movement(bout, seat, LIBERATE_COST)
        lose_overall_condition(bout, seat, LIBERATE_PRICE, NOBODY, by_attack=False)
    if not is_fit(bout.table, seat):
        return
    if passes_check(bout, seat):
        let_go(bout, bout.table.helots[seat].held_by)
        return
    bout.table.command_round.liberate_failed = 1
    forfeit(bout, seat)


@compiled
def forfeit(bout: Bout, seat: int) -> None:
    """A helot still Grappled that cannot pay for another attempt, by points or tokens, forfeits its action points.

    They are unusable, but penalized as unspent.

    Rulebook: p.30 (R-156).
    """
    r = bout.table.command_round
    tokens = bout.table.lanistas[seat].command_tokens
    points = r.movement_points + max(0, tokens - bout.table.helots[seat].slowed)
    held = bout.table.helots[seat].held_by != NOBODY
    if held and r.liberate_failed and r.free_liberates == 0 and points < movement_cost(bout.table, seat, LIBERATE_COST):
        r.forfeited += r.action_points
        r.action_points = 0
