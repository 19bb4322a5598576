"""Windows in anybody's Command Round, for abilities and cards used on a seat's own initiative (manual p.8, p.32)."""

from nexus_env.games.nexus.cards.cards import can_play, has_cards, playable
from nexus_env.games.nexus.rules.actions import TABLE, Action
from nexus_env.games.nexus.rules.bout import NOBODY, Bout, Question, Table
from nexus_env.games.nexus.rules.geometry import next_seat
from nexus_env.games.nexus.rules.operands import JACK_TRAITS
from nexus_env.games.nexus.rules.reserves import can_use_any
from nexus_env.games.nexus.rules.states import may_still_stand, may_unshackle
from nexus_env.games.nexus.rules.traits import (
    may_elusive,
    may_jack_of_all_traits,
    may_made_you_look,
    may_talk_shit,
    may_turn_crowd,
    may_win_them_over,
)
from nexus_env.kit.dispatch import dispatch
from nexus_env.kit.mask import allow, allow_some
from nexus_env.kit.tape import ask_privately, windows_closed
from nexus_env.machine.compiled import compiled

use_any_time = dispatch(TABLE, "use_any_time", __name__)
MOST_USES = 10  # of any-time abilities by one seat in one window: its 30 points buy no more


@compiled
def allow_any_time(bout: Bout, seat: int) -> None:
    """Mark the abilities that `seat` may use in anybody's command round, and the cards that it may play now.

    Rulebook: p.8, p.32 (R-129, R-130, R-132, R-349).
    """
    table, legal = bout.table, bout.legal
    allow_some(legal, Action.PLAY_CARD, playable(bout, seat))
    if not can_use_any(table, seat):
        return
    allow(legal, Action.IM_STILL_STANDING, may_still_stand(table, seat))
    allow(legal, Action.UNSHACKLED, may_unshackle(table, seat))
    allow(legal, Action.ELUSIVE, may_elusive(table, seat))
    allow(legal, Action.WIN_THEM_OVER, may_win_them_over(table, seat))
    opponent = seat
    for places in range(1, table.seats):
        opponent = next_seat(table, opponent)
        allow(legal, Action.TURN_CROWD + places - 1, may_turn_crowd(table, seat, opponent))
        allow(legal, Action.TALK_SHIT + places - 1, may_talk_shit(table, seat, opponent))
        allow(legal, Action.MADE_YOU_LOOK + places - 1, may_made_you_look(table, seat, opponent))
    for trait in range(JACK_TRAITS):
        allow(legal, Action.JACK_OF_ALL_TRAITS + trait, may_jack_of_all_traits(table, seat, trait))


@compiled
def can_interrupt(table: Table, seat: int) -> bool:
    """The seat has at least one usable ability for anybody's command round."""
    if not can_use_any(table, seat):
        return False
    if may_still_stand(table, seat) or may_unshackle(table, seat):
        return True
    if may_elusive(table, seat) or may_win_them_over(table, seat):
        return True
    opponent = seat
    for _ in range(1, table.seats):
        opponent = next_seat(table, opponent)
        if may_turn_crowd(table, seat, opponent) or may_talk_shit(table, seat, opponent):
            return True
        if may_made_you_look(table, seat, opponent):
            return True
    for trait in range(JACK_TRAITS):
        if may_jack_of_all_traits(table, seat, trait):
            return True
    return False


@compiled
def interrupts(bout: Bout, trivial: bool) -> None:
    """The other seats, clockwise from the active one, may use abilities and cards for anybody's round.

    The windows come at the beginning of a round, after each command, and after an attack has been declared, before the
    dice. Those between commands are trivial: `auto_pass` lets a seat pass them automatically, since it may still use
    everything when it is attacked.

    Rulebook: p.8, p.11, p.32, p.42 (R-011, R-129, R-130, R-131, R-349, R-413).
    """
    seat = bout.table.command_round.seat
    for _ in range(1, bout.table.seats):
        seat = next_seat(bout.table, seat)
        if trivial and (bout.options.auto_pass >> seat) & 1:
            continue
        for _ in range(MOST_USES):
            openly = can_interrupt(bout.table, seat)
            if windows_closed(bout) or not (openly or has_cards(bout.table, seat)):
                break
            hidden = not openly and can_play(bout, seat)
            action = ask_privately(bout, Question.INTERRUPT, seat, NOBODY, openly, hidden)
            if action == Action.PASS:
                break
            use_any_time(bout, seat, action)
    bout.table.contest.declared = 0
