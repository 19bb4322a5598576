"""The tape of one command: its dice and the answers of the players, in the order in which the rules want them.

A rule is written once, from top to bottom, as the rulebook prints it. Where it needs a die it calls `roll`, where a
player may choose it calls `ask`. Both read the tape. At the end of the tape `roll` draws from the bout's own generator
and writes the face down; `ask` cannot draw, so it suspends the command: the rule is left where it stands, and the
players look at the table as it lies. When the answer comes, the command starts again from the table as it lay at its
beginning: the tape gives the same dice, then the answer, and the rule passes the question. So no rule is cut into
stages, no flags say how far it had come, and no die is rolled twice.

With `dictated` set, `roll` asks too: chance itself is a seat (`CHANCE`) that answers with the face less one. That one
switch gives tests with chosen dice, play with real dice on a real table, exact replays, and chance nodes for search.

A command may be followed by another one that nobody gives (`follow`): it starts on a fresh tape, so that what was
rolled or answered before is settled for good.

Every game's bout has the fields `table` (what the players see; the rules work there), `start`, `command`, `follows`,
`tape`, `happenings`, `told`, `heard`, `shown`, `settled` and `silent`; every game's table has a `request`, `seats` and
`truncated`. A game's `play` is `begin`, then its rules for `bout.command`, as long as something `goes_on`, and
`finish`.
"""

from typing import Annotated, Any

import numpy as np

from nexus_env.kit.bitsets import how_many, nth_member
from nexus_env.kit.dice import Generator, draw_below
from nexus_env.kit.seats import CHANCE as CHANCE
from nexus_env.kit.seats import NOBODY as NOBODY
from nexus_env.kit.seats import SeatNumber
from nexus_env.machine.compiled import PLAIN, compiled
from nexus_env.machine.record import Record, Within, record

LENGTH = 512  # faces and answers of one command
LAST_WINDOW = 320  # beyond this entry no optional window opens, so that the dice still to come always fit
ROLL = 1  # the question put to chance, in every game
COMMAND = 0  # the question "what do you do?", in every game
PASS = 0  # the answer "nothing", in every game: what a seat would say that is not asked
MOST_KINDS = 99  # of questions, and of what dice are for
MOST_SIDES = 127
MOST_MEMBERS = (1 << 31) - 1
MOST_ENTRY = 1023  # a face less one, or the number of an action
YES_OR_NO = Within(0, 1)
OPEN, PRIVATE, SECRET = range(3)  # what others may know of a question: see `Request.private`


class Suspended(Exception):
    """The command waits for an answer: raised by `ask` through the rules, caught by the game's `play` as `SUSPENDED`,
    which leaves everything as it lies.
    """


class UnknownCommand(Exception):
    """No row of a game's commands covers this number: the mask let through what no rule carries out.

    Plain Python says so; in machine code `finish` raises, as wherever a rule fails.
    """


SUSPENDED = Suspended if PLAIN else Exception  # machine code can tell no exceptions apart; its rules raise no other


@record
class Request(Record):
    """What is being asked, and of whom: the only place where that stands.

    A game narrows down the questions and purposes to those that it has.
    """

    seat: Annotated[int, SeatNumber(CHANCE)]  # who answers; CHANCE for dictated dice, NOBODY when the bout is over
    question: Annotated[int, Within(0, MOST_KINDS)]  # COMMAND, ROLL, or one of the game's own
    about: Annotated[int, SeatNumber(NOBODY)]  # the seat that the question concerns, where the game says so
    sides: Annotated[int, Within(0, MOST_SIDES)]  # for ROLL: the faces of the die
    purpose: Annotated[int, Within(0, MOST_KINDS)]  # for ROLL: what the die is for
    roller: Annotated[int, SeatNumber(NOBODY)]  # for ROLL: whose die it is
    members: Annotated[np.int32, Within(0, MOST_MEMBERS)]  # for ROLL: a bit for each face less one that can come
    private: Annotated[int, Within(OPEN, SECRET)]  # not OPEN: only the seat that is asked may know of it, and of PASS,
    # see `ask_privately`; or of any answer, SECRET, see `kit.secrets`


@record
class Tape(Record):
    """The tape and the dice that fill it."""

    generator: Generator
    dictated: Annotated[int, YES_OR_NO]
    held: Annotated[int, YES_OR_NO]  # 1: who is asked depends on nothing hidden; see `ask_privately`
    suspended: Annotated[int, YES_OR_NO]
    length: Annotated[int, Within(0, LENGTH)]
    cursor: Annotated[int, Within(0, LENGTH)]
    entries: Annotated[list[int], LENGTH, Within(0, MOST_ENTRY)]


@compiled
def begin(bout: Any, action: int) -> None:
    """Lay the tape for `action`: a new command, or the answer to the question that suspended one."""
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
    """Begin the command under way again: the table lies as before it, and its tape is read from the front."""
    bout.table = bout.start
    read_from_front(bout)


@compiled
def read_from_front(bout: Any) -> None:
    """Nothing of the tape has been read, and nothing told, since the table lay as it does."""
    bout.told = bout.settled
    bout.tape.cursor = 0
    bout.tape.suspended = 0


@compiled
def follow(bout: Any, command: int) -> None:
    """Let `command` follow the one under way, when that has ended: the last thing that a rule does."""
    bout.follows = 1
    bout.command = command


@compiled
def goes_on(bout: Any) -> bool:
    """True if another command follows by itself; its tape is laid."""
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
    """Keep nothing that no rule will read again: of a command that has ended its tape and the table before it, of one
    under way what lies beyond its tape.

    What was drawn or chosen in secret may stand there.
    """
    tape = bout.tape
    if bout.table.request.question == COMMAND:
        bout.start = bout.table
        tape.length, tape.cursor = 0, 0
    for place in range(tape.length, LENGTH):
        tape.entries[place] = 0


@compiled
def finish(bout: Any, done: bool) -> None:
    """After the rules: they are `done`, or wait for an answer; nothing else may have stopped them.

    Raises:
        RuntimeError: something else has; an index out of range, for example, where machine code looks at indices.
    """
    if not done and not bout.tape.suspended:
        raise RuntimeError("A rule of the game has failed.")


@compiled
def roll(bout: Any, sides: int, purpose: int, roller: int) -> int:
    """One die, 1 to `sides`."""
    tape = bout.tape
    if tape.cursor == LENGTH:  # no rule rolls that often; a full tape must not be overwritten
        return 1
    if tape.cursor == tape.length:
        if tape.dictated:
            ask_chance(bout, sides, purpose, roller, 0)
        tape.entries[tape.length] = draw_below(tape.generator, sides)
        tape.length += 1
    tape.cursor += 1
    return int(tape.entries[tape.cursor - 1]) + 1


@compiled
def draw_member(bout: Any, members: int, sides: int, purpose: int, roller: int) -> int:
    """A random member of a set of numbers below `sides`, a bit each.

    The tape holds the member itself and not its place in the set: so it stays the same one when the others of a hidden
    set are dealt anew. If it is no member any more, the next one is meant.
    """
    tape = bout.tape
    if tape.cursor == LENGTH:
        return 0
    if tape.cursor == tape.length:
        if tape.dictated:
            ask_chance(bout, sides, purpose, roller, members)
        tape.entries[tape.length] = nth_member(members, draw_below(tape.generator, how_many(members)))
        tape.length += 1
    tape.cursor += 1
    drawn = int(tape.entries[tape.cursor - 1])
    for step in range(sides):
        if (members >> ((drawn + step) % sides)) & 1:
            return (drawn + step) % sides
    return 0


@compiled
def ask_chance(bout: Any, sides: int, purpose: int, roller: int, members: int) -> None:
    """Suspend the command until the die has been rolled elsewhere.

    Which numbers a set holds from which one is drawn may be hidden, and so is what was drawn: that is private.
    """
    request = bout.table.request
    request.sides, request.purpose, request.roller, request.members = sides, purpose, roller, members
    put(bout, ROLL, CHANCE, PRIVATE if members != 0 else OPEN)


@compiled
def ask(bout: Any, question: int, seat: int) -> int:
    """The answer of `seat` to `question`; the command is suspended while it is not known."""
    return put(bout, question, seat, OPEN)


@compiled
def put(bout: Any, question: int, seat: int, private: int) -> int:
    """As `ask`, and say whether anybody else may know of it: OPEN, PRIVATE or SECRET."""
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
    """As `ask`, and say which seat the question concerns."""
    if bout.tape.cursor == bout.tape.length:
        bout.table.request.about = about
    return put(bout, question, seat, OPEN)


@compiled
def ask_privately(bout: Any, question: int, seat: int, about: int, openly: bool, hidden: bool) -> int:
    """As `ask_about`, where hidden things may decide whether the seat can answer anything but PASS.

    A seat that cannot is not asked, and the tape holds the PASS that it would have said. So a tape stays right when
    what is hidden is dealt anew: whether it has an entry here depends on nothing that is hidden.

    Who is asked must not tell what is hidden, so a game opens its windows in one of two ways. By default only those are
    asked who have an answer, which is fast, and only the host of the bout may see who is. Where windows are `held`,
    `hidden` must itself depend on nothing hidden, and anybody may see who is asked. In both, a question that nothing
    open to all asks for is `private`: it and its answer PASS are in nothing that another seat or a spectator is shown.

    Args:
        bout: the bout.
        question: one of the game's own.
        seat: who is asked.
        about: the seat that the question concerns.
        openly: all can see that the seat has another answer.
        hidden: what the seat hides gives it one; where windows are `held`, what it might hide for all that others see.
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
    """True where no optional question may be put: the tape is nearly full."""
    return bool(bout.tape.cursor >= LAST_WINDOW)
