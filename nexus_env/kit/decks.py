"""A deck of cards: for each card the place where it lies, so that none is ever lost or there twice.

    cards: Annotated[list[Annotated[np.int8, CardPlace()]], CARDS]

A place is the face-down PILE, the DISCARDS, the BOX for what is out of play, or the hand of a seat, `HAND + seat`. An
empty record has all cards in the pile. The pile has no order: when a card is drawn, a die of the tape says which. That
is the same as a shuffled pile, and nobody has to dictate a shuffle. To reshuffle is to `move_all` from the discards to
the pile.

Draw or reshuffle as the last thing of a command, or in one that follows: whoever imagines the bout deals anew what lies
on the table, and not what the tape of an unfinished command says.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.kit.dice import draw_below
from nexus_env.kit.mask import allow
from nexus_env.kit.seats import MOST_SEATS
from nexus_env.kit.tape import CHANCE, LENGTH, PRIVATE, ROLL, put
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Within

PILE, DISCARDS, BOX, HAND = range(4)
PLACES = HAND + MOST_SEATS
NO_CARD = -1


@dataclass(frozen=True)
class CardPlace(Within):
    """Beside a field: where a card lies."""

    least: int = 0
    most: int = PLACES - 1

    def at(self, seats: int) -> Within:
        """See `Within`."""
        return CardPlace(0, HAND + seats - 1)


@compiled
def count_in(cards: Any, place: int) -> int:
    """How many cards lie in a place."""
    found = 0
    for card in range(len(cards)):
        found += cards[card] == place
    return found


@compiled
def nth_in(cards: Any, place: int, nth: int) -> int:
    """The nth card of a place, from 0, or NO_CARD."""
    for card in range(len(cards)):
        if cards[card] == place:
            if nth == 0:
                return card
            nth -= 1
    return NO_CARD


@compiled
def move_all(cards: Any, source: int, target: int) -> None:
    """Put all cards of one place into another."""
    for card in range(len(cards)):
        if cards[card] == source:
            cards[card] = target


@compiled
def draw(bout: Any, cards: Any, source: int, target: int, purpose: int, seat: int) -> int:
    """Move a random card from one place to another.

    The tape holds the card itself, so it stays the same one when others are dealt anew; if it does not lie in `source`
    any more, the next one that does is meant. Dictated, the card less one is what chance answers, `can_be_drawn` gives
    its mask, and nobody else may know of it.

    Args:
        bout: the bout.
        cards: its row of cards.
        source: a place; usually PILE.
        target: a place; usually the hand of `seat`.
        purpose: one of the game's own.
        seat: who draws.

    Returns:
        The card, or NO_CARD from an empty place.
    """
    tape, left = bout.tape, count_in(cards, source)
    if left == 0 or tape.cursor == LENGTH:
        return NO_CARD
    if tape.cursor == tape.length:
        if tape.dictated:
            request = bout.table.request
            request.sides, request.purpose, request.roller, request.members = len(cards), purpose, seat, 0
            put(bout, ROLL, CHANCE, PRIVATE)
        tape.entries[tape.length] = nth_in(cards, source, draw_below(tape.generator, left))
        tape.length += 1
    tape.cursor += 1
    card = int(tape.entries[tape.cursor - 1]) % len(cards)
    while cards[card] != source:
        card = (card + 1) % len(cards)
    cards[card] = target
    return card


@compiled
def can_be_drawn(cards: Any, source: int, legal: Any) -> None:
    """What chance may answer where a card is drawn: each that lies in a place; see `legal`."""
    for card in range(len(cards)):
        allow(legal, card, cards[card] == source)


@compiled
def is_hidden(place: int, seat: int) -> bool:
    """Whether a seat, or a spectator, cannot know which cards lie in a place: the pile and the hands of others."""
    return place == PILE or (place >= HAND and place != HAND + seat)


@compiled
def deal_anew(now: Any, before: Any, seat: int, generator: Any) -> None:
    """Deal the cards that `seat` cannot know among their places anew: an even shuffle, whichever cards lay where.

    Args:
        now: the cards on the table.
        before: the cards on the table as the command under way began; a card moves in both or in neither.
        seat: who imagines; NOBODY for a spectator.
        generator: where the chance comes from.
    """
    left, unknown = np.zeros((PLACES, PLACES), np.int64), 0
    for card in range(len(now)):
        if is_hidden(now[card], seat):
            left[now[card], before[card]] += 1
            unknown += 1
    for card in range(len(now)):
        if not is_hidden(now[card], seat):
            continue
        nth, pair = draw_below(generator, unknown), 0
        while nth >= left[pair // PLACES, pair % PLACES]:
            nth -= left[pair // PLACES, pair % PLACES]
            pair += 1
        now[card], before[card] = pair // PLACES, pair % PLACES
        left[pair // PLACES, pair % PLACES] -= 1
        unknown -= 1
