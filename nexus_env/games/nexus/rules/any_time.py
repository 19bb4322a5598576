"""The dispatch of actions. Generated from `commands.toml` by `python -m nexus_env.kit.write_dispatch`; do not edit."""

from nexus_env.games.nexus.cards.effects import play_card
from nexus_env.games.nexus.rules.actions import ROW_OF, Action
from nexus_env.games.nexus.rules.bout import Bout
from nexus_env.games.nexus.rules.geometry import clockwise
from nexus_env.games.nexus.rules.states import still_stand, unshackle
from nexus_env.games.nexus.rules.traits import (
    elusive,
    jack_of_all_traits,
    made_you_look,
    talk_shit,
    turn_crowd,
    win_them_over,
)
from nexus_env.games.nexus.rules.weapons import drop_weapon
from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import compiled


@compiled
def use_any_time(bout: Bout, seat: int, action: int) -> None:
    """Carry out what a seat may do in anybody's round."""
    row = int(ROW_OF[action])
    place = action - row
    if row == Action.IM_STILL_STANDING:
        still_stand(bout, seat)
    elif row == Action.ELUSIVE:
        elusive(bout, seat)
    elif row == Action.UNSHACKLED:
        unshackle(bout, seat)
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
    elif row == Action.DROP_WEAPON:
        drop_weapon(bout, seat)
    elif row == Action.PLAY_CARD:
        play_card(bout, seat, place)
    else:
        raise UnknownCommand
