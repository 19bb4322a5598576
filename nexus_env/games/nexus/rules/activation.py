"""Events that activate the hazards of the floor: a Turning Point Roll Duplicate or a Turning Point (manual p.15, p.40).

Braziers and crates are activated by the players: `fire.knock_over`, `crates.destroy_crate`.
"""

from nexus_env.games.nexus.rules.bout import Bout, Square
from nexus_env.games.nexus.rules.fire import move_fires
from nexus_env.games.nexus.rules.geometry import how_many_fit
from nexus_env.games.nexus.rules.saws import spawn_saw
from nexus_env.games.nexus.rules.spikes import move_spikes, spawn_spikes
from nexus_env.machine.compiled import compiled, compiled_apart


@compiled
def activate_duplicates(bout: Bout, seat: int) -> None:
    """A Duplicate: the hazards in play act in their agreed order, until no two helots stand.

    The player who rolled the Duplicate rolls their dice.

    Rulebook: p.13, p.40 (R-033, R-055, R-119, R-374, R-375, R-376, R-415, R-432).
    """
    for place in range(len(bout.options.hazards)):
        if how_many_fit(bout.table) <= 1:
            return
        hazard = bout.options.hazards[place]
        if hazard == Square.FIRE:
            move_fires(bout, seat)
        elif hazard == Square.SAW:
            spawn_saw(bout, seat)
        elif hazard == Square.SPIKES:
            spawn_spikes(bout, seat)


@compiled_apart
def activate_at_turning_point(bout: Bout, seat: int) -> None:
    """A Turning Point activates the spikes, wherever they came from; no other hazard of the base set acts then.

    Rulebook: p.15, p.40 (R-081, R-374, R-375, R-435).
    """
    move_spikes(bout, seat)
