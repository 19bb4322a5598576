"""The dispatch of actions. Generated from `commands.toml` by `python -m nexus_env.kit.write_dispatch`; do not edit."""

from nexus_env.games.nexus.cards.effects import play_card, use_ability
from nexus_env.games.nexus.rules.actions import ROW_OF, Action
from nexus_env.games.nexus.rules.aim import aim_focused, aim_standard, aim_wild
from nexus_env.games.nexus.rules.bout import Bout
from nexus_env.games.nexus.rules.crates import destroy_crate
from nexus_env.games.nexus.rules.fame import gloat, mend, stop_drop_and_roll
from nexus_env.games.nexus.rules.fire import knock_over
from nexus_env.games.nexus.rules.geometry import BACK, LEFT, RIGHT, clockwise
from nexus_env.games.nexus.rules.grapple import clinch, crush, drag, takedown, throw
from nexus_env.games.nexus.rules.melee import combo, feint, focused_attack, grapple, standard_attack, wild_attack
from nexus_env.games.nexus.rules.movement import LEFT_TURN, RIGHT_TURN, liberate, move, rotate, spring, stand_up
from nexus_env.games.nexus.rules.rounds import end_round
from nexus_env.games.nexus.rules.states import let_go, still_stand, unshackle
from nexus_env.games.nexus.rules.tokens import action_for_token, movement_for_token
from nexus_env.games.nexus.rules.traits import (
    elusive,
    hurdle,
    jack_of_all_traits,
    made_you_look,
    push,
    talk_shit,
    tunnel_vision,
    turn_crowd,
    win_them_over,
)
from nexus_env.games.nexus.rules.weapons import (
    draw_shield,
    draw_weapon,
    drop_weapon,
    move_shield,
    store_on_back,
    store_weapon,
)
from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import compiled


@compiled
def obey(bout: Bout, seat: int, action: int, running: bool) -> None:
    """Carry out what the active seat has chosen in its own round; `running`: after a straight run."""
    row = int(ROW_OF[action])
    place = action - row
    if row == Action.END_ROUND:
        end_round(bout, seat)
    elif row == Action.TOKEN_TO_MOVEMENT:
        movement_for_token(bout, seat)
    elif row == Action.TOKEN_TO_ACTION:
        action_for_token(bout, seat)
    elif row == Action.MOVE:
        move(bout, seat, place)
    elif row == Action.ROTATE_LEFT:
        rotate(bout, seat, LEFT_TURN)
    elif row == Action.ROTATE_RIGHT:
        rotate(bout, seat, RIGHT_TURN)
    elif row == Action.STAND_UP:
        stand_up(bout, seat)
    elif row == Action.BACKFLIP:
        spring(bout, seat, BACK)
    elif row == Action.SIDESTEP_LEFT:
        spring(bout, seat, LEFT)
    elif row == Action.SIDESTEP_RIGHT:
        spring(bout, seat, RIGHT)
    elif row == Action.LIBERATE:
        liberate(bout, seat)
    elif row == Action.WILD_ATTACK:
        wild_attack(bout, seat, place)
    elif row == Action.STANDARD_ATTACK:
        standard_attack(bout, seat, running)
    elif row == Action.FOCUSED_ATTACK:
        focused_attack(bout, seat, place, running)
    elif row == Action.GRAPPLE:
        grapple(bout, seat)
    elif row == Action.FEINT:
        feint(bout, seat)
    elif row == Action.COMBO:
        combo(bout, seat, place // 9, place % 9 + 1, running)
    elif row == Action.CLINCH:
        clinch(bout, seat)
    elif row == Action.DRAG:
        drag(bout, seat, place)
    elif row == Action.THROW:
        throw(bout, seat, place // 7, place % 7 + 1)
    elif row == Action.TAKEDOWN:
        takedown(bout, seat)
    elif row == Action.CRUSH:
        crush(bout, seat)
    elif row == Action.LET_GO:
        let_go(bout, seat)
    elif row == Action.MEND:
        mend(bout, seat)
    elif row == Action.STOP_DROP_AND_ROLL:
        stop_drop_and_roll(bout, seat)
    elif row == Action.GLOAT:
        gloat(bout, seat)
    elif row == Action.DESTROY_CRATE:
        destroy_crate(bout, seat)
    elif row == Action.IM_STILL_STANDING:
        still_stand(bout, seat)
    elif row == Action.ELUSIVE:
        elusive(bout, seat)
    elif row == Action.UNSHACKLED:
        unshackle(bout, seat)
    elif row == Action.PUSH:
        push(bout, seat)
    elif row == Action.HURDLE:
        hurdle(bout, seat)
    elif row == Action.TUNNEL_VISION:
        tunnel_vision(bout, seat)
    elif row == Action.TURN_CROWD:
        turn_crowd(bout, seat, clockwise(bout.table, seat, place + 1))
    elif row == Action.WIN_THEM_OVER:
        win_them_over(bout, seat)
    elif row == Action.TALK_SHIT:
        talk_shit(bout, seat, clockwise(bout.table, seat, place + 1))
    elif row == Action.JACK_OF_ALL_TRAITS:
        jack_of_all_traits(bout, seat, place)
    elif row == Action.MADE_YOU_LOOK:
        made_you_look(bout, seat, clockwise(bout.table, seat, place + 1))
    elif row == Action.AIM_WILD:
        aim_wild(bout, seat, clockwise(bout.table, seat, place + 1))
    elif row == Action.AIM_STANDARD:
        aim_standard(bout, seat, clockwise(bout.table, seat, place + 1))
    elif row == Action.AIM_FOCUSED:
        aim_focused(bout, seat, clockwise(bout.table, seat, place // 7 + 1), place % 7)
    elif row == Action.DRAW_WEAPON:
        draw_weapon(bout, seat)
    elif row == Action.DRAW_SHIELD:
        draw_shield(bout, seat, place)
    elif row == Action.STORE_WEAPON:
        store_weapon(bout, seat)
    elif row == Action.STORE_ON_BACK:
        store_on_back(bout, seat)
    elif row == Action.MOVE_SHIELD:
        move_shield(bout, seat, place)
    elif row == Action.DROP_WEAPON:
        drop_weapon(bout, seat)
    elif row == Action.KNOCK_OVER:
        knock_over(bout, seat, place)
    elif row == Action.UNIQUE_ABILITY:
        use_ability(bout, seat, place)
    elif row == Action.PLAY_CARD:
        play_card(bout, seat, place)
    else:
        raise UnknownCommand
