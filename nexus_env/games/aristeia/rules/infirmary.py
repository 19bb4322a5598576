"""Damage, healing, the Infirmary with its Frags, Recovery, and the States Step.

Rulebook: (A-073, A-097 to A-101).
"""

from nexus_env.games.aristeia.cards.records import STATES
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.bout import MOST_FRAGS, MOST_POINTS, NO_UNIT, TEAM, UNITS, Bout, Where
from nexus_env.games.aristeia.rules.movement import stands, take_off
from nexus_env.games.aristeia.rules.states import clear_states, impose, remove_state
from nexus_env.machine.compiled import compiled


@compiled
def hurt(bout: Bout, unit: int, amount: int, by: int) -> None:
    """Damage a Character on the board; if the damage reaches its Hit Points, it goes to the Infirmary at once.

    Rulebook: (A-096, A-097).
    """
    one = bout.table.characters[unit]
    if amount <= 0 or not stands(bout, unit):
        return
    one.damage = min(MOST_POINTS, int(one.damage) + amount)
    log.damaged(bout, unit=unit, amount=amount, by=by)
    if one.damage >= bout.options.characters[one.card].hit_points:
        send_off(bout, unit)


@compiled
def heal(bout: Bout, unit: int, amount: int) -> None:
    """Remove `amount` damage tokens, or all of them; without any it is legal and does nothing.

    Rulebook: (A-100, A-124, A-EX-25).
    """
    one = bout.table.characters[unit]
    healed = min(amount, int(one.damage))
    if healed > 0 and stands(bout, unit):
        one.damage -= healed
        log.healed(bout, unit=unit, amount=healed)


@compiled
def send_off(bout: Bout, unit: int) -> None:
    """Move a Character to the Infirmary, without damage and States; the other player takes a Frag and draws a Tactic.

    Rulebook: (A-096, A-097, A-098, A-099, A-EX-22).
    """
    table = bout.table
    one, other = table.characters[unit], 1 - unit // TEAM
    cell = int(one.cell)
    take_off(bout, unit)
    one.where, one.damage = Where.INFIRMARY, 0
    clear_states(bout, unit)
    log.sent_to_infirmary(bout, unit=unit, cell=cell)
    player = table.players[other]
    player.frags = min(MOST_FRAGS, int(player.frags) + 1)
    player.taken = min(MOST_FRAGS, int(player.taken) + 1)
    player.to_draw = min(MOST_POINTS, int(player.to_draw) + 1)
    log.took_frag(bout, seat=other, unit=unit, cell=cell)


@compiled
def recover(bout: Bout) -> None:
    """Move a Character from the Infirmary to the Bench, with a red -2 Energy; the phase's Tactics are drawn elsewhere.

    Rulebook: (A-101, A-105).
    """
    for unit in range(UNITS):
        one = bout.table.characters[unit]
        if one.where == Where.INFIRMARY:
            one.where = Where.BENCH
            log.benched(bout, unit=unit)
            impose(bout, unit, State.ENERGY_DOWN, NO_UNIT)


@compiled
def turn_tokens(bout: Bout, unit: int) -> None:
    """The States Step: remove blue tokens, then turn red ones blue, including those of this Activation.

    Each Poisoned token that turns inflicts its damage.

    Rulebook: (A-073, A-103, A-108, A-112).
    """
    one, poison = bout.table.characters[unit], 0
    for state in range(STATES):
        turning = int(one.red[state])
        if turning == 0:
            remove_state(bout, unit, state)
            continue
        one.red[state], one.blue[state] = 0, turning
        poison += turning * int(bout.options.states[state].damage)
        log.state_turned(bout, unit=unit, state=state)
    hurt(bout, unit, poison, NO_UNIT)
