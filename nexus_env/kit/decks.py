"""A deck of cards: the place of each card, so that no card can be lost or duplicated.

    cards: Annotated[list[Annotated[np.int8, CardPlace()]], CARDS]

A place is the face-down PILE, the DISCARDS, the BOX for cards out of play, or the hand of a seat, `HAND + seat`. An
empty record has all cards in the pile. The pile has no order: when a card is drawn, a die of the tape selects it. That
is equivalent to a shuffled pile, and nobody has to dictate a shuffle. To reshuffle, `move_all` from the discards to the
pile.

If players know cards on top of the pile, because they put or saw them there, a row `top` beside the cards lists them:
the topmost first, then NO_CARD. The cards below have no order.

Draw or reshuffle as the last step of a command, or in a command that follows: imagining a bout redeals the cards on the
table, but does not rewrite the tape of an unfinished command.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.kit.dice import draw_below
from nexus_env.kit.mask import allow
from nexus_env.kit.seats import MOST_SEATS
from nexus_env.kit.tape import CHANCE, LENGTH, OPEN, PRIVATE, ROLL, put
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Within

PILE, DISCARDS, BOX, HAND = range(4)
PLACES = HAND + MOST_SEATS
NO_CARD = -1


@dataclass(frozen=True)
class CardPlace(Within):
    """The range of a field that holds the place of a card."""

    least: int = 0
    most: int = PLACES - 1

    def at(self, seats: int) -> Within:
        """See `Within`."""
        return CardPlace(0, HAND + seats - 1)


@compiled
def count_in(cards: Any, place: int) -> int:
    """The number of cards in a place."""
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
    """Move all cards from one place to another."""
    for card in range(len(cards)):
        if cards[card] == source:
            cards[card] = target


@compiled
def draw(bout: Any, cards: Any, source: int, target: int, purpose: int, seat: int) -> int:
    """Move a random card from one place to another.

    The tape holds the card itself, so a redeal of other cards does not change it; if the card is no longer in `source`,
    the next one that is there replaces it. With dictated dice, chance answers with the card less one. `can_be_drawn`
    gives the mask for that, and the answer is private.

    Args:
        bout: the bout.
        cards: its row of cards.
        source: a place; usually PILE.
        target: a place; usually the hand of `seat`.
        purpose: one of the game's own.
        seat: the seat that draws.

    Returns:
        The card, or NO_CARD from an empty place.
    """
    return _draw(bout, cards, source, target, purpose, seat, PRIVATE)


@compiled
def draw_openly(bout: Any, cards: Any, source: int, target: int, purpose: int, seat: int) -> int:
    """Like `draw`, in front of everybody: at a real table, people turn the card and tell which one it is.

    Only for a place whose cards everybody knows, as those of a deck that nobody holds a card of. `seat` may be NOBODY.
    The card's `Chance` has no `hidden`, and its `answers` are the names of the cards.
    """
    return _draw(bout, cards, source, target, purpose, seat, OPEN)


@compiled
def _draw(bout: Any, cards: Any, source: int, target: int, purpose: int, seat: int, private: int) -> int:
    tape, left = bout.tape, count_in(cards, source)
    if left == 0 or tape.cursor == LENGTH:
        return NO_CARD
    if tape.cursor == tape.length:
        if tape.dictated:
            request = bout.table.request
            request.sides, request.purpose, request.roller, request.members = len(cards), purpose, seat, 0
            put(bout, ROLL, CHANCE, private)
        tape.entries[tape.length] = nth_in(cards, source, draw_below(tape.generator, left))
        tape.length += 1
    tape.cursor += 1
    card = int(tape.entries[tape.cursor - 1]) % len(cards)
    while cards[card] != source:
        card = (card + 1) % len(cards)
    cards[card] = target
    return card


@compiled
def draw_from_top(bout: Any, cards: Any, top: Any, target: int, purpose: int, seat: int) -> int:
    """Like `draw` from the pile, but take the known card on top, if there is one; that needs no die."""
    card = int(top[0])
    if card == NO_CARD:
        return draw(bout, cards, PILE, target, purpose, seat)
    for place in range(len(top) - 1):
        top[place] = top[place + 1]
    top[len(top) - 1] = NO_CARD
    cards[card] = target
    return card


@compiled
def lay_on_top(cards: Any, top: Any, card: int) -> None:
    """Put a known card on the pile."""
    for place in range(len(top) - 1, 0, -1):
        top[place] = top[place - 1]
    top[0] = card
    cards[card] = PILE


@compiled
def forget_top(top: Any) -> None:
    """Clear the list of known cards on top."""
    for place in range(len(top)):
        top[place] = NO_CARD


@compiled
def can_be_drawn(cards: Any, source: int, legal: Any) -> None:
    """Mark the legal answers of chance to a draw: every card in a place; see `kit.mask` for `legal`."""
    for card in range(len(cards)):
        allow(legal, card, cards[card] == source)


@compiled
def is_hidden(place: int, seat: int) -> bool:
    """Whether a place is hidden from a seat or a spectator: the pile, and the hands of the other seats."""
    return place == PILE or (place >= HAND and place != HAND + seat)


@compiled
def deal_anew(now: Any, before: Any, seat: int, generator: Any) -> None:
    """Redeal the cards that `seat` cannot know: an even shuffle, independent of their true places.

    Args:
        now: the cards on the table.
        before: the cards on the table when the current command began; both rows get the same permutation.
        seat: the viewer; NOBODY for a spectator.
        generator: the source of randomness.
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


@compiled
def deal_top_anew(now: Any, before: Any, top: Any, top_before: Any, generator: Any) -> None:
    """Replace the known cards on top by as many other cards of the pile, for a viewer who does not know them.

    Call it after `deal_anew`. A card that is on top both now and at the start of the command stays the same one in
    both.

    Args:
        now: the cards on the table.
        before: the cards on the table when the current command began.
        top: the known cards on top of the pile.
        top_before: those at the start of the command.
        generator: the source of randomness.
    """
    tops, were = known_on_top(top), known_on_top(top_before)
    forget_top(top)
    forget_top(top_before)
    for place in range(were):
        top_before[place] = _another_on_top(before, top_before, generator)
    # The rest of the old top is the new top, unless cards have been put there since.
    for place in range(tops):
        card = int(top_before[place + were - tops]) if tops <= were else NO_CARD
        lies_there = card != NO_CARD and now[card] == PILE
        top[place] = card if lies_there else _another_on_top(now, top, generator)


@compiled
def known_on_top(top: Any) -> int:
    """The number of known cards on top of the pile."""
    found = 0
    for place in range(len(top)):
        found += top[place] != NO_CARD
    return found


@compiled
def _another_on_top(cards: Any, top: Any, generator: Any) -> int:
    """A card of the pile that is not on top already."""
    card = draw_below(generator, len(cards))
    for _ in range(len(cards)):
        taken = cards[card] != PILE
        for place in range(len(top)):
            taken = taken or top[place] == card
        if not taken:
            return card
        card = (card + 1) % len(cards)
    return NO_CARD
