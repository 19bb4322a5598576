"""Grapple Commands (manual p.22-23)."""

import numpy as np

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ACTION, MOVEMENT, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    NOWHERE,
    Blow,
    Bout,
    Pile,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.combat import conclude, contest, declare, land_blow
from nexus_env.games.nexus.rules.crowd import has_room, heal
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import at, helot_at, in_grapple, is_obstacle, is_upright
from nexus_env.games.nexus.rules.hazards import HIT_DAMAGE, hit, relocate, scorch, take_effect
from nexus_env.games.nexus.rules.interruptions import interrupts
from nexus_env.games.nexus.rules.movement import (
    LEFT_TURN,
    MOVE_RELATIVE,
    RIGHT_TURN,
    can_pay_movement,
    face,
    is_tripped,
    may_turn,
    pay_movement,
)
from nexus_env.games.nexus.rules.operands import MOVES
from nexus_env.games.nexus.rules.states import catch_fire, check_grips, fall, let_go, roll_for
from nexus_env.kit.squares import step_x, step_y
from nexus_env.machine.compiled import compiled, compiled_apart

CLINCH_COST = TABLE.price(Action.CLINCH, ACTION)
TAKEDOWN_COST = TABLE.price(Action.TAKEDOWN, ACTION)
DRAG_COST = np.array(TABLE.prices(Action.DRAG, "drag", MOVEMENT))
CRUSH_COST = TABLE.price(Action.CRUSH, ACTION)
THROW_COST = TABLE.price_of(Action.THROW)[ACTION]  # a square
THROW_TURN = (0, -1, 1)  # forward, forward-left, forward-right, in steps of the compass from the FFD
DRAG_TURNS = (LEFT_TURN, RIGHT_TURN)
HELD_BACK = 4  # a d6 of 4 or more: not pulled into the hazard


@compiled
def is_captor(table: Table, seat: int) -> bool:
    """Holds a victim, and is free to act. Rulebook: p.22 (R-180, R-203)."""
    return table.helots[seat].holds != NOBODY and is_upright(table, seat)


@compiled
def keeps_hold(bout: Bout, seat: int, blow: int) -> bool:
    """Declare the command, which is paid; the others may interrupt. True if the victim has not escaped.

    Rulebook: p.22 (R-129, R-159, R-182).
    """
    declare(bout, seat, bout.table.helots[seat].holds, blow, NOWHERE, 0)
    interrupts(bout, trivial=False)
    if bout.table.helots[seat].holds != NOBODY:
        return True
    log.lost_command(bout, seat=seat, target=NOBODY)
    return False


# --- clinch -----------------------------------------------------------------------------------------------------------


@compiled
def may_clinch(table: Table, seat: int) -> bool:
    """1 AP and 1 Cred, by either side of a grapple, while the Overall Condition is not full.

    Rulebook: p.22 (R-155, R-183, R-184).
    """
    means = table.command_round.action_points >= CLINCH_COST and table.lanistas[seat].cred > 0
    return in_grapple(table, seat) and has_room(table, seat, Pile.OVERALL_CONDITION) and means


@compiled_apart
def clinch(bout: Bout, seat: int) -> None:
    """The coin becomes 1 Overall Condition; no roll. Rulebook: p.11, p.22 (R-102, R-183)."""
    bout.table.command_round.action_points -= CLINCH_COST
    heal(bout, seat, Pile.OVERALL_CONDITION, seat, Pile.CRED, 1)


# --- drag -------------------------------------------------------------------------------------------------------------


@compiled
def is_room_for(table: Table, seat: int, other: int, x: int, y: int) -> bool:
    """The square is enterable; squares that the pair itself vacates count as empty. Rulebook: p.22 (R-187)."""
    occupant = helot_at(table, x, y)
    return not is_obstacle(table, x, y) and (occupant == NOBODY or occupant == seat or occupant == other)


@compiled
def may_drag(table: Table, seat: int, move: int) -> bool:
    """Both helots shift by the same step, for the normal MP of the move.

    Rulebook: p.18, p.19, p.22 (R-151, R-185, R-186, R-192).
    """
    if not is_captor(table, seat) or not can_pay_movement(table, seat, DRAG_COST[move]):
        return False
    return has_room_to_drag(table, seat, move)


@compiled
def has_room_to_drag(table: Table, seat: int, move: int) -> bool:
    """Both squares are enterable now; the captor does not step on saws or spikes. Rulebook: p.22 (R-143, R-187)."""
    me, victim = table.helots[seat], table.helots[table.helots[seat].holds]
    compass = 2 * me.facing + MOVE_RELATIVE[move]
    x, y = me.x + step_x(compass), me.y + step_y(compass)
    here = at(table, x, y)
    room = is_room_for(table, seat, me.holds, x, y) and here != Square.SAW and here != Square.SPIKES
    return room and is_room_for(table, seat, me.holds, victim.x + step_x(compass), victim.y + step_y(compass))


@compiled_apart
def drag(bout: Bout, seat: int, way: int) -> None:
    """Drag by one of the moves or a turn; nothing happens if the way has become blocked.

    Rulebook: p.17, p.22 (R-182, R-185, R-187).
    """
    is_turn = way >= len(MOVES)
    turn = DRAG_TURNS[way - len(MOVES)] if is_turn else 0
    pay_movement(bout, seat, DRAG_COST[way])
    if not keeps_hold(bout, seat, Blow.DRAG):
        return
    if is_turn and has_room_to_swing(bout.table, seat, turn):
        drag_round(bout, seat, turn)
    elif not is_turn and has_room_to_drag(bout.table, seat, way):
        drag_along(bout, seat, way)
    else:
        log.lost_command(bout, seat=seat, target=NOBODY)


@compiled_apart
def drag_along(bout: Bout, seat: int, move: int) -> None:
    """A contest at SD: on success both helots move, on failure nothing moves; the grip holds either way.

    Rulebook: p.22 (R-185, R-186, R-188, R-262).
    """
    victim = bout.table.helots[seat].holds
    if is_tripped(bout, seat):
        return
    if not contest(bout, seat, victim, Blow.DRAG, 0):
        conclude(bout)
        return
    bout.table.command_round.gloat_open = 1
    conclude(bout)
    me, other = bout.table.helots[seat], bout.table.helots[victim]
    compass = 2 * me.facing + MOVE_RELATIVE[move]
    relocate(bout, victim, other.x + step_x(compass), other.y + step_y(compass))
    relocate(bout, seat, me.x + step_x(compass), me.y + step_y(compass))
    suffer_drag(bout, seat, victim)


@compiled
def may_drag_round(table: Table, seat: int, turn: int) -> bool:
    """A rotation swings the victim to the captor's new Front. Rulebook: p.22 (R-136, R-185, R-186, R-187, R-189)."""
    if not is_captor(table, seat) or not may_turn(table, seat, turn):
        return False
    return has_room_to_swing(table, seat, turn)


@compiled
def has_room_to_swing(table: Table, seat: int, turn: int) -> bool:
    """The captor's new Front is enterable now. Rulebook: p.22 (R-187, R-189)."""
    me = table.helots[seat]
    compass = 2 * (me.facing + turn)
    return is_room_for(table, seat, me.holds, me.x + step_x(compass), me.y + step_y(compass))


@compiled_apart
def drag_round(bout: Bout, seat: int, turn: int) -> None:
    """The victim turns by the same angle; only the square where it ends counts.

    Rulebook: p.22 (R-185, R-186, R-189).
    """
    victim = bout.table.helots[seat].holds
    if not contest(bout, seat, victim, Blow.DRAG, 0):
        conclude(bout)
        return
    bout.table.command_round.gloat_open = 1
    conclude(bout)
    bout.table.command_round.rotations += 1
    bout.table.command_round.rotation_direction = turn
    me = bout.table.helots[seat]
    face(bout, seat, me.facing + turn)
    face(bout, victim, bout.table.helots[victim].facing + turn)
    scorch(bout, seat)
    if not me.present:
        return
    relocate(bout, victim, me.x + step_x(2 * me.facing), me.y + step_y(2 * me.facing))
    suffer_drag(bout, seat, victim)


@compiled_apart
def suffer_drag(bout: Bout, seat: int, victim: int) -> None:
    """After a drag the victim's square takes effect, and pulls the captor in on 1-3; then a fire under the captor.

    Rulebook: p.22, p.41; site (R-144, R-182, R-188, R-190, R-378, R-399).
    """
    me, other = bout.table.helots[seat], bout.table.helots[victim]
    x, y = other.x, other.y
    hazard = at(bout.table, x, y)
    if other.present and (hazard == Square.SAW or hazard == Square.SPIKES or hazard == Square.FIRE):
        pulled_in = roll_for(bout, seat, Purpose.PULLED_IN, 6, NOBODY) < HELD_BACK
        take_effect(bout, victim, seat)
        if pulled_in and me.present:
            pull_in(bout, seat, x, y)
    check_grips(bout)
    if me.present and at(bout.table, me.x, me.y) == Square.FIRE:
        take_effect(bout, seat, NOBODY)


@compiled_apart
def pull_in(bout: Bout, seat: int, x: int, y: int) -> None:
    """The captor is forced into the same hazard after the victim has been moved out of it.

    If the square is still occupied, the captor suffers the hazard on its own square.

    Rulebook: p.22 (R-190, R-191).
    """
    if helot_at(bout.table, x, y) == NOBODY:
        relocate(bout, seat, x, y)
        take_effect(bout, seat, NOBODY)
    elif at(bout.table, x, y) == Square.FIRE:
        catch_fire(bout, seat, NOBODY, by_attack=False)
    else:
        hit(bout, seat, HIT_DAMAGE, NOBODY, seat)


# --- throw ------------------------------------------------------------------------------------------------------------


@compiled
def may_throw(table: Table, seat: int, squares: int) -> bool:
    """2 AP for each square, declared first. Rulebook: p.22-23 (R-180, R-194)."""
    return is_captor(table, seat) and table.command_round.action_points >= THROW_COST * squares


@compiled_apart
def throw(bout: Bout, seat: int, direction: int, squares: int) -> None:
    """A contest at -SDS: on success the victim lands Prone and free, FFD unchanged; on failure it is free where it is.

    Rulebook: p.22-23 (R-194, R-195, R-196, R-197, R-289).
    """
    bout.table.command_round.action_points -= THROW_COST * squares
    if not keeps_hold(bout, seat, Blow.THROW):
        return
    victim = bout.table.helots[seat].holds
    won = contest(bout, seat, victim, Blow.THROW, 0)
    let_go(bout, seat)
    conclude(bout)
    if won:
        bout.table.command_round.gloat_open = 1
        fly(bout, seat, victim, direction, squares)


@compiled_apart
def fly(bout: Bout, seat: int, victim: int, direction: int, squares: int) -> None:
    """The victim flies straight away from its square, over tiles, fire, saws and spikes; obstacles and helots stop it.

    Only the landing square takes effect, on a Prone helot.

    Rulebook: p.22-23 (R-195, R-196, R-197).
    """
    other = bout.table.helots[victim]
    compass = 2 * bout.table.helots[seat].facing + THROW_TURN[direction]
    x, y = other.x, other.y
    for _ in range(squares):
        next_x, next_y = x + step_x(compass), y + step_y(compass)
        if is_obstacle(bout.table, next_x, next_y) or helot_at(bout.table, next_x, next_y) != NOBODY:
            break
        x, y = next_x, next_y
    moved = x != other.x or y != other.y
    if moved:
        relocate(bout, victim, x, y)
    fall(bout, victim)
    if moved:
        take_effect(bout, victim, seat)


# --- takedown, crush --------------------------------------------------------------------------------------------------


@compiled
def may_takedown(table: Table, seat: int) -> bool:
    """1 AP. Rulebook: p.23 (R-180, R-198)."""
    return is_captor(table, seat) and table.command_round.action_points >= TAKEDOWN_COST


@compiled_apart
def takedown(bout: Bout, seat: int) -> None:
    """A contest at +SDS: damage to OC and a random location, and the victim is Prone and free; failure changes nothing.

    Rulebook: p.23, p.30 (R-198, R-199, R-201, R-276, R-289).
    """
    bout.table.command_round.action_points -= TAKEDOWN_COST
    if not keeps_hold(bout, seat, Blow.TAKEDOWN):
        return
    victim = bout.table.helots[seat].holds
    if contest(bout, seat, victim, Blow.TAKEDOWN, 0):
        c = bout.table.contest
        bout.table.command_round.gloat_open = 1
        let_go(bout, seat)
        land_blow(bout, NOWHERE, at_random=True, running=False, damage=c.attack - c.defense)
        fall(bout, victim)
    conclude(bout)


@compiled
def may_crush(table: Table, seat: int) -> bool:
    """1 AP. Rulebook: p.23 (R-180, R-200)."""
    return is_captor(table, seat) and table.command_round.action_points >= CRUSH_COST


@compiled_apart
def crush(bout: Bout, seat: int) -> None:
    """A contest at SD: damage to the Overall Condition only; failure changes nothing. Rulebook: p.23 (R-200, R-201)."""
    bout.table.command_round.action_points -= CRUSH_COST
    if not keeps_hold(bout, seat, Blow.CRUSH):
        return
    victim = bout.table.helots[seat].holds
    if contest(bout, seat, victim, Blow.CRUSH, 0):
        c = bout.table.contest
        bout.table.command_round.gloat_open = 1
        land_blow(bout, NOWHERE, at_random=False, running=False, damage=c.attack - c.defense)
    conclude(bout)
