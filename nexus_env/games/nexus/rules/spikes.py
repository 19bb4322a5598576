"""Floor spikes (manual p.44)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.bout import (
    NOBODY,
    SIDE,
    Bout,
    Pile,
    Square,
)
from nexus_env.games.nexus.rules.crowd import take_health
from nexus_env.games.nexus.rules.geometry import at, count_of, helot_at, put
from nexus_env.games.nexus.rules.hazards import destroy, is_indestructible, roll_square, throw_out
from nexus_env.games.nexus.rules.saws import SHRAPNEL_DAMAGE, scatter_shrapnel
from nexus_env.games.nexus.rules.states import bleed, settle_health, weaker_leg
from nexus_env.machine.compiled import compiled, compiled_apart

MOST_SPIKES = 4
MOST_TRIES = 8  # of an RPO roll that hits other spikes: at most three squares have some


@compiled
def spawn_spikes(bout: Bout, seat: int) -> None:
    """Add one set by an RPO roll of `seat`, while fewer than four are on the board.

    Rulebook: p.2, p.44 (R-014, R-019, R-376, R-432, R-434).
    """
    if count_of(bout, Square.SPIKES) < MOST_SPIKES:
        x, y = roll_square(bout, seat)
        rise(bout, seat, x, y)


@compiled_apart
def move_spikes(bout: Bout, seat: int) -> None:
    """At a Turning Point all spikes leave the board, and as many rise by new RPO rolls of `seat`.

    A roll that hits other spikes does not count.

    Rulebook: p.44 (R-081, R-376, R-434, R-435, R-436).
    """
    sets = count_of(bout, Square.SPIKES)
    for y in range(1, SIDE + 1):
        for x in range(1, SIDE + 1):
            if at(bout.table, x, y) == Square.SPIKES:
                destroy(bout, x, y)
    for _ in range(sets):
        x, y = roll_square(bout, seat)
        for _ in range(MOST_TRIES):
            if at(bout.table, x, y) != Square.SPIKES:
                break
            x, y = roll_square(bout, seat)
        rise(bout, seat, x, y)


@compiled
def rise(bout: Bout, roller: int, x: int, y: int) -> None:
    """Spikes replace a destructible object, or a saw, which bursts; a helot there is impaled.

    They do not rise on any other indestructible object.

    Rulebook: p.44 (R-414, R-425, R-433, R-437, R-443).
    """
    here = at(bout.table, x, y)
    if is_indestructible(here) and here != Square.SAW:
        return
    destroy(bout, x, y)
    put(bout.table, x, y, Square.SPIKES)
    log.hazard_acted(bout, hazard=Square.SPIKES, victim=NOBODY, x=x, y=y)
    if here == Square.SAW:
        scatter_shrapnel(bout, roller, x, y, SHRAPNEL_DAMAGE)
    victim = helot_at(bout.table, x, y)
    if victim != NOBODY:
        impale(bout, victim, roller)


@compiled_apart
def impale(bout: Bout, seat: int, roller: int) -> None:
    """The helot loses its weakest lower location, and as much Overall Condition; it bleeds, and the compass moves it.

    Its owner chooses between equal locations; without any left it only bleeds and is moved. A Shield prevents damage,
    but not the loss of a location.

    Rulebook: p.44 (R-377, R-437, R-438, R-439, R-442).
    """
    leg = weaker_leg(bout, seat)
    if leg != Pile.OVERALL_CONDITION:
        coins = take_health(bout, seat, leg, bout.table.helots[seat].health[leg], NOBODY)
        take_health(bout, seat, Pile.OVERALL_CONDITION, coins, NOBODY)
    bleed(bout, seat)
    settle_health(bout, seat, by_attack=False)
    throw_out(bout, seat, roller)
