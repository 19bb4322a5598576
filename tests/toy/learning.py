"""What a seat sees, and what the end is worth."""

from typing import Any

from nexus_env.game.contract import Piece
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop import decks
from nexus_env.tabletop.decks import DISCARDS, HAND
from toy.bout import ALL_UNITS, CARDS, NOBODY, SEATS, UNITS, Bout, Question
from toy.points import lead

LAYOUT = (
    Piece("number", 1, "the own hidden number / 6", 1 / 6),
    Piece("question", len(Question), "the question to this seat, if any, one-hot"),
    Piece("progress", 1, "the part of the commands that is over", 1 / 100),
    Piece("seats", 2 * SEATS, "points / 10 and parries of each seat, from the own seat on", (1 / 10, 1)),
    Piece("units", ALL_UNITS, "the cell of each unit and 1, 0 beside the board, / 7, from the own seat on", 1 / 7),
    Piece("fighting", 1, "the own unit that fights, where its target is asked for, and 1"),
    Piece("hand", CARDS, "the cards in its own hand"),
    Piece("hands", SEATS, "the size of each hand / 3, from the own seat on", 1 / 3),
    Piece("discards", CARDS, "the cards that are discarded"),
    Piece("auctions", SEATS, "which seats have called their auction, from the own seat on"),
)
QUESTION = 1
PROGRESS = QUESTION + len(Question)
PLAYERS = PROGRESS + 1
PLACES = PLAYERS + 2 * SEATS
FIGHTING = PLACES + ALL_UNITS
CARDS_IN_HAND = FIGHTING + 1
HANDS = CARDS_IN_HAND + CARDS
DISCARDED = HANDS + SEATS
AUCTIONS = DISCARDED + CARDS


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """See `LAYOUT`."""
    table = bout.table
    out[:] = 0
    out[0] = table.players[seat].number
    if table.request.seat == seat:
        out[QUESTION + table.request.question] = 1
        if table.request.question == Question.TARGET:
            out[FIGHTING] = 1 + table.request.unit - UNITS * seat
    out[PROGRESS] = 100 * int(table.commands) // max(1, bout.options.rounds * table.seats)
    for place in range(table.seats):
        other = (seat + place) % table.seats
        out[PLAYERS + 2 * place] = table.players[other].points
        out[PLAYERS + 2 * place + 1] = table.players[other].parries
        for nth in range(UNITS):
            out[PLACES + UNITS * place + nth] = 1 + table.units[UNITS * other + nth]
        out[HANDS + place] = decks.count_in(table.cards, HAND + other)
        out[AUCTIONS + place] = table.players[other].called
    for card in range(CARDS):
        out[CARDS_IN_HAND + card] = table.cards[card] == HAND + seat
        out[DISCARDED + card] = table.cards[card] == DISCARDS


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
    """The lead as a part of all that a seat can score by its own commands."""
    return min(1.0, max(-1.0, lead(bout, seat) / (2.0 * bout.options.rounds)))


@compiled
def potential(bout: Bout, seat: int) -> float:
    """The margin; nothing at the end."""
    if bout.table.request.seat == NOBODY:
        return 0.0
    return margin(bout, seat)
