"""Searching in bouts of NEXUS: the policies that play on below the tree."""

from typing import Any

import numpy as np

from agents.greedy import ALWAYS, FAR, MOVES, price_to_face
from agents.lanistas.player import Character
from agents.lanistas.player import policy as lanista
from agents.lanistas.sight import (
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
    STEPS,
    SUCCEEDS,
    foe_in_front,
    is_asked,
    of,
    seat_in,
)
from agents.lanistas.wishes import pick
from agents.search_tree import Tree, any_action, run
from nexus_env import contract
from nexus_env.games.nexus.actions import NAMES, Action
from nexus_env.games.nexus.bout import SEATS, Question
from nexus_env.machine.compiled import compiled

POLICIES = ("random", *(character.name.lower() for character in Character), "fighter")
RANDOM, FIGHTER = 0, len(POLICIES) - 1
UNSEEN = 99  # the price of an opponent that is not there
GOOD_BLOW, LONG_FIGHT, HEALTHY, NEAR = 4, 4, 10, 3  # coins, action points, coins, squares


def _usual() -> np.ndarray[Any, Any]:
    """What is wished whenever it is offered, in hundredths."""
    wishes = np.full(len(NAMES), -100, np.int32)
    wishes[int(Action.CHOOSE_LANISTA) :] = 0
    for action, wish in ALWAYS.items():
        wishes[action] = 100 * wish
    return wishes


def _moves() -> np.ndarray[Any, Any]:
    """The rows of MOVES with their actions in front."""
    return np.array([(int(action), *move) for action, move in MOVES.items()], np.int64)


USUAL, STEPS_AND_TURNS, PRICES = _usual(), _moves(), price_to_face().astype(np.int64)


@compiled
def simulate(tree: Tree, count: int) -> None:
    """So many simulations more, in a bout of NEXUS."""
    run(tree, count, policy)


@compiled
def policy(tree: Tree, bout: Any) -> int:
    """What the policy of the search would do."""
    which, generator = tree.knobs[0].policy, tree.state[0].generator
    if which == RANDOM:
        return any_action(tree, bout)
    contract.observe(bout, bout.table.request.seat, tree.seen)
    if which == FIGHTER:
        return fighter(tree.seen, tree.mask, generator)
    return lanista(which, tree.seen, tree.mask, generator)


@compiled
def fighter(seen: Any, mask: Any, generator: Any) -> int:
    """The scripted `greedy`, for so many decisions that each must be cheap: one row, whole numbers, no memory."""
    wishes = USUAL.copy()
    if is_asked(seen, Question.COMMAND):
        wish_to_fight(seen, wishes)
        wish_to_walk(seen, wishes)
    elif is_asked(seen, Question.RATIO):
        wish_for_points(seen, wishes)
    else:
        wish_to_answer(seen, wishes)
    return pick(wishes, mask, generator)


@compiled
def price_of(ahead: int, right: int) -> int:
    """Movement points until what is seen there is right in front."""
    return int(PRICES[min(FAR, max(-FAR, ahead)) % len(PRICES), min(FAR, max(-FAR, right)) % len(PRICES)])


@compiled
def price_after(ahead: int, right: int, forward: int, sideways: int, turn: int) -> int:
    """The same after a movement of one's own: steps, or a quarter turn to the right or to the left (-1)."""
    if turn == 0:
        return price_of(ahead - forward, right - sideways)
    return price_of(turn * right, -turn * ahead)


@compiled
def nearest_foe(seen: Any) -> tuple[int, int]:
    """The fit opponent that can be faced for the fewest movement points, and for how many."""
    nearest, price = NOT_SEEN, UNSEEN
    for seat in range(1, SEATS):
        if of(seen, seat, FIT):
            its_price = price_of(of(seen, seat, AHEAD), of(seen, seat, RIGHT))
            if its_price < price:
                nearest, price = seat, its_price
    return nearest, price


@compiled
def wish_to_fight(seen: Any, wishes: Any) -> None:
    """Standard Attacks, with a token where one point is missing; Wild Attacks with what is left over."""
    points, coins, foe = seen[ACTION_POINTS], seen[GLOAT_COINS], foe_in_front(seen)
    wishes[Action.STANDARD_ATTACK] = 11_000
    if of(seen, ME, OVERALL) > HEALTHY:
        for wild_attack in range(Action.WILD_ATTACK, Action.STANDARD_ATTACK):
            wishes[wild_attack] = 800
    if coins >= GOOD_BLOW or (points == 1 and coins >= 1):
        wishes[Action.GLOAT] = 12_000
    if foe != NOT_SEEN and points == 1:
        wishes[Action.TOKEN_TO_ACTION] = 10_500
    if foe != NOT_SEEN and points >= LONG_FIGHT:
        wishes[Action.TUNNEL_VISION] = 13_000
        if not of(seen, foe, I_AM_BEHIND):
            wishes[Action.MADE_YOU_LOOK] = 12_500


@compiled
def wish_to_walk(seen: Any, wishes: Any) -> None:
    """Movements that bring the nearest opponent nearer to the front; others only to spend what is left."""
    foe, price = nearest_foe(seen)
    if foe == NOT_SEEN:
        return
    for row in range(len(STEPS_AND_TURNS)):
        action, forward, sideways, turn, _ = STEPS_AND_TURNS[row]
        then = price_after(of(seen, foe, AHEAD), of(seen, foe, RIGHT), forward, sideways, turn)
        wishes[action] = 5_000 - 100 * then if then < price else 100 // (1 + then)
    if seen[MOVEMENT_POINTS] == 0 and seen[ACTION_POINTS] >= 2 and price == 1:
        wishes[Action.TOKEN_TO_MOVEMENT] = 4_000


@compiled
def wish_for_points(seen: Any, wishes: Any) -> None:
    """The split that leaves most action points for the opponent that can be reached."""
    price = nearest_foe(seen)[1] + 2 * int(of(seen, ME, PRONE) or of(seen, ME, HELD))
    for choice in range(2):
        movement = of(seen, ME, RATIO) if choice == 0 else 6 - of(seen, ME, RATIO)
        worth = 100 * (6 - movement) - 20 * (movement - price) if movement >= price else 10 * movement
        wishes[Action.RATIO_TO_MOVEMENT + choice] = 1_000 + worth


@compiled
def wish_to_answer(seen: Any, wishes: Any) -> None:
    """Throw anew what went wrong, spoil blows that are coming, and deceive opponents that are close."""
    attacker, victim = seat_in(seen, ATTACKER), seat_in(seen, ABOUT)
    at_me, succeeds = seat_in(seen, DEFENDER) == ME, seen[SUCCEEDS] != 0
    if attacker == ME and not succeeds:
        wishes[Action.PERSEVERANCE_ATTACK] = 5_000
    if at_me and succeeds:
        wishes[Action.PERSEVERANCE_DEFENSE] = 5_000
    if is_asked(seen, Question.INTERRUPT) and at_me and attacker > ME:
        wishes[Action.MADE_YOU_LOOK + attacker - 1] = 6_000
        wishes[Action.TALK_SHIT + attacker - 1] = 5_500
        wishes[Action.ELUSIVE] = 5_000
    if is_asked(seen, Question.DECEPTION) and victim > ME and of(seen, victim, STEPS) <= NEAR:
        plenty = of(seen, victim, RATIO) > 3
        wishes[Action.DECEIVE_TO_MOVEMENT if plenty else Action.DECEIVE_TO_ACTION] = 2_000
