"""Carry out a command, or one that follows by itself (manual p.5-10, p.16)."""

from nexus_env.games.nexus.rules import log
from nexus_env.games.nexus.rules.actions import IS_COMMAND, TABLE, Action
from nexus_env.games.nexus.rules.bout import (
    DEALING,
    DECLARING,
    DRAFTING,
    KEEPING,
    NEXT_ROUND,
    OPENING,
    Bout,
)
from nexus_env.games.nexus.rules.combat import clear_contest
from nexus_env.games.nexus.rules.geometry import is_fit
from nexus_env.games.nexus.rules.interruptions import interrupts
from nexus_env.games.nexus.rules.rounds import close_round, declare_points, next_round
from nexus_env.games.nexus.rules.setup import choose_cards, deal_cards, draft, set_up_bout
from nexus_env.games.nexus.rules.states import check_grips
from nexus_env.kit.dispatch import dispatch
from nexus_env.kit.tape import UnknownCommand, follow
from nexus_env.machine.compiled import compiled

obey = dispatch(TABLE, "obey", __name__)
RUN_UP = 2  # straight moves before a Running Strike


@compiled
def carry_out(bout: Bout, command: int) -> None:
    """Carry out a command of the active helot; then its round continues, or the next round follows.

    Rulebook: p.10, p.13, p.16 (R-049, R-058, R-119, R-129).
    """
    if command < Action.PASS:
        go_on(bout, command)
        return
    seat = bout.table.command_round.seat
    log.commanded(bout, seat=seat, command=command)
    running = begin_command(bout, command)
    obey(bout, seat, command, running)
    check_grips(bout)
    if command != Action.END_ROUND and is_fit(bout.table, seat):
        interrupts(bout, trivial=True)
    if command == Action.END_ROUND or not is_fit(bout.table, seat):
        close_round(bout)
        follow(bout, NEXT_ROUND)


@compiled
def begin_command(bout: Bout, command: int) -> bool:
    """End what this command interrupts; True if it comes right after a run.

    Any command but Gloating itself ends the chance to gloat; any but another move ends a run. Dropping a weapon is not
    a command, since it may happen at any time.

    Rulebook: p.24, p.25, p.31, p.41, p.42 (R-226, R-260, R-386, R-413).
    """
    r = bout.table.command_round
    clear_contest(bout)
    running = r.straight_moves >= RUN_UP
    if IS_COMMAND[command] and command != Action.GLOAT:
        r.gloat_open, r.gloat_coins = 0, 0
    if IS_COMMAND[command] and command != Action.MOVE:  # straight forward
        r.straight_moves = 0
    return running


@compiled
def go_on(bout: Bout, command: int) -> None:
    """Carry out a command that no seat gives (p.5-9, p.10)."""
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
    elif 0 <= KEEPING - command < bout.table.seats:
        choose_cards(bout, KEEPING - command)
    else:
        raise UnknownCommand
