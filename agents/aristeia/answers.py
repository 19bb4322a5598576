"""The answers of a scripted player to all questions except that for a command."""

from typing import Any

from nexus_env.agents.aristeia.ground import Ground, look_at_ground
from nexus_env.agents.aristeia.odds import OWN_SWITCH_VERB, OWN_SWITCH_WHO, SWITCH_VERB, SWITCH_WHO
from nexus_env.agents.aristeia.plans import wish_to_step
from nexus_env.agents.aristeia.sight import (
    active_of,
    card_of,
    cell_of,
    is_mine,
    meant_by,
    member_of,
    of,
    question_of,
    reason_of,
)
from nexus_env.agents.aristeia.temper import PlayerTemper
from nexus_env.agents.aristeia.worth import LITTLE, worth_of_act, worth_of_effect, worth_of_rest
from nexus_env.games.aristeia.cards.records import SWITCHES, SYMBOLS
from nexus_env.games.aristeia.cards.verbs import Symbol, Verb, Who
from nexus_env.games.aristeia.learning.layout import SHOWN_DICE, SIDE, CharacterSeen, Seen, SideSeen
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import (
    CONTENDER,
    NO_CELL,
    ORDERS,
    SPACES,
    TEAM,
    UNITS,
    ZONES,
    Question,
)
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.games.aristeia.rules.geometry import CENTERS, space
from nexus_env.games.aristeia.rules.operands import ORDER_PLACES
from nexus_env.kit import hexes
from nexus_env.machine.compiled import compiled

CENTER = tuple(space(q, r) for q, r in CENTERS)
LAST_TURN = TEAM


@compiled
def wish_to_answer(temper: PlayerTemper, seen: Any, mask: Any, wishes: Any) -> None:
    """Wishes for all questions except that for a command; an answer without a wish is as good as passing."""
    question = question_of(seen)
    if question == Question.SPACE:
        wish_for_space(temper, seen, mask, wishes)
    elif question == Question.UNIT:
        wish_for_unit(temper, seen, mask, wishes)
    elif question == Question.ORDER:
        wish_for_order(seen, wishes)
    elif question == Question.FIRST:
        wish_to_be_first(seen, wishes)
    elif question == Question.ZONE:
        wish_for_zone(seen, wishes)
    elif question == Question.SWITCH:
        wish_for_switch(temper, seen, wishes)
    elif question == Question.DIE:
        wish_for_die(seen, wishes)
    elif question == Question.TACTIC:
        wish_for_tactic(seen, wishes)


@compiled
def wish_for_space(temper: PlayerTemper, seen: Any, mask: Any, wishes: Any) -> None:
    """Move own Characters to their best space and enemies to their worst; passing means staying.

    A step by MP is the first one of a plan.
    """
    if reason_of(seen) == Reason.STEP:
        wishes[Action.SPACE : Action.SPACE + SPACES] = LITTLE  # after refusing the step, it would only try again
        wish_to_step(temper, seen, wishes)
        return
    meant, ground = meant_by(seen), look_at_ground(seen)
    here = NO_CELL if meant < 0 else ground.cells[meant]
    mine = meant < 0 or is_mine(meant)
    for cell in range(SPACES):
        if mask[Action.SPACE + cell]:
            if mine:
                wishes[Action.SPACE + cell] = worth_of_rest(temper, seen, ground, cell)
            else:
                wishes[Action.SPACE + cell] = worth_against(temper, ground, cell)
    if here != NO_CELL:
        if mine:
            wishes[Action.PASS] = worth_of_rest(temper, seen, ground, here) + LITTLE / 10
        else:
            wishes[Action.PASS] = worth_against(temper, ground, here)


@compiled
def worth_against(temper: PlayerTemper, ground: Ground, cell: int) -> float:
    """The value of having an enemy on a space."""
    return float(temper.walk * ground.away[cell] - (temper.zone if ground.away[cell] == 0 else 0))


@compiled
def side_of(seen: Any, side: int) -> int:
    """The Character of a side of the roll, or -1."""
    return member_of(seen, Seen.SIDES + SIDE * side + SideSeen.UNIT, UNITS)


@compiled
def wish_for_unit(temper: PlayerTemper, seen: Any, mask: Any, wishes: Any) -> None:
    """Wish for the most promising target."""
    reason, ground = reason_of(seen), look_at_ground(seen)
    action, actor = member_of(seen, Seen.ACTION, CONTENDER + 1), max(0, active_of(seen))
    for place in range(UNITS):
        if not mask[Action.UNIT + place]:
            continue
        there = ground.cells[place]
        if (reason == Reason.TARGET or reason == Reason.REPEAT) and action >= 0:
            wishes[Action.UNIT + place] = 2 + worth_of_act(temper, seen, ground, actor, action, place)
        elif reason == Reason.DEPLOY:
            wishes[Action.UNIT + place] = 1
        elif there != NO_CELL:
            inside = 1.0 if ground.away[there] == 0 else LITTLE
            wishes[Action.UNIT + place] = 1 + inside - LITTLE * of(seen, place, CharacterSeen.HEALTH)


@compiled
def wish_for_order(seen: Any, wishes: Any) -> None:
    """Put low Initiative first: then the others may decide who acts last in the Zone."""
    for order in range(ORDERS):
        for slot in range(TEAM):
            place = int(ORDER_PLACES[order, slot])
            wishes[Action.ORDER + order] += slot * of(seen, place, CharacterSeen.INITIATIVE)


@compiled
def wish_to_be_first(seen: Any, wishes: Any) -> None:
    """Go first, except when Characters are placed and in the last Turn, where acting last is better."""
    reason, is_last = reason_of(seen), int(seen[Seen.TURN]) == LAST_TURN
    is_later = reason == Reason.FIRST_TO_PLACE or (reason == Reason.ACTIVATE and is_last)
    wishes[Action.ME], wishes[Action.THEM] = (0.0, 1.0) if is_later else (1.0, 0.0)


@compiled
def wish_for_zone(seen: Any, wishes: Any) -> None:
    """Wish for a Zone near the own Characters and far from the others."""
    for zone in range(ZONES):
        for place in range(UNITS):
            cell = cell_of(seen, place)
            if cell != NO_CELL:
                apart = min(10, hexes.distance(cell, CENTER[zone]))
                wishes[Action.ZONE + zone] -= apart if is_mine(place) else -apart


@compiled
def wish_for_switch(temper: PlayerTemper, seen: Any, wishes: Any) -> None:
    """Use every Switch that helps; a step only if it leads somewhere."""
    side = 0 if is_mine(side_of(seen, 0)) else 1
    me, other = side_of(seen, side), side_of(seen, 1 - side)
    action, ground = member_of(seen, Seen.ACTION, CONTENDER + 1), look_at_ground(seen)
    card, target = card_of(seen, max(0, me)), member_of(seen, Seen.TARGET, UNITS)
    for switch in range(2 * SWITCHES):
        if switch < SWITCHES:
            verb, who = SWITCH_VERB[card, switch], SWITCH_WHO[card, switch]
        else:
            verb = OWN_SWITCH_VERB[card, action, switch - SWITCHES]
            who = OWN_SWITCH_WHO[card, action, switch - SWITCHES]
        whom = me if who == Who.SELF else target if who == Who.TARGET and side == 0 and target >= 0 else other
        wishes[Action.SWITCH + switch] = worth_of_switch(temper, seen, ground, verb, me, whom, 1 - side)
    wishes[Action.SWITCH + 2 * SWITCHES] = LITTLE


@compiled
def worth_of_switch(
    temper: PlayerTemper, seen: Any, ground: Ground, verb: int, me: int, whom: int, other: int
) -> float:
    """The value of a Switch, regardless of the symbols that it costs."""
    if verb == Verb.ADD_SUCCESS or verb == Verb.REPEAT:
        return 2.0
    if verb == Verb.NULLIFY_BLOCK:
        left = seen[Seen.SIDES + SIDE * other + SideSeen.LEFT + Symbol.BLOCK]
        return 2.0 if left > 0 else -1.0
    if verb == Verb.DRAW:
        return LITTLE
    if whom < 0 or ground.cells[whom] == NO_CELL:
        return -1.0
    if verb == Verb.IMPOSE:
        return LITTLE
    return worth_of_effect(temper, seen, ground, max(0, me), verb, 0, whom) - LITTLE


@compiled
def wish_for_die(seen: Any, wishes: Any) -> None:
    """Remove the best die of the other side; re-roll own dice that show next to nothing."""
    remove = reason_of(seen) == Reason.REMOVE
    mine = 0 if is_mine(side_of(seen, 0)) else 1
    begin = Seen.SIDES + SIDE * (1 - mine if remove else mine) + SideSeen.DICE
    for die in range(SHOWN_DICE):
        shown = begin + SYMBOLS * die
        worth = 2.0 * seen[shown + Symbol.SUCCESS] + seen[shown + Symbol.BLOCK]
        worth += 0.5 * seen[shown + Symbol.SPECIAL]
        worth += 3 * seen[shown + Symbol.CRITICAL_SUCCESS] + 2 * seen[shown + Symbol.CRITICAL_BLOCK]
        wishes[Action.DIE + die] = worth if remove else 0.9 - worth


@compiled
def wish_for_tactic(seen: Any, wishes: Any) -> None:
    """Play every Tactic in an attack; keep it in a Disengage and before an Activation."""
    attack = side_of(seen, 0) >= 0 and side_of(seen, 1) >= 0 and seen[Seen.CONTEST + 1]
    for card in range(Action.DIE - Action.CARD):
        wishes[Action.CARD + card] = LITTLE if attack else -LITTLE
