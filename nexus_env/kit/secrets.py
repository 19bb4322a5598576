"""Secret simultaneous choices: all seats choose without knowing the choices of the others; then all are revealed.

The table has a field `secrets: Secrets`. A rule calls `call_for_choices` and schedules a command that does nothing but
`choose_in_secret`:

    elif command == CHOOSING:
        choose_in_secret(bout, Question.BID, CHOOSING, REVEALING)
    elif command == REVEALING:
        ...                               # `choice_of` each seat; `forget_choices`

The seats are asked one after the other, always in the order of their numbers, each in a follow-up command, so the order
reveals nothing. A choice is stored in `secrets` and nowhere else, not even on a tape, until the rule reveals it. For
everybody else the bout does not change meanwhile: see `core.privacy`.
"""

from typing import Annotated, Any

from nexus_env.kit.bitsets import first_member
from nexus_env.kit.dice import draw_below
from nexus_env.kit.seats import MOST_SEATS, NOBODY, SeatSet
from nexus_env.kit.tape import MOST_ENTRY, SECRET, follow, put
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, Within, record


@record
class Secrets(Record):
    """The choices that are not revealed yet."""

    to_choose: Annotated[int, SeatSet()]  # the seats that are still to be asked
    choices: Annotated[list[Annotated[int, Within(0, MOST_ENTRY + 1)]], MOST_SEATS]  # the action plus 1; 0: none yet


@compiled
def call_for_choices(secrets: Secrets, seats: int) -> None:
    """Start a secret choice of a nonempty set of seats, one bit each."""
    forget_choices(secrets)
    secrets.to_choose = seats


@compiled
def choose_in_secret(bout: Any, question: int, again: int, then: int) -> None:
    """Ask the next seat; then `again` follows for the one after it, or `then` if all have chosen.

    The calling rule may do nothing else.
    """
    secrets, tape = bout.table.secrets, bout.tape
    seat = first_member(secrets.to_choose)
    if tape.cursor == tape.length:
        bout.table.request.about = NOBODY
    choice = put(bout, question, seat, SECRET)
    tape.entries[tape.cursor - 1] = 0  # erase the answer; the next command begins a fresh tape
    secrets.choices[seat] = choice + 1
    secrets.to_choose &= secrets.to_choose - 1
    follow(bout, again if secrets.to_choose else then)


@compiled
def choice_of(secrets: Secrets, seat: int) -> int:
    """The action that a seat has chosen; the seat must have been asked."""
    return int(secrets.choices[seat]) - 1


@compiled
def forget_choices(secrets: Secrets) -> None:
    """Clear all choices."""
    secrets.to_choose = 0
    for seat in range(MOST_SEATS):
        secrets.choices[seat] = 0


@compiled
def imagine_choices(bout: Any, seat: int, first: int, count: int) -> None:
    """Replace the choice of every other seat by a random one of `count` actions from `first` on.

    Args:
        bout: the bout.
        seat: the viewer; NOBODY for a spectator.
        first: the first action that may be chosen.
        count: the number of these actions.
    """
    for other in range(bout.table.seats):
        choice = first + 1 + draw_below(bout.tape.generator, count)
        if other == seat:
            continue
        if bout.table.secrets.choices[other]:
            bout.table.secrets.choices[other] = choice
        if bout.start.secrets.choices[other]:
            bout.start.secrets.choices[other] = choice
