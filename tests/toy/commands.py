"""Carrying out a command, and what follows by itself."""

from nexus_env.kit.bout import play
from nexus_env.kit.dice import seed_generator
from nexus_env.kit.dispatch import dispatch
from nexus_env.kit.tape import NOBODY, follow
from nexus_env.kit.units import NO_CELL, NO_UNIT
from nexus_env.machine.compiled import compiled
from toy import log
from toy.actions import AUCTION, TABLE, YIELD
from toy.bout import ALL_UNITS, Bout, Options, Step

obey = dispatch(TABLE, "obey", __name__)
go_on = dispatch(TABLE, "go_on", __name__, Step)


@compiled
def setup(bout: Bout, options: Options, seed: int, dictated: int) -> None:
    """Deal the hidden numbers and a card to each seat, and put a unit of each on the board. Rulebook: T-001."""
    bout.options = options
    bout.table.seats = options.seats
    bout.tape.dictated = dictated
    bout.tape.held = options.held
    bout.table.request.about = NOBODY
    bout.table.request.unit, bout.table.request.cell = NO_UNIT, NO_CELL
    for unit in range(ALL_UNITS):
        bout.table.units[unit] = NO_CELL
    seed_generator(bout.tape.generator, seed)
    play(bout, -Step.OPENING)


@compiled
def carry_out(bout: Bout, command: int) -> None:
    """One command: of nobody, or of the seat whose turn it is; what it rolled is settled when the turn passes on."""
    if command < 0:
        go_on(bout, -command)
    else:
        seat = int(bout.table.turn)
        log.commanded(bout, seat=seat, command=command)
        obey(bout, seat, command)
        if command != YIELD:
            follow(bout, -Step.BIDDING if command == AUCTION else -Step.NEXT)
