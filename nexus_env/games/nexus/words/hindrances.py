"""The possible obstacles to each command, in sentences that cite rule ids.

The rules themselves decide whether an obstacle applies (`asked_rules`), and they have the prices. This module has only
the order in which a player would think of obstacles, and their wording.
"""

from collections.abc import Callable

from nexus_env.games.nexus.cards.verbs import ABILITY_PLACE, OF_A_MOMENT, Timing, Verb
from nexus_env.games.nexus.rules.actions import DECEPTION_TOKENS, OVERALL, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    FEINT_BIT,
    LOCATIONS,
    NOBODY,
    Ability,
    Blow,
    Pile,
    Question,
    Range,
    Square,
    Trait,
)
from nexus_env.games.nexus.rules.geometry import BACK, FRONT, LEFT, RIGHT
from nexus_env.games.nexus.rules.grapple import DRAG_TURNS
from nexus_env.games.nexus.rules.melee import WILD_PRICE
from nexus_env.games.nexus.rules.movement import LEFT_TURN, MOVE_RELATIVE, RIGHT_TURN
from nexus_env.games.nexus.rules.operands import MOVES
from nexus_env.games.nexus.words import asked_rules as rules
from nexus_env.games.nexus.words.conditions import (
    FINE,
    Check,
    ability,
    action_points,
    held,
    holds_nobody,
    holds_somebody,
    last,
    last_against,
    movement_points,
    not_held,
    of_helot,
    otherwise,
    points_against,
    prone,
    too_dear,
    upright,
)
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.sentences import lanista
from nexus_env.kit.spelling import plain

# --- movement ---------------------------------------------------------------------------------------------------------


def _can_step(eye: Eye, x: int, y: int) -> str:
    """The reason why a helot may not step onto a square by choice."""
    return FINE if rules.may_step_on(eye.laid, x, y) else _in_the_way(eye, x, y)


def _in_the_way(eye: Eye, x: int, y: int) -> str:
    what, other = eye.lies(x, y), eye.stands(x, y)
    if what == Square.WALL:
        return "The wall is in the way (R-006)."
    if other != NOBODY:
        return f"{lanista(other)}'s helot stands on ({x},{y}) (R-145)."
    if what in (Square.SAW, Square.SPIKES):
        return f"A helot does not step onto {'a saw' if what == Square.SAW else 'spikes'} by choice: ({x},{y}) (R-143)."
    return f"A {plain(what)} stands on ({x},{y}) (R-007)."


def _move(eye: Eye, place: int, action: int) -> str:
    blocked = _can_step(eye, *eye.square(int(MOVE_RELATIVE[place])))
    return blocked or movement_points(eye, action, "R-134" if place < 3 else "R-138")


def _spring(relative: int) -> Check:
    return lambda eye, place, action: _can_step(eye, *eye.square(relative)) or movement_points(eye, action, "R-149")


def _turn(direction: int) -> Check:
    return lambda eye, place, action: _can_turn(eye, direction) or movement_points(eye, action, "R-135")


def _can_turn(eye: Eye, direction: int) -> str:
    if rules.is_turn_left(eye.laid, direction):
        return FINE
    if rules.is_turn_left(eye.laid, -direction):
        return "All turns in one square must go the same way (R-136)."
    return "Your helot has already turned twice in this square (R-136)."


def _stand_up(eye: Eye, place: int, action: int) -> str:
    return movement_points(eye, action, "R-147")


def _liberate(eye: Eye, place: int, action: int) -> str:
    return FINE if eye.laid.command_round.free_liberates else movement_points(eye, action, "R-153")


# --- attacks ----------------------------------------------------------------------------------------------------------


def _attack(bit: int, rule: str) -> Check:
    """A helot in Front, the points, and no drawn weapon that forbids it."""

    def check(eye: Eye, place: int, action: int) -> str:
        other = eye.front()
        if other == NOBODY:
            return f"No helot stands in Front ({rule})."
        return points_against(eye, other, action, rule) or _forbidden(eye, bit)

    return check


def _forbidden(eye: Eye, bit: int) -> str:
    is_forbidden = rules.is_forbidden(eye.bout, eye.seat, bit)
    return otherwise("The drawn weapon forbids it (R-290).", unless=not is_forbidden)


def _wild_attack(eye: Eye, place: int, action: int) -> str:
    other = eye.front(place)
    if other == NOBODY:
        return "No helot stands there (R-160)."
    if not rules.can_spare(eye.laid, eye.seat, WILD_PRICE):
        return "Its price must leave at least 1 Overall Condition (R-076)."
    return points_against(eye, other, action, "R-160") or _forbidden(eye, 1 << Blow.WILD)


def _grapple(eye: Eye, place: int, action: int) -> str:
    if eye.laid.helots[eye.seat].armed:
        return "Not while a weapon is drawn (R-167)."
    if not rules.has_both_arms(eye.laid, eye.seat):
        return "It needs both upper limbs, and one of yours has no coins left (R-167)."
    if (other := eye.front()) == NOBODY:
        return "No helot stands in Front (R-166)."
    if eye.laid.helots[other].held_by != NOBODY:
        return f"{lanista(other)}'s helot is already held (R-170)."
    return otherwise(f"{lanista(other)}'s helot has fallen (R-113).", unless=rules.is_fit(eye.laid, other))


def _aim(rule: str, row: int = 1) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        other = eye.opponent(place // row)
        if not rules.is_ready_to_aim(eye.bout, eye.seat):
            is_aimed = rules.weapon_of(eye.bout, eye.seat).range in (Range.RANGED, Range.THROWN)
            carries = rules.may_drop(eye.laid, eye.seat) and is_aimed
            return (
                f"{'The weapon is not drawn' if carries else 'Your helot carries no ranged or thrown weapon'} (R-206)."
            )
        if not eye.laid.helots[other].present:
            return f"{lanista(other)}'s helot is no longer on the barge."
        hidden = f"{lanista(other)}'s helot is not in sight (R-213, R-214)."
        return points_against(eye, other, action, rule) or otherwise(
            hidden, unless=rules.sees(eye.laid, eye.seat, other)
        )

    return check


# --- grapples ---------------------------------------------------------------------------------------------------------


def _clinch(eye: Eye, place: int, action: int) -> str:
    if not rules.in_grapple(eye.laid, eye.seat):
        return "Your helot is not in a grapple (R-183)."
    if not eye.laid.lanistas[eye.seat].cred:
        return "It costs 1 Cred; you have none (R-183)."
    has_room = rules.has_room(eye.laid, eye.seat, Pile.OVERALL_CONDITION)
    return otherwise("The Overall Condition is full (R-184).", unless=has_room)


def _drag(eye: Eye, place: int, action: int) -> str:
    turn = DRAG_TURNS[place - len(MOVES)] if place >= len(MOVES) else 0
    if blocked := (_can_turn(eye, turn) if turn else FINE) or movement_points(eye, action, "R-185"):
        return blocked
    move = rules.has_room_to_swing if turn else rules.has_room_to_drag
    has_room = move(eye.laid, eye.seat, turn or place)
    return otherwise("There is no room for both helots there (R-187).", unless=bool(has_room))


# --- recovery, fame, objects on the board -----------------------------------------------------------------------------


def _stop_drop_and_roll(eye: Eye, place: int, action: int) -> str:
    if not eye.laid.helots[eye.seat].flaming:
        return "Your helot is not on fire (R-224)."
    return otherwise("It is not allowed beside a fire (R-224).", unless=not rules.is_near_fire(eye.laid, eye.seat))


def _gloat(eye: Eye, place: int, action: int) -> str:
    if eye.laid.command_round.gloated:
        return "You have already gloated in this Command Round (R-226)."
    if not eye.laid.command_round.gloat_open:
        return "It must follow directly on a successful attack by your helot (R-226)."
    is_free = rules.has_lasting(eye.laid, eye.seat, Verb.FREE_GLOAT)
    return FINE if is_free else action_points("R-226")(eye, place, action)


def _knock_over(eye: Eye, place: int, action: int) -> str:
    stands = rules.braziers_ahead(eye.laid, eye.seat) >> place & 1
    return otherwise("No upright brazier stands there (R-386).", unless=bool(stands))


# --- weapons ----------------------------------------------------------------------------------------------------------


def _handle(armed: bool, shield: bool | None) -> Check:
    """The checks of drawing a weapon, or of storing an `armed` one; `shield` restricts them to Shields or to others."""

    def check(eye: Eye, place: int, action: int) -> str:
        if bool(eye.laid.helots[eye.seat].armed) != armed:
            return "The weapon is not drawn (R-290)." if armed else "The weapon is already drawn (R-290)."
        weapon = rules.weapon_of(eye.bout, eye.seat)
        is_shield = weapon.range == Range.SHIELD
        if shield is not None and is_shield != shield:
            return (
                "A Shield is drawn over a body location: name it (R-299)."
                if is_shield
                else "Your weapon is not a Shield (R-299)."
            )
        again = rules.was_handled_freely(eye.bout, eye.seat, armed)
        return too_dear(int(weapon.cost), eye.action_points, "AP", "R-290") or otherwise(
            "A weapon that costs 0 AP is drawn once and stored once in a round (R-290).", unless=not again
        )

    return check


def _move_shield(eye: Eye, place: int, action: int) -> str:
    if not rules.is_armed_with(eye.bout, eye.seat, Range.SHIELD):
        return "No Shield is drawn (R-300)."
    return action_points("R-300")(eye, place, action) or otherwise(
        "The Shield already covers that location (R-300).", unless=rules.may_move_shield(eye.bout, eye.seat, place)
    )


# --- abilities and cards ----------------------------------------------------------------------------------------------


def _push(eye: Eye, place: int, action: int) -> str:
    if eye.front() == NOBODY:
        return "No helot stands in Front (R-321)."
    has_room = rules.has_room_behind(eye.laid, eye.seat)
    return otherwise("The square behind that helot is taken (R-321).", unless=has_room)


def _hurdle(eye: Eye, place: int, action: int) -> str:
    if not rules.can_be_hurdled(eye.laid, *eye.square(FRONT)):
        return "There is nothing to hurdle in Front (R-326, R-327)."
    return FINE if rules.can_land(eye.laid, eye.seat) else _in_the_way(eye, *eye.square(FRONT, 2))


def _fit_opponent(eye: Eye, place: int, action: int) -> str:
    other = eye.opponent(place)
    return otherwise(f"{lanista(other)}'s helot has fallen (R-132).", unless=rules.is_fit(eye.laid, other))


def _jack_of_all_traits(eye: Eye, place: int, action: int) -> str:
    may_rise = rules.may_jack_of_all_traits(eye.laid, eye.seat, place)
    return otherwise(f"{plain(Trait(place)).capitalize()} is full (R-334).", unless=may_rise)


def _unique_ability(eye: Eye, place: int, action: int) -> str:
    number = rules.ability_place(eye.laid, eye.seat, place)
    card = eye.bout.options.unique_abilities[number - ABILITY_PLACE]
    if not rules.can_pay(eye.laid, card, eye.seat):
        return _too_dear_card(eye, card.prices)
    if card.effects[0].verb == Verb.NOTHING:
        return "This stock has no such ability (R-339)."
    if rules.is_at_work(eye.laid, eye.seat, number):
        return "It is already in effect and does not stack (R-130)."
    return otherwise("It would do nothing now (R-344).", unless=rules.is_of_use(eye.bout, card, eye.seat))


def _too_dear_card(eye: Eye, prices: list[int]) -> str:
    """The trait that is short for a card's price, if the helot can act at all."""
    for trait, price in zip(Trait, prices, strict=True):
        points = int(eye.laid.helots[eye.seat].traits[trait])
        if reason := too_dear(int(price), points, plain(trait).capitalize(), "R-339"):
            return reason
    return "Your helot has fallen (R-132)."


def _play_card(eye: Eye, place: int, action: int) -> str:
    if not rules.holds(eye.laid, eye.seat, place):
        is_fit = rules.is_fit(eye.laid, eye.seat)
        return "You do not hold this card (R-348)." if is_fit else "Your helot has fallen (R-048)."
    card = eye.bout.options.influence[place]
    timing = Timing(int(card.timing))
    if timing in OF_A_MOMENT:  # the windows named after it
        late = eye.question == Question.COMMAND
        return otherwise(f"This card is played at another moment: {plain(timing)} (R-348).", unless=not late)
    if not rules.timely(eye.bout, eye.seat, 1 << place):
        return "This card is for your own Command Round (R-348)."
    return otherwise("The card would do nothing now (R-348).", unless=rules.is_of_use(eye.bout, card, eye.seat))


# --- answers ----------------------------------------------------------------------------------------------------------


def _block(eye: Eye, place: int, action: int) -> str:
    if rules.may_block(eye.laid, eye.seat):
        return FINE
    return too_dear(
        TABLE.price(Action.BLOCK_DECEPTION, DECEPTION_TOKENS),
        int(eye.laid.lanistas[eye.seat].deception_tokens),
        "Deception tokens",
        "R-070",
    )


def _free_card(is_free: Callable[..., bool], field: str, rule: str) -> Check:
    def check(eye: Eye, place: int, action: int) -> str:
        if is_free(eye.laid, place):
            return FINE
        owner = next(seat for seat in range(eye.laid.seats) if eye.laid.lanistas[seat][field] == place)
        return f"{lanista(owner)} has taken it ({rule})."

    return check


def _room_on(eye: Eye, place: int, action: int) -> str:
    has_room = eye.question != Question.HELOT_AID or rules.has_room(eye.laid, eye.seat, place)
    return otherwise("That location is full (R-412).", unless=has_room)


BLEEDING = of_helot(lambda helot: bool(helot.bleeding), "Your helot is not bleeding (R-223).")
CARRIES = last(rules.may_drop, "Your helot carries no weapon (R-290).")
CRATE = last(rules.has_crate_in_front, "No crate stands in Front (R-401).")
TOKEN = last(rules.has_token, "You have no Command token left (R-065).")
PRICE_OF_BUTTON = (
    f"Its price of {TABLE.price(Action.BUTTON_TO_ACTION, OVERALL)} must leave at least 1 Overall Condition (R-076)."
)
BUTTON = last(rules.may_push_button, PRICE_OF_BUTTON)
ONCE_MORE = "It is already in effect and does not stack ({rule})."
NOT_ELUSIVE = last(rules.may_elusive, ONCE_MORE.format(rule="R-318"))
NO_TUNNEL_VISION = last(rules.may_tunnel_vision, ONCE_MORE.format(rule="R-330"))
HAS_CRED = last_against(rules.may_turn_crowd, "{lanista} has no Cred (R-331).")
CROWD_HAS_COINS = last(rules.may_win_them_over, "The Crowd Pile is empty (R-332).")
NOT_RATTLED = last_against(rules.may_talk_shit, "That helot is already rattled, which does not stack (R-130).")
IN_NO_GRAPPLE = last_against(rules.may_made_you_look, "It does not affect a helot in a grapple (R-338).")
MOVING = (upright, holds_nobody)
CAPTOR = (upright, holds_somebody)
CHECKS: dict[Action, tuple[Check, ...]] = {
    Action.TOKEN_TO_MOVEMENT: (TOKEN,),
    Action.TOKEN_TO_ACTION: (TOKEN,),
    Action.MOVE: (*MOVING, _move),
    Action.ROTATE_LEFT: (*MOVING, _turn(LEFT_TURN)),
    Action.ROTATE_RIGHT: (*MOVING, _turn(RIGHT_TURN)),
    Action.STAND_UP: (prone("R-147"), not_held, _stand_up),
    Action.BACKFLIP: (*MOVING, _spring(BACK)),
    Action.SIDESTEP_LEFT: (*MOVING, _spring(LEFT)),
    Action.SIDESTEP_RIGHT: (*MOVING, _spring(RIGHT)),
    Action.LIBERATE: (held("R-154"), _liberate),
    Action.WILD_ATTACK: (*MOVING, _wild_attack),
    Action.STANDARD_ATTACK: (*MOVING, _attack(1 << Blow.STANDARD, "R-162")),
    Action.FOCUSED_ATTACK: (*MOVING, _attack(1 << Blow.FOCUSED, "R-164")),
    Action.GRAPPLE: (*MOVING, _grapple, _attack(1 << Blow.GRAPPLE, "R-166")),
    Action.FEINT: (*MOVING, _attack(FEINT_BIT, "R-176")),
    Action.COMBO: (*MOVING, _attack(1 << Blow.FOCUSED, "R-171")),
    Action.CLINCH: (_clinch, action_points("R-183")),
    Action.DRAG: (*CAPTOR, _drag),
    Action.THROW: (*CAPTOR, action_points("R-194")),
    Action.TAKEDOWN: (*CAPTOR, action_points("R-198")),
    Action.CRUSH: (*CAPTOR, action_points("R-200")),
    Action.LET_GO: CAPTOR,
    Action.MEND: (upright, BLEEDING, action_points("R-223")),
    Action.STOP_DROP_AND_ROLL: (*(*MOVING, _stop_drop_and_roll), action_points("R-224")),
    Action.GLOAT: (upright, _gloat),
    Action.DESTROY_CRATE: (*MOVING, CRATE, action_points("R-401")),
    Action.KNOCK_OVER: (*MOVING, _knock_over, action_points("R-386")),
    Action.AIM_WILD: (*MOVING, _aim("R-207")),
    Action.AIM_STANDARD: (*MOVING, _aim("R-209")),
    Action.AIM_FOCUSED: (*MOVING, _aim("R-210", LOCATIONS)),
    Action.DRAW_WEAPON: (*MOVING, CARRIES, _handle(armed=False, shield=False)),
    Action.DRAW_SHIELD: (*MOVING, CARRIES, _handle(armed=False, shield=True)),
    Action.STORE_WEAPON: (*MOVING, CARRIES, _handle(armed=True, shield=None)),
    Action.STORE_ON_BACK: (*MOVING, CARRIES, _handle(armed=True, shield=True)),
    Action.MOVE_SHIELD: (*MOVING, CARRIES, _move_shield),
    Action.DROP_WEAPON: (CARRIES,),
    Action.IM_STILL_STANDING: (prone("R-309"), ability(Ability.IM_STILL_STANDING, "R-309")),
    Action.PERSEVERANCE: (ability(Ability.PERSEVERANCE, "R-312"),),
    Action.PERSEVERANCE_ATTACK: (ability(Ability.PERSEVERANCE, "R-312"),),
    Action.PERSEVERANCE_DEFENSE: (ability(Ability.PERSEVERANCE, "R-312"),),
    Action.ELUSIVE: (ability(Ability.ELUSIVE, "R-318"), NOT_ELUSIVE),
    Action.UNSHACKLED: (held("R-320"), ability(Ability.UNSHACKLED, "R-320")),
    Action.PUSH: (upright, ability(Ability.PUSH, "R-321"), _push),
    Action.HURDLE: (upright, ability(Ability.HURDLE, "R-325"), _hurdle),
    Action.TUNNEL_VISION: (ability(Ability.TUNNEL_VISION, "R-330"), NO_TUNNEL_VISION),
    Action.TURN_CROWD: (ability(Ability.TURN_CROWD, "R-331"), HAS_CRED),
    Action.WIN_THEM_OVER: (ability(Ability.WIN_THEM_OVER, "R-332"), CROWD_HAS_COINS),
    Action.TALK_SHIT: (ability(Ability.TALK_SHIT, "R-333"), _fit_opponent, NOT_RATTLED),
    Action.MADE_YOU_LOOK: (ability(Ability.MADE_YOU_LOOK, "R-337"), _fit_opponent, IN_NO_GRAPPLE),
    Action.JACK_OF_ALL_TRAITS: (ability(Ability.JACK_OF_ALL_TRAITS, "R-334"), _jack_of_all_traits),
    Action.CANT_FOOL_ME: (ability(Ability.CANT_FOOL_ME, "R-335"),),
    Action.UNIQUE_ABILITY: (_unique_ability,),
    Action.PLAY_CARD: (_play_card,),
    Action.BUTTON_TO_MOVEMENT: (BUTTON,),
    Action.BUTTON_TO_ACTION: (BUTTON,),
    Action.BLOCK_DECEPTION: (_block,),
    Action.CHOOSE_LANISTA: (_free_card(rules.is_lanista_free, "card", "R-021"),),
    Action.CHOOSE_MOTIVATION: (_free_card(rules.is_motivation_free, "motivation", "R-025"),),
    Action.CHOOSE_LOCATION: (_room_on,),
}
