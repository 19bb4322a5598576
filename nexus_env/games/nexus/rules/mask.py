"""The mask of legal actions (manual p.16-25)."""

from typing import Any

from nexus_env.games.nexus.cards.cards import in_hand, may_reroll_with
from nexus_env.games.nexus.cards.effects import may_use_ability
from nexus_env.games.nexus.cards.verbs import Timing
from nexus_env.games.nexus.rules.actions import TABLE, Action
from nexus_env.games.nexus.rules.aim import AIM_FOCUSED_COST, AIM_STANDARD_COST, AIM_WILD_COST, may_aim
from nexus_env.games.nexus.rules.bout import (
    FEINT_BIT,
    NOBODY,
    UNARMED,
    Ability,
    Blow,
    Bout,
    Pile,
    Question,
)
from nexus_env.games.nexus.rules.combat import may_reroll_contest, may_reroll_defense
from nexus_env.games.nexus.rules.crates import may_destroy_crate
from nexus_env.games.nexus.rules.crowd import has_room
from nexus_env.games.nexus.rules.fame import (
    may_gloat,
    may_mend,
    may_stop_drop_and_roll,
)
from nexus_env.games.nexus.rules.fire import may_knock_over
from nexus_env.games.nexus.rules.geometry import (
    BACK,
    FRONT,
    LEFT,
    RIGHT,
    clockwise,
    has_neighbor,
    helot_towards,
    is_upright,
)
from nexus_env.games.nexus.rules.grapple import (
    DRAG_TURNS,
    may_clinch,
    may_crush,
    may_drag,
    may_drag_round,
    may_takedown,
    may_throw,
)
from nexus_env.games.nexus.rules.interruptions import allow_any_time
from nexus_env.games.nexus.rules.melee import (
    COMBO_COST,
    FEINT_COST,
    FOCUSED_COST,
    HIT_COST,
    STANDARD_COST,
    action_points_against,
    may_grapple,
    may_melee,
    may_wild_attack,
)
from nexus_env.games.nexus.rules.movement import (
    LEFT_TURN,
    RIGHT_TURN,
    affordable_steps,
    is_turn_left,
    may_liberate,
    may_move,
    may_spring,
    may_stand_up,
    open_directions,
)
from nexus_env.games.nexus.rules.questions import IS_CHOICE, IS_REACTION, IS_SETUP, IS_TO_CARD, IS_WINDOW
from nexus_env.games.nexus.rules.reserves import can_use, can_use_any
from nexus_env.games.nexus.rules.rounds import (
    may_block,
    may_push_button,
)
from nexus_env.games.nexus.rules.setup import (
    is_lanista_free,
    is_motivation_free,
)
from nexus_env.games.nexus.rules.states import is_bonus_target
from nexus_env.games.nexus.rules.tokens import has_token
from nexus_env.games.nexus.rules.traits import (
    may_hurdle,
    may_push,
    may_tunnel_vision,
)
from nexus_env.games.nexus.rules.weapons import (
    may_draw,
    may_drop,
    may_move_shield,
    may_store,
)
from nexus_env.kit.bitsets import after_first, all_below, first_member
from nexus_env.kit.mask import allow, allow_some, spread
from nexus_env.kit.tape import CHANCE
from nexus_env.machine.compiled import compiled, compiled_apart

# The lengths of the rows, from the action table.
(WAYS,) = TABLE[Action.MOVE].counts
(SPOTS_AHEAD,) = TABLE[Action.WILD_ATTACK].counts
LOCATIONS, MOST_HITS = TABLE[Action.COMBO].counts
THROWS, MOST_THROWN = TABLE[Action.THROW].counts
(DRAGS,) = TABLE[Action.DRAG].counts
(UNIQUE_ABILITIES,) = TABLE[Action.UNIQUE_ABILITY].counts
(LANISTAS,) = TABLE[Action.CHOOSE_LANISTA].counts
(MOTIVATIONS,) = TABLE[Action.CHOOSE_MOTIVATION].counts
(TRAITS,) = TABLE[Action.CHOOSE_TRAIT].counts
(DIRECTIONS,) = TABLE[Action.CHOOSE_DIRECTION].counts


@compiled
def write_mask(bout: Bout, mask: Any) -> None:
    """Write 1 for each legal action of the seat that is asked, 0 for the rest; for chance, the faces of the die."""
    table = bout.table
    seat = table.request.seat
    if seat == CHANCE:
        members = table.request.members
        for face in range(table.request.sides):  # not as a row: there may be more weapon cards than a row can have
            allow(bout.legal, face, members == 0 or (members >> face) & 1 != 0)
    elif seat != NOBODY:
        if table.request.question == Question.COMMAND:
            allow_commands(bout, seat)
        else:
            allow_answers(bout, seat)
    spread(bout.legal, mask)


@compiled
def allow_commands(bout: Bout, seat: int) -> None:
    """Commands of the active helot. Rulebook: p.16, p.19, p.22, p.30 (R-147, R-148, R-154, R-155, R-203)."""
    table, legal = bout.table, bout.legal
    allow(legal, Action.END_ROUND, True)

    # At any time in the round: tokens, abilities, cards, a grapple's Clinch, and dropping a weapon.
    able = has_token(table, seat)
    allow(legal, Action.TOKEN_TO_MOVEMENT, able)
    allow(legal, Action.TOKEN_TO_ACTION, able)
    allow_any_time(bout, seat)
    for nth in range(UNIQUE_ABILITIES):
        allow(legal, Action.UNIQUE_ABILITY + nth, may_use_ability(bout, seat, nth))
    if can_use_any(table, seat):
        allow(legal, Action.PUSH, may_push(table, seat))
        allow(legal, Action.HURDLE, may_hurdle(table, seat))
        allow(legal, Action.TUNNEL_VISION, may_tunnel_vision(table, seat))
    allow(legal, Action.CLINCH, may_clinch(table, seat))
    allow(legal, Action.DROP_WEAPON, may_drop(table, seat))

    # A helot that is down or held may only get up or free, a captor only deal with its victim.
    if not is_upright(table, seat):
        allow(legal, Action.STAND_UP, may_stand_up(table, seat))
        allow(legal, Action.LIBERATE, may_liberate(table, seat))
        return
    allow(legal, Action.MEND, may_mend(table, seat))
    allow(legal, Action.GLOAT, may_gloat(table, seat))
    if table.helots[seat].holds != NOBODY:
        allow_grapple_commands(bout, seat)
        return

    # All else needs an upright helot with free hands.
    allow(legal, Action.STOP_DROP_AND_ROLL, may_stop_drop_and_roll(table, seat))
    allow(legal, Action.DESTROY_CRATE, may_destroy_crate(table, seat))
    allow_some(legal, Action.KNOCK_OVER, may_knock_over(table, seat))
    allow_movement(bout, seat)
    allow_attacks(bout, seat)
    if table.helots[seat].weapon != UNARMED:
        allow_weapon(bout, seat)


@compiled
def allow_movement(bout: Bout, seat: int) -> None:
    """Movement and advanced movement (p.18-19) of a helot that is upright and in no grapple."""
    table, legal = bout.table, bout.legal
    steps = affordable_steps(table, seat)
    if steps == 0:
        return
    directions, moves = open_directions(table, seat), 0
    for place in range(WAYS):
        moves |= int(may_move(steps, directions, place)) << place
    allow_some(legal, Action.MOVE, moves)
    allow(legal, Action.ROTATE_LEFT, is_turn_left(table, LEFT_TURN))
    allow(legal, Action.ROTATE_RIGHT, is_turn_left(table, RIGHT_TURN))
    allow(legal, Action.BACKFLIP, may_spring(steps, directions, BACK))
    allow(legal, Action.SIDESTEP_LEFT, may_spring(steps, directions, LEFT))
    allow(legal, Action.SIDESTEP_RIGHT, may_spring(steps, directions, RIGHT))


@compiled
def allow_attacks(bout: Bout, seat: int) -> None:
    """Melee attacks (p.20-21); usually there is nobody near."""
    legal = bout.legal
    if not has_neighbor(bout.table, seat):
        return
    for place in range(SPOTS_AHEAD):
        allow(legal, Action.WILD_ATTACK + place, may_wild_attack(bout, seat, place))
    if helot_towards(bout.table, seat, FRONT) == NOBODY:
        return
    allow(legal, Action.STANDARD_ATTACK, may_melee(bout, seat, STANDARD_COST, 1 << Blow.STANDARD))
    allow(legal, Action.FEINT, may_melee(bout, seat, FEINT_COST, FEINT_BIT))
    allow(legal, Action.GRAPPLE, may_grapple(bout, seat))
    if may_melee(bout, seat, FOCUSED_COST, 1 << Blow.FOCUSED):
        points = action_points_against(bout.table, helot_towards(bout.table, seat, FRONT))
        hits = max(0, min(MOST_HITS, (points - COMBO_COST) // HIT_COST))
        allow_some(legal, Action.FOCUSED_ATTACK, all_below(LOCATIONS))
        for location in range(LOCATIONS):
            allow_some(legal, Action.COMBO + location * MOST_HITS, all_below(hits))


@compiled_apart
def allow_weapon(bout: Bout, seat: int) -> None:
    """Commands with the carried weapon: handle it, aim it (p.24, p.31)."""
    legal = bout.legal
    allow(legal, Action.DRAW_WEAPON, may_draw(bout, seat, is_shield=False))
    allow(legal, Action.STORE_WEAPON, may_store(bout, seat, on_back=False))
    allow(legal, Action.STORE_ON_BACK, may_store(bout, seat, on_back=True))
    allow_some(legal, Action.DRAW_SHIELD, all_below(LOCATIONS if may_draw(bout, seat, is_shield=True) else 0))
    for location in range(LOCATIONS):
        allow(legal, Action.MOVE_SHIELD + location, may_move_shield(bout, seat, location))
    for places in range(1, bout.table.seats):
        other = clockwise(bout.table, seat, places)
        allow(legal, Action.AIM_WILD + places - 1, may_aim(bout, seat, other, AIM_WILD_COST))
        allow(legal, Action.AIM_STANDARD + places - 1, may_aim(bout, seat, other, AIM_STANDARD_COST))
        focused = all_below(LOCATIONS if may_aim(bout, seat, other, AIM_FOCUSED_COST) else 0)
        allow_some(legal, Action.AIM_FOCUSED + LOCATIONS * (places - 1), focused)


@compiled_apart
def allow_grapple_commands(bout: Bout, seat: int) -> None:
    """Commands of a captor with its victim (p.22-23)."""
    table, legal = bout.table, bout.legal
    allow(legal, Action.LET_GO, True)
    allow(legal, Action.TAKEDOWN, may_takedown(table, seat))
    allow(legal, Action.CRUSH, may_crush(table, seat))
    for place in range(WAYS):
        allow(legal, Action.DRAG + place, may_drag(table, seat, place))
    for place in range(WAYS, DRAGS):
        allow(legal, Action.DRAG + place, may_drag_round(table, seat, DRAG_TURNS[place - WAYS]))
    for direction in range(THROWS):
        for squares in range(1, MOST_THROWN + 1):
            allow(legal, Action.THROW + direction * MOST_THROWN + squares - 1, may_throw(table, seat, squares))


@compiled
def allow_answers(bout: Bout, seat: int) -> None:
    """Answers to the question that suspended a command; a seat that may pass may also drop its weapon.

    Rulebook: p.42 (R-413).
    """
    table, legal = bout.table, bout.legal
    question = table.request.question
    if IS_WINDOW[question]:
        allow(legal, Action.PASS, True)

    # The answers to this question.
    if IS_REACTION[question]:
        allow_reactions(bout, seat)
    elif IS_TO_CARD[question]:
        allow_answers_to_card(bout, seat)
    elif question == Question.RATIO:
        allow(legal, Action.RATIO_TO_MOVEMENT, True)
        allow(legal, Action.RATIO_TO_ACTION, True)
        allow(legal, Action.BUTTON_TO_MOVEMENT, may_push_button(table, seat))
        allow(legal, Action.BUTTON_TO_ACTION, may_push_button(table, seat))
    elif question == Question.DECEPTION:
        allow(legal, Action.DECEIVE_TO_MOVEMENT, True)
        allow(legal, Action.DECEIVE_TO_ACTION, True)
    elif question == Question.DECEIVED:
        allow(legal, Action.BLOCK_DECEPTION, may_block(table, seat))
        allow(legal, Action.CANT_FOOL_ME, can_use(table, seat, Ability.CANT_FOOL_ME))
        allow_some(legal, Action.PLAY_CARD, in_hand(bout, seat, Timing.DECEIVED))
    elif question == Question.BONUS_TARGET:
        for places in range(1, table.seats):
            allow(legal, Action.BONUS_TARGET + places - 1, is_bonus_target(table, clockwise(table, seat, places)))
    elif question == Question.KEEP_WEAPON:
        allow(legal, Action.KEEP_NEW_WEAPON, True)
        allow(legal, Action.KEEP_OLD_WEAPON, True)
    elif IS_CHOICE[question]:
        allow_choices(bout)
    elif question == Question.LOST_LEG:
        allow(legal, Action.CHOOSE_LOCATION + Pile.LEFT_LOWER, True)
        allow(legal, Action.CHOOSE_LOCATION + Pile.RIGHT_LOWER, True)
    elif question == Question.HELOT_AID:
        for location in range(LOCATIONS):
            allow(legal, Action.CHOOSE_LOCATION + location, has_room(table, seat, location))
    elif IS_SETUP[question]:
        allow_setup_answers(bout, seat)

    # If there is more to do than pass, the weapon may be dropped, too.
    if IS_WINDOW[question] and may_drop(table, seat) and has_answer(bout):
        allow(legal, Action.DROP_WEAPON, True)


@compiled
def has_answer(bout: Bout) -> bool:
    """Something besides passing is legal in the window; if windows are held, it may not be. Rulebook: p.42 (R-413)."""
    found = int(bout.legal[0]) & ~(1 << Action.PASS)
    for word in range(1, len(bout.legal)):
        found |= int(bout.legal[word])
    return found != 0


@compiled
def allow_choices(bout: Bout) -> None:
    """The choices that the card allows, or the whole row. Rulebook: p.3, p.31 (R-299, R-348)."""
    table, legal = bout.table, bout.legal
    question, allowed = table.request.question, table.card_play.allowed
    first, count = Action.CHOOSE_LOCATION, LOCATIONS
    if question == Question.TARGET:
        first, count = Action.CHOOSE_OPPONENT, table.seats - 1
    elif question == Question.TRAIT:
        first, count = Action.CHOOSE_TRAIT, TRAITS
    elif question == Question.DIRECTION:
        first, count = Action.CHOOSE_DIRECTION, DIRECTIONS
    allow_some(legal, first, all_below(count) & allowed if allowed != 0 else all_below(count))


@compiled
def allow_setup_answers(bout: Bout, seat: int) -> None:
    """The questions before the first cycle (p.5-9)."""
    table, legal = bout.table, bout.legal
    question = table.request.question
    if question == Question.LANISTA:
        for card in range(LANISTAS):
            allow(legal, Action.CHOOSE_LANISTA + card, is_lanista_free(table, card))
    elif question == Question.MOTIVATION:
        for card in range(MOTIVATIONS):
            allow(legal, Action.CHOOSE_MOTIVATION + card, is_motivation_free(table, card))
    elif question == Question.SIDE:
        allow(legal, Action.SIT_WEST, True)
        allow(legal, Action.SIT_EAST, True)
    elif question == Question.KEEP_CARD:
        allow_some(legal, Action.KEEP_CARD, table.lanistas[seat].discarded)  # the cards still to choose from


@compiled_apart
def allow_answers_to_card(bout: Bout, seat: int) -> None:
    """A Turning Point card with a price, or an influence card that may be canceled or ignored.

    Rulebook: p.14, p.34 (R-091, R-335, R-352).
    """
    legal = bout.legal
    if bout.table.request.question == Question.PRICE:
        allow(legal, Action.PAY_PRICE, True)
    else:
        allow(legal, Action.CANT_FOOL_ME, bout.table.card_play.allowed != 0)
        allow_some(legal, Action.PLAY_CARD, in_hand(bout, seat, Timing.CANCEL))


@compiled_apart
def allow_rerolls(bout: Bout, seat: int) -> None:
    """Perseverance, and cards with the same effect, for one die or for the two rolls of a contest.

    Rulebook: p.3, p.32 (R-312, R-313, R-348).
    """
    table, legal = bout.table, bout.legal
    able = can_use(table, seat, Ability.PERSEVERANCE)
    if table.request.question == Question.PERSEVERANCE:
        allow(legal, Action.PERSEVERANCE, able)
        left = in_hand(bout, seat, Timing.REROLL)
        while left != 0:
            card = first_member(left)
            allow(legal, Action.PLAY_CARD + card, may_reroll_with(bout, seat, card, table.request.about))
            left = after_first(left)
    else:
        allow(legal, Action.PERSEVERANCE_ATTACK, able and table.contest.attack_rerolled == 0)
        allow(legal, Action.PERSEVERANCE_DEFENSE, able and may_reroll_defense(table))
        left = in_hand(bout, seat, Timing.REROLL)
        while left != 0:
            card = first_member(left)
            allow(legal, Action.PLAY_CARD + card, may_reroll_contest(bout, seat, card))
            left = after_first(left)


@compiled
def allow_reactions(bout: Bout, seat: int) -> None:
    """Answers in the windows of the trait abilities.

    A window offers the ability that it is named after; the open one offers everything that may interrupt.
    """
    legal = bout.legal
    question = bout.table.request.question
    if question == Question.INTERRUPT:
        allow_any_time(bout, seat)
    elif question == Question.PERSEVERANCE or question == Question.PERSEVERANCE_CONTEST:
        allow_rerolls(bout, seat)
    elif question == Question.IM_STILL_STANDING:
        allow(legal, Action.IM_STILL_STANDING, True)
    elif question == Question.MERELY_A_FLESH_WOUND:
        allow(legal, Action.MERELY_A_FLESH_WOUND, True)
    elif question == Question.COUNTERATTACK:
        allow(legal, Action.COUNTERATTACK, True)
    elif question == Question.COMBO_BREAKER:
        allow(legal, Action.COMBO_BREAKER, True)
    elif question == Question.UNSHACKLED:
        allow(legal, Action.UNSHACKLED, True)
    elif question == Question.HAYMAKER:
        allow(legal, Action.HAYMAKER, True)
    elif question == Question.TRIPPING:
        allow(legal, Action.TRIPPING, True)
