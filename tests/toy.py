"""A tiny real game under the contract, so that the generic layers can be tested without the rules of any big one.

Each seat holds a hidden number from 1 to 6 and one parry. The seats take turns for a number of rounds; most points win.

- `rest` scores a point. Where that was agreed, the next seat, if its number is the lucky one, may show it, and the rest
  scores nothing: a question that a hidden thing opens.
- `strike` puts a die and the own number against a die and the number of the next seat, and scores two points if it is
  higher. Between the two dice the struck seat may spend its parry, which adds three: a question that can suspend.
- `swap` rolls a new hidden number.
- `yield` ends the bout at once; it is legal only for a seat that is behind.
"""

import sys
from enum import IntEnum
from typing import Annotated, Any

import numpy as np

from nexus_env.game import contract
from nexus_env.game.command_text import read_legal as read  # noqa: F401  # with `spell`, what a game's words must have
from nexus_env.game.contract import Game, Piece
from nexus_env.game.notation import Notation
from nexus_env.game.plain_words import (  # noqa: F401  # what it says in no way of its own
    boards,
    can_act,
    decks,
    explain,
    gloss,
    guide,
    guides,
    happened,
    is_private,
    offers,
    open_view,
    picture,
    view,
    why_not,
)
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Narrowed, Record, Within, record
from nexus_env.tabletop import happenings
from nexus_env.tabletop.dice import draw_below, seed_generator
from nexus_env.tabletop.happenings import Happening, tell
from nexus_env.tabletop.seats import SeatNumber
from nexus_env.tabletop.tape import (
    CHANCE,
    COMMAND,
    NOBODY,
    SUSPENDED,
    Request,
    Tape,
    ask_about,
    ask_privately,
    begin,
    finish,
    roll,
)

SEATS = 4
ACTIONS = ("no", "yes", "rest", "strike", "swap", "yield")
NO, YES, REST, STRIKE, SWAP, YIELD = range(6)
OPENING = -1
MOST_ROUNDS = 60
MOST_COMMANDS, MOST_POINTS = SEATS * MOST_ROUNDS, 2 * MOST_ROUNDS
PARRY, LUCKY = 2, 3  # the questions besides COMMAND and ROLL
LUCKY_NUMBER = 6
PARRY_BONUS = 3
LOSERS_GAME = {"seats": 2, "rounds": 1, "last_wins": True}
"""Options for a bout of two decisions: `player_0` moves, `player_1` moves and wins. The loser never moves again."""


class Event(IntEnum):
    """What a happening tells."""

    COMMAND = 0
    ROLL = 1
    POINTS = 2
    PARRIED = 3
    END = 4
    LUCKY = 5


class Purpose(IntEnum):
    """What a die is rolled for."""

    DEAL = 0
    ATTACK = 1
    DEFENSE = 2
    SWAP = 3


@record
class Seat(Record):
    """What lies in front of one seat."""

    number: Annotated[int, Within(0, 6)]  # hidden from the others; 0 before the deal
    points: Annotated[int, Within(0, MOST_POINTS)]
    parries: Annotated[int, Within(0, 1)]


@record
class Table(Record):
    """All that lies on the table."""

    request: Annotated[Request, Narrowed(question=Within(0, LUCKY), sides=Within(0, 6), purpose=Within(0, 3))]
    seats: Annotated[int, Within(0, SEATS)]
    truncated: Annotated[int, Within(0, 1)]
    commands: Annotated[int, Within(0, MOST_COMMANDS)]
    turn: Annotated[int, SeatNumber()]
    players: Annotated[list[Seat], SEATS]


@record
class Options(Record):
    """What was agreed before the bout."""

    seats: Annotated[int, Within(0, SEATS)]
    rounds: Annotated[int, Within(1, MOST_ROUNDS)]
    last_wins: Annotated[int, Within(0, 1)]  # who moves last wins, whatever was done
    limit: Annotated[int, Within(0, MOST_COMMANDS)]  # commands after which the bout is cut off; 0 for none
    lucky: Annotated[int, Within(0, 1)]  # 1: the lucky number may be shown
    held: Annotated[int, Within(0, 1)]  # 1: who is asked for it depends on nothing hidden


@record
class Bout(Record):
    """A bout."""

    table: Table
    start: Table
    options: Options
    command: Annotated[int, Within(OPENING, len(ACTIONS) - 1)]
    follows: Annotated[int, Within(0, 0)]
    heard: Annotated[int, Within(0, happenings.MOST)]
    shown: Annotated[int, Within(0, happenings.MOST)]
    told: Annotated[int, Within(0, happenings.MOST)]
    settled: Annotated[int, Within(0, happenings.MOST)]
    silent: Annotated[int, Within(0, 1)]
    happenings: Annotated[list[Annotated[Happening, Narrowed(event=Within(0, 5))]], happenings.MOST]
    tape: Annotated[Tape, Narrowed(entries=Within(0, len(ACTIONS) - 1))]


def read_options(
    seats: int = 2, rounds: int = 3, last_wins: bool = False, limit: int = 0, lucky: bool = False, windows: str = "able"
) -> np.ndarray[Any, Any]:
    """A row of options."""
    if seats not in range(2, SEATS + 1):
        raise ValueError(f"seats = {seats}: expected 2, 3 or 4")
    if rounds not in range(1, MOST_ROUNDS + 1):
        raise ValueError(f"rounds = {rounds}: expected 1 to {MOST_ROUNDS}")
    row = np.zeros(1, Options.dtype)
    row[0] = (seats, rounds, last_wins, limit, lucky, windows == "held")
    return row


@compiled
def setup(bout: Bout, options: Options, seed: int, dictated: int) -> None:
    """Deal the hidden numbers."""
    bout.options = options
    bout.table.seats = options.seats
    bout.tape.dictated = dictated
    bout.tape.held = options.held
    seed_generator(bout.tape.generator, seed)
    play(bout, OPENING)


@compiled
def play(bout: Bout, action: int) -> None:
    """Carry out a legal action."""
    begin(bout, action)
    done = False
    try:
        if bout.command == OPENING:
            deal(bout)
        else:
            carry_out(bout, bout.command)
        done = True
    except SUSPENDED:
        done = False
    finish(bout, done)


@compiled
def deal(bout: Bout) -> None:
    """A hidden number and a parry for each seat."""
    for seat in range(bout.table.seats):
        bout.table.players[seat].number = roll(bout, 6, Purpose.DEAL.value, seat)
        bout.table.players[seat].parries = 1
    bout.table.request.seat = 0


@compiled
def carry_out(bout: Bout, command: int) -> None:
    """One command of the seat whose turn it is."""
    table = bout.table
    me = table.turn
    tell(bout, Event.COMMAND.value, me, NOBODY, command, 0, 0)
    if command == REST:
        rest(bout, me, (me + 1) % table.seats)
    elif command == STRIKE:
        strike(bout, me, (me + 1) % table.seats)
    elif command == SWAP:
        table.players[me].number = roll(bout, 6, Purpose.SWAP.value, me)
    table.commands += 1
    table.turn = (me + 1) % table.seats
    table.request.seat = table.turn
    options = bout.options
    if command == YIELD or table.commands == options.rounds * table.seats:
        end(bout)
    elif table.commands == options.limit:
        table.truncated = 1
        end(bout)


@compiled
def rest(bout: Bout, seat: int, other: int) -> None:
    """A point, unless the other seat shows the lucky number."""
    if bout.options.lucky:
        lucky = bout.tape.held != 0 or bout.table.players[other].number == LUCKY_NUMBER
        if ask_privately(bout, LUCKY, other, seat, False, lucky) == YES:
            tell(bout, Event.LUCKY.value, other, seat, 0, 0, 0)
            return
    score(bout, seat, 1)


@compiled
def strike(bout: Bout, attacker: int, defender: int) -> None:
    """Die and number against die and number; the defender may parry when it has seen the first die."""
    players = bout.table.players
    attack = roll(bout, 6, Purpose.ATTACK.value, attacker)
    tell(bout, Event.ROLL.value, attacker, defender, attack, 0, 0)
    bonus = 0
    if players[defender].parries > 0 and ask_about(bout, PARRY, defender, attacker) == YES:
        players[defender].parries -= 1
        bonus = PARRY_BONUS
        tell(bout, Event.PARRIED.value, defender, attacker, 0, 0, 0)
    defense = roll(bout, 6, Purpose.DEFENSE.value, defender)
    tell(bout, Event.ROLL.value, defender, attacker, defense, 0, 0)
    if attack + players[attacker].number > defense + players[defender].number + bonus:
        score(bout, attacker, 2)


@compiled
def score(bout: Bout, seat: int, points: int) -> None:
    """Points for a seat."""
    bout.table.players[seat].points += points
    tell(bout, Event.POINTS.value, seat, NOBODY, points, 0, 0)


@compiled
def end(bout: Bout) -> None:
    """Nobody is asked any more."""
    bout.table.request.seat = NOBODY
    tell(bout, Event.END.value, NOBODY, NOBODY, 0, 0, 0)


@compiled
def lead(bout: Bout, seat: int) -> int:
    """How many points a seat is ahead of its best rival."""
    table = bout.table
    best = -1
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.players[other].points)
    return table.players[seat].points - best


@compiled
def write_mask(bout: Bout, mask: Any) -> None:
    """1 for each legal action."""
    mask[:] = 0
    request = bout.table.request
    if request.seat == NOBODY:
        return
    if request.question == COMMAND:
        mask[REST] = mask[STRIKE] = mask[SWAP] = 1
        mask[YIELD] = lead(bout, request.seat) < 0
    elif request.question == PARRY:
        mask[NO] = mask[YES] = 1
    elif request.question == LUCKY:
        mask[NO] = 1
        mask[YES] = bout.table.players[request.seat].number == LUCKY_NUMBER
    else:
        mask[: request.sides] = 1


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """The own number, the question, how far the bout is, and points and parries of all from the own seat on."""
    table = bout.table
    out[:] = 0
    out[0] = table.players[seat].number
    if table.request.seat == seat:
        out[1 + min(table.request.question, 2)] = 1
    out[4] = 100 * int(table.commands) // max(1, bout.options.rounds * table.seats)
    for place in range(table.seats):
        player = table.players[(seat + place) % table.seats]
        out[5 + 2 * place] = player.points
        out[6 + 2 * place] = player.parries


@compiled
def rewards(bout: Bout, out: Any) -> None:
    """1 for who is ahead of all others, 0 for those who share the first place, -1 for the others."""
    table = bout.table
    for seat in range(table.seats):
        ahead = lead(bout, seat)
        if bout.options.last_wins:
            ahead = 1 if seat == table.seats - 1 else -1
        out[seat] = min(1, max(-1, ahead))


@compiled
def margin(bout: Bout, seat: int) -> float:
    """The lead as a part of all that can be scored."""
    return lead(bout, seat) / (2.0 * bout.options.rounds)


@compiled
def potential(bout: Bout, seat: int) -> float:
    """The margin; nothing at the end."""
    if bout.table.request.seat == NOBODY:
        return 0.0
    return margin(bout, seat)


@compiled
def imagine(bout: Bout, seat: int, seed: int) -> None:
    """Deal the numbers of the others anew: in the table and in the tables kept by a suspended command."""
    seed_generator(bout.tape.generator, seed)
    for other in range(bout.table.seats):
        number = 1 + draw_below(bout.tape.generator, 6)
        if other != seat:
            bout.table.players[other].number = number
            bout.start.players[other].number = number


def board(bout: Any) -> str:
    """The table as text, with all that is hidden."""
    table = bout.table
    lines = [
        f"seat {seat}: {player.points} points, number {player.number}, {player.parries} parries"
        for seat, player in enumerate(table.players[: table.seats])
    ]
    return "\n".join(lines)


def sentences(bout: Any, rows: slice | None = None) -> list[str]:
    """Some of what has happened, by default in the last step."""
    wanted = slice(bout["heard"], bout["told"]) if rows is None else rows
    return [f"{Event(row['event']).name.lower()} {row['seat']} {row['what']}" for row in bout["happenings"][wanted]]


def question(bout: Any) -> str:
    """What is asked, and of whom."""
    request = bout.table.request
    return "the bout is over" if request.seat == NOBODY else f"seat {request.seat}, question {request.question}"


def action(number: int) -> str:
    """An action in words."""
    return ACTIONS[number]


def spell(bout: Any, number: int) -> str:
    """An action in words; a die is its face and what it is for."""
    request = bout["table"]["request"]
    if request["seat"] == CHANCE:
        return f"{number + 1} for {Purpose(request['purpose']).name.lower()} of player_{request['roller']}"
    return ACTIONS[number]


def wrong(bout: Any) -> str:
    """What does not fit together in a bout that somebody wrote."""
    table, options = bout["table"], bout["options"]
    most = int(options["rounds"]) * int(table["seats"])
    for name in ("table", "start"):
        if bout[name]["commands"] > most:
            return f"{name} commands: got {bout[name]['commands']}, expected at most {most} in so many rounds."
    if options["seats"] != table["seats"]:
        return f"table seats: got {table['seats']}, expected {options['seats']} as the options say."
    return ""


GAME = contract.register(
    Game(
        name="toy",
        version=1,
        seats=range(2, SEATS + 1),
        record=Bout,
        options_dtype=Options.dtype,
        actions=ACTIONS,
        layout=(
            Piece("number", 1, "the own hidden number / 6", 1 / 6),
            Piece("question", 3, "command, roll or reaction, where this seat is asked"),
            Piece("progress", 1, "the part of the commands that is over", 1 / 100),
            Piece("seats", 2 * SEATS, "points / 10 and parries of each seat, from the own seat on", (1 / 10, 1)),
        ),
        read_options=read_options,
        setup=setup,
        play=play,
        write_mask=write_mask,
        observe=observe,
        rewards=rewards,
        potential=potential,
        margin=margin,
        imagine=imagine,
        words=sys.modules[__name__],
        compile_seconds=10,
        notation=Notation(wrong=wrong, hidden=frozenset(("number",))),
    )
)
