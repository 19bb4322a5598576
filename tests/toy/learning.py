"""What a seat sees, and what the end is worth."""

from typing import Any

from nexus_env.kit import decks
from nexus_env.kit.decks import DISCARDS, HAND
from nexus_env.kit.observation import COUNT, ObservationField, Things, block, each, pieces, size_of
from nexus_env.machine.compiled import compiled
from toy.bout import ALL_UNITS, CARDS, CELLS, MOST_HAND, NOBODY, SEATS, UNITS, Bout, Question
from toy.points import lead

FROM_ONES_OWN = Things("seats", SEATS)
UNITS_FROM_ONES_OWN = Things("units", ALL_UNITS)
DECK = Things("cards", CARDS)
ONE_OF_ONES_OWN = (0, UNITS)


class SeatSeen(ObservationField):
    """One seat."""

    POINTS = 1, "points / 10", 1 / 10, COUNT
    PARRIES = 1, "parries"


class Seen(ObservationField):
    """The whole vector."""

    NUMBER = 1, "the own hidden number / 6", 1 / 6, (0, 6)
    QUESTION = len(Question), "the question to this seat, if any, one-hot"
    PROGRESS = 1, "the part of the commands that is over", 1 / 100, (0, 100)
    SEATS = block(SeatSeen, "points / 10 and parries of each seat, from the own seat on", FROM_ONES_OWN)
    UNITS = each(
        UNITS_FROM_ONES_OWN,
        "the cell of each unit and 1, 0 beside the board, / 7, from the own seat on",
        1 / 7,
        (0, CELLS),
    )
    FIGHTING = 1, "the own unit that fights, where its target is asked for, and 1", 1, ONE_OF_ONES_OWN
    HAND = each(DECK, "the cards in its own hand")
    HANDS = each(FROM_ONES_OWN, "the size of each hand / 3, from the own seat on", 1 / 3, (0, MOST_HAND))
    DISCARDS = each(DECK, "the cards that are discarded")
    AUCTIONS = each(FROM_ONES_OWN, "which seats have called their auction, from the own seat on")


LAYOUT = pieces(Seen)
SEAT = size_of(SeatSeen)  # numbers each


@compiled
def observe(bout: Bout, seat: int, out: Any) -> None:
    """See `Seen`."""
    table = bout.table
    out[:] = 0
    out[Seen.NUMBER] = table.players[seat].number
    if table.request.seat == seat:
        out[Seen.QUESTION + table.request.question] = 1
        if table.request.question == Question.TARGET:
            out[Seen.FIGHTING] = 1 + table.request.unit - UNITS * seat
    out[Seen.PROGRESS] = 100 * int(table.commands) // max(1, bout.options.rounds * table.seats)
    for place in range(table.seats):
        other = (seat + place) % table.seats
        out[Seen.SEATS + SEAT * place + SeatSeen.POINTS] = table.players[other].points
        out[Seen.SEATS + SEAT * place + SeatSeen.PARRIES] = table.players[other].parries
        for nth in range(UNITS):
            out[Seen.UNITS + UNITS * place + nth] = 1 + table.units[UNITS * other + nth]
        out[Seen.HANDS + place] = decks.count_in(table.cards, HAND + other)
        out[Seen.AUCTIONS + place] = table.players[other].called
    for card in range(CARDS):
        out[Seen.HAND + card] = table.cards[card] == HAND + seat
        out[Seen.DISCARDS + card] = table.cards[card] == DISCARDS


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
