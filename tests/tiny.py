"""The least game there can be, as its source is copied: a race, for tests that need several games or versions of one.

Two seats step in turn until one is at GOAL. A `step` takes a seat on by STEP, a `dash` by what a die shows.
"""

from enum import IntEnum
from types import SimpleNamespace
from typing import Annotated, Any

import numpy as np

from nexus_env.contract import plain_words
from nexus_env.contract.command_text import read_legal
from nexus_env.contract.game import Game, register
from nexus_env.kit import happenings
from nexus_env.kit.actions import read_table
from nexus_env.kit.bitsets import all_below
from nexus_env.kit.bout import AnyBout
from nexus_env.kit.dice import seed_generator
from nexus_env.kit.dispatch import dispatch
from nexus_env.kit.happenings import SeatHappening, tell
from nexus_env.kit.mask import LegalWord, allow_some, spread, words_for
from nexus_env.kit.observation import NamedSlice
from nexus_env.kit.seats import SeatNumber
from nexus_env.kit.tape import CHANCE, COMMAND, NOBODY, Request, Tape, roll
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Narrowed, Record, Within, record

SEATS, GOAL, MOST = 2, 12, 99
STEP = 1
HERE = __name__.rpartition(".")[2]  # as this module is called in the package of a copy


class Question(IntEnum):
    """What a seat is asked."""

    COMMAND = 0
    ROLL = 1


class Action(IntEnum):
    """The first number of each row of the table."""

    STEP = 0
    DASH = 1


TABLE = read_table(
    f"""
[dispatch.obey]
meaning = "Carry out what a seat does in its turn."
takes = ["seat", "action"]
when = ["command"]

[step]
does = "{HERE}.step(seat)"
when = "command"
group = "commands"
rules = []
text = "Go on by a step."

[dash]
does = "{HERE}.dash(seat)"
when = "command"
group = "commands"
rules = []
text = "Go on by what a die shows."
""",
    Action,
    {},
    questions=Question,
    times=("command",),
    count=len(Action),
)
ACTIONS = TABLE.names


class Event(IntEnum):
    """What a happening tells."""

    AT = 0
    END = 1


@record
class Table(Record):
    """All that lies on the table."""

    request: Annotated[Request, Narrowed(question=Within(0, 1), sides=Within(0, 6), purpose=Within(0, 0))]
    seats: Annotated[int, Within(SEATS, SEATS)]
    truncated: Annotated[int, Within(0, 0)]
    turn: Annotated[int, SeatNumber()]
    places: Annotated[list[Annotated[int, Within(0, MOST)]], SEATS]


@record
class Options(Record):
    """Nothing is agreed but the seats."""

    seats: Annotated[int, Within(SEATS, SEATS)]


@record
class Bout(AnyBout):
    """A bout."""

    table: Table
    command: Annotated[int, Within(0, len(ACTIONS) - 1)]
    legal: Annotated[list[LegalWord], words_for(6)]
    start: Table
    options: Options
    happenings: Annotated[list[Annotated[SeatHappening, Narrowed(event=Within(0, 1))]], happenings.MOST]
    tape: Annotated[Tape, Narrowed(entries=Within(0, 5))]


def read_options(seats: int = SEATS) -> np.ndarray[Any, Any]:
    """A row of options."""
    if seats != SEATS:
        raise ValueError(f"seats: got {seats}; expected {SEATS}")
    row = np.zeros(1, Options.dtype)
    row["seats"] = seats
    return row


@compiled
def setup(bout: Any, options: Any, seed: int, dictated: int) -> None:
    """All stand at 0."""
    bout.options = options
    bout.table.seats = options.seats
    bout.tape.dictated = dictated
    seed_generator(bout.tape.generator, seed)


@compiled
def step(bout: Any, seat: int) -> None:
    """A seat goes on by a step."""
    bout.table.places[seat] += STEP


@compiled
def dash(bout: Any, seat: int) -> None:
    """A seat goes on by what a die shows."""
    bout.table.places[seat] += roll(bout, 6, 0, seat)


obey = dispatch(TABLE, "obey", __name__)


@compiled
def carry_out(bout: Any, command: int) -> None:
    """One command of the seat whose turn it is."""
    table = bout.table
    me = int(table.turn)
    obey(bout, me, command)
    table.turn = 1 - me
    table.request.question = COMMAND
    table.request.seat = table.turn
    tell(bout, Event.AT.value, me, NOBODY, table.places[me], 0, 0)
    if table.places[me] >= GOAL:
        table.request.seat = NOBODY
        tell(bout, Event.END.value, NOBODY, NOBODY, 0, 0, 0)


@compiled
def write_mask(bout: Any, mask: Any) -> None:
    """1 for each legal action."""
    request = bout.table.request
    if request.seat != NOBODY:
        allow_some(bout.legal, 0, all_below(2 if request.question == COMMAND else int(request.sides)))
    spread(bout.legal, mask)


@compiled
def observe(bout: Any, seat: int, out: Any) -> None:
    """Where both stand, from the own seat on."""
    for place in range(SEATS):
        out[place] = bout.table.places[(seat + place) % SEATS]


@compiled
def rewards(bout: Any, out: Any) -> None:
    """1 for who has come to GOAL, -1 for the other."""
    for seat in range(SEATS):
        out[seat] = 1 if bout.table.places[seat] >= GOAL else -1


@compiled
def margin(bout: Any, seat: int) -> float:
    """The lead as a part of the way."""
    return (bout.table.places[seat] - bout.table.places[1 - seat]) / float(MOST)


@compiled
def potential(bout: Any, seat: int) -> float:
    """The margin; nothing at the end."""
    if bout.table.request.seat == NOBODY:
        return 0.0
    return margin(bout, seat)


@compiled
def imagine(bout: Any, seat: int, seed: int) -> None:
    """Nothing is hidden but the dice to come."""
    seed_generator(bout.tape.generator, seed)


def board(bout: Any) -> str:
    """Where both stand."""
    return "\n".join(f"seat {seat} at {place} of {GOAL}" for seat, place in enumerate(bout["table"]["places"]))


def sentences(bout: Any, rows: slice | None = None) -> list[str]:
    """What has happened, by default in the last step."""
    told = bout["happenings"][slice(bout["heard"], bout["told"]) if rows is None else rows]
    return [
        "The race is over." if row["event"] == Event.END else f"Seat {row['seat']} is at {row['what']}." for row in told
    ]


def question(bout: Any) -> str:
    """What is asked, and of whom."""
    seat = bout["table"]["request"]["seat"]
    return "The race is over." if seat == NOBODY else f"Seat {seat}: step or dash?"


def action(number: int) -> str:
    """An action in words."""
    return ACTIONS[number]


def spell(bout: Any, number: int) -> str:
    """An action in words; a die is its face."""
    return str(number + 1) if bout["table"]["request"]["seat"] == CHANCE else ACTIONS[number]


PLAIN = {name: value for name, value in vars(plain_words).items() if not name.startswith("_")}
OWN = {f.__name__: f for f in (board, sentences, question, action, spell)}

GAME = register(
    Game(
        name="tiny",
        version=1,
        seats=range(SEATS, SEATS + 1),
        record=Bout,
        options_dtype=Options.dtype,
        actions=ACTIONS,
        layout=(NamedSlice("places", SEATS, "where both stand", 1 / 100),),
        read_options=read_options,
        setup=setup,
        carry_out=carry_out,
        write_mask=write_mask,
        observe=observe,
        rewards=rewards,
        potential=potential,
        margin=margin,
        imagine=imagine,
        words=SimpleNamespace(**PLAIN, read=read_legal, **OWN),
        compile_seconds=10,
        most_decisions=SEATS * GOAL,  # a step at a time
    )
)
