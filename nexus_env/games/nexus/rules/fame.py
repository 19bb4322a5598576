"""Recovery and fame commands: Mend, Stop Drop and Roll, Gloating (manual p.25)."""

from nexus_env.games.nexus.cards.lasting import has_lasting, spend_lasting
from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import ACTION, TABLE, Action
from nexus_env.games.nexus.rules.bout import NOBODY, Bout, Table
from nexus_env.games.nexus.rules.crowd import paid_by_crowd
from nexus_env.games.nexus.rules.geometry import is_near_fire, is_upright
from nexus_env.games.nexus.rules.states import fall
from nexus_env.machine.compiled import compiled

MEND_COST = TABLE.price(Action.MEND, ACTION)
STOP_DROP_AND_ROLL_COST = TABLE.price(Action.STOP_DROP_AND_ROLL, ACTION)
GLOAT_COST = TABLE.price(Action.GLOAT, ACTION)


@compiled
def may_mend(table: Table, seat: int) -> bool:
    """2 AP, also while holding a victim. Rulebook: p.22, p.25, p.30 (R-203, R-223, R-284)."""
    return (
        is_upright(table, seat) and table.helots[seat].bleeding != 0 and table.command_round.action_points >= MEND_COST
    )


@compiled
def mend(bout: Bout, seat: int) -> None:
    """The helot is no longer Bleeding; no roll. Rulebook: p.25 (R-223)."""
    bout.table.command_round.action_points -= MEND_COST
    bout.table.helots[seat].bleeding = 0
    log.stopped_bleeding(bout, seat=seat)


@compiled
def may_stop_drop_and_roll(table: Table, seat: int) -> bool:
    """3 AP, upright, outside a fire's area of effect. Rulebook: p.19, p.25, p.30 (R-203, R-224, R-225, R-285)."""
    helot = table.helots[seat]
    able = helot.flaming != 0 and is_upright(table, seat) and helot.holds == NOBODY
    return able and table.command_round.action_points >= STOP_DROP_AND_ROLL_COST and not is_near_fire(table, seat)


@compiled
def stop_drop_and_roll(bout: Bout, seat: int) -> None:
    """The helot is no longer Flaming, but Prone; no roll. Rulebook: p.25 (R-224)."""
    bout.table.command_round.action_points -= STOP_DROP_AND_ROLL_COST
    bout.table.helots[seat].flaming = 0
    log.stopped_flaming(bout, seat=seat)
    fall(bout, seat)


@compiled
def may_gloat(table: Table, seat: int) -> bool:
    """1 AP, or 0 by an effect, right after the helot's own successful attack or Grapple Command, once a round.

    Rulebook: p.25, p.35 (R-203, R-226, R-230, R-347).
    """
    r = table.command_round
    if r.gloat_open == 0 or r.gloated != 0 or not is_upright(table, seat):
        return False
    return r.action_points >= GLOAT_COST or has_lasting(table, seat, Verb.FREE_GLOAT)


@compiled
def gloat(bout: Bout, seat: int) -> None:
    """The crowd matches the damage coins of the command before; -SDS to defend until the helot's next round.

    Rulebook: p.11, p.25 (R-096, R-226, R-227, R-228, R-229).
    """
    r = bout.table.command_round
    if not spend_lasting(bout, seat, Verb.FREE_GLOAT):
        r.action_points -= GLOAT_COST
    r.gloated, r.gloat_open = 1, 0
    paid_by_crowd(bout, seat, r.gloat_coins)
    bout.table.helots[seat].exposed = 1
