"""The dispatch of actions. Generated from `commands.toml` by `python -m nexus_env.kit.write_dispatch`; do not edit."""

from nexus_env.games.aristeia.cards.tactics import play_tactic
from nexus_env.games.aristeia.rules.actions import ROW_OF, Action
from nexus_env.games.aristeia.rules.attacks import act
from nexus_env.games.aristeia.rules.bout import Bout, Step
from nexus_env.games.aristeia.rules.movement import disengage, move, step
from nexus_env.games.aristeia.rules.steps import go_to
from nexus_env.kit.tape import UnknownCommand
from nexus_env.machine.compiled import compiled


@compiled
def obey(bout: Bout, seat: int, unit: int, action: int) -> None:
    """Carry out what the Active Character does."""
    row = int(ROW_OF[action])
    place = action - row
    if row == Action.END:
        go_to(bout, Step.STATES)
    elif row == Action.MOVE:
        move(bout)
    elif row == Action.DISENGAGE:
        disengage(bout)
    elif row == Action.ACT:
        act(bout, unit, place)
    elif row == Action.CARD:
        play_tactic(bout, seat, place)
    elif row == Action.SPACE:
        step(bout, place)
    else:
        raise UnknownCommand
