"""Switches: symbols buy effects before an Action takes its own.

Switches 0 and 1 are the general ones of the Character, 2 and 3 those of the Action, 4 discards a Tactic.

Rulebook: (A-055 to A-061).
"""

from nexus_env.games.aristeia.cards.records import SWITCHES, SwitchCard
from nexus_env.games.aristeia.cards.verbs import Symbol, Verb
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.attacks import targets_of
from nexus_env.games.aristeia.rules.bout import NO_UNIT, TEAM, Bout, Contest, Side
from nexus_env.games.aristeia.rules.dice import card_of
from nexus_env.games.aristeia.rules.effects import ANOTHER, apply
from nexus_env.games.aristeia.rules.movement import stands
from nexus_env.games.aristeia.rules.skills import DISCARD, discard_for_success, may_discard
from nexus_env.machine.compiled import compiled

KINDS = DISCARD + 1
PAID_IN_HALVES = 2  # S and B, which a critical pays twice


# --- the symbols that pay ---------------------------------------------------------------------------------------------


@compiled
def purse(mine: Side, symbol: int) -> int:
    """The amount of S, B or X that a side can pay; a CS is S S and a CB is B B. Rulebook: (A-055, A-056)."""
    if symbol >= PAID_IN_HALVES:
        return int(mine.left[symbol])
    critical = Symbol.CRITICAL_SUCCESS + symbol
    return int(mine.left[symbol]) + int(mine.halves[symbol]) + 2 * int(mine.left[critical])


@compiled
def can_pay(mine: Side, card: SwitchCard) -> bool:
    """Whether the remaining symbols pay for a Switch. Rulebook: (A-055, A-056, A-057)."""
    for symbol in range(len(card.cost)):
        if purse(mine, symbol) < card.cost[symbol]:
            return False
    return True


@compiled
def is_endless(card: SwitchCard) -> bool:
    """Whether a Switch returns as much as it costs; no printed one does, and such a one may be used once per roll."""
    gained = int(card.effect.amount) if card.effect.verb == Verb.ADD_SUCCESS else 0
    is_one_sided = card.cost[Symbol.BLOCK] == 0 and card.cost[Symbol.SPECIAL] == 0
    return is_one_sided and card.cost[Symbol.SUCCESS] <= gained


@compiled
def pay(mine: Side, card: SwitchCard) -> None:
    """Take the cost of a Switch from the symbols of a side. Rulebook: (A-055, A-056)."""
    for symbol in range(len(card.cost)):
        for _ in range(int(card.cost[symbol])):
            if symbol < PAID_IN_HALVES:
                pay_one(mine, symbol)
            else:
                mine.left[symbol] -= 1


@compiled
def pay_one(mine: Side, symbol: int) -> None:
    """Spend one S or B: the rest of a half-spent critical first, then a single symbol, then half a critical.

    Single symbols are returned as soon as one critical pays for two of them, so nobody has to choose how to pay.

    Rulebook: (A-056).
    """
    # Ruling: the two halves of a critical may pay two different Switches of the same step.
    critical = Symbol.CRITICAL_SUCCESS + symbol
    if mine.halves[symbol] > 0:
        mine.halves[symbol] -= 1
    elif mine.left[symbol] > 0:
        mine.left[symbol] -= 1
        mine.singles[symbol] += 1
    else:
        mine.left[critical] -= 1
        mine.halves[symbol] += 1
    if mine.singles[symbol] >= 2 and mine.left[critical] > 0:
        mine.left[critical] -= 1
        mine.halves[symbol] += 2
    while mine.singles[symbol] > 0 and mine.halves[symbol] > 0:
        mine.singles[symbol] -= 1
        mine.halves[symbol] -= 1
        mine.left[symbol] += 1


# --- the Switches that may be used ------------------------------------------------------------------------------------


@compiled
def switch_card(bout: Bout, side: int, switch: int) -> SwitchCard:
    """A printed Switch of a side, general or of its Action.

    Rulebook: (A-058, A-143, A-144, A-147, A-151, A-152, A-155, A-156, A-159, A-160, A-163, A-165, A-169, A-170, A-173).
    """
    table = bout.table
    if switch >= SWITCHES:
        return card_of(bout, int(table.roll.unit), int(table.roll.action)).switches[switch - SWITCHES]
    return bout.options.characters[table.characters[table.roll.side[side].unit].card].switches[switch]


@compiled
def opponent_of(bout: Bout, side: int) -> int:
    """The other Character of a Face to Face Roll; NO_UNIT in a Simple one. Rulebook: (A-050, A-061)."""
    fight = bout.table.roll
    return int(fight.side[1 - side].unit) if fight.both else NO_UNIT


@compiled
def target_for(bout: Bout, side: int) -> int:
    """The target of a side's Switches: that of the Action; in a Disengage the other Character.

    Rulebook: (A-061).
    """
    fight = bout.table.roll
    return opponent_of(bout, side) if fight.contest == Contest.DISENGAGE else int(fight.target)


@compiled
def may_switch(bout: Bout, side: int, switch: int) -> bool:
    """A Switch may be used: it exists, fits this roll, and can be paid. It may be paid even if it has no effect.

    Rulebook: (A-055, A-057, A-058, A-060, A-151, A-152, A-156, A-157, A-159, A-163).
    """
    fight = bout.table.roll
    mine = fight.side[side]
    unit = int(mine.unit)
    if not stands(bout, unit):
        return False
    if switch == DISCARD:
        return may_discard(bout, side)
    if switch >= SWITCHES and (side == 1 or fight.contest != Contest.ACTION):
        return False
    card = switch_card(bout, side, switch)
    if card.effect.verb == Verb.NOTHING or ((card.once or is_endless(card)) and (mine.used >> switch) & 1):
        return False
    other = opponent_of(bout, side)
    if card.beside and (other == NO_UNIT or not fight.beside):
        return False
    if card.enemy and (other == NO_UNIT or other // TEAM == unit // TEAM):
        return False
    if not can_pay(mine, card):
        return False
    if card.effect.verb == Verb.REPEAT and card.effect.detail == ANOTHER:
        return targets_of(bout, unit, int(fight.action), int(fight.target)) != 0
    return True


@compiled
def switches_of(bout: Bout, side: int) -> int:
    """All Switches that a side may use now, one bit each. Rulebook: (A-055, A-057)."""
    found = 0
    for switch in range(KINDS):
        found |= int(may_switch(bout, side, switch)) << switch
    return found


# --- using one --------------------------------------------------------------------------------------------------------


@compiled
def use_switch(bout: Bout, side: int, switch: int) -> None:
    """Pay for a Switch and carry out its effect at once, before that of the Action. Rulebook: (A-055, A-061, A-094)."""
    mine = bout.table.roll.side[side]
    unit = int(mine.unit)
    log.used_switch(bout, unit=unit, switch=switch)
    mine.used |= 1 << switch
    if switch == DISCARD:
        discard_for_success(bout, unit)
        return
    card = switch_card(bout, side, switch)
    pay(mine, card)
    apply(bout, unit // TEAM, unit, card.effect, target_for(bout, side), opponent_of(bout, side))
