"""Searching in bouts of NEXUS: rollouts by a simple fighter."""

from typing import Any

import numpy as np

from agents.greedy import ALWAYS, FAR, price_to_face
from agents.lanistas.player import Character
from agents.lanistas.player import policy as lanista
from agents.search_tree import Tree, any_action, run
from nexus_env import contract
from nexus_env.games.nexus.actions import NAMES, Action
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import draw_below

PRICES = price_to_face().astype(np.int32)
PLAIN_WISHES = np.full(len(NAMES), -100, np.int32)
PLAIN_WISHES[int(Action.CHOOSE_LANISTA) :] = 0
for _action, _wish in ALWAYS.items():
    PLAIN_WISHES[_action] = 100 * _wish
MOVE_LIST = np.array(
    (
        (4, 1, 0, 0),
        (5, 1, -1, 0),
        (6, 1, 1, 0),
        (7, -1, 0, 0),
        (8, 0, -1, 0),
        (9, 0, 1, 0),
        (10, 0, 0, -1),
        (11, 0, 0, 1),
    ),
    np.int64,
)
HELOTS, HELOT = 129, 94


POLICIES = ("random", *(character.name.lower() for character in Character), "greedy")
RANDOM, GREEDY = 0, len(POLICIES) - 1


@compiled
def simulate(tree: Tree, count: int) -> None:
    """So many simulations more, in a bout of NEXUS."""
    run(tree, count, policy)


@compiled
def policy(tree: Tree, bout: Any) -> int:
    """The action that the chosen one of the policies takes."""
    kind, generator = tree.knobs[0].policy, tree.state[0].generator
    if kind == RANDOM:
        return any_action(tree, bout)
    contract.observe(bout, bout.table.request.seat, tree.seen)
    if kind == GREEDY:
        return greedy(tree.seen, tree.mask, generator)
    return lanista(kind, tree.seen, tree.mask, generator)


@compiled
def greedy(seen: Any, mask: Any, generator: Any) -> int:
    wishes = PLAIN_WISHES.copy()
    movement, action, gloat = int(seen[43]), int(seen[44]), int(seen[52])
    price, ahead, right = 99, 0, 0
    in_front, behind = False, False
    for place in range(1, 4):
        base = HELOTS + HELOT * place
        if seen[base + 1] > 0:
            p = PRICES[(int(seen[base + 4]) + 15) % 15, (int(seen[base + 5]) + 15) % 15]
            if p < price:
                price, ahead, right = p, int(seen[base + 4]), int(seen[base + 5])
            in_front |= seen[base + 12] != 0
            behind |= seen[base + 17] != 0
    if seen[0]:
        wishes[Action.STANDARD_ATTACK] = 11000
        if in_front and action == 1:
            wishes[Action.TOKEN_TO_ACTION] = 10500
        healthy = seen[HELOTS + 26] > 10
        for place in range(3):
            wishes[Action.WILD_ATTACK + place] = 800 if healthy else -100
        if gloat >= 4 or (action == 1 and gloat >= 1):
            wishes[Action.GLOAT] = 12000
        if in_front and action >= 4:
            wishes[Action.TUNNEL_VISION] = 13000
            if not behind:
                wishes[Action.MADE_YOU_LOOK] = 12500
        for k in range(8):
            move, forward, sideways, turn = MOVE_LIST[k, 0], MOVE_LIST[k, 1], MOVE_LIST[k, 2], MOVE_LIST[k, 3]
            a, r = ahead - forward, right - sideways
            if turn > 0:
                a, r = right, -ahead
            elif turn < 0:
                a, r = -right, ahead
            a, r = min(FAR, max(-FAR, a)), min(FAR, max(-FAR, r))
            p = PRICES[(a + 15) % 15, (r + 15) % 15]
            wishes[move] = 5000 - 100 * p if p < price else 100 // (1 + p)
        if movement == 0 and action >= 2 and price == 1:
            wishes[Action.TOKEN_TO_MOVEMENT] = 4000
        else:
            wishes[Action.TOKEN_TO_MOVEMENT] = -100
    elif seen[8]:
        ratio = int(seen[HELOTS + 66])
        cost = price + 2 * int(seen[HELOTS + 34] != 0 or seen[HELOTS + 38] != 0)
        for k in range(2):
            m = ratio if k == 0 else 6 - ratio
            wishes[Action.RATIO_TO_MOVEMENT + k] = 1000 + (100 * (6 - m) - 20 * (m - cost) if m >= cost else 10 * m)
    else:
        succeeds, mine, at_me = seen[69] != 0, seen[82] != 0, seen[86] != 0
        wishes[Action.PERSEVERANCE_ATTACK] = 5000 if mine and not succeeds else -100
        wishes[Action.PERSEVERANCE_DEFENSE] = 5000 if at_me and succeeds else -100
        if seen[17] and at_me:
            for place in range(3):
                if seen[83 + place]:
                    wishes[Action.MADE_YOU_LOOK + place] = 6000
                    wishes[Action.TALK_SHIT + place] = 5500
            wishes[Action.ELUSIVE] = 5000
        if seen[6]:
            about = 0
            for place in range(4):
                if seen[30 + place]:
                    about = place
            base = HELOTS + HELOT * about
            close = abs(int(seen[base + 4])) < 4 and abs(int(seen[base + 5])) < 4
            plenty = seen[base + 66] > 3
            wishes[Action.DECEIVE_TO_MOVEMENT] = 2000 if close and plenty else -100
            wishes[Action.DECEIVE_TO_ACTION] = 2000 if close and not plenty else -100
    best, found, equals = -1000000, 0, 0
    for k in range(mask.shape[0]):
        if mask[k] and wishes[k] >= best:
            equals = equals + 1 if wishes[k] == best else 1
            if equals == 1 or draw_below(generator, equals) == 0:
                best, found = wishes[k], k
    return found
