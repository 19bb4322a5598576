"""The agent called `greedy`: a simple NEXUS fighter that reads nothing but its observation and its mask.

It closes in on the opponent that it can reach for the fewest movement points, strikes with Standard Attacks as long as
its points last, gloats over good blows, answers with every ability that it is offered, and rather walks than pay for
unspent points. It knows no obstacles, no wounds and no plans.

Every action gets a wish, a number; the legal action with the highest one is taken, chance decides between equals. A
wish above 0 is better than ending the round or passing, one below 0 is worse.
"""

from collections import deque
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.agent import Actions, Agent, AgentError, Masks, Observations
from nexus_env.contract import Game
from nexus_env.games.nexus.actions import Action
from nexus_env.games.nexus.bout import SEATS, Question

Floats = NDArray[np.float32]
ME, FAR = 0, 7  # the own seat, counted from oneself; squares
MOVES = {  # squares ahead and to the right that the helot goes, quarter turns to the right, movement points
    Action.MOVE: (1, 0, 0, 1),
    Action.MOVE + 1: (1, -1, 0, 1),
    Action.MOVE + 2: (1, 1, 0, 1),
    Action.MOVE + 3: (-1, 0, 0, 2),
    Action.MOVE + 4: (0, -1, 0, 2),
    Action.MOVE + 5: (0, 1, 0, 2),
    Action.ROTATE_LEFT: (0, 0, -1, 1),
    Action.ROTATE_RIGHT: (0, 0, 1, 1),
}
ALWAYS = {  # wishes that depend on nothing but being offered
    Action.WIN_THEM_OVER: 200,
    Action.STOP_DROP_AND_ROLL: 150,
    Action.STAND_UP: 90,
    Action.LIBERATE: 90,
    Action.CRUSH: 80,
    Action.TAKEDOWN: 70,
    Action.LET_GO: 60,
    Action.IM_STILL_STANDING: 50,
    Action.UNSHACKLED: 50,
    Action.MERELY_A_FLESH_WOUND: 50,
    Action.PERSEVERANCE: 50,
    Action.COUNTERATTACK: 50,
    Action.COMBO_BREAKER: 50,
    Action.HAYMAKER: 50,
    Action.TRIPPING: 50,
    Action.CANT_FOOL_ME: 50,
    Action.MEND: 30,
    Action.DESTROY_CRATE: 5,
    Action.PASS: 0,
    Action.END_ROUND: 0,
}
# Where the block of a helot in the observation holds what is needed here.
AHEAD, RIGHT, FIT, IN_FRONT, BEHIND = 4, 5, 1, 12, 17
CONDITION, PRONE, HELD, RATIO = 26, 34, 38, 66
MOVEMENT, ACTION, GLOAT_COINS = 0, 1, 9  # the same in the piece "round"


class GreedyAgent:
    """See the module."""

    def __init__(self, game: Game) -> None:
        """Find the pieces of the observation."""
        if game.name != "nexus":
            raise AgentError(f"Agent 'greedy': found the game {game.name}, expected nexus, the only one it can play.")
        ends = np.cumsum([piece.length for piece in game.layout]).tolist()
        self._pieces = {
            piece.name: slice(end - piece.length, end) for piece, end in zip(game.layout, ends, strict=True)
        }
        self._always = np.full(len(game.actions), -1, np.float32)
        self._always[int(Action.CHOOSE_LANISTA) :] = 0  # cards and sides: any
        for action, wish in ALWAYS.items():
            self._always[action] = wish

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        view = _View({name: observations[:, where] for name, where in self._pieces.items()})
        wishes = np.tile(self._always, (len(masks), 1))
        wish_to_fight(view, wishes)
        wish_to_walk(view, wishes)
        wish_for_points(view, wishes)
        wish_to_answer(view, wishes)
        wishes += rng.random(wishes.shape, np.float32) * 0.01
        chosen: Actions = np.argmax(np.where(masks.astype(bool, copy=False), wishes, -np.inf), axis=1)
        return chosen


class _View:
    """What the wishes are made of, one entry a row."""

    def __init__(self, pieces: dict[str, Floats]) -> None:
        self.pieces = pieces
        helots = pieces["helots"].reshape(len(pieces["helots"]), SEATS, -1)
        self.helots, self.me, self.others = helots, helots[:, ME], helots[:, 1:]
        self.movement = np.rint(10 * pieces["round"][:, MOVEMENT])
        self.action = np.rint(10 * pieces["round"][:, ACTION])
        self.gloat_coins = np.rint(20 * pieces["round"][:, GLOAT_COINS])
        ahead, right = (np.rint(FAR * self.others[:, :, field]).astype(int) for field in (AHEAD, RIGHT))
        prices = np.where(self.others[:, :, FIT] > 0, price_to_face()[ahead, right], 99)
        rows, nearest = np.arange(len(prices)), prices.argmin(axis=1)
        self.price = prices[rows, nearest]  # movement points until it can be struck
        self.ahead, self.right = ahead[rows, nearest], right[rows, nearest]
        self.in_front = self.others[:, :, IN_FRONT].any(axis=1)
        self.behind = self.others[:, :, BEHIND].any(axis=1)
        self.ratio = np.rint(6 * self.me[:, RATIO])


@cache
def price_to_face() -> NDArray[np.int64]:
    """Movement points until an opponent so many squares ahead and to the right is right in front; negative ones wrap.

    On an empty board, and 99 where the opponent would stand on one's own square.
    """
    prices = np.full((2 * FAR + 1, 2 * FAR + 1), 99)
    prices[1, 0] = 0
    waiting = deque([(1, 0)])
    while waiting:
        there = waiting.popleft()
        for move in MOVES.values():
            before = _before(*there, *move)
            price = prices[there] + move[3]
            if before != (0, 0) and max(map(abs, before)) <= FAR and price < prices[before]:
                prices[before] = price
                waiting.append(before)
    return prices


def after(ahead: Any, right: Any, forward: int, sideways: int, turn: int) -> tuple[Any, Any]:
    """Where an opponent is seen after a movement of one's own."""
    if turn == 0:
        return ahead - forward, right - sideways
    return (right, -ahead) if turn > 0 else (-right, ahead)


def _before(ahead: int, right: int, forward: int, sideways: int, turn: int, _price: int) -> tuple[int, int]:
    """Where it was seen before that movement."""
    if turn == 0:
        return ahead + forward, right + sideways
    return (-right, ahead) if turn > 0 else (right, -ahead)


def wish_to_fight(view: _View, wishes: Floats) -> None:
    """Standard Attacks, with a token where one point is missing; a Wild Attack with a point that is left over."""
    wishes[:, Action.STANDARD_ATTACK] = 110
    wishes[:, Action.TOKEN_TO_ACTION] = np.where(view.in_front & (view.action == 1), 105, -1)
    healthy = view.me[:, CONDITION] > 0.2
    for place in range(3):
        wishes[:, Action.WILD_ATTACK + place] = np.where(healthy, 8, -1)
    worth_it = (view.gloat_coins >= 4) | ((view.action == 1) & (view.gloat_coins >= 1))
    wishes[:, Action.GLOAT] = np.where(worth_it, 120, -1)
    long_fight = view.in_front & (view.action >= 4)
    wishes[:, Action.TUNNEL_VISION] = np.where(long_fight, 130, -1)
    wishes[:, Action.MADE_YOU_LOOK] = np.where(long_fight & ~view.behind, 125, -1)


def wish_to_walk(view: _View, wishes: Floats) -> None:
    """Movements that bring the nearest opponent nearer to the front; others only to spend what is left."""
    for move, (forward, sideways, turn, _) in MOVES.items():
        ahead, right = after(view.ahead, view.right, forward, sideways, turn)
        prices = price_to_face()[np.clip(ahead, -FAR, FAR), np.clip(right, -FAR, FAR)]
        nearer = prices < view.price
        wishes[:, move] = np.where(nearer, 50 - prices, 1 / (1 + prices))
    near = (view.movement == 0) & (view.action >= 2) & (view.price == 1)
    wishes[:, Action.TOKEN_TO_MOVEMENT] = np.where(near, 40, -1)


def wish_for_points(view: _View, wishes: Floats) -> None:
    """The split that leaves most action points for the opponent that can be reached."""
    price = view.price + 2 * ((view.me[:, PRONE] > 0) | (view.me[:, HELD] > 0))
    for choice, movement in ((Action.RATIO_TO_MOVEMENT, view.ratio), (Action.RATIO_TO_ACTION, 6 - view.ratio)):
        reached = movement >= price
        wishes[:, choice] = 10 + np.where(reached, (6 - movement) - 0.2 * (movement - price), 0.1 * movement)


def wish_to_answer(view: _View, wishes: Floats) -> None:
    """Throw anew what went wrong, spoil blows that are coming, and deceive opponents that are close."""
    contest, attacker, defender = (view.pieces[name] for name in ("contest", "attacker", "defender"))
    succeeds, mine, at_me = contest[:, 4] > 0, attacker[:, ME] > 0, defender[:, ME] > 0
    wishes[:, Action.PERSEVERANCE_ATTACK] = np.where(mine & ~succeeds, 50, -1)
    wishes[:, Action.PERSEVERANCE_DEFENSE] = np.where(at_me & succeeds, 50, -1)
    interrupting = view.pieces["question"][:, Question.INTERRUPT] > 0
    for place in range(SEATS - 1):
        theirs = interrupting & at_me & (attacker[:, place + 1] > 0)
        wishes[theirs, Action.MADE_YOU_LOOK + place] = 60
        wishes[theirs, Action.TALK_SHIT + place] = 55
    wishes[interrupting & at_me, Action.ELUSIVE] = 50
    about = view.pieces["about"].argmax(axis=1)
    victim = view.helots[np.arange(len(about)), about]
    close = (np.abs(victim[:, AHEAD]) < 0.5) & (np.abs(victim[:, RIGHT]) < 0.5)
    plenty = victim[:, RATIO] * 6 > 3
    wishes[:, Action.DECEIVE_TO_MOVEMENT] = np.where(close & plenty, 20, -1)
    wishes[:, Action.DECEIVE_TO_ACTION] = np.where(close & ~plenty, 20, -1)


def greedy(game: Game) -> Agent:
    """The agent called `greedy`, for NEXUS."""
    return GreedyAgent(game)
