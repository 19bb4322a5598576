"""The log of a bout: a function for each kind of event, which writes its row down."""

from nexus_env.kit.seats import NOBODY
from nexus_env.kit.units import NO_CELL, NO_UNIT, tell_unit
from nexus_env.machine.compiled import compiled
from toy.bout import UNITS, Bout, Event


@compiled
def _of_seat(bout: Bout, event: int, seat: int, other: int, what: int) -> None:
    """An event without units."""
    tell_unit(bout, event, seat, NO_UNIT, NO_CELL, other, NO_UNIT, what, 0)


@compiled
def commanded(bout: Bout, seat: int, command: int) -> None:
    """A seat has given a command."""
    _of_seat(bout, Event.COMMAND, seat, NOBODY, command)


@compiled
def rolled(bout: Bout, seat: int, against: int, face: int) -> None:
    """A seat has rolled a die against another seat."""
    _of_seat(bout, Event.ROLL, seat, against, face)


@compiled
def scored(bout: Bout, seat: int, points: int) -> None:
    """A seat has scored points."""
    _of_seat(bout, Event.POINTS, seat, NOBODY, points)


@compiled
def parried(bout: Bout, seat: int, attacker: int) -> None:
    """A seat has parried."""
    _of_seat(bout, Event.PARRIED, seat, attacker, 0)


@compiled
def ended(bout: Bout) -> None:
    """The bout is over."""
    _of_seat(bout, Event.END, NOBODY, NOBODY, 0)


@compiled
def showed_lucky_number(bout: Bout, seat: int, resting: int) -> None:
    """A seat has shown the lucky number to one that rests."""
    _of_seat(bout, Event.LUCKY, seat, resting, 0)


@compiled
def moved(bout: Bout, unit: int) -> None:
    """A unit has moved to where it stands now."""
    tell_unit(bout, Event.MOVED, unit // UNITS, unit, bout.table.units[unit], NOBODY, NO_UNIT, 0, 0)


@compiled
def threw(bout: Bout, unit: int, die: int, face: int) -> None:
    """A unit has thrown a die with symbols."""
    tell_unit(bout, Event.SYMBOLS, unit // UNITS, unit, bout.table.units[unit], NOBODY, NO_UNIT, die, face)


@compiled
def sent_off(bout: Bout, unit: int, cell: int, by_seat: int, by_unit: int) -> None:
    """A unit has left the board from a cell, because of a seat and, in a fight, its unit."""
    tell_unit(bout, Event.SENT_OFF, unit // UNITS, unit, cell, by_seat, by_unit, 0, 0)


@compiled
def drew(bout: Bout, seat: int) -> None:
    """A seat has drawn a card."""
    _of_seat(bout, Event.DREW, seat, NOBODY, 0)


@compiled
def bid(bout: Bout, seat: int, points: int) -> None:
    """The bid of a seat has been shown."""
    _of_seat(bout, Event.BID, seat, NOBODY, points)
