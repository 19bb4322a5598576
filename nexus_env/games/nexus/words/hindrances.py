"""What may stand in the way of each command, in sentences that name the rules by their ids."""

from collections.abc import Callable

from nexus_env.games.nexus.cards.verbs import OF_A_MOMENT, Timing, Verb
from nexus_env.games.nexus.rules.actions import Action
from nexus_env.games.nexus.rules.aim import AIM_FOCUSED_COST, AIM_STANDARD_COST, AIM_WILD_COST
from nexus_env.games.nexus.rules.bout import (
    FEINT_BIT,
    LOCATIONS,
    MOST_TRAIT,
    NOBODY,
    STARTING_HEALTH,
    UNARMED,
    Ability,
    Blow,
    Pile,
    Question,
    Range,
    Square,
    Standing,
    Trait,
)
from nexus_env.games.nexus.rules.crates import CRATE_COST
from nexus_env.games.nexus.rules.fame import GLOAT_COST, MEND_COST, STOP_DROP_AND_ROLL_COST
from nexus_env.games.nexus.rules.fire import KNOCK_OVER_COST
from nexus_env.games.nexus.rules.geometry import BACK, FRONT, LEFT, RIGHT
from nexus_env.games.nexus.rules.grapple import CLINCH_COST, CRUSH_COST, FULL_CONDITION, TAKEDOWN_COST, THROW_COST
from nexus_env.games.nexus.rules.melee import (
    FEINT_COST,
    FOCUSED_COST,
    GRAPPLE_COST,
    STANDARD_COST,
    WILD_COST,
    WILD_PRICE,
)
from nexus_env.games.nexus.rules.movement import MOST_ROTATIONS, MOVE_COST, MOVE_RELATIVE
from nexus_env.games.nexus.rules.operands import MOST_HITS, MOST_THROWN
from nexus_env.games.nexus.rules.rounds import BLOCK_PRICE, BUTTON_PRICE
from nexus_env.games.nexus.rules.weapons import MOVE_SHIELD_COST
from nexus_env.games.nexus.words.eye import AHEAD, Eye
from nexus_env.games.nexus.words.sentences import lanista, plain

FINE = ""
Check = Callable[[Eye, int, int], str]
"""Given the eye, the place in the row and the action: what stands in the way, or FINE."""


def _upright(eye: Eye, place: int, action: int) -> str:
    if eye.helot["held_by"] != NOBODY:
        return f"Your helot is held by {lanista(eye.helot['held_by'])}: it must liberate itself first (R-154)."
    return "Your helot is Prone: it must stand up first (R-147)." if eye.helot["prone"] else FINE


def _holds_nobody(eye: Eye, place: int, action: int) -> str:
    if eye.helot["holds"] == NOBODY:
        return FINE
    return f"While your helot holds {lanista(eye.helot['holds'])}, only Grapple Commands are open to it (R-203)."


def _holds_somebody(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.helot["holds"] != NOBODY else "Your helot holds nobody (R-180)."


def _action_points(cost: int, rule: str) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        return _too_dear(cost, eye.action_points, "AP", rule)

    return check


def _movement_points(eye: Eye, cost: int, rule: str) -> str:
    """Guts double every price."""
    if (price := eye.movement_cost(cost)) > cost:
        return _too_dear(price, eye.movement_points, "MP in Guts", f"{rule}, R-372")
    return _too_dear(cost, eye.movement_points, "MP", rule)


def _too_dear(cost: int, points: int, unit: str, rule: str) -> str:
    return FINE if points >= cost else f"It costs {cost} {unit}, and you have {points} ({rule})."


def _ability(ability: Ability, rule: str) -> Check:
    """Whether the helot can pay for an ability; each trait has three, for 3, 4 and 5 points."""
    trait, cost = Trait(ability // 3), 3 + ability % 3

    def check(eye: Eye, place: int, action: int) -> str:
        if eye.helot["standing"] != Standing.FIT:
            return "Your helot has fallen (R-132)."
        return _too_dear(cost, int(eye.helot["traits"][trait]), plain(trait).capitalize(), rule)

    return check


def _can_step(eye: Eye, x: int, y: int) -> str:
    """Why a helot does not step on a square of its own will."""
    what, other = eye.lies(x, y), eye.stands(x, y)
    if what == Square.WALL:
        return "There is the wall (R-006)."
    if what >= Square.CRATE:
        return f"A {plain(what)} stands on ({x},{y}) (R-007)."
    if other != NOBODY:
        return f"The helot of {lanista(other)} stands on ({x},{y}) (R-145)."
    if what in (Square.SAW, Square.SPIKES):
        return f"Nobody steps on {'a saw' if what == Square.SAW else 'spikes'} of its own will: ({x},{y}) (R-143)."
    return FINE


def _move(eye: Eye, place: int, action: int) -> str:
    blocked = _can_step(eye, *eye.square(int(MOVE_RELATIVE[place])))
    return blocked or _movement_points(eye, int(MOVE_COST[place]), "R-134" if place < 3 else "R-138")


def _spring(relative: int) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        return _can_step(eye, *eye.square(relative)) or _movement_points(eye, 1, "R-149")

    return check


def _turn(direction: int) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        return _can_turn(eye, direction) or _movement_points(eye, 1, "R-135")

    return check


def _can_turn(eye: Eye, direction: int) -> str:
    if eye.turn["rotations"] >= MOST_ROTATIONS:
        return "Your helot has turned twice in this square already (R-136)."
    other_way = eye.turn["rotations"] and eye.turn["rotation_direction"] != direction
    return "In one square all turns go the same way (R-136)." if other_way else FINE


def _stand_up(eye: Eye, place: int, action: int) -> str:
    if not eye.helot["prone"]:
        return "Your helot is not Prone (R-147)."
    return _movement_points(eye, 1, "R-147")


def _liberate(eye: Eye, place: int, action: int) -> str:
    if eye.helot["held_by"] == NOBODY:
        return "Nobody holds your helot (R-154)."
    return FINE if eye.turn["free_liberates"] else _movement_points(eye, 1, "R-153")


def _attack(cost: int, bit: int, rule: str) -> Check:
    """A helot in Front, the points, and no drawn weapon that forbids it."""

    def check(eye: Eye, place: int, action: int) -> str:
        if (other := eye.front()) == NOBODY:
            return f"No helot stands in Front ({rule})."
        return _too_dear(cost, eye.points_against(other), "AP", rule) or _forbidden(eye, bit)

    return check


def _forbidden(eye: Eye, bit: int) -> str:
    is_forbidden = eye.helot["armed"] and int(eye.weapon()["forbids"]) & bit
    return "The weapon that is drawn forbids it (R-290)." if is_forbidden else FINE


def _wild_attack(eye: Eye, place: int, action: int) -> str:
    other = eye.front(place)
    if other == NOBODY:
        return "No helot stands there (R-160)."
    if eye.helot["health"][Pile.OVERALL_CONDITION] <= WILD_PRICE:
        return "At least 1 Overall Condition must remain after its price (R-076)."
    return _too_dear(WILD_COST, eye.points_against(other), "AP", "R-160") or _forbidden(eye, 1 << Blow.WILD)


def _combo(eye: Eye, place: int, action: int) -> str:
    return _attack(FOCUSED_COST + place % MOST_HITS + 1, 1 << Blow.FOCUSED, "R-171")(eye, place, action)


def _grapple(eye: Eye, place: int, action: int) -> str:
    if eye.helot["armed"]:
        return "Not while a weapon is drawn (R-167)."
    if 0 in (eye.helot["health"][Pile.LEFT_UPPER], eye.helot["health"][Pile.RIGHT_UPPER]):
        return "It takes both upper limbs, and one of yours has no coins left (R-167)."
    if (other := eye.front()) == NOBODY:
        return "No helot stands in Front (R-166)."
    if eye.table["helots"][other]["held_by"] != NOBODY:
        return f"The helot of {lanista(other)} is held by somebody already (R-170)."
    if eye.table["helots"][other]["standing"] != Standing.FIT:
        return f"The helot of {lanista(other)} has fallen (R-113)."
    return FINE


def _aim(cost: int, rule: str, row: int = 1) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        other = eye.opponent(place // row)
        if eye.helot["weapon"] == UNARMED or eye.weapon()["range"] not in (Range.RANGED, Range.THROWN):
            return "Your helot carries no weapon that is aimed (R-206)."
        if not eye.helot["armed"]:
            return "The weapon is not drawn (R-206)."
        if not eye.table["helots"][other]["present"]:
            return f"The helot of {lanista(other)} is no longer on the barge."
        return _too_dear(cost, eye.points_against(other), "AP", rule)

    return check


def _clinch(eye: Eye, place: int, action: int) -> str:
    if eye.helot["holds"] == NOBODY and eye.helot["held_by"] == NOBODY:
        return "Your helot is in no grapple (R-183)."
    if eye.lanista["cred"] == 0:
        return "It takes a coin of Cred, and you have none (R-183)."
    full = eye.helot["health"][Pile.OVERALL_CONDITION] >= FULL_CONDITION
    return "The Overall Condition is full (R-184)." if full else FINE


def _drag(eye: Eye, place: int, action: int) -> str:
    if place < len(MOVE_COST):
        return _movement_points(eye, int(MOVE_COST[place]), "R-185")
    return _can_turn(eye, 1 if place > len(MOVE_COST) else -1) or _movement_points(eye, 1, "R-185")


def _throw(eye: Eye, place: int, action: int) -> str:
    return _too_dear(THROW_COST * (place % MOST_THROWN + 1), eye.action_points, "AP", "R-194")


def _mend(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.helot["bleeding"] else "Your helot does not bleed (R-223)."


def _stop_drop_and_roll(eye: Eye, place: int, action: int) -> str:
    if not eye.helot["flaming"]:
        return "Your helot is not on fire (R-224)."
    x, y = int(eye.helot["x"]), int(eye.helot["y"])
    near = any(eye.lies(x + dx, y + dy) == Square.FIRE for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    return "Not beside a fire (R-224)." if near else FINE


def _gloat(eye: Eye, place: int, action: int) -> str:
    if eye.turn["gloated"]:
        return "Once in a Command Round (R-226)."
    if not eye.turn["gloat_open"]:
        return "Only right after a successful attack of your own helot (R-226)."
    return FINE if eye.in_force(Verb.FREE_GLOAT) else _too_dear(GLOAT_COST, eye.action_points, "AP", "R-226")


def _destroy_crate(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.lies(*eye.square(FRONT)) == Square.CRATE else "No crate stands in Front (R-401)."


def _knock_over(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.lies(*eye.square(AHEAD[place])) == Square.BRAZIER else "No upright brazier stands there (R-386)."


def _carries(eye: Eye, place: int, action: int) -> str:
    return "Your helot carries no weapon (R-290)." if eye.helot["weapon"] == UNARMED else FINE


def _handle(drawn: bool, shield: bool | None) -> Check:
    """Drawing or storing; `shield`: only a Shield, or anything but one."""

    def check(eye: Eye, place: int, action: int) -> str:
        if bool(eye.helot["armed"]) != drawn:
            return "The weapon is drawn already (R-290)." if eye.helot["armed"] else "The weapon is not drawn (R-290)."
        is_shield = eye.weapon()["range"] == Range.SHIELD
        if shield is not None and is_shield != shield:
            return "A Shield is drawn over a body location (R-299)." if is_shield else "It is no Shield (R-299)."
        return _too_dear(int(eye.weapon()["cost"]), eye.action_points, "AP", "R-290")

    return check


def _move_shield(eye: Eye, place: int, action: int) -> str:
    if not eye.helot["armed"] or eye.weapon()["range"] != Range.SHIELD:
        return "No Shield is drawn (R-300)."
    return "The Shield covers that location already (R-300)." if eye.helot["shielded"] == place else FINE


def _token(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.lanista["command_tokens"] else "You have no Command token left (R-065)."


def _is_prone(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.helot["prone"] else "Your helot is not Prone (R-309)."


def _is_held(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.helot["held_by"] != NOBODY else "Nobody holds your helot (R-320)."


def _not_yet(state: str, rule: str) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        return f"It is in force already, and does not stack ({rule})." if eye.helot[state] else FINE

    return check


def _push(eye: Eye, place: int, action: int) -> str:
    if eye.front() == NOBODY:
        return "No helot stands in Front (R-321)."
    x, y = eye.square(FRONT, 2)
    taken = eye.lies(x, y) >= Square.CRATE or eye.stands(x, y) != NOBODY
    return "The square behind it is taken (R-321)." if taken else FINE


def _hurdle(eye: Eye, place: int, action: int) -> str:
    x, y = eye.square(FRONT)
    if not Square.EMPTY < eye.lies(x, y) < Square.BRAZIER or eye.stands(x, y) != NOBODY:
        return "Nothing that can be hurdled lies in Front (R-326, R-327)."
    return _can_step(eye, *eye.square(FRONT, 2))


def _turn_crowd(eye: Eye, place: int, action: int) -> str:
    other = eye.opponent(place)
    return FINE if eye.table["lanistas"][other]["cred"] else f"{lanista(other)} has no Cred (R-331)."


def _win_them_over(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.table["crowd_pile"] else "The Crowd Pile is empty (R-332)."


def _fit_opponent(eye: Eye, place: int, action: int) -> str:
    other = eye.opponent(place)
    fit = eye.table["helots"][other]["standing"] == Standing.FIT
    return FINE if fit else f"The helot of {lanista(other)} has fallen (R-132)."


def _talk_shit(eye: Eye, place: int, action: int) -> str:
    rattled = eye.table["helots"][eye.opponent(place)]["rattled"]
    return "It is rattled already, and that does not stack (R-130)." if rattled else FINE


def _made_you_look(eye: Eye, place: int, action: int) -> str:
    helot = eye.table["helots"][eye.opponent(place)]
    grappled = helot["holds"] != NOBODY or helot["held_by"] != NOBODY
    return "Not a helot in a grapple (R-338)." if grappled else FINE


def _jack_of_all_traits(eye: Eye, place: int, action: int) -> str:
    full = eye.helot["traits"][place] >= MOST_TRAIT
    return f"{plain(Trait(place)).capitalize()} is full (R-334)." if full else FINE


def _unique_ability(eye: Eye, place: int, action: int) -> str:
    motivation = int(eye.lanista["motivation"])
    prices = eye.world["options"]["unique_abilities"][2 * motivation + place]["prices"]
    for trait, price in zip(Trait, prices, strict=True):
        if eye.helot["traits"][trait] < price:
            found = int(eye.helot["traits"][trait])
            return f"It costs {price} {plain(trait).capitalize()}, and you have {found} (R-339)."
    return FINE


def _play_card(eye: Eye, place: int, action: int) -> str:
    if not int(eye.lanista["hand"]) >> place & 1:
        return "You do not hold this card (R-348)."
    if eye.helot["standing"] != Standing.FIT:
        return "Your helot has fallen (R-048)."
    timing = Timing(int(eye.world["options"]["influence"][place]["timing"]))
    if timing == Timing.OWN_ROUND and eye.turn["seat"] != eye.seat:
        return "This card is for your own Command Round (R-348)."
    late = timing in OF_A_MOMENT and eye.question == Question.COMMAND
    return f"This card has a moment of its own: {plain(timing)} (R-348)." if late else FINE


def _button(eye: Eye, place: int, action: int) -> str:
    low = eye.helot["health"][Pile.OVERALL_CONDITION] <= BUTTON_PRICE
    return "At least 1 Overall Condition must remain after its price of 5 (R-076)." if low else FINE


def _block(eye: Eye, place: int, action: int) -> str:
    return _too_dear(BLOCK_PRICE, int(eye.lanista["deception_tokens"]), "Deception tokens", "R-070")


def _free_card(field: str, rule: str) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        owners = [seat for seat in range(eye.table["seats"]) if eye.table["lanistas"][seat][field] == place]
        return f"{lanista(owners[0])} has taken it ({rule})." if owners else FINE

    return check


def _room_on(eye: Eye, place: int, action: int) -> str:
    full = eye.question == Question.HELOT_AID and eye.helot["health"][place] >= STARTING_HEALTH[place]
    return "That location is full (R-412)." if full else FINE


MOVING = (_upright, _holds_nobody)
CAPTOR = (_upright, _holds_somebody)
CHECKS: dict[Action, tuple[Check, ...]] = {
    Action.TOKEN_TO_MOVEMENT: (_token,),
    Action.TOKEN_TO_ACTION: (_token,),
    Action.MOVE: (*MOVING, _move),
    Action.ROTATE_LEFT: (*MOVING, _turn(-1)),
    Action.ROTATE_RIGHT: (*MOVING, _turn(1)),
    Action.STAND_UP: (_stand_up,),
    Action.BACKFLIP: (*MOVING, _spring(BACK)),
    Action.SIDESTEP_LEFT: (*MOVING, _spring(LEFT)),
    Action.SIDESTEP_RIGHT: (*MOVING, _spring(RIGHT)),
    Action.LIBERATE: (_liberate,),
    Action.WILD_ATTACK: (*MOVING, _wild_attack),
    Action.STANDARD_ATTACK: (*MOVING, _attack(STANDARD_COST, 1 << Blow.STANDARD, "R-162")),
    Action.FOCUSED_ATTACK: (*MOVING, _attack(FOCUSED_COST, 1 << Blow.FOCUSED, "R-164")),
    Action.GRAPPLE: (*MOVING, _grapple, _attack(GRAPPLE_COST, 1 << Blow.GRAPPLE, "R-166")),
    Action.FEINT: (*MOVING, _attack(FEINT_COST, FEINT_BIT, "R-176")),
    Action.COMBO: (*MOVING, _combo),
    Action.CLINCH: (_clinch, _action_points(CLINCH_COST, "R-183")),
    Action.DRAG: (*CAPTOR, _drag),
    Action.THROW: (*CAPTOR, _throw),
    Action.TAKEDOWN: (*CAPTOR, _action_points(TAKEDOWN_COST, "R-198")),
    Action.CRUSH: (*CAPTOR, _action_points(CRUSH_COST, "R-200")),
    Action.LET_GO: CAPTOR,
    Action.MEND: (_upright, _mend, _action_points(MEND_COST, "R-223")),
    Action.STOP_DROP_AND_ROLL: (
        *(*MOVING, _stop_drop_and_roll),
        _action_points(STOP_DROP_AND_ROLL_COST, "R-224"),
    ),
    Action.GLOAT: (_upright, _gloat),
    Action.DESTROY_CRATE: (*MOVING, _destroy_crate, _action_points(CRATE_COST, "R-401")),
    Action.KNOCK_OVER: (*MOVING, _knock_over, _action_points(KNOCK_OVER_COST, "R-386")),
    Action.AIM_WILD: (*MOVING, _aim(AIM_WILD_COST, "R-207")),
    Action.AIM_STANDARD: (*MOVING, _aim(AIM_STANDARD_COST, "R-209")),
    Action.AIM_FOCUSED: (*MOVING, _aim(AIM_FOCUSED_COST, "R-210", LOCATIONS)),
    Action.DRAW_WEAPON: (*MOVING, _carries, _handle(drawn=False, shield=False)),
    Action.DRAW_SHIELD: (*MOVING, _carries, _handle(drawn=False, shield=True)),
    Action.STORE_WEAPON: (*MOVING, _carries, _handle(drawn=True, shield=None)),
    Action.STORE_ON_BACK: (*MOVING, _carries, _handle(drawn=True, shield=True)),
    Action.MOVE_SHIELD: (*MOVING, _carries, _move_shield, _action_points(MOVE_SHIELD_COST, "R-300")),
    Action.DROP_WEAPON: (_carries,),
    Action.IM_STILL_STANDING: (_is_prone, _ability(Ability.IM_STILL_STANDING, "R-309")),
    Action.PERSEVERANCE: (_ability(Ability.PERSEVERANCE, "R-312"),),
    Action.PERSEVERANCE_ATTACK: (_ability(Ability.PERSEVERANCE, "R-312"),),
    Action.PERSEVERANCE_DEFENSE: (_ability(Ability.PERSEVERANCE, "R-312"),),
    Action.ELUSIVE: (_ability(Ability.ELUSIVE, "R-318"), _not_yet("elusive", "R-318")),
    Action.UNSHACKLED: (_is_held, _ability(Ability.UNSHACKLED, "R-320")),
    Action.PUSH: (_upright, _ability(Ability.PUSH, "R-321"), _push),
    Action.HURDLE: (_upright, _ability(Ability.HURDLE, "R-325"), _hurdle),
    Action.TUNNEL_VISION: (_ability(Ability.TUNNEL_VISION, "R-330"), _not_yet("tunnel_vision", "R-330")),
    Action.TURN_CROWD: (_ability(Ability.TURN_CROWD, "R-331"), _turn_crowd),
    Action.WIN_THEM_OVER: (_ability(Ability.WIN_THEM_OVER, "R-332"), _win_them_over),
    Action.TALK_SHIT: (_ability(Ability.TALK_SHIT, "R-333"), _fit_opponent, _talk_shit),
    Action.MADE_YOU_LOOK: (_ability(Ability.MADE_YOU_LOOK, "R-337"), _fit_opponent, _made_you_look),
    Action.JACK_OF_ALL_TRAITS: (_ability(Ability.JACK_OF_ALL_TRAITS, "R-334"), _jack_of_all_traits),
    Action.CANT_FOOL_ME: (_ability(Ability.CANT_FOOL_ME, "R-335"),),
    Action.UNIQUE_ABILITY: (_unique_ability,),
    Action.PLAY_CARD: (_play_card,),
    Action.BUTTON_TO_MOVEMENT: (_button,),
    Action.BUTTON_TO_ACTION: (_button,),
    Action.BLOCK_DECEPTION: (_block,),
    Action.CHOOSE_LANISTA: (_free_card("card", "R-021"),),
    Action.CHOOSE_MOTIVATION: (_free_card("motivation", "R-025"),),
    Action.CHOOSE_LOCATION: (_room_on,),
}
ONCE = "What costs nothing is drawn once and stored once in a round"
HIDDEN = "The target is not in sight"
PRESUMED: dict[Action, str] = {
    Action.DRAG: "There is no room for both helots where that leads",
    Action.AIM_WILD: HIDDEN,
    Action.AIM_STANDARD: HIDDEN,
    Action.AIM_FOCUSED: HIDDEN,
    Action.DRAW_WEAPON: ONCE,
    Action.DRAW_SHIELD: ONCE,
    Action.STORE_WEAPON: ONCE,
    Action.STORE_ON_BACK: ONCE,
    Action.UNIQUE_ABILITY: "It is at work already, or could do nothing now",
    Action.PLAY_CARD: "The card could do nothing now",
}
"""What it must be when nothing else stands in the way of a command; the rules alone can tell for certain."""
