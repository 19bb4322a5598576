"""The lanista `greedy`: the simplest one, the baseline for the others.

Style: it closes in on the opponent that it can face for the fewest movement points, makes Standard Attacks while its
points last, gloats over good blows, uses every ability that it is offered, and walks rather than pay for unspent
points.

It ignores obstacles, wounds, cards and plans.

A wish above 0 is better than ending the round or passing; one below 0 is worse.
"""

from typing import Any

import numpy as np

from nexus_env.agents.nexus.lanistas.paths import FARTHEST, LEADS_TO, MOVES, OUT_OF_REACH, STEPS, TO_STRIKE, square_of
from nexus_env.agents.nexus.lanistas.sight import (
    ABOUT,
    ACTION_POINTS,
    AHEAD,
    ATTACKER,
    DEFENDER,
    FIT,
    GLOAT_COINS,
    HELD,
    I_AM_BEHIND,
    ME,
    MOVEMENT_POINTS,
    NOT_SEEN,
    OVERALL,
    PRONE,
    RATIO,
    RIGHT,
    SEATS_IN_PLAY,
    SUCCEEDS,
    foe_in_front,
    is_asked,
    of,
    seat_in,
)
from nexus_env.agents.nexus.lanistas.wishes import pick
from nexus_env.games.nexus.rules.actions import NAMES, Action
from nexus_env.games.nexus.rules.bout import Question
from nexus_env.games.nexus.rules.rounds import COMMAND_POINTS
from nexus_env.machine.compiled import compiled

HEALTHY = 10  # Overall Condition that allows for Wild Attacks
LONG_FIGHT, GOOD_BLOW = 4, 4  # action points; coins
IN_HUNDREDTHS = 100


def _always() -> Any:
    """Wishes that hold whenever a command is offered, int32 [309]; any card and any side will do."""
    wishes = np.full(len(NAMES), -IN_HUNDREDTHS, np.int32)
    wishes[Action.CHOOSE_LANISTA :] = 0
    wishes[[Action.PASS, Action.END_ROUND]] = 0
    wishes[Action.DROP_WEAPON] = -IN_HUNDREDTHS  # it may be dropped in every window
    for wish, actions in (
        (200, (Action.WIN_THEM_OVER,)),
        (150, (Action.STOP_DROP_AND_ROLL,)),
        (110, (Action.STANDARD_ATTACK,)),
        (90, (Action.STAND_UP, Action.LIBERATE)),
        (80, (Action.CRUSH,)),
        (70, (Action.TAKEDOWN,)),
        (60, (Action.LET_GO,)),
        (50, (Action.IM_STILL_STANDING, Action.UNSHACKLED, Action.MERELY_A_FLESH_WOUND, Action.PERSEVERANCE)),
        (50, (Action.COUNTERATTACK, Action.COMBO_BREAKER, Action.HAYMAKER, Action.TRIPPING, Action.CANT_FOOL_ME)),
        (30, (Action.MEND,)),
        (5, (Action.DESTROY_CRATE,)),
    ):
        wishes[list(actions)] = wish * IN_HUNDREDTHS
    return wishes


ALWAYS = _always()


@compiled
def greedy(seen: Any, mask: Any, generator: Any) -> int:
    """The greedy lanista's action."""
    wishes = ALWAYS.copy()
    if is_asked(seen, Question.COMMAND):
        wish_to_fight(seen, wishes)
        wish_to_walk(seen, wishes)
    elif is_asked(seen, Question.RATIO):
        wish_for_points(seen, wishes)
    elif is_asked(seen, Question.DECEPTION):
        wish_to_deceive(seen, wishes)
    else:
        wish_to_answer(seen, wishes)
    return pick(wishes, mask, generator)


@compiled
def price_to_face(seen: Any, seat: int, step: int) -> int:
    """Movement points until an opponent can be struck, after one of the eight steps; with STEPS, from here."""
    away, facing = square_of(seen, seat) - square_of(seen, ME), 0
    if step < MOVES:
        away -= LEADS_TO[0, step]
    elif step < STEPS:
        facing = 3 if step == MOVES else 1
    return int(TO_STRIKE[facing, FARTHEST + away])


@compiled
def nearest(seen: Any) -> int:
    """The opponent that can be faced for the fewest points, or NOT_SEEN."""
    found, least = NOT_SEEN, OUT_OF_REACH
    for seat in range(1, seen[SEATS_IN_PLAY]):
        if of(seen, seat, FIT) and price_to_face(seen, seat, STEPS) < least:
            found, least = seat, price_to_face(seen, seat, STEPS)
    return found


@compiled
def wish_to_fight(seen: Any, wishes: Any) -> None:
    """Spend a token if one point is missing; make a Wild Attack with a point left over."""
    foe, points, coins = foe_in_front(seen), seen[ACTION_POINTS], seen[GLOAT_COINS]
    if of(seen, ME, OVERALL) > HEALTHY:
        wishes[Action.WILD_ATTACK : Action.STANDARD_ATTACK] = 8 * IN_HUNDREDTHS
    if coins >= GOOD_BLOW or (points == 1 and coins >= 1):
        wishes[Action.GLOAT] = 120 * IN_HUNDREDTHS
    if foe != NOT_SEEN and points == 1:
        wishes[Action.TOKEN_TO_ACTION] = 105 * IN_HUNDREDTHS
    if foe != NOT_SEEN and points >= LONG_FIGHT:
        wishes[Action.TUNNEL_VISION] = 130 * IN_HUNDREDTHS
        if not of(seen, foe, I_AM_BEHIND):
            wishes[Action.MADE_YOU_LOOK + foe - 1] = 125 * IN_HUNDREDTHS


@compiled
def wish_to_walk(seen: Any, wishes: Any) -> None:
    """Movements that bring the nearest opponent closer to the front; others only to spend leftover points."""
    foe = nearest(seen)
    if foe == NOT_SEEN:
        return
    here = price_to_face(seen, foe, STEPS)
    for step in range(STEPS):
        price = price_to_face(seen, foe, step)
        nearer = (50 - price) * IN_HUNDREDTHS
        wishes[Action.MOVE + step] = nearer if price < here else IN_HUNDREDTHS // (1 + price)
    if seen[MOVEMENT_POINTS] == 0 and seen[ACTION_POINTS] >= 2 and here == 1:
        wishes[Action.TOKEN_TO_MOVEMENT] = 40 * IN_HUNDREDTHS


@compiled
def wish_for_points(seen: Any, wishes: Any) -> None:
    """The split that leaves the most action points for a reachable opponent."""
    foe, ratio = nearest(seen), of(seen, ME, RATIO)
    price = price_to_face(seen, foe, STEPS) if foe != NOT_SEEN else OUT_OF_REACH
    if of(seen, ME, PRONE) or of(seen, ME, HELD):
        price += 2
    for choice in range(2):
        movement = ratio if choice == 0 else COMMAND_POINTS - ratio
        spare = movement - price
        points = 10 * (COMMAND_POINTS - movement) - 2 * spare if spare >= 0 else movement
        wishes[Action.RATIO_TO_MOVEMENT + choice] = 10 * (100 + points)


@compiled
def wish_to_answer(seen: Any, wishes: Any) -> None:
    """Reroll failures, and spoil incoming blows."""
    attacker, at_me = seat_in(seen, ATTACKER), seat_in(seen, DEFENDER) == ME
    if attacker == ME and not seen[SUCCEEDS]:
        wishes[Action.PERSEVERANCE_ATTACK] = 50 * IN_HUNDREDTHS
    if not at_me:
        return
    if seen[SUCCEEDS]:
        wishes[Action.PERSEVERANCE_DEFENSE] = 50 * IN_HUNDREDTHS
    if is_asked(seen, Question.INTERRUPT):
        wishes[Action.ELUSIVE] = 50 * IN_HUNDREDTHS
        if attacker > ME:
            wishes[Action.MADE_YOU_LOOK + attacker - 1] = 60 * IN_HUNDREDTHS
            wishes[Action.TALK_SHIT + attacker - 1] = 55 * IN_HUNDREDTHS


@compiled
def wish_to_deceive(seen: Any, wishes: Any) -> None:
    """Give a nearby opponent the split with fewer action points."""
    victim = seat_in(seen, ABOUT)
    if victim > ME and abs(of(seen, victim, AHEAD)) <= 3 and abs(of(seen, victim, RIGHT)) <= 3:
        plenty = of(seen, victim, RATIO) > COMMAND_POINTS // 2
        wishes[Action.DECEIVE_TO_MOVEMENT if plenty else Action.DECEIVE_TO_ACTION] = 20 * IN_HUNDREDTHS
