"""The part of a bout's record that every game shares, and the steps of carrying out a command.

A game declares its own types for the open parts, and the range of its commands:

    @record
    class Bout(AnyBout):
        table: Table
        command: Annotated[int, Within(OPENING, ACTIONS - 1)]
        legal: Annotated[list[LegalWord], words_for(ACTIONS)]
        start: Table
        options: Options
        happenings: Annotated[list[Annotated[Happening, TOLD]], happenings.MOST]
        tape: Annotated[Tape, Narrowed(entries=Within(0, ACTIONS - 1))]

Its rules are a compiled `carry_out(bout, command)`, for a command from a seat or one that follows by itself.
"""

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np

from nexus_env.kit import happenings, tape
from nexus_env.kit.tape import SUSPENDED, YES_OR_NO
from nexus_env.machine.compiled import compiled
from nexus_env.machine.dispatch import stands_for_its_game
from nexus_env.machine.record import Record, Within, identity_of

MOST_FOLLOWING = 1_000_000  # commands that follow one another without a decision
Counted = Annotated[int, Within(0, happenings.MOST)]


class AnyBout(Record):
    """The record of a bout; copying it is copying its bytes."""

    table: Any  # what the seats look at; the rules work here
    command: Annotated[int, Within(0, 0)]  # the current one; negative ones come from no seat
    follows: Annotated[int, Within(0, 0)]  # 1 if `command` is still to follow by itself
    heard: Counted  # happenings before the last step
    shown: Counted  # happenings at the last time before when everybody could see the table
    told: Counted
    settled: Counted  # happenings that a replay of the tape does not repeat
    silent: Annotated[int, YES_OR_NO]  # 1: nothing is logged
    legal: Any  # the legal actions, see `kit.mask`; all 0 except while a mask is written
    start: Any  # the table when the current command began
    options: Any  # the options, and the stock that setup needs
    happenings: Any
    tape: Any


_RULES: dict[str, Callable[..., None]] = {}  # by the identity of the record


def carried_out_by(record: type[Record], rules: Callable[..., None]) -> None:
    """Let `rules` carry out the commands of bouts with this record."""
    _RULES[identity_of(record.dtype)] = rules


def _rules_of(dtype: np.dtype[Any]) -> Callable[..., None]:
    return _RULES[identity_of(dtype)]


def carry_out(bout: Any, command: int) -> None:
    """Carry out a command by the game's rules: one of the seat to act, or one that follows by itself."""
    _rules_of(bout.dtype)(bout, command)


@compiled
def play(bout: Any, action: int) -> None:
    """One step of a bout: a new command, or the answer to the question that suspended one."""
    tape.begin(bout, action)
    tape.finish(bout, is_done(bout))


@compiled
def is_done(bout: Any) -> bool:
    """Carry on; False if the command waits for an answer. Nothing may be called here after the `try`."""
    try:
        carry_on(bout)
    except SUSPENDED:
        return False
    return True


@compiled
def carry_on(bout: Any) -> None:
    """Carry out the current command, and all that follow by themselves.

    A rule gets the command as a plain integer. As a field, `command - 258` would keep the field's width with NumPy 2,
    which is too narrow to shift a card by.

    Raises:
        RuntimeError: there is no end of commands that follow by themselves; see `tape.finish`.
    """
    carry_out(bout, int(bout.command))
    for _ in range(MOST_FOLLOWING):
        if not tape.goes_on(bout):
            return
        carry_out(bout, int(bout.command))
    bout.follows = 1
    raise RuntimeError(tape.UNENDING)


stands_for_its_game(carry_out, _rules_of)
