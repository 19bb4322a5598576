"""Effects of the square that a helot comes to, and rules shared by all hazards (manual p.39-44).

The chapters of the hazards themselves are `fire`, `saws` and `spikes`; `activation` activates them.
"""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.bout import NOBODY, OBSTACLES, Bout, Square
from nexus_env.games.nexus.rules.crowd import paid_by_crowd, pick_up_coins
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import at, in_grapple, is_free, is_near_fire, put
from nexus_env.games.nexus.rules.states import (
    bleed,
    catch_fire,
    check_grips,
    feast,
    finishing_coins,
    lay_tile,
    lose_overall_condition,
    roll_for,
    roll_location,
    settle_health,
    wound,
)
from nexus_env.kit.bitsets import has
from nexus_env.kit.squares import step_x, step_y
from nexus_env.machine.compiled import compiled, compiled_apart

HIT_DAMAGE = 10
AREA_DAMAGE = 1
MOST_SLIDES = 24  # the limit of a slide from blood to blood
MOST_BOUNCES = 12


@compiled
def relocate(bout: Bout, seat: int, x: int, y: int) -> None:
    """The helot moves from its square, where Blood may stay behind, to another one; its FFD stays.

    Leaving a fire's area by any kind of movement costs a helot that is not Flaming 1 OC; leaving Blood costs nothing.

    Rulebook: p.18, p.26, p.39, p.41 (R-137, R-242, R-368, R-397, R-398).
    """
    helot = bout.table.helots[seat]
    scorch(bout, seat)
    if not helot.present:
        return
    old_x, old_y = helot.x, helot.y
    helot.x, helot.y = x, y
    log.moved(bout, seat=seat, x=x, y=y)
    pick_up_coins(bout, seat)
    if helot.dripping:
        helot.dripping = 0
        lay_tile(bout, old_x, old_y, Square.BLOOD)
    if bout.table.command_round.seat == seat:
        bout.table.command_round.rotations = 0


@compiled
def scorch(bout: Bout, seat: int) -> None:
    """Leaving or rotating in a fire's area costs 1 OC in total, unless the helot is Flaming.

    Rulebook: p.41 (R-396, R-397, R-398, R-400).
    """
    if is_near_fire(bout.table, seat) and not bout.table.helots[seat].flaming:
        lose_overall_condition(bout, seat, AREA_DAMAGE, NOBODY, by_attack=False)


@compiled
def take_effect(bout: Bout, seat: int, forcer: int) -> None:
    """The helot's square takes effect on it; `forcer` is the seat that forced it there, or NOBODY.

    Only the first damage is credited to the forcer; later damage goes to the crowd. If the movement breaks a grapple,
    the grapple ends before the square takes effect, so Blood affects a helot that was moved out of its captor's Front.

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
            hit(bout, seat, HIT_DAMAGE, forcer, seat)
            forcer = NOBODY
            if not thrown_out(bout, seat, seat):
                return
        else:
            if what == Square.FIRE:
                was = helot.standing
                catch_fire(bout, seat, forcer, by_attack=False)
                pay_forcer(bout, forcer, seat, was)
            return


@compiled_apart
def slide(bout: Bout, seat: int) -> bool:
    """Blood: the compass die moves the helot one square, if that square is free; True if it moved.

    Blood has no effect on helots in a grapple.

    Rulebook: p.39; site (R-193, R-363, R-364, R-365, R-369).
    """
    if in_grapple(bout.table, seat):
        return False
    return move_by_compass(bout, seat, seat)


@compiled_apart
def move_by_compass(bout: Bout, seat: int, roller: int) -> bool:
    """`roller` rolls the compass die, and the helot moves one square in that direction, if the square is free.

    Rulebook: p.3, p.40 (R-003, R-383).
    """
    helot = bout.table.helots[seat]
    compass = roll_for(bout, roller, Purpose.COMPASS, 8, unless(seat, roller)) - 1
    x, y = helot.x + step_x(compass), helot.y + step_y(compass)
    if not is_free(bout.table, x, y):
        return False
    relocate(bout, seat, x, y)
    return True


@compiled
def unless(seat: int, roller: int) -> int:
    """The seat, if another seat rolls the die; NOBODY if it rolls the die itself."""
    return NOBODY if seat == roller else seat


@compiled
def hit(bout: Bout, seat: int, damage: int, receiver: int, roller: int) -> None:
    """A hazard damages a random location, and the helot is Bleeding.

    A saw's direct hit, or spikes that a helot is forced onto, deal 10. The Overall Condition loses as much as the
    location. The coins go to the Crowd Pile, unless `receiver` forced the helot.

    Rulebook: p.40, p.43, p.44 (R-377, R-378, R-381, R-382, R-422, R-430, R-440).
    """
    was = bout.table.helots[seat].standing
    location = roll_location(bout, roller, unless(seat, roller))
    wound(bout, seat, location, damage, receiver, spare_overall=False)
    bleed(bout, seat)
    settle_health(bout, seat, by_attack=False)
    pay_forcer(bout, receiver, seat, was)


@compiled
def pay_forcer(bout: Bout, forcer: int, victim: int, was: int) -> None:
    """The finishing bonus for the first damage of a forced hazard. Rulebook: p.40 (R-381)."""
    if forcer != NOBODY and forcer != victim:
        coins = finishing_coins(bout.table, forcer, victim, was)
        paid_by_crowd(bout, forcer, coins)
        if coins > 0:
            feast(bout, forcer)


@compiled_apart
def thrown_out(bout: Bout, seat: int, roller: int) -> bool:
    """The relocation loop: an occupied square throws the helot back for another hit; True if it got out.

    If all eight squares are occupied, the loop stops after one repeat.

    Rulebook: p.40, p.43, p.44 (R-384, R-423, R-430, R-441, R-442).
    """
    for _ in range(MOST_BOUNCES):
        if not bout.table.helots[seat].present:
            return False
        if move_by_compass(bout, seat, roller):
            return True
        hit(bout, seat, HIT_DAMAGE, NOBODY, roller)
        if is_walled_in(bout, seat):
            return False
    return False


@compiled_apart
def throw_out(bout: Bout, seat: int, roller: int) -> None:
    """A hazard that came to the helot moves it to another square, whose content takes effect.

    Rulebook: p.40, p.43, p.44 (R-376, R-383, R-423, R-437).
    """
    if thrown_out(bout, seat, roller):
        take_effect(bout, seat, NOBODY)


@compiled
def is_walled_in(bout: Bout, seat: int) -> bool:
    """All eight squares around the helot are occupied. Rulebook: p.43-44 (R-384)."""
    helot = bout.table.helots[seat]
    for compass in range(8):
        if is_free(bout.table, helot.x + step_x(compass), helot.y + step_y(compass)):
            return False
    return True


# --- what the hazards share -------------------------------------------------------------------------------------------


@compiled
def roll_square(bout: Bout, roller: int) -> tuple[int, int]:
    """An RPO roll: the orange d8 for the column, the green one for the row. Rulebook: p.9, p.40 (R-002, R-376)."""
    x = roll_for(bout, roller, Purpose.COLUMN, 8, NOBODY)
    y = roll_for(bout, roller, Purpose.ROW, 8, NOBODY)
    return x, y


@compiled
def is_indestructible(what: int) -> bool:
    """Walls, pillars, braziers (upright or toppled), saws and spikes are; tiles, fires and crates are not.

    Rulebook: p.39, p.41, p.43, p.44 (R-359, R-360, R-361, R-362, R-371, R-385, R-394, R-428, R-443).
    """
    return what == Square.SAW or what == Square.SPIKES or (what != Square.CRATE and has(OBSTACLES, what))


@compiled
def destroy(bout: Bout, x: int, y: int) -> None:
    """A hazard destroys the content of the square; a crate destroyed in this way gives nothing.

    Rulebook: p.41-44 (R-389, R-393, R-414, R-420, R-433).
    """
    what = at(bout.table, x, y)
    if what != Square.EMPTY:
        put(bout.table, x, y, Square.EMPTY)
        log.cleared(bout, seat=NOBODY, what=what, x=x, y=y)
