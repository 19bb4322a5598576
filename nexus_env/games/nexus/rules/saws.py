"""Floor saws (manual p.43)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.bout import NOBODY, Bout, Square
from nexus_env.games.nexus.rules.events import Purpose
from nexus_env.games.nexus.rules.geometry import at, clockwise, count_of, helot_at, put
from nexus_env.games.nexus.rules.hazards import HIT_DAMAGE, destroy, hit, is_indestructible, roll_square, throw_out
from nexus_env.games.nexus.rules.states import roll_for
from nexus_env.kit.squares import distance, step_x, step_y
from nexus_env.machine.compiled import compiled, compiled_apart

MOST_SAWS = 4
SHRAPNEL_DAMAGE, COLLISION_DAMAGE = 5, 10


@compiled
def spawn_saw(bout: Bout, seat: int) -> None:
    """A new saw appears by an RPO roll of `seat` and travels by its compass die and d8; no other saw moves.

    No saw appears if four are on the board, or on an indestructible object. On another saw it collides; a helot there
    takes a direct hit.

    Rulebook: p.2, p.43; site (R-014, R-019, R-376, R-415, R-416, R-421, R-427, R-429).
    """
    if count_of(bout, Square.SAW) >= MOST_SAWS:
        return
    x, y = roll_square(bout, seat)
    here = at(bout.table, x, y)
    if here == Square.SAW:
        collide(bout, seat, x, y)
        return
    if is_indestructible(here):
        return
    log.hazard_acted(bout, hazard=Square.SAW, victim=NOBODY, x=x, y=y)
    destroy(bout, x, y)
    victim = helot_at(bout.table, x, y)
    if victim != NOBODY:
        hit(bout, victim, HIT_DAMAGE, NOBODY, seat)
    compass = roll_for(bout, seat, Purpose.COMPASS, 8, NOBODY) - 1
    travel(bout, seat, x, y, compass, roll_for(bout, seat, Purpose.DISTANCE, 8, NOBODY))


@compiled
def travel(bout: Bout, roller: int, x: int, y: int, compass: int, squares: int) -> None:
    """The saw moves straight through helots and destructible objects; a wall or an indestructible object bursts it.

    Rulebook: p.43 (R-417, R-419, R-420, R-421, R-424, R-428).
    """
    for left in range(squares, 0, -1):
        next_x, next_y = x + step_x(compass), y + step_y(compass)
        there = at(bout.table, next_x, next_y)
        if there == Square.SAW:
            collide(bout, roller, next_x, next_y)
            return
        if is_indestructible(there):
            log.cleared(bout, seat=NOBODY, what=Square.SAW, x=x, y=y)
            scatter_shrapnel(bout, roller, x, y, SHRAPNEL_DAMAGE)
            return
        destroy(bout, next_x, next_y)
        x, y = next_x, next_y
        victim = helot_at(bout.table, x, y)
        if victim != NOBODY and left > 1:
            hit(bout, victim, HIT_DAMAGE, NOBODY, roller)
    come_to_rest(bout, roller, x, y)


@compiled_apart
def come_to_rest(bout: Bout, roller: int, x: int, y: int) -> None:
    """The saw stays in its last square; a helot there takes a direct hit and is moved off it.

    Rulebook: p.43 (R-418, R-421, R-423, R-431).
    """
    put(bout.table, x, y, Square.SAW)
    log.laid(bout, what=Square.SAW, x=x, y=y)
    victim = helot_at(bout.table, x, y)
    if victim != NOBODY:
        hit(bout, victim, HIT_DAMAGE, NOBODY, roller)
        throw_out(bout, victim, roller)


@compiled_apart
def collide(bout: Bout, roller: int, x: int, y: int) -> None:
    """The saw meets another one, at rest on this square; both are removed. Rulebook: p.43 (R-424, R-427)."""
    destroy(bout, x, y)
    scatter_shrapnel(bout, roller, x, y, COLLISION_DAMAGE)


@compiled
def scatter_shrapnel(bout: Bout, roller: int, x: int, y: int, damage: int) -> None:
    """Every helot on the square or next to it is hit and bleeds, even behind cover; objects take no damage.

    The helot of the seat that rolled comes first, then clockwise.

    Rulebook: p.15, p.43 (R-011, R-419, R-422, R-424, R-426).
    """
    for places in range(bout.table.seats):
        victim = clockwise(bout.table, roller, places)
        helot = bout.table.helots[victim]
        if helot.present and distance(helot.x, helot.y, x, y) <= 1:
            hit(bout, victim, damage, NOBODY, roller)
