"""The tape of one command: its dice and the answers of the players, in the order in which the rules ask for them.

A rule is written once, from top to bottom, as the rulebook prints it. Where it needs a die, it calls `roll`; where a
player may choose, it calls `ask`. Both read the tape. At the end of the tape `roll` draws a face from the bout's own
generator and records it. `ask` cannot draw, so it suspends the command: it leaves the rule by an exception, and the
players see the table in its current state. When the answer arrives, the command runs again from the table at its
beginning: the tape replays the same dice, then the answer, and the rule gets past the question. So no rule is split
into stages, no flags record its progress, and no die is rolled twice.

With `dictated` set, `roll` asks too: chance itself is a seat (`CHANCE`) that answers with the face less one. That one
switch gives tests with chosen dice, play with real dice on a real table, exact replays, and chance nodes for search.

A command can schedule another one that no seat gives (`follow`). It starts on a fresh tape, so everything rolled or
answered before is final.

Every game's bout has the fields `table` (what the players see; the rules work there), `start`, `command`, `follows`,
`tape`, `happenings`, `told`, `heard`, `shown`, `settled` and `silent`; every game's table has a `request`, `seats` and
`truncated`. `kit.bout` plays a command and all that follows from it; a game gives the `carry_out` of one command.
"""

from typing import Annotated, Any

import numpy as np

from nexus_env.kit.bitsets import how_many, nth_member
from nexus_env.kit.dice import Generator, draw_below
from nexus_env.kit.seats import CHANCE as CHANCE
from nexus_env.kit.seats import NOBODY as NOBODY
from nexus_env.kit.seats import SeatNumber
from nexus_env.machine.bounds import CHECKED
from nexus_env.machine.compiled import PLAIN, compiled
from nexus_env.machine.record import Record, Within, record

LENGTH = 512  # faces and answers of one command
LAST_WINDOW = 320  # no optional window opens beyond this entry, so the remaining dice always fit
ROLL = 1  # the question put to chance, in every game
COMMAND = 0  # the question "what do you do?", in every game
PASS = 0  # the answer "nothing", in every game; also the assumed answer of a seat that is not asked
MOST_KINDS = 99  # the number of questions, and of purposes of dice
MOST_SIDES = 127
MOST_MEMBERS = (1 << 31) - 1
MOST_ENTRY = 1023  # a face less one, or the number of an action
YES_OR_NO = Within(0, 1)
FAILED = "A rule of the game has failed." + (" The line above names the place." if CHECKED else "")
UNENDING = "The game's commands schedule each other forever: `follow` schedules one more each time."
OPEN, PRIVATE, SECRET = range(3)  # who may know of a question: see `Request.private`


class Suspended(Exception):
    """The command waits for an answer: `ask` raises it, and `kit.bout` catches it as `SUSPENDED`."""


class UnknownCommand(Exception):
    """No row of a game's commands covers this number: the mask allowed an action that no rule carries out.

    Only plain Python raises it; in machine code `finish` raises, as for any other failure of a rule.
    """


SUSPENDED = Suspended if PLAIN else Exception  # machine code cannot tell exceptions apart, so rules raise no other


@record
class Request(Record):
    """The current question and the seat that must answer it; nothing else in a bout holds these.

    A game narrows the ranges of questions and purposes to its own.
    """

    seat: Annotated[int, SeatNumber(CHANCE)]  # who answers; CHANCE for dictated dice, NOBODY when the bout is over
    question: Annotated[int, Within(0, MOST_KINDS)]  # COMMAND, ROLL, or one of the game's own
    about: Annotated[int, SeatNumber(NOBODY)]  # the seat that the question concerns, if the game sets it
    sides: Annotated[int, Within(0, MOST_SIDES)]  # for ROLL: the faces of the die
    purpose: Annotated[int, Within(0, MOST_KINDS)]  # for ROLL: the purpose of the die
    roller: Annotated[int, SeatNumber(NOBODY)]  # for ROLL: the seat whose die it is
    members: Annotated[np.int32, Within(0, MOST_MEMBERS)]  # for ROLL: the possible faces less one; 0: all
    private: Annotated[int, Within(OPEN, SECRET)]
    # PRIVATE: only the seat that is asked may know of the question and of the answer PASS, see `ask_privately`;
    # SECRET: nor may others know of any other answer, see `kit.secrets`


@record
class Tape(Record):
    """The tape and the dice that fill it."""

    generator: Generator
    dictated: Annotated[int, YES_OR_NO]
    held: Annotated[int, YES_OR_NO]  # 1: whether a seat is asked depends on nothing hidden; see `ask_privately`
    suspended: Annotated[int, YES_OR_NO]
    length: Annotated[int, Within(0, LENGTH)]
    cursor: Annotated[int, Within(0, LENGTH)]
    entries: Annotated[list[int], LENGTH, Within(0, MOST_ENTRY)]


@compiled
def begin(bout: Any, action: int) -> None:
    """Prepare the tape for `action`: a new command, or the answer to the question that suspended one."""
    tape = bout.tape
    if bout.table.request.question == COMMAND:
        bout.start = bout.table
        bout.command = action
        bout.heard, bout.shown, bout.settled = 0, 0, 0
        tape.length = 0
    else:
        bout.heard = bout.told
        bout.shown = bout.shown if bout.table.request.private else bout.told
        tape.entries[tape.length] = action
        tape.length += 1
        bout.table = bout.start
    read_from_front(bout)


@compiled
def rewind(bout: Any) -> None:
    """Restart the current command: restore the table, and read the tape from the front."""
    bout.table = bout.start
    read_from_front(bout)


@compiled
def read_from_front(bout: Any) -> None:
    """Reset the read position of the tape, and drop what this run of the command has logged."""
    bout.told = bout.settled
    bout.tape.cursor = 0
    bout.tape.suspended = 0


@compiled
def follow(bout: Any, command: int) -> None:
    """Schedule `command` to follow the current one when that has ended; a rule does this last."""
    bout.follows = 1
    bout.command = command


@compiled
def goes_on(bout: Any) -> bool:
    """True if another command follows by itself; then its tape is prepared."""
    if not bout.follows:
        return False
    bout.follows = 0
    bout.start = bout.table
    bout.settled = bout.told
    bout.tape.length = 0
    bout.tape.cursor = 0
    return True


@compiled
def forget_past(bout: Any) -> None:
    """Erase everything that no rule will read again.

    After a command, these are its tape and the table before it; during a command, the entries beyond its tape. They may
    contain things that were drawn or chosen in secret.
    """
    tape = bout.tape
    if bout.table.request.question == COMMAND:
        bout.start = bout.table
        tape.length, tape.cursor = 0, 0
    for place in range(tape.length, LENGTH):
        tape.entries[place] = 0


@compiled
def finish(bout: Any, done: bool) -> None:
    """Check the state after the rules: they are `done`, or wait for an answer.

    Raises:
        RuntimeError: something else has stopped them, for example an index out of range where machine code checks
            bounds.
    """
    if not done and not bout.tape.suspended:
        if bout.follows:  # a rule that fails has not scheduled another yet, as it does that last
            raise RuntimeError(UNENDING)
        raise RuntimeError(FAILED)


@compiled
def roll(bout: Any, sides: int, purpose: int, roller: int) -> int:
    """One die, 1 to `sides`."""
    tape = bout.tape
    if tape.cursor == LENGTH:  # no rule rolls that often, but a full tape must not be overwritten
        return 1
    if tape.cursor == tape.length:
        if tape.dictated:
            ask_chance(bout, sides, purpose, roller, 0, OPEN)
        tape.entries[tape.length] = draw_below(tape.generator, sides)
        tape.length += 1
    tape.cursor += 1
    return int(tape.entries[tape.cursor - 1]) + 1


@compiled
def draw_member(bout: Any, members: int, sides: int, purpose: int, roller: int) -> int:
    """A random member of a set of numbers below `sides`, one bit each.

    The tape holds the member itself, not its index in the set, so a redeal of the other members of a hidden set does
    not change it. If it is no longer a member, the next one replaces it.
    """
    return _draw(bout, members, sides, purpose, roller, PRIVATE)


@compiled
def draw_member_openly(bout: Any, members: int, sides: int, purpose: int, roller: int) -> int:
    """Like `draw_member`, in front of everybody: at a real table, people draw it and tell what it is.

    Only for a set that everybody knows, such as a pile with no card of it in a hand; else the question would show what
    is hidden.
    """
    return _draw(bout, members, sides, purpose, roller, OPEN)


@compiled
def _draw(bout: Any, members: int, sides: int, purpose: int, roller: int, private: int) -> int:
    tape = bout.tape
    if tape.cursor == LENGTH:
        return 0
    if tape.cursor == tape.length:
        if tape.dictated:
            ask_chance(bout, sides, purpose, roller, members, private)
        tape.entries[tape.length] = nth_member(members, draw_below(tape.generator, how_many(members)))
        tape.length += 1
    tape.cursor += 1
    drawn = int(tape.entries[tape.cursor - 1])
    for step in range(sides):
        if (members >> ((drawn + step) % sides)) & 1:
            return (drawn + step) % sides
    return 0


@compiled
def ask_chance(bout: Any, sides: int, purpose: int, roller: int, members: int, private: int) -> None:
    """Suspend the command until the die has been rolled elsewhere; `private` is OPEN or PRIVATE.

    A draw from a set whose members may be hidden is private, and so is the result.
    """
    request = bout.table.request
    request.sides, request.purpose, request.roller, request.members = sides, purpose, roller, members
    put(bout, ROLL, CHANCE, private)


@compiled
def ask(bout: Any, question: int, seat: int) -> int:
    """The answer of `seat` to `question`; without one on the tape, the command is suspended."""
    return put(bout, question, seat, OPEN)


@compiled
def put(bout: Any, question: int, seat: int, private: int) -> int:
    """Like `ask`, with the privacy of the question: OPEN, PRIVATE or SECRET."""
    tape = bout.tape
    if tape.cursor == LENGTH:
        return 0
    if tape.cursor == tape.length:
        tape.suspended = 1
        request = bout.table.request
        request.question, request.seat, request.private = question, seat, private
        raise Suspended
    tape.cursor += 1
    return int(tape.entries[tape.cursor - 1])


@compiled
def ask_about(bout: Any, question: int, seat: int, about: int) -> int:
    """Like `ask`, and name the seat that the question concerns."""
    if bout.tape.cursor == bout.tape.length:
        bout.table.request.about = about
    return put(bout, question, seat, OPEN)


@compiled
def ask_privately(bout: Any, question: int, seat: int, about: int, openly: bool, hidden: bool) -> int:
    """Like `ask_about`, if hidden information may decide whether the seat can answer anything but PASS.

    A seat that can only pass is not asked, and PASS is written to the tape for it. Whether the tape has an entry here
    therefore does not depend on hidden information, and the tape stays valid after a redeal.

    Being asked must reveal nothing hidden, so a game opens its windows in one of two ways. By default, only seats with
    an answer are asked; this is fast, but only the host of the bout may see who is asked. If windows are `held`,
    `hidden` itself must depend on nothing hidden, and anybody may see who is asked. In both cases, a question that is
    not justified by public information is `private`: other seats and spectators see neither it nor its answer PASS.

    Args:
        bout: the bout.
        question: one of the game's own.
        seat: the seat that is asked.
        about: the seat that the question concerns.
        openly: everybody can see that the seat has another answer.
        hidden: hidden information gives the seat another answer; if windows are `held`: it might, as far as the others
            can tell.
    """
    tape = bout.tape
    if not openly and not hidden and tape.cursor == tape.length and tape.cursor < LENGTH:
        tape.entries[tape.length] = PASS
        tape.length += 1
    if tape.cursor == tape.length:
        bout.table.request.about = about
    return put(bout, question, seat, OPEN if openly else PRIVATE)


@compiled
def windows_closed(bout: Any) -> bool:
    """True if no optional question may be asked any more, because the tape is nearly full."""
    return bool(bout.tape.cursor >= LAST_WINDOW)
