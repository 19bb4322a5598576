"""Commands: which are legal (the mask), and carrying one out (manual p.16-25)."""

from typing import Any

from nexus_env.games.nexus.cards.cards import in_hand, may_reroll_with
from nexus_env.games.nexus.cards.effects import may_use_ability, use_ability
from nexus_env.games.nexus.cards.verbs import Timing
from nexus_env.games.nexus.rules.actions import MOST_HITS, MOST_THROWN, Action
from nexus_env.games.nexus.rules.aim import AIM_FOCUSED_COST, AIM_STANDARD_COST, AIM_WILD_COST, aim, aim_cost, may_aim
from nexus_env.games.nexus.rules.bout import (
    DEALING,
    DECLARING,
    DRAFTING,
    FEINT_BIT,
    KEEPING,
    LANISTAS,
    LOCATIONS,
    MOTIVATIONS,
    NEXT_ROUND,
    NOBODY,
    NOWHERE,
    OPENING,
    UNARMED,
    UNIQUE_ABILITIES,
    Ability,
    Blow,
    Bout,
    Event,
    Pile,
    Question,
    Table,
    Trait,
)
from nexus_env.games.nexus.rules.combat import clear_contest, may_reroll_contest, may_reroll_defense
from nexus_env.games.nexus.rules.crates import destroy_crate, has_room, may_destroy_crate
from nexus_env.games.nexus.rules.fame import (
    gloat,
    may_gloat,
    may_mend,
    may_stop_drop_and_roll,
    mend,
    stop_drop_and_roll,
)
from nexus_env.games.nexus.rules.fire import knock_over, may_knock_over
from nexus_env.games.nexus.rules.geometry import (
    BACK,
    FRONT,
    LEFT,
    RIGHT,
    clockwise,
    has_neighbor,
    helot_towards,
    is_fit,
    is_upright,
)
from nexus_env.games.nexus.rules.grapple import (
    CRUSH_COST,
    TAKEDOWN_COST,
    THROW_COST,
    clinch,
    crush,
    drag,
    drag_round,
    has_room_to_drag,
    has_room_to_swing,
    may_clinch,
    may_crush,
    may_drag,
    may_drag_round,
    may_takedown,
    may_throw,
    takedown,
    throw,
)
from nexus_env.games.nexus.rules.melee import (
    FEINT_COST,
    FOCUSED_COST,
    FORWARD_RELATIVE,
    GRAPPLE_COST,
    STANDARD_COST,
    action_points_against,
    combo,
    feint,
    grapple,
    may_grapple,
    may_melee,
    may_wild_attack,
    pay_attack,
    pay_wild_attack,
    strike,
)
from nexus_env.games.nexus.rules.movement import (
    LEFT_TURN,
    MOVE_COST,
    RIGHT_TURN,
    affordable_steps,
    forfeit,
    is_turn_left,
    liberate,
    may_liberate,
    may_move,
    may_spring,
    may_stand_up,
    move,
    open_directions,
    pay_movement,
    rotate,
    spring,
    stand_up,
)
from nexus_env.games.nexus.rules.reserves import can_use, can_use_any
from nexus_env.games.nexus.rules.rounds import (
    close_round,
    declare_points,
    end_round,
    may_block,
    may_push_button,
    next_round,
)
from nexus_env.games.nexus.rules.setup import (
    choose_cards,
    deal_cards,
    draft,
    is_lanista_free,
    is_motivation_free,
    set_up_bout,
)
from nexus_env.games.nexus.rules.states import check_grips, is_bonus_target, let_go
from nexus_env.games.nexus.rules.traits import (
    allow_any_time,
    hurdle,
    interrupts,
    may_hurdle,
    may_push,
    may_tunnel_vision,
    push,
    tunnel_vision,
    use_any_time,
)
from nexus_env.games.nexus.rules.weapons import (
    draw_weapon,
    drop_weapon,
    may_draw,
    may_drop,
    may_move_shield,
    may_store,
    move_shield,
    store_weapon,
)
from nexus_env.games.nexus.rules.windows import IS_WINDOW
from nexus_env.machine.compiled import compiled, seldom
from nexus_env.tabletop import tape
from nexus_env.tabletop.bitsets import first_member
from nexus_env.tabletop.happenings import tell
from nexus_env.tabletop.legal import allow, allow_some, spread
from nexus_env.tabletop.squares import Compass
from nexus_env.tabletop.tape import CHANCE, SUSPENDED, follow

DRAG_TURNS = (LEFT_TURN, RIGHT_TURN)
MOVES = 6
TRAITS, POINTS = len(Trait), len(Compass)
RUN_UP = 2  # straight moves before a Running Strike


@compiled
def play(bout: Bout, action: int) -> None:
    """One step of a bout: a new command, or the answer to the question that suspended one."""
    tape.begin(bout, action)
    done = False
    try:
        carry_on(bout)
        done = True
    except SUSPENDED:
        done = False
    tape.finish(bout, done)


@compiled
def carry_on(bout: Bout) -> None:
    """The command under way, and all that follow it by themselves.

    A rule gets it as a plain number: `command - Action.PLAY_CARD` of a field would be as narrow as that with NumPy 2.0,
    where it takes no heed of the width of an enum, and too narrow to shift a card by.
    """
    carry_out(bout, int(bout.command))
    while tape.goes_on(bout):
        carry_out(bout, int(bout.command))


@compiled
def carry_out(bout: Bout, command: int) -> None:
    """A command of the active helot and what comes of it; the rest of the round, or the next one.

    Rulebook: p.10, p.13, p.16 (R-049, R-058, R-119, R-129).
    """
    if command < Action.PASS:
        go_on(bout, command)
        return
    seat = bout.table.command_round.seat
    tell(bout, Event.COMMAND, seat, NOBODY, command, 0, 0)
    obey(bout, seat, command)
    check_grips(bout)
    if command != Action.END_ROUND and is_fit(bout.table, seat):
        interrupts(bout, True)
    if command == Action.END_ROUND or not is_fit(bout.table, seat):
        close_round(bout)
        follow(bout, NEXT_ROUND)


@compiled
def go_on(bout: Bout, command: int) -> None:
    """The commands that nobody gives (p.5-9, p.10)."""
    if command == DECLARING:
        declare_points(bout)
    elif command == NEXT_ROUND:
        next_round(bout)
    elif command == OPENING:
        set_up_bout(bout)
    elif command == DRAFTING:
        draft(bout)
    elif command == DEALING:
        deal_cards(bout)
    else:
        choose_cards(bout, KEEPING - command)


@compiled
def obey(bout: Bout, seat: int, command: int) -> None:
    """Send the command to its chapter."""
    r = bout.table.command_round
    clear_contest(bout)
    running = r.straight_moves >= RUN_UP
    is_command = Action.MOVE <= command < Action.IM_STILL_STANDING or is_late_command(command)
    if is_command and command != Action.GLOAT:
        r.gloat_open, r.gloat_coins = 0, 0
    if is_command and command != Action.MOVE:
        r.straight_moves = 0
    if command == Action.END_ROUND:
        end_round(bout, seat)
    elif command < Action.MOVE:
        spend_token(bout, seat, command)
    elif command < Action.WILD_ATTACK:
        obey_movement(bout, seat, command)
    elif command < Action.CLINCH:
        obey_attack(bout, seat, command, running)
    elif command < Action.MEND:
        obey_grapple_command(bout, seat, command)
    elif command < Action.IM_STILL_STANDING:
        obey_recovery(bout, seat, command)
    elif command < Action.AIM_WILD:
        obey_ability(bout, seat, command)
    elif command < Action.DRAW_WEAPON:
        obey_aim(bout, seat, command)
    elif command < Action.KNOCK_OVER:
        obey_weapon(bout, seat, command)
    elif command < Action.UNIQUE_ABILITY:
        knock_over(bout, seat, command - Action.KNOCK_OVER)
    elif command < Action.PLAY_CARD:
        use_ability(bout, seat, command - Action.UNIQUE_ABILITY)
    else:
        use_any_time(bout, seat, command)


@compiled
def is_late_command(command: int) -> bool:
    """Aim commands, handling a weapon and knocking over a brazier; dropping a weapon is none, it may happen any time.

    Rulebook: p.24, p.31, p.41, p.42 (R-226, R-260, R-386, R-413).
    """
    return Action.AIM_WILD <= command < Action.UNIQUE_ABILITY and command != Action.DROP_WEAPON


@compiled
def spend_token(bout: Bout, seat: int, command: int) -> None:
    """A Command token becomes a movement or an action point, whatever the ratio, and never comes back.

    Rulebook: p.6, p.16; site (R-024, R-065, R-066, R-067).
    """
    bout.table.lanistas[seat].command_tokens -= 1
    if command == Action.TOKEN_TO_MOVEMENT:
        bout.table.command_round.movement_points += 1
    else:
        bout.table.command_round.action_points += 1
    tell(bout, Event.TOKEN, seat, NOBODY, command, 1, 0)
    forfeit(bout, seat)


@compiled
def obey_movement(bout: Bout, seat: int, command: int) -> None:
    """Movement and advanced movement commands (p.18-19)."""
    if command < Action.ROTATE_LEFT:
        move(bout, seat, command - Action.MOVE)
    elif command == Action.ROTATE_LEFT:
        rotate(bout, seat, LEFT_TURN)
    elif command == Action.ROTATE_RIGHT:
        rotate(bout, seat, RIGHT_TURN)
    elif command == Action.STAND_UP:
        stand_up(bout, seat)
    elif command == Action.BACKFLIP:
        spring(bout, seat, BACK)
    elif command == Action.SIDESTEP_LEFT:
        spring(bout, seat, LEFT)
    elif command == Action.SIDESTEP_RIGHT:
        spring(bout, seat, RIGHT)
    else:
        liberate(bout, seat)


@compiled
def obey_attack(bout: Bout, seat: int, command: int, running: bool) -> None:
    """Melee attack commands: declared and paid, then the others may interrupt, then the dice (p.20-21).

    A target that an interruption took out of reach escapes the attack, and so it does when the attacker has fallen.
    Rulebook: p.20, p.21, p.30, p.32 (R-129, R-159, R-171, R-175, R-275).
    """
    place = command - Action.WILD_ATTACK if command < Action.STANDARD_ATTACK else 0
    defender = helot_towards(bout.table, seat, FORWARD_RELATIVE[place])
    location, hits = NOWHERE, 0
    if Action.FOCUSED_ATTACK <= command < Action.GRAPPLE:
        location = command - Action.FOCUSED_ATTACK
    elif command >= Action.COMBO:
        location = (command - Action.COMBO) // MOST_HITS
        hits = (command - Action.COMBO) % MOST_HITS + 1
    pay_for_attack(bout, seat, defender, command, hits)
    if command == Action.FEINT:
        feint(bout, defender)
        return
    declare(bout, seat, defender, blow_of(command), location, hits)
    interrupts(bout, False)
    if helot_towards(bout.table, seat, FORWARD_RELATIVE[place]) != defender or not can_act(bout.table, seat):
        tell(bout, Event.LOST, seat, defender, command, 0, 0)
        return
    if command < Action.STANDARD_ATTACK:
        strike(bout, seat, defender, Blow.WILD, NOWHERE, False)
    elif command == Action.STANDARD_ATTACK:
        strike(bout, seat, defender, Blow.STANDARD, NOWHERE, running)
    elif command < Action.GRAPPLE:
        strike(bout, seat, defender, Blow.FOCUSED, location, running)
    elif command == Action.GRAPPLE:
        grapple(bout, seat, defender)
    else:
        combo(bout, seat, defender, location, hits, running)


@compiled
def blow_of(command: int) -> int:
    """The kind of contest that an attack command, or its opening, leads to."""
    if command < Action.STANDARD_ATTACK:
        return Blow.WILD.value
    if command == Action.STANDARD_ATTACK:
        return Blow.STANDARD.value
    if command == Action.GRAPPLE:
        return Blow.GRAPPLE.value
    if command < Action.CLINCH:
        return Blow.FOCUSED.value
    if command < Action.THROW:
        return Blow.DRAG.value
    if command < Action.TAKEDOWN:
        return Blow.THROW.value
    return Blow.TAKEDOWN.value if command == Action.TAKEDOWN else Blow.CRUSH.value


@compiled
def aim_of(command: int) -> int:
    """The kind of an Aim command."""
    if command < Action.AIM_STANDARD:
        return Blow.AIM_WILD.value
    return Blow.AIM_STANDARD.value if command < Action.AIM_FOCUSED else Blow.AIM_FOCUSED.value


@seldom
def obey_aim(bout: Bout, seat: int, command: int) -> None:
    """Aim commands: declared and paid, then the others may interrupt, then the shot, if the target is still in sight.

    Rulebook: p.24 (R-159, R-206, R-207, R-209, R-210).
    """
    blow = aim_of(command)
    places, location = command - Action.AIM_WILD, NOWHERE
    if blow == Blow.AIM_STANDARD:
        places = command - Action.AIM_STANDARD
    elif blow == Blow.AIM_FOCUSED:
        places, location = (command - Action.AIM_FOCUSED) // LOCATIONS, (command - Action.AIM_FOCUSED) % LOCATIONS
    other = clockwise(bout.table, seat, places + 1)
    pay_attack(bout, other, aim_cost(blow))
    declare(bout, seat, other, blow, location, 0)
    interrupts(bout, False)
    if can_act(bout.table, seat) and may_aim(bout, seat, other, 0):
        aim(bout, seat, other, blow, location)
    else:
        tell(bout, Event.LOST, seat, other, command, 0, 0)


@seldom
def obey_weapon(bout: Bout, seat: int, command: int) -> None:
    """Drawing, storing and dropping (p.31)."""
    if command == Action.DRAW_WEAPON:
        draw_weapon(bout, seat, NOWHERE)
    elif command < Action.STORE_WEAPON:
        draw_weapon(bout, seat, command - Action.DRAW_SHIELD)
    elif command < Action.MOVE_SHIELD:
        store_weapon(bout, seat, command == Action.STORE_ON_BACK)
    elif command < Action.DROP_WEAPON:
        move_shield(bout, seat, command - Action.MOVE_SHIELD)
    else:
        drop_weapon(bout, seat)


@compiled
def declare(bout: Bout, seat: int, defender: int, blow: int, location: int, hits: int) -> None:
    """Lay the declared contest open, so that the other seats know what they may interrupt. Rulebook: p.20 (R-159)."""
    c = bout.table.contest
    c.blow, c.attacker, c.defender, c.location, c.hits = blow, seat, defender, location, hits
    c.attack, c.defense, c.damage, c.declared = 0, 0, 0, 1


@compiled
def pay_for_attack(bout: Bout, seat: int, defender: int, command: int, hits: int) -> None:
    """The price is paid before any die is rolled. Rulebook: p.17, p.20, p.21 (R-159, R-171)."""
    if command < Action.STANDARD_ATTACK:
        pay_wild_attack(bout, seat, defender)
    elif command == Action.STANDARD_ATTACK:
        pay_attack(bout, defender, STANDARD_COST)
    elif command < Action.GRAPPLE:
        pay_attack(bout, defender, FOCUSED_COST)
    elif command == Action.GRAPPLE:
        pay_attack(bout, defender, GRAPPLE_COST)
    elif command == Action.FEINT:
        pay_attack(bout, defender, FEINT_COST)
    else:
        pay_attack(bout, defender, FOCUSED_COST + hits)


@seldom
def obey_grapple_command(bout: Bout, seat: int, command: int) -> None:
    """Grapple Commands and Let Go (p.22-23). Those that end in a contest are paid, then the others may interrupt, then
    the dice; a victim that an interruption freed escapes the command, and where somebody has come to stand in the way
    there is no Drag.

    Rulebook: p.22 (R-182, R-187).
    """
    if command == Action.CLINCH:
        clinch(bout, seat)
        return
    if command == Action.LET_GO:
        let_go(bout, seat)
        return
    pay_for_grapple_command(bout, seat, command)
    declare(bout, seat, bout.table.helots[seat].holds, blow_of(command), NOWHERE, 0)
    interrupts(bout, False)
    if bout.table.helots[seat].holds == NOBODY or is_drag_blocked(bout.table, seat, command):
        tell(bout, Event.LOST, seat, NOBODY, command, 0, 0)
        return
    if command < Action.DRAG + MOVES:
        drag(bout, seat, command - Action.DRAG)
    elif command < Action.THROW:
        drag_round(bout, seat, DRAG_TURNS[command - Action.DRAG - MOVES])
    elif command < Action.TAKEDOWN:
        place = command - Action.THROW
        throw(bout, seat, place // MOST_THROWN, place % MOST_THROWN + 1)
    elif command == Action.TAKEDOWN:
        takedown(bout, seat)
    else:
        crush(bout, seat)


@compiled
def is_drag_blocked(table: Table, seat: int, command: int) -> bool:
    """An interruption has put something where a Drag would lead. Rulebook: p.22 (R-187)."""
    if command < Action.DRAG + MOVES:
        return not has_room_to_drag(table, seat, command - Action.DRAG)
    return command < Action.THROW and not has_room_to_swing(table, seat, DRAG_TURNS[command - Action.DRAG - MOVES])


@compiled
def can_act(table: Table, seat: int) -> bool:
    """Fit and upright: an interruption may have felled the helot. Rulebook: p.13, p.30 (R-107, R-275)."""
    return is_fit(table, seat) and is_upright(table, seat)


@compiled
def pay_for_grapple_command(bout: Bout, seat: int, command: int) -> None:
    """The price is paid before any die is rolled: the movement points of a Drag, the action points of the others.

    Rulebook: p.17, p.22, p.23 (R-185, R-194, R-198, R-200).
    """
    if command < Action.DRAG + MOVES:
        pay_movement(bout, seat, MOVE_COST[command - Action.DRAG])
    elif command < Action.THROW:
        pay_movement(bout, seat, 1)
    elif command < Action.TAKEDOWN:
        squares = (command - Action.THROW) % MOST_THROWN + 1
        bout.table.command_round.action_points -= THROW_COST * squares
    else:
        bout.table.command_round.action_points -= TAKEDOWN_COST if command == Action.TAKEDOWN else CRUSH_COST


@seldom
def obey_recovery(bout: Bout, seat: int, command: int) -> None:
    """Recovery, fame, and breaking a crate (p.25, p.39)."""
    if command == Action.MEND:
        mend(bout, seat)
    elif command == Action.STOP_DROP_AND_ROLL:
        stop_drop_and_roll(bout, seat)
    elif command == Action.GLOAT:
        gloat(bout, seat)
    else:
        destroy_crate(bout, seat)


@seldom
def obey_ability(bout: Bout, seat: int, command: int) -> None:
    """Trait abilities used in one's own round (p.32-34)."""
    if command == Action.PUSH:
        push(bout, seat)
    elif command == Action.HURDLE:
        hurdle(bout, seat)
    elif command == Action.TUNNEL_VISION:
        tunnel_vision(bout, seat)
    else:
        use_any_time(bout, seat, command)


# --- the mask ---------------------------------------------------------------------------------------------------------


@compiled
def write_mask(bout: Bout, mask: Any) -> None:
    """1 for each legal action of the seat that is asked, 0 for the rest; when chance is asked, the faces of the die."""
    table = bout.table
    seat = table.request.seat
    if seat == CHANCE:
        members = table.request.members
        for face in range(table.request.sides):  # of all weapon cards there may be more than a row takes
            allow(bout.legal, face, members == 0 or (members >> face) & 1 != 0)
    elif seat != NOBODY:
        if table.request.question == Question.COMMAND:
            allow_commands(bout, seat)
        else:
            allow_answers(bout, seat)
    spread(bout.legal, mask)


@compiled
def row_of(count: int) -> int:
    """The first `count` actions of a row, for `allow_some`."""
    return (1 << int(count)) - 1


@compiled
def allow_commands(bout: Bout, seat: int) -> None:
    """What the active helot may do. Rulebook: p.16, p.19, p.22, p.30 (R-147, R-148, R-154, R-155, R-203)."""
    table, legal = bout.table, bout.legal
    allow(legal, Action.END_ROUND, True)
    has_token = table.lanistas[seat].command_tokens > 0
    allow(legal, Action.TOKEN_TO_MOVEMENT, has_token)
    allow(legal, Action.TOKEN_TO_ACTION, has_token)
    allow_any_time(bout, seat)
    for nth in range(UNIQUE_ABILITIES):
        allow(legal, Action.UNIQUE_ABILITY + nth, may_use_ability(bout, seat, nth))
    if can_use_any(table, seat):
        allow(legal, Action.PUSH, may_push(table, seat))
        allow(legal, Action.HURDLE, may_hurdle(table, seat))
        allow(legal, Action.TUNNEL_VISION, may_tunnel_vision(table, seat))
    allow(legal, Action.CLINCH, may_clinch(table, seat))
    allow(legal, Action.DROP_WEAPON, may_drop(table, seat))
    if not is_upright(table, seat):
        allow(legal, Action.STAND_UP, may_stand_up(table, seat))
        allow(legal, Action.LIBERATE, may_liberate(table, seat))
        return
    allow(legal, Action.MEND, may_mend(table, seat))
    allow(legal, Action.GLOAT, may_gloat(table, seat))
    if table.helots[seat].holds != NOBODY:
        allow_grapple_commands(bout, seat)
        return
    allow(legal, Action.STOP_DROP_AND_ROLL, may_stop_drop_and_roll(table, seat))
    allow(legal, Action.DESTROY_CRATE, may_destroy_crate(table, seat))
    allow_some(legal, Action.KNOCK_OVER, may_knock_over(table, seat))
    allow_movement(bout, seat)
    allow_attacks(bout, seat)
    if table.helots[seat].weapon != UNARMED:
        allow_weapon(bout, seat)


@compiled
def allow_movement(bout: Bout, seat: int) -> None:
    """Movement and advanced movement (p.18-19), of a helot that is upright and in no grapple."""
    table, legal = bout.table, bout.legal
    steps = affordable_steps(table, seat)
    if steps == 0:
        return
    directions, moves = open_directions(table, seat), 0
    for place in range(MOVES):
        moves |= int(may_move(steps, directions, place)) << place
    allow_some(legal, Action.MOVE, moves)
    allow(legal, Action.ROTATE_LEFT, is_turn_left(table, LEFT_TURN))
    allow(legal, Action.ROTATE_RIGHT, is_turn_left(table, RIGHT_TURN))
    allow(legal, Action.BACKFLIP, may_spring(steps, directions, BACK))
    allow(legal, Action.SIDESTEP_LEFT, may_spring(steps, directions, LEFT))
    allow(legal, Action.SIDESTEP_RIGHT, may_spring(steps, directions, RIGHT))


@compiled
def allow_attacks(bout: Bout, seat: int) -> None:
    """Melee attacks (p.20-21); there is mostly nobody near."""
    legal = bout.legal
    if not has_neighbor(bout.table, seat):
        return
    for place in range(len(FORWARD_RELATIVE)):
        allow(legal, Action.WILD_ATTACK + place, may_wild_attack(bout, seat, place))
    if helot_towards(bout.table, seat, FRONT) == NOBODY:
        return
    allow(legal, Action.STANDARD_ATTACK, may_melee(bout, seat, STANDARD_COST, 1 << Blow.STANDARD.value))
    allow(legal, Action.FEINT, may_melee(bout, seat, FEINT_COST, FEINT_BIT))
    allow(legal, Action.GRAPPLE, may_grapple(bout, seat))
    if may_melee(bout, seat, FOCUSED_COST, 1 << Blow.FOCUSED.value):
        points = action_points_against(bout.table, helot_towards(bout.table, seat, FRONT))
        hits = min(MOST_HITS, points - FOCUSED_COST)
        allow_some(legal, Action.FOCUSED_ATTACK, row_of(LOCATIONS))
        for location in range(LOCATIONS):
            allow_some(legal, Action.COMBO + location * MOST_HITS, row_of(hits))


@seldom
def allow_weapon(bout: Bout, seat: int) -> None:
    """Handling the weapon carried, and aiming it (p.24, p.31)."""
    legal = bout.legal
    allow(legal, Action.DRAW_WEAPON, may_draw(bout, seat, False))
    allow(legal, Action.STORE_WEAPON, may_store(bout, seat, False))
    allow(legal, Action.STORE_ON_BACK, may_store(bout, seat, True))
    allow_some(legal, Action.DRAW_SHIELD, row_of(LOCATIONS if may_draw(bout, seat, True) else 0))
    for location in range(LOCATIONS):
        allow(legal, Action.MOVE_SHIELD + location, may_move_shield(bout, seat, location))
    for places in range(1, bout.table.seats):
        other = clockwise(bout.table, seat, places)
        allow(legal, Action.AIM_WILD + places - 1, may_aim(bout, seat, other, AIM_WILD_COST))
        allow(legal, Action.AIM_STANDARD + places - 1, may_aim(bout, seat, other, AIM_STANDARD_COST))
        focused = row_of(LOCATIONS if may_aim(bout, seat, other, AIM_FOCUSED_COST) else 0)
        allow_some(legal, Action.AIM_FOCUSED + LOCATIONS * (places - 1), focused)


@seldom
def allow_grapple_commands(bout: Bout, seat: int) -> None:
    """What a captor may do with its victim (p.22-23)."""
    table, legal = bout.table, bout.legal
    allow(legal, Action.LET_GO, True)
    allow(legal, Action.TAKEDOWN, may_takedown(table, seat))
    allow(legal, Action.CRUSH, may_crush(table, seat))
    for place in range(MOVES):
        allow(legal, Action.DRAG + place, may_drag(table, seat, place))
    for place in range(len(DRAG_TURNS)):
        allow(legal, Action.DRAG + MOVES + place, may_drag_round(table, seat, DRAG_TURNS[place]))
    for direction in range(len(FORWARD_RELATIVE)):
        for squares in range(1, MOST_THROWN + 1):
            allow(legal, Action.THROW + direction * MOST_THROWN + squares - 1, may_throw(table, seat, squares))


@compiled
def allow_answers(bout: Bout, seat: int) -> None:
    """What may be answered to the question that suspended a command. Who may pass may drop its weapon as well.

    Rulebook: p.42 (R-413).
    """
    table, legal = bout.table, bout.legal
    question = table.request.question
    if IS_WINDOW[question]:
        allow(legal, Action.PASS, True)
    if question >= Question.INTERRUPT:
        if question >= Question.PRICE:
            allow_answers_to_card(bout, seat)
        else:
            allow_reactions(bout, seat)
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
    elif Question.TARGET <= question <= Question.DIRECTION:
        allow_choices(bout)
    elif question == Question.LOST_LEG:
        allow(legal, Action.CHOOSE_LOCATION + Pile.LEFT_LOWER, True)
        allow(legal, Action.CHOOSE_LOCATION + Pile.RIGHT_LOWER, True)
    elif question == Question.HELOT_AID:
        for location in range(LOCATIONS):
            allow(legal, Action.CHOOSE_LOCATION + location, has_room(table, seat, location))
    else:
        allow_setup_answers(bout, seat)
    if IS_WINDOW[question] and may_drop(table, seat) and has_answer(bout):
        allow(legal, Action.DROP_WEAPON, True)


@compiled
def has_answer(bout: Bout) -> bool:
    """There is something to do in the window: where windows are held there may not be. Rulebook: p.42 (R-413)."""
    found = int(bout.legal[0]) & ~(1 << Action.PASS)
    for word in range(1, len(bout.legal)):
        found |= int(bout.legal[word])
    return found != 0


@compiled
def allow_choices(bout: Bout) -> None:
    """What may be chosen: what the card that asks allows, or any of the row. Rulebook: p.3, p.31 (R-299, R-348)."""
    table, legal = bout.table, bout.legal
    question, allowed = table.request.question, table.card_play.allowed
    first, count = Action.CHOOSE_LOCATION, LOCATIONS
    if question == Question.TARGET:
        first, count = Action.CHOOSE_OPPONENT, table.seats - 1
    elif question == Question.TRAIT:
        first, count = Action.CHOOSE_TRAIT, TRAITS
    elif question == Question.DIRECTION:
        first, count = Action.CHOOSE_DIRECTION, POINTS
    allow_some(legal, first, row_of(count) & allowed if allowed != 0 else row_of(count))


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
        allow_some(legal, Action.KEEP_CARD, table.lanistas[seat].discarded)  # those still to choose from


@seldom
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


@seldom
def allow_rerolls(bout: Bout, seat: int) -> None:
    """Perseverance, and the cards that do the same, for one die or for the two rolls of a contest.

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
            left &= left - 1
    else:
        allow(legal, Action.PERSEVERANCE_ATTACK, able and table.contest.attack_rerolled == 0)
        allow(legal, Action.PERSEVERANCE_DEFENSE, able and may_reroll_defense(table))
        left = in_hand(bout, seat, Timing.REROLL)
        while left != 0:
            card = first_member(left)
            allow(legal, Action.PLAY_CARD + card, may_reroll_contest(bout, seat, card))
            left &= left - 1


@compiled
def allow_reactions(bout: Bout, seat: int) -> None:
    """The windows of the trait abilities: each holds what it is named after, the open one all that may interrupt."""
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
