"""Carry out a command, or a step that follows by itself. Rulebook: (A-004, A-068, A-072, A-090)."""

from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.actions import TABLE
from nexus_env.games.aristeia.rules.bout import TEAM, Bout, Step
from nexus_env.kit.dispatch import dispatch
from nexus_env.machine.compiled import compiled

obey = dispatch(TABLE, "obey", __name__)
go_on = dispatch(TABLE, "go_on", __name__, Step)


@compiled
def carry_out(bout: Bout, command: int) -> None:
    """Carry out a command of the Active Character's player, or a step of the game.

    Rulebook: (A-004, A-008, A-051, A-064, A-065, A-068, A-072, A-088, A-090, A-101, A-181).
    """
    if command >= 0:
        unit = int(bout.table.active)
        log.commanded(bout, unit=unit, command=command)
        obey(bout, unit // TEAM, unit, command)
    else:
        go_on(bout, -command)
