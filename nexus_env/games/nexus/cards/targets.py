"""The seats that an effect of a card may concern: its target, its condition, and whether it could do anything there.

Rulebook: p.11, p.15 (R-011, R-350, R-351).
"""

import numpy as np

from nexus_env.games.nexus.cards.verbs import SORT_OF, Condition, Delay, Sort, State, Target, Verb
from nexus_env.games.nexus.rules.bout import (
    CARD_EFFECTS,
    LOCATIONS,
    NOBODY,
    STARTING_HEALTH,
    UNARMED,
    Bout,
    Card,
    CardEffect,
    Pile,
    Square,
    Table,
)
from nexus_env.games.nexus.rules.geometry import (
    RING,
    are_adjacent,
    clockwise,
    in_grapple,
    is_fit,
    is_upright,
    next_seat,
    nine,
    squares_with,
)
from nexus_env.machine.compiled import compiled

# Verbs for which `can_do` checks more than that the helot is fit.
PARTICULAR = (
    *(Verb.GAIN_CRED, Verb.LOSE_CRED, Verb.STEAL_CRED, Verb.GIVE_CRED, Verb.STEAL_CARD, Verb.PEEK),
    *(Verb.BREAK_WEAPON, Verb.REFILL_WEAPON, Verb.TURN, Verb.HEAL_OVERALL, Verb.HEAL_LOCATION),
    *(Verb.SET_STATE, Verb.CLEAR_STATE, Verb.CLEAR_TILE),
)
HALF_CONDITION = int(STARTING_HEALTH[Pile.OVERALL_CONDITION]) // 2


# --- the target -------------------------------------------------------------------------------------------------------


@compiled
def rank(table: Table, seat: int, target: int) -> int:
    """The number by which a target such as "most Cred" ranks players: Cred, least Cred, lowest Overall Condition."""
    if target == Target.WEAKEST_HELOT:
        return -int(table.helots[seat].health[Pile.OVERALL_CONDITION])
    cred = int(table.lanistas[seat].cred)
    return -cred if target == Target.LAST else cred


@compiled
def best_seat(table: Table, owner: int, target: int) -> int:
    """The player with the highest rank; among equals the first clockwise from the owner, beginning with the owner.

    Rulebook: p.11 (R-011).
    """
    best = NOBODY
    for places in range(table.seats):
        seat = clockwise(table, owner, places)
        barred = seat == owner and target == Target.LEADING_OPPONENT
        if is_fit(table, seat) and not barred:
            if target == Target.NEXT_CLOCKWISE:
                if seat != owner:
                    return seat
            elif best == NOBODY or rank(table, seat, target) > rank(table, best, target):
                best = seat
    return best


@compiled
def is_meant(table: Table, target: int, owner: int, seat: int) -> bool:
    """The seat is a target of the effect, or may become one."""
    if target == Target.SELF:
        return seat == owner
    if target == Target.EVERYONE or target == Target.RANDOM_HELOT:
        return True
    if target == Target.CHOSEN_OPPONENT or target == Target.EACH_OPPONENT or target == Target.RANDOM_OPPONENT:
        return seat != owner
    return seat == best_seat(table, owner, target)


# --- the condition ----------------------------------------------------------------------------------------------------


@compiled
def meets(table: Table, condition: int, owner: int, seat: int) -> bool:
    """The condition of an effect holds for a seat."""
    helot = table.helots[seat]
    if condition == Condition.ALWAYS:
        return True
    if condition == Condition.AHEAD:
        return table.lanistas[seat].cred > table.lanistas[owner].cred
    if condition == Condition.BEHIND:
        return table.lanistas[seat].cred < table.lanistas[owner].cred
    if condition == Condition.ARMED or condition == Condition.UNARMED:
        return (helot.armed != 0) == (condition == Condition.ARMED)
    if condition == Condition.GRAPPLED:
        return helot.held_by != NOBODY
    if condition == Condition.GRAPPLING:
        return helot.holds != NOBODY
    if condition == Condition.WOUNDED:
        return helot.health[Pile.OVERALL_CONDITION] <= HALF_CONDITION
    if condition == Condition.ADJACENT:
        return are_adjacent(table, owner, seat)
    if condition == Condition.BESIDE_GUTS:
        return tiles_beside(table, seat, Square.GUTS) != 0
    return in_state(table, condition, seat)


@compiled
def in_state(table: Table, condition: int, seat: int) -> bool:
    """The helot is in the state of a condition."""
    helot = table.helots[seat]
    if condition == Condition.PRONE:
        return helot.prone != 0
    if condition == Condition.UPRIGHT:
        return is_upright(table, seat)
    if condition == Condition.BLEEDING:
        return helot.bleeding != 0
    return helot.flaming != 0


# --- something to do --------------------------------------------------------------------------------------------------


@compiled
def is_about_coins(verb: int) -> bool:
    """The verb changes a player's Cred, whether its helot stands or not."""
    return verb == Verb.LOSE_CRED or verb == Verb.STEAL_CRED


@compiled
def can_do(table: Table, verb: int, detail: int, owner: int, seat: int) -> bool:
    """The effect can change something for this seat; all but the loss of Cred needs a fit helot.

    Rulebook: p.10, p.11 (R-010, R-104).
    """
    if is_about_coins(verb):
        return table.lanistas[seat].cred > 0 and (verb == Verb.LOSE_CRED or seat != owner)
    if not is_fit(table, seat):
        return False
    helot = table.helots[seat]
    if verb == Verb.GAIN_CRED:
        return table.crowd_pile > 0
    if verb == Verb.GIVE_CRED:
        return seat != owner and table.lanistas[owner].cred > 0
    if verb == Verb.STEAL_CARD or verb == Verb.PEEK:
        return seat != owner and table.lanistas[seat].hand != 0
    if verb == Verb.BREAK_WEAPON or verb == Verb.REFILL_WEAPON:
        return helot.weapon != UNARMED
    if verb == Verb.TURN:
        return not in_grapple(table, seat)
    if verb == Verb.HEAL_OVERALL or verb == Verb.HEAL_LOCATION:
        return table.crowd_pile > 0 and is_hurt(table, seat, verb)
    if verb == Verb.SET_STATE or verb == Verb.CLEAR_STATE:
        return has_state(table, seat, detail) == (verb == Verb.CLEAR_STATE)
    if verb == Verb.CLEAR_TILE:
        return tiles_beside(table, seat, detail) != 0
    return True


@compiled
def is_hurt(table: Table, seat: int, verb: int) -> bool:
    """The panel has room for coins. Rulebook: p.22 (R-184)."""
    health = table.helots[seat].health
    if verb == Verb.HEAL_OVERALL:
        return bool(health[Pile.OVERALL_CONDITION] < STARTING_HEALTH[Pile.OVERALL_CONDITION])
    for location in range(LOCATIONS):
        if health[location] < STARTING_HEALTH[location]:
            return True
    return False


@compiled
def has_state(table: Table, seat: int, state: int) -> bool:
    """The helot is in a `State`."""
    helot = table.helots[seat]
    if state == State.PRONE:
        return helot.prone != 0
    if state == State.BLEEDING:
        return helot.bleeding != 0
    return helot.flaming != 0 if state == State.FLAMING else helot.held_by != NOBODY


@compiled
def tiles_beside(table: Table, seat: int, tile: int) -> int:
    """The squares with a tile among the eight around the helot, one bit for each point of the compass."""
    tiles = squares_with(table, tile)
    if tiles == 0 or tile == Square.EMPTY:
        return 0
    return int(RING[nine(table.helots[seat], tiles, 0)])


# --- all together -----------------------------------------------------------------------------------------------------


@compiled
def is_too_late(table: Table, effect: CardEffect) -> bool:
    """An effect for the first Turning Point lapses when that is past. Rulebook: p.15 (R-080, R-351)."""
    return effect.delay == Delay.FIRST_TURNING_POINT and table.turning_points > 0


@compiled
def may_concern(table: Table, effect: CardEffect, owner: int, seat: int) -> bool:
    """The seat is a target of the effect, meets its condition, and the effect could do something."""
    if not is_meant(table, effect.target, owner, seat) or not meets(table, effect.condition, owner, seat):
        return False
    if effect.delay != Delay.NOW:
        return is_fit(table, seat)
    return can_do(table, effect.verb, effect.detail, owner, seat)


@compiled
def opponents_for(bout: Bout, card: Card, owner: int) -> int:
    """The opponents at whom a card may be aimed, one bit each by places clockwise from the owner; 0 if it needs no aim.

    At least one of its lines for a chosen opponent must concern the opponent.
    """
    table = bout.table
    found = 0
    for line in range(CARD_EFFECTS):
        effect = card.effects[line]
        if effect.verb != Verb.NOTHING and effect.target == Target.CHOSEN_OPPONENT:
            seat = owner
            for places in range(1, table.seats):
                seat = next_seat(table, seat)
                found |= may_concern(table, effect, owner, seat) << (places - 1)
    return found


@compiled
def aims(card: Card) -> bool:
    """One of its lines is for a chosen opponent."""
    for line in range(CARD_EFFECTS):
        if card.effects[line].verb != Verb.NOTHING and card.effects[line].target == Target.CHOSEN_OPPONENT:
            return True
    return False


@compiled
def is_of_use(bout: Bout, card: Card, owner: int) -> bool:
    """At least one line could do something; if the card is aimed, it has a possible target."""
    if aims(card):
        return opponents_for(bout, card, owner) != 0
    for line in range(CARD_EFFECTS):
        effect = card.effects[line]
        if effect.verb != Verb.NOTHING and not is_too_late(bout.table, effect):
            for seat in range(bout.table.seats):
                if may_concern(bout.table, effect, owner, seat):
                    return True
    return False


def is_sure(card: np.void) -> bool:
    """The card, a row of `Card`, is of use to a fit helot in every position, so no check is needed.

    A line that concerns its owner without a condition can always do something, if its verb waits or has no conditions.
    """
    lines = [effect for effect in card["effects"] if effect["verb"] != Verb.NOTHING]
    if any(effect["target"] == Target.CHOSEN_OPPONENT for effect in lines):
        return False
    for effect in lines:
        unconditional = effect["condition"] == Condition.ALWAYS and effect["target"] in (Target.SELF, Target.EVERYONE)
        at_once = effect["delay"] == Delay.NOW and effect["verb"] not in PARTICULAR
        if unconditional and (at_once or effect["delay"] in (Delay.NEXT_TURNING_POINT, Delay.SPLIT)):
            return True
    return False


@compiled
def harms(verb: int, amount: int) -> bool:
    """The effect is a disadvantage for the seat that it concerns. Rulebook: p.14 (R-091, R-352)."""
    if SORT_OF[verb] == Sort.LASTING or SORT_OF[verb] == Sort.POINTS:
        return amount < 0
    return (
        verb == Verb.LOSE_CRED
        or verb == Verb.STEAL_CRED
        or verb == Verb.DAMAGE_OVERALL
        or verb == Verb.DAMAGE_LOCATION
        or verb == Verb.SET_STATE
        or verb == Verb.TURN
        or verb == Verb.MOVE
        or verb == Verb.BREAK_WEAPON
        or verb == Verb.LOWER_TRAIT
        or verb == Verb.STEAL_CARD
        or verb == Verb.PEEK
        or verb == Verb.ROACGULS
        or verb == Verb.REROLL
    )


@compiled
def threatens(table: Table, card: Card, owner: int, chosen: int, seat: int) -> bool:
    """One of its lines would harm this seat, as far as is known before any die. Rulebook: p.34 (R-335, R-336)."""
    for line in range(CARD_EFFECTS):
        effect = card.effects[line]
        if effect.verb != Verb.NOTHING and harms(effect.verb, effect.amount):
            aimed = effect.target != Target.CHOSEN_OPPONENT or seat == chosen
            if aimed and may_concern(table, effect, owner, seat):
                return True
    return False
