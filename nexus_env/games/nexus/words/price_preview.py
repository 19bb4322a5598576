"""What a command costs its own seat now: points, coins, tokens and trait points.

The rules charge it; this module only predicts what they will charge before any die is rolled and unless somebody
interrupts: the price of the command, and the damage of a fire that the helot moves beside or into.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nexus_env.games.nexus.cards.verbs import TURNING_POINT_PLACE, Condition, Delay, Target, Verb
from nexus_env.games.nexus.rules.actions import ROWS, TABLE, Action
from nexus_env.games.nexus.rules.aim import AIM_FOCUSED_COST, AIM_STANDARD_COST, AIM_WILD_COST
from nexus_env.games.nexus.rules.bout import LOCATIONS, NOBODY, UNIQUE_ABILITIES, Ability, Square, Trait
from nexus_env.games.nexus.rules.crates import CRATE_COST
from nexus_env.games.nexus.rules.fame import GLOAT_COST, MEND_COST, STOP_DROP_AND_ROLL_COST
from nexus_env.games.nexus.rules.fire import KNOCK_OVER_COST
from nexus_env.games.nexus.rules.geometry import FRONT
from nexus_env.games.nexus.rules.grapple import CLINCH_COST, CRUSH_COST, TAKEDOWN_COST, THROW_COST
from nexus_env.games.nexus.rules.hazards import AREA_DAMAGE
from nexus_env.games.nexus.rules.melee import (
    FEINT_COST,
    FOCUSED_COST,
    GRAPPLE_COST,
    STANDARD_COST,
    WILD_COST,
    WILD_PRICE,
)
from nexus_env.games.nexus.rules.movement import MOVE_COST, MOVE_RELATIVE
from nexus_env.games.nexus.rules.operands import MOST_HITS, MOST_THROWN
from nexus_env.games.nexus.rules.rounds import BLOCK_PRICE, BUTTON_PRICE
from nexus_env.games.nexus.rules.states import FIRE_DAMAGE
from nexus_env.games.nexus.rules.weapons import MOVE_SHIELD_COST
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.target_squares import RELATIVE
from nexus_env.kit.spelling import plain

Price = dict[str, int]
"""How much of each kind; a kind of which nothing is taken is left out. `KINDS` has them all."""

MOVEMENT, ACTION, BONUS = "movement points", "action points", "bonus points"
CRED, OVERALL = "cred", "overall condition"
COMMAND_TOKENS, DECEPTION_TOKENS = "command tokens", "deception tokens"
KINDS = {  # of one, and of several
    MOVEMENT: ("MP", "MP"),
    ACTION: ("AP", "AP"),
    BONUS: ("bonus AP", "bonus AP"),
    CRED: ("Cred", "Cred"),
    OVERALL: ("Overall Condition", "Overall Condition"),
    COMMAND_TOKENS: ("Command token", "Command tokens"),
    DECEPTION_TOKENS: ("Deception token", "Deception tokens"),
    **{plain(trait): (plain(trait).capitalize(),) * 2 for trait in Trait},
}
SPRINGS = {action: RELATIVE[row.at] for action, row in TABLE.items() if row.at in RELATIVE}
OWN = (Target.SELF, Target.EVERYONE)  # whom a card surely concerns: the one who plays it


def price_of(eye: Eye, action: int) -> Price:
    """What a legal action of `eye.seat`, which is asked, takes from that seat."""
    row = ROWS[action]
    price = PRICES[row](eye, action - row) if row in PRICES else {}
    return {kind: count for kind in KINDS if (count := price.get(kind, 0)) > 0}


def spoken(price: Mapping[str, int]) -> str:
    """A price in words, as "5 Cred and 1 Overall Condition"; empty for nothing."""
    parts = [f"{count} {KINDS[kind][count > 1]}" for kind, count in price.items()]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


# --- points -----------------------------------------------------------------------------------------------------------

Cost = Callable[[Eye, int], Price]
"""Given the eye and the place in the row: the price."""


def _movement(eye: Eye, cost: int) -> Price:
    """Movement points; Guts double every price (R-372)."""
    return {MOVEMENT: eye.movement_cost(cost)}


def _attack(eye: Eye, cost: int, other: int) -> Price:
    """Action points for an attack on a helot; the bonus against a Prone one is spent first (R-280)."""
    bonus = min(cost, int(eye.turn["bonus_points"])) if other != NOBODY and eye.turn["bonus_target"] == other else 0
    return {ACTION: cost - bonus, BONUS: bonus}


def _action(cost: int) -> Cost:
    return lambda eye, place: {ACTION: cost}


def _in_front(cost: int) -> Cost:
    return lambda eye, place: _attack(eye, cost, eye.front())


def _aimed(cost: int, row: int = 1) -> Cost:
    return lambda eye, place: _attack(eye, cost, eye.opponent(place // row))


def _combo(eye: Eye, place: int) -> Price:
    return _attack(eye, FOCUSED_COST + place % MOST_HITS + 1, eye.front())


def _wild_attack(eye: Eye, place: int) -> Price:
    return {**_attack(eye, WILD_COST, eye.front(place)), OVERALL: eye.loses(WILD_PRICE)}


def _throw(eye: Eye, place: int) -> Price:
    return {ACTION: THROW_COST * (place % MOST_THROWN + 1)}


def _gloat(eye: Eye, place: int) -> Price:
    return {ACTION: 0 if eye.in_force(Verb.FREE_GLOAT) else GLOAT_COST}


def _handling(eye: Eye, place: int) -> Price:
    return {ACTION: int(eye.weapon()["cost"])}


# --- movement, and what a fire takes ----------------------------------------------------------------------------------


def _move(eye: Eye, place: int) -> Price:
    damages = scorching(eye, *eye.square(int(MOVE_RELATIVE[place])))
    return {**_movement(eye, int(MOVE_COST[place])), OVERALL: eye.loses(*damages)}


def _spring(relative: int) -> Cost:
    return lambda eye, place: {**_movement(eye, 1), OVERALL: eye.loses(*scorching(eye, *eye.square(relative)))}


def _rotate(eye: Eye, place: int) -> Price:
    return {**_movement(eye, 1), OVERALL: eye.loses(*area(eye))}


def _hurdle(eye: Eye, place: int) -> Price:
    damages = scorching(eye, *eye.square(FRONT, 2))
    return {**_trait(Ability.HURDLE)(eye, place), OVERALL: eye.loses(*damages)}


def _drag(eye: Eye, place: int) -> Price:
    return _movement(eye, int(MOVE_COST[place]) if place < len(MOVE_COST) else 1)


def _liberate(eye: Eye, place: int) -> Price:
    return {} if eye.turn["free_liberates"] else {**_movement(eye, 1), OVERALL: eye.loses(1)}


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


def _end_round(eye: Eye, place: int) -> Price:
    """Each unspent point costs 1 Cred, or without Cred 1 Overall Condition (R-060, R-061)."""
    unspent = eye.movement_points + eye.action_points + int(eye.turn["forfeited"])
    cred = min(unspent, int(eye.lanista["cred"]))
    return {CRED: cred, OVERALL: eye.loses(unspent - cred)}


def _flat(price: Price) -> Cost:
    return lambda eye, place: price


def _button(eye: Eye, place: int) -> Price:
    return {OVERALL: eye.loses(BUTTON_PRICE)}


def _trait(ability: Ability) -> Cost:
    """Each trait has three abilities, for 3, 4 and 5 points."""
    return _flat({plain(Trait(ability // 3)): 3 + ability % 3})


def _of_card(card: Any) -> Price:
    """The trait points that a card names."""
    return {plain(trait): int(points) for trait, points in zip(Trait, card["prices"], strict=True)}


def _unique_ability(eye: Eye, place: int) -> Price:
    card = own_ability(eye, place)
    return {**_of_card(card), **harm(eye, card)}


def own_ability(eye: Eye, place: int) -> Any:
    """A unique ability of the own motivation."""
    return eye.world["options"]["unique_abilities"][UNIQUE_ABILITIES * int(eye.lanista["motivation"]) + place]


def _play_card(eye: Eye, place: int) -> Price:
    return harm(eye, eye.world["options"]["influence"][place])


def _pay_price(eye: Eye, place: int) -> Price:
    """Of the Turning Point card that is being carried out (R-352)."""
    number = int(eye.table["card_play"]["card"]) - TURNING_POINT_PLACE
    return _of_card(eye.world["options"]["turning_point"][number])


def harm(eye: Eye, card: Any) -> Price:
    """What a card surely does to the one who plays it, unless somebody cancels it."""
    lines = [line for line in lines_of(card, OWN) if is_sure(line)]
    cred = sum(int(line["amount"]) for line in lines if line["verb"] == Verb.LOSE_CRED)
    damages = (int(line["amount"]) for line in lines if line["verb"] == Verb.DAMAGE_OVERALL)
    return {CRED: min(cred, int(eye.lanista["cred"])), OVERALL: eye.loses(*damages)}


def is_sure(line: Any) -> bool:
    """Whether a line of a card concerns the one who plays it in any case."""
    return line["target"] in OWN and not line["odds"] and line["condition"] == Condition.ALWAYS


def lines_of(card: Any, targets: Iterable[Target]) -> list[Any]:
    """The lines of a card that happen at once to some of these."""
    return [line for line in card["effects"] if line["delay"] == Delay.NOW and line["target"] in targets]


PRICES: dict[Action, Cost] = {
    Action.END_ROUND: _end_round,
    Action.TOKEN_TO_MOVEMENT: _flat({COMMAND_TOKENS: 1}),
    Action.TOKEN_TO_ACTION: _flat({COMMAND_TOKENS: 1}),
    Action.MOVE: _move,
    Action.ROTATE_LEFT: _rotate,
    Action.ROTATE_RIGHT: _rotate,
    Action.STAND_UP: lambda eye, place: _movement(eye, 1),
    **{row: _spring(relative) for row, relative in SPRINGS.items()},
    Action.LIBERATE: _liberate,
    Action.WILD_ATTACK: _wild_attack,
    Action.STANDARD_ATTACK: _in_front(STANDARD_COST),
    Action.FOCUSED_ATTACK: _in_front(FOCUSED_COST),
    Action.GRAPPLE: _in_front(GRAPPLE_COST),
    Action.FEINT: _in_front(FEINT_COST),
    Action.COMBO: _combo,
    Action.CLINCH: _flat({ACTION: CLINCH_COST, CRED: 1}),
    Action.DRAG: _drag,
    Action.THROW: _throw,
    Action.TAKEDOWN: _action(TAKEDOWN_COST),
    Action.CRUSH: _action(CRUSH_COST),
    Action.MEND: _action(MEND_COST),
    Action.STOP_DROP_AND_ROLL: _action(STOP_DROP_AND_ROLL_COST),
    Action.GLOAT: _gloat,
    Action.DESTROY_CRATE: _action(CRATE_COST),
    Action.KNOCK_OVER: _action(KNOCK_OVER_COST),
    Action.AIM_WILD: _aimed(AIM_WILD_COST),
    Action.AIM_STANDARD: _aimed(AIM_STANDARD_COST),
    Action.AIM_FOCUSED: _aimed(AIM_FOCUSED_COST, LOCATIONS),
    **dict.fromkeys((Action.DRAW_WEAPON, Action.DRAW_SHIELD, Action.STORE_WEAPON, Action.STORE_ON_BACK), _handling),
    Action.MOVE_SHIELD: _action(MOVE_SHIELD_COST),
    **{Action[ability.name]: _trait(ability) for ability in Ability},
    Action.PERSEVERANCE_ATTACK: _trait(Ability.PERSEVERANCE),
    Action.PERSEVERANCE_DEFENSE: _trait(Ability.PERSEVERANCE),
    Action.HURDLE: _hurdle,
    Action.UNIQUE_ABILITY: _unique_ability,
    Action.PLAY_CARD: _play_card,
    Action.PAY_PRICE: _pay_price,
    **dict.fromkeys((Action.BUTTON_TO_MOVEMENT, Action.BUTTON_TO_ACTION), _button),
    **dict.fromkeys((Action.DECEIVE_TO_MOVEMENT, Action.DECEIVE_TO_ACTION), _flat({DECEPTION_TOKENS: 1})),
    Action.BLOCK_DECEPTION: _flat({DECEPTION_TOKENS: BLOCK_PRICE}),
}
