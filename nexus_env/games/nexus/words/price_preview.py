"""The price of a command for its own seat now: points, coins, tokens and trait points.

The rules charge it. This module predicts what they will charge before any die is rolled, if nobody interrupts: the
price of the command, and the damage of a fire that the helot moves beside or into.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nexus_env.games.nexus.cards.verbs import TURNING_POINT_PLACE, Condition, Delay, Target, Verb
from nexus_env.games.nexus.rules.actions import ACTION, BONUS, CRED, KINDS, MOVEMENT, OVERALL, ROWS, TABLE, Action
from nexus_env.games.nexus.rules.bout import NOBODY, UNIQUE_ABILITIES, Square, Trait
from nexus_env.games.nexus.rules.geometry import FRONT
from nexus_env.games.nexus.rules.hazards import AREA_DAMAGE
from nexus_env.games.nexus.rules.movement import MOVE_RELATIVE
from nexus_env.games.nexus.rules.states import FIRE_DAMAGE
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.target_squares import RELATIVE, target
from nexus_env.kit.actions import price_in_words
from nexus_env.kit.spelling import plain

Price = dict[str, int]
"""The amount of each kind of price; kinds with amount 0 are left out. `KINDS` lists all kinds."""

SPRINGS = {action: RELATIVE[row.at] for action, row in TABLE.items() if row.at in RELATIVE}
OWN = (Target.SELF, Target.EVERYONE)  # targets that always include the player of the card


def price_of(eye: Eye, action: int) -> Price:
    """The price of a legal action for `eye.seat`, the seat to act."""
    price = PRICES.get(ROWS[action], as_printed)(eye, action)
    return {kind: count for kind in KINDS if (count := price.get(kind, 0)) > 0}


def as_printed(eye: Eye, action: int, damages: Iterable[int] = ()) -> Price:
    """The price in the row of an action, plus the Overall Condition lost to some damages.

    Guts double movement points (R-372), bonus points against a Prone helot are spent first (R-280), and effects that
    protect the last coin apply.
    """
    price = TABLE.price_of(action)
    if MOVEMENT in price:
        price[MOVEMENT] = eye.movement_cost(price[MOVEMENT])
    if ACTION in price and (other := _attacked(eye, action)) != NOBODY and eye.turn["bonus_target"] == other:
        price[BONUS] = min(price[ACTION], int(eye.turn["bonus_points"]))
        price[ACTION] -= price[BONUS]
    price[OVERALL] = eye.loses(price.get(OVERALL, 0), *damages)
    return price


def _attacked(eye: Eye, action: int) -> int:
    """The seat whose helot an action targets, or NOBODY."""
    return target(eye, action) if TABLE[ROWS[action]].at in ("opponent", "helot ahead", "helot in front") else NOBODY


def spoken(price: Mapping[str, int]) -> str:
    """A price in words, as "5 Cred and 1 Overall Condition"; empty for nothing."""
    return price_in_words(price, KINDS)


# --- prices that depend on the position -------------------------------------------------------------------------------

Cost = Callable[[Eye, int], Price]
"""Takes the eye and the action; returns the price."""


def _gloat(eye: Eye, action: int) -> Price:
    return {} if eye.in_force(Verb.FREE_GLOAT) else as_printed(eye, action)


def _handling(eye: Eye, action: int) -> Price:
    return {ACTION: int(eye.weapon()["cost"])}


def _move(eye: Eye, action: int) -> Price:
    return as_printed(eye, action, scorching(eye, *eye.square(int(MOVE_RELATIVE[action - Action.MOVE]))))


def _spring(relative: int, steps: int = 1) -> Cost:
    return lambda eye, action: as_printed(eye, action, scorching(eye, *eye.square(relative, steps)))


def _rotate(eye: Eye, action: int) -> Price:
    return as_printed(eye, action, area(eye))


def _liberate(eye: Eye, action: int) -> Price:
    return {} if eye.turn["free_liberates"] else as_printed(eye, action)


def scorching(eye: Eye, x: int, y: int) -> list[int]:
    """The damage of leaving the area of a fire, then of stepping into one (R-397, R-399)."""
    is_hot = eye.lies(x, y) == Square.FIRE and not eye.helot["flaming"]
    return [*area(eye), *[FIRE_DAMAGE] * is_hot]


def area(eye: Eye) -> list[int]:
    """The damage of leaving a fire's area, or of turning in it; none for the Flaming (R-396, R-400)."""
    near = is_near_fire(eye, *eye.square(FRONT, 0))
    return [AREA_DAMAGE] if near and not eye.helot["flaming"] else []


def is_near_fire(eye: Eye, x: int, y: int) -> bool:
    """Within the area of a fire, or in it (R-396)."""
    return any(eye.lies(x + east, y + south) == Square.FIRE for east in (-1, 0, 1) for south in (-1, 0, 1))


# --- coins, tokens, traits --------------------------------------------------------------------------------------------


def _end_round(eye: Eye, action: int) -> Price:
    """Each unspent point costs 1 Cred, or without Cred 1 Overall Condition (R-060, R-061)."""
    unspent = eye.movement_points + eye.action_points + int(eye.turn["forfeited"])
    cred = min(unspent, int(eye.lanista["cred"]))
    return {CRED: cred, OVERALL: eye.loses(unspent - cred)}


def _of_card(card: Any) -> Price:
    """The trait points of a card's price."""
    return {plain(trait): int(points) for trait, points in zip(Trait, card["prices"], strict=True)}


def _unique_ability(eye: Eye, action: int) -> Price:
    card = own_ability(eye, action - Action.UNIQUE_ABILITY)
    return {**_of_card(card), **harm(eye, card)}


def own_ability(eye: Eye, place: int) -> Any:
    """A unique ability of the own motivation."""
    return eye.world["options"]["unique_abilities"][UNIQUE_ABILITIES * int(eye.lanista["motivation"]) + place]


def _play_card(eye: Eye, action: int) -> Price:
    return harm(eye, eye.world["options"]["influence"][action - Action.PLAY_CARD])


def _pay_price(eye: Eye, action: int) -> Price:
    """The price of the Turning Point card that is being carried out (R-352)."""
    number = int(eye.table["card_play"]["card"]) - TURNING_POINT_PLACE
    return _of_card(eye.world["options"]["turning_point"][number])


def harm(eye: Eye, card: Any) -> Price:
    """The certain effect of a card on its own player, unless somebody cancels it."""
    lines = [line for line in lines_of(card, OWN) if is_sure(line)]
    cred = sum(int(line["amount"]) for line in lines if line["verb"] == Verb.LOSE_CRED)
    damages = (int(line["amount"]) for line in lines if line["verb"] == Verb.DAMAGE_OVERALL)
    return {CRED: min(cred, int(eye.lanista["cred"])), OVERALL: eye.loses(*damages)}


def is_sure(line: Any) -> bool:
    """Whether a line of a card always concerns its player."""
    return line["target"] in OWN and not line["odds"] and line["condition"] == Condition.ALWAYS


def lines_of(card: Any, targets: Iterable[Target]) -> list[Any]:
    """The lines of a card that take effect at once on some of these targets."""
    return [line for line in card["effects"] if line["delay"] == Delay.NOW and line["target"] in targets]


PRICES: dict[Action, Cost] = {
    Action.END_ROUND: _end_round,
    Action.MOVE: _move,
    Action.ROTATE_LEFT: _rotate,
    Action.ROTATE_RIGHT: _rotate,
    **{row: _spring(relative) for row, relative in SPRINGS.items()},
    Action.LIBERATE: _liberate,
    Action.GLOAT: _gloat,
    **dict.fromkeys((Action.DRAW_WEAPON, Action.DRAW_SHIELD, Action.STORE_WEAPON, Action.STORE_ON_BACK), _handling),
    Action.HURDLE: _spring(FRONT, 2),
    Action.UNIQUE_ABILITY: _unique_ability,
    Action.PLAY_CARD: _play_card,
    Action.PAY_PRICE: _pay_price,
}
"""Actions whose price differs from their row's, with the functions that compute it."""
