# The log. Generated from `events.toml` by `python -m nexus_env.kit.write_log`; do not edit.

from enum import IntEnum
from typing import Any

class Event(IntEnum):
    COMMAND = 0
    ROLL = 1
    POINTS = 2
    PARRIED = 3
    END = 4
    LUCKY = 5
    MOVED = 6
    SYMBOLS = 7
    SENT_OFF = 8
    DREW = 9
    BID = 10

def commanded(bout: Any, seat: int, command: int) -> None:
    """A seat has given a command."""

def rolled(bout: Any, seat: int, against: int, face: int) -> None:
    """A seat has rolled a die against another seat."""

def scored(bout: Any, seat: int, points: int) -> None:
    """A seat has scored points."""

def parried(bout: Any, seat: int, attacker: int) -> None:
    """A seat has parried."""

def ended(bout: Any) -> None:
    """The bout is over."""

def showed_lucky_number(bout: Any, seat: int, resting: int) -> None:
    """A seat has shown the lucky number to one that rests."""

def moved(bout: Any, unit: int) -> None:
    """A unit has moved to where it stands now."""

def threw(bout: Any, unit: int, die: int, face: int) -> None:
    """A unit has thrown a die with symbols."""

def sent_off(bout: Any, unit: int, cell: int, by_seat: int, by_unit: int) -> None:
    """A unit has left the board from a cell, because of a seat and, in a fight, its unit."""

def drew(bout: Any, seat: int) -> None:
    """A seat has drawn a card."""

def bid(bout: Any, seat: int, points: int) -> None:
    """The bid of a seat has been shown."""
