"""Aim commands: line of sight, distance, the shot (manual p.24, p.27)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ACTION, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    NOWHERE,
    Blow,
    Bout,
    Range,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.combat import conclude, contest, declare, land_blow, spend_turning_point
from nexus_env.games.nexus.rules.geometry import at, can_act, is_fit, is_upright
from nexus_env.games.nexus.rules.interruptions import interrupts
from nexus_env.games.nexus.rules.melee import action_points_against, pay_attack
from nexus_env.games.nexus.rules.states import fall
from nexus_env.games.nexus.rules.weapons import is_armed_with, weapon_of, wear
from nexus_env.kit.squares import step_x, step_y
from nexus_env.machine.compiled import compiled, compiled_apart

AIM_WILD_COST = TABLE.price(Action.AIM_WILD, ACTION)
AIM_STANDARD_COST = TABLE.price(Action.AIM_STANDARD, ACTION)
AIM_FOCUSED_COST = TABLE.price(Action.AIM_FOCUSED, ACTION)


# --- line of sight ----------------------------------------------------------------------------------------------------


@compiled
def squares_ahead(table: Table, seat: int, other: int) -> int:
    """The squares along the FFD to the other helot; sideways does not count. Rulebook: p.27 (R-213, R-216)."""
    me, you = table.helots[seat], table.helots[other]
    return (you.x - me.x) * step_x(2 * me.facing) + (you.y - me.y) * step_y(2 * me.facing)


@compiled
def sees(table: Table, seat: int, other: int) -> bool:
    """The target is within 45 degrees of the FFD to either side, and nothing in between gives cover.

    Rulebook: p.27 (R-213, R-214, R-215).
    """
    me, you = table.helots[seat], table.helots[other]
    ahead = squares_ahead(table, seat, other)
    sideways = abs((you.x - me.x) * step_y(2 * me.facing)) + abs((you.y - me.y) * step_x(2 * me.facing))
    return ahead >= 1 and sideways <= ahead and is_open(table, me.x, me.y, you.x, you.y)


@compiled_apart
def is_open(table: Table, x: int, y: int, to_x: int, to_y: int) -> bool:
    """The straight line between the centers of two squares passes through the inside of no square that gives cover.

    Rulebook: p.27 (R-214, R-215).
    """
    east, south = to_x - x, to_y - y
    for row in range(min(y, to_y), max(y, to_y) + 1):
        for column in range(min(x, to_x), max(x, to_x) + 1):
            off_line = abs(east * (row - y) - south * (column - x))
            # A unit square reaches half of |east| + |south| to either side of the line through its center.
            if gives_cover(table, column, row) and 2 * off_line < abs(east) + abs(south):
                return False
    return True


@compiled
def gives_cover(table: Table, x: int, y: int) -> bool:
    """Pillars, crates and upright braziers give cover; helots, tiles, fires, saws, spikes and toppled braziers do not.

    Rulebook: p.27, p.39, p.41, p.43, p.44 (R-214, R-215, R-360, R-361, R-362, R-371, R-385, R-386, R-431, R-443).
    """
    what = at(table, x, y)
    return what == Square.PILLAR or what == Square.CRATE or what == Square.BRAZIER


@compiled
def distance_slide(bout: Bout, seat: int, other: int) -> int:
    """-SDS for each square beyond the optimal distance of the weapon. Rulebook: p.27, p.28 (R-216, R-261)."""
    return -max(0, squares_ahead(bout.table, seat, other) - weapon_of(bout, seat).optimal_distance)


# --- the commands -----------------------------------------------------------------------------------------------------


@compiled
def is_ready_to_aim(bout: Bout, seat: int) -> bool:
    """A ranged or thrown weapon is drawn. Rulebook: p.24 (R-206)."""
    return is_armed_with(bout, seat, Range.RANGED) or is_armed_with(bout, seat, Range.THROWN)


@compiled
def may_aim(bout: Bout, seat: int, other: int, cost: int) -> bool:
    """Needs a drawn ranged or thrown weapon with ammo, the target in sight, and the points; not while holding a victim.

    Rulebook: p.22, p.24, p.30 (R-203, R-206, R-275, R-280, R-296).
    """
    table = bout.table
    if not is_ready_to_aim(bout, seat) or table.helots[seat].holds != NOBODY or not is_upright(table, seat):
        return False
    in_play = table.helots[other].present != 0 and action_points_against(table, other) >= cost
    return in_play and sees(table, seat, other)


@compiled_apart
def aim_wild(bout: Bout, seat: int, other: int) -> None:
    """A shot at -SDS at a random location. Rulebook: p.24 (R-206, R-207, R-208)."""
    aim(bout, seat, other, Blow.AIM_WILD, NOWHERE)


@compiled_apart
def aim_standard(bout: Bout, seat: int, other: int) -> None:
    """A shot at a random location. Rulebook: p.24 (R-206, R-209)."""
    aim(bout, seat, other, Blow.AIM_STANDARD, NOWHERE)


@compiled_apart
def aim_focused(bout: Bout, seat: int, other: int, location: int) -> None:
    """A shot at -SDS at a named location. Rulebook: p.24 (R-206, R-210)."""
    aim(bout, seat, other, Blow.AIM_FOCUSED, location)


@compiled_apart
def aim(bout: Bout, seat: int, other: int, blow: int, location: int) -> None:
    """Declare and pay the shot; the others may interrupt; then shoot, if the target is still in sight.

    Rulebook: p.24 (R-159, R-206, R-207, R-209, R-210).
    """
    pay_attack(bout, other, aim_cost(blow))
    declare(bout, seat, other, blow, location, 0)
    interrupts(bout, trivial=False)
    if can_act(bout.table, seat) and may_aim(bout, seat, other, 0):
        shoot(bout, seat, other, blow, location)
    else:
        log.lost_command(bout, seat=seat, target=other)


@compiled_apart
def shoot(bout: Bout, seat: int, other: int, blow: int, location: int) -> None:
    """The weapon deals its own damage, to OC and a random or named location; hit or miss, one ammo is used.

    A weapon without damage has only the effect on its card.

    Rulebook: p.15, p.24, p.27, p.28, p.31 (R-088, R-090, R-207, R-208, R-209, R-210, R-211, R-212, R-217, R-218, R-293,
    R-305, R-306).
    """
    damage, fells, slows = weapon_of(bout, seat).damage, weapon_of(bout, seat).fells, weapon_of(bout, seat).slows
    if contest(bout, seat, other, blow, distance_slide(bout, seat, other)):
        bout.table.command_round.gloat_open = 1
        if damage > 0:
            land_blow(bout, location, at_random=location == NOWHERE, running=False, damage=damage)
        else:
            spend_turning_point(bout, seat, blow)
        if is_fit(bout.table, other):
            bout.table.helots[other].slowed += slows
            if fells:
                fall(bout, other)
    conclude(bout)
    if is_ready_to_aim(bout, seat):
        wear(bout, seat)


@compiled
def aim_cost(blow: int) -> int:
    """The price of an aim command in action points. Rulebook: p.24 (R-207, R-209, R-210)."""
    if blow == Blow.AIM_WILD:
        return AIM_WILD_COST
    return AIM_STANDARD_COST if blow == Blow.AIM_STANDARD else AIM_FOCUSED_COST
