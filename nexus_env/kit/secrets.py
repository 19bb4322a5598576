"""Secret simultaneous choices: all choose, nobody knows what the others have chosen, then all is revealed at once.

The table has a field `secrets: Secrets`. A rule calls `call_for_choices`, and lets a command of its own follow that
does nothing but `choose_in_secret`:

    elif command == CHOOSING:
        choose_in_secret(bout, Question.BID, CHOOSING, REVEALING)
    elif command == REVEALING:
        ...                               # `choice_of` each seat; `forget_choices`

The seats are asked one after the other, always in the order of their numbers, each in a follow-up command: who is
asked, and who has answered, tells nothing. A choice stands in `secrets` and nowhere else, not even on a tape, until the
rule tells of it. To everybody else the bout stands still meanwhile: see `core.privacy`.
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
    """What has been chosen and is not revealed yet."""

    to_choose: Annotated[int, SeatSet()]  # who is still to be asked
    choices: Annotated[list[Annotated[int, Within(0, MOST_ENTRY + 1)]], MOST_SEATS]  # an action and 1; 0: none yet


@compiled
def call_for_choices(secrets: Secrets, seats: int) -> None:
    """A set of seats, a bit each and at least one, is to choose."""
    forget_choices(secrets)
    secrets.to_choose = seats


@compiled
def choose_in_secret(bout: Any, question: int, again: int, then: int) -> None:
    """Ask the next seat, and let the command `again` follow for the one after it, or `then` when all have chosen: the
    only thing that the rule does.
    """
    secrets, tape = bout.table.secrets, bout.tape
    seat = first_member(secrets.to_choose)
    if tape.cursor == tape.length:
        bout.table.request.about = NOBODY
    choice = put(bout, question, seat, SECRET)
    tape.entries[tape.cursor - 1] = 0  # what follows begins a fresh tape, and no trace stays on this one
    secrets.choices[seat] = choice + 1
    secrets.to_choose &= secrets.to_choose - 1
    follow(bout, again if secrets.to_choose else then)


@compiled
def choice_of(secrets: Secrets, seat: int) -> int:
    """The action that a seat has chosen; it must have been asked."""
    return int(secrets.choices[seat]) - 1


@compiled
def forget_choices(secrets: Secrets) -> None:
    """Nobody has chosen anything."""
    secrets.to_choose = 0
    for seat in range(MOST_SEATS):
        secrets.choices[seat] = 0


@compiled
def imagine_choices(bout: Any, seat: int, first: int, count: int) -> None:
    """Give every other seat that has chosen any of `count` actions from `first` on instead.

    Args:
        bout: the bout.
        seat: who imagines; NOBODY for a spectator.
        first: the lowest number of the actions that may be chosen.
        count: how many they are.
    """
    for other in range(bout.table.seats):
        choice = first + 1 + draw_below(bout.tape.generator, count)
        if other == seat:
            continue
        if bout.table.secrets.choices[other]:
            bout.table.secrets.choices[other] = choice
        if bout.start.secrets.choices[other]:
            bout.start.secrets.choices[other] = choice
