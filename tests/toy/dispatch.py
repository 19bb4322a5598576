"""The dispatch of actions. Generated from `commands.toml` by `python -m nexus_env.kit.write_dispatch`; do not edit."""

from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import compiled
from toy.actions import ROW_OF, Action
from toy.bout import UNITS, Bout
from toy.rules import call_auction, draw, end_at_once, play_card, rest, strike, swap
from toy.units import fight, move


@compiled
def obey(bout: Bout, seat: int, action: int) -> None:
    """Carry out what a seat has chosen to do in its turn."""
    row = int(ROW_OF[action])
    place = action - row
    if row == Action.REST:
        rest(bout, seat)
    elif row == Action.STRIKE:
        strike(bout, seat)
    elif row == Action.SWAP:
        swap(bout, seat)
    elif row == Action.YIELD:
        end_at_once(bout)
    elif row == Action.MOVE:
        move(bout, seat, UNITS * seat + place // 7, place % 7)
    elif row == Action.FIGHT:
        fight(bout, seat, UNITS * seat + place)
    elif row == Action.DRAW:
        draw(bout, seat)
    elif row == Action.PLAY:
        play_card(bout, seat, place)
    elif row == Action.AUCTION:
        call_auction(bout, seat)
    else:
        raise UnknownCommand
