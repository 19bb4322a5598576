"""What the square that a helot comes to does to it: blood, fire, saws, spikes (manual p.39-44)."""

from nexus_env.games.nexus.bout import NOBODY, Bout, Event, Purpose, Square
from nexus_env.games.nexus.crowd import paid_by_crowd
from nexus_env.games.nexus.position import at, in_grapple, is_fit, is_free, is_near_fire
from nexus_env.games.nexus.states import (
    bleed,
    catch_fire,
    check_grips,
    finishing_coins,
    lay_tile,
    lose_overall_condition,
    roll_for,
    roll_location,
    settle_health,
    wound,
)
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.happenings import tell
from nexus_env.tabletop.squares import step_x, step_y

HIT_DAMAGE = 10
AREA_DAMAGE = 1
MOST_SLIDES = 24  # a slide from blood to blood ends here at the latest
MOST_BOUNCES = 12


@compiled
def relocate(bout: Bout, seat: int, x: int, y: int) -> None:
    """The helot leaves its square, where Blood may stay behind, and stands on another; its FFD is kept.

    Leaving a fire's area costs a helot not Flaming 1 OC, by whatever kind of movement; leaving Blood costs nothing.
    Rulebook: p.18, p.26, p.39, p.41 (R-137, R-242, R-368, R-397, R-398).
    """
    helot = bout.table.helots[seat]
    scorch(bout, seat)
    if not helot.present:
        return
    old_x, old_y = helot.x, helot.y
    helot.x, helot.y = x, y
    tell(bout, Event.MOVE, seat, NOBODY, 0, x, y)
    if helot.dripping:
        helot.dripping = 0
        lay_tile(bout, old_x, old_y, Square.BLOOD)
    if bout.table.command_round.seat == seat:
        bout.table.command_round.rotations = 0


@compiled
def scorch(bout: Bout, seat: int) -> None:
    """Leaving or rotating in a fire's area: 1 OC in total, not for the Flaming.

    Rulebook: p.41 (R-396, R-397, R-398, R-400).
    """
    if is_near_fire(bout.table, seat) and not bout.table.helots[seat].flaming:
        lose_overall_condition(bout, seat, AREA_DAMAGE, NOBODY, False)


@compiled
def take_effect(bout: Bout, seat: int, forcer: int) -> None:
    """The helot's square takes effect on it; `forcer` is the seat that forced it there, or NOBODY.

    Only the first damage is credited to the forcer, later ones go to the crowd. A grapple torn by the movement ends
    before the square acts, so that Blood takes a helot that was moved out of its captor's Front.
    Rulebook: p.18, p.22, p.39, p.40 (R-142, R-204, R-363, R-365, R-370, R-378, R-381, R-383).
    """
    helot = bout.table.helots[seat]
    for _ in range(MOST_SLIDES):
        if not helot.present:
            return
        check_grips(bout)
        what = at(bout.table, helot.x, helot.y)
        if what == Square.BLOOD:
            if not slide(bout, seat):
                return
        elif what == Square.SAW or what == Square.SPIKES:
            hit(bout, seat, forcer)
            forcer = NOBODY
            if not is_fit(bout.table, seat) or not thrown_out(bout, seat):
                return
        else:
            if what == Square.FIRE:
                was = helot.standing
                catch_fire(bout, seat, forcer, False)
                pay_forcer(bout, forcer, seat, was)
            return


@compiled
def slide(bout: Bout, seat: int) -> bool:
    """Blood: the compass die moves the helot one square, if that is free; True if it moved.

    It has no effect on helots in a grapple.
    Rulebook: p.39; site (R-193, R-363, R-364, R-365, R-369).
    """
    if in_grapple(bout.table, seat):
        return False
    return move_by_compass(bout, seat)


@compiled
def move_by_compass(bout: Bout, seat: int) -> bool:
    """Roll the compass die and move one square that way if it is free. Rulebook: p.3, p.40 (R-003, R-383)."""
    helot = bout.table.helots[seat]
    compass = roll_for(bout, seat, Purpose.COMPASS, 8, NOBODY) - 1
    x, y = helot.x + step_x(compass), helot.y + step_y(compass)
    if not is_free(bout.table, x, y):
        return False
    relocate(bout, seat, x, y)
    return True


@compiled
def hit(bout: Bout, seat: int, receiver: int) -> None:
    """A saw's direct hit, or spikes that a helot is forced onto: 10 location damage and Bleeding.

    Rulebook: p.40, p.43, p.44 (R-378, R-381, R-382, R-422, R-430, R-440).
    """
    was = bout.table.helots[seat].standing
    location = roll_location(bout, seat, NOBODY)
    wound(bout, seat, location, HIT_DAMAGE, receiver, False)
    bleed(bout, seat)
    settle_health(bout, seat, False)
    pay_forcer(bout, receiver, seat, was)


@compiled
def pay_forcer(bout: Bout, forcer: int, victim: int, was: int) -> None:
    """The finishing bonus for the first damage of a forced hazard. Rulebook: p.40 (R-381)."""
    if forcer != NOBODY and forcer != victim:
        paid_by_crowd(bout, forcer, finishing_coins(bout.table, forcer, victim, was))


@compiled
def thrown_out(bout: Bout, seat: int) -> bool:
    """The relocation loop: an occupied square throws the helot back for another hit; True if it got out.

    Where all eight squares are occupied it stops after one repeat.
    Rulebook: p.40, p.43, p.44 (R-384, R-423, R-430, R-441, R-442).
    """
    for _ in range(MOST_BOUNCES):
        if move_by_compass(bout, seat):
            return True
        hit(bout, seat, NOBODY)
        if not is_fit(bout.table, seat) or is_walled_in(bout, seat):
            return False
    return False


@compiled
def is_walled_in(bout: Bout, seat: int) -> bool:
    """All eight squares around the helot are occupied. Rulebook: p.43-44 (R-384)."""
    helot = bout.table.helots[seat]
    for compass in range(8):
        if is_free(bout.table, helot.x + step_x(compass), helot.y + step_y(compass)):
            return False
    return True
