"""The places of the influence cards, as words of bits, and a redeal of those that a seat cannot know (p.8).

A search redeals before each of its bouts. `tests/nexus/test_card_places.py` compares this module with plain sets.
"""

import numpy as np

from nexus_env.games.nexus.rules.bout import NOBODY, Bout
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.kit.bitsets import how_many, missing, nth_member, without
from nexus_env.kit.dice import draw_below
from nexus_env.machine.compiled import compiled


@compiled
def redeal(bout: Bout, seat: int) -> None:
    """Redeal the cards whose places `seat` does not know, on all copies of the table, as an even shuffle.

    The bout's dice do it. Cards that the seat holds, has put away, has seen in another hand or has seen played stay
    where they are. NOBODY, a spectator, knows only the cards that have been played.

    The places are sorted first, so the redeal does not depend on where the cards really are.
    """
    unknown = unknown_to(bout, seat)
    count, places = how_many(unknown), np.zeros(CARDS, np.int64)
    for nth in range(count):
        place, before = place_of(bout, nth_member(unknown, nth)), nth
        while before > 0 and places[before - 1] > place:
            places[before] = places[before - 1]
            before -= 1
        places[before] = place
    for nth in range(count):
        drawn = nth + draw_below(bout.tape.generator, count - nth)
        place = places[drawn]
        places[drawn] = places[nth]
        lay(bout, nth_member(unknown, nth), place)


@compiled
def unknown_to(bout: Bout, seat: int) -> int:
    """The set of cards whose places a seat, or a spectator, does not know."""
    fixed = int(bout.table.used_cards)
    if seat != NOBODY:
        mine = bout.table.lanistas[seat]
        fixed |= int(mine.hand | mine.discarded | mine.known)
    return missing(fixed, bout.options.influence_cards)


@compiled
def moved_cards(bout: Bout) -> int:
    """The set of cards that have been drawn, kept or seen since the command began."""
    moved = 0
    for holder in range(bout.table.seats):
        now, before = bout.table.lanistas[holder], bout.start.lanistas[holder]
        moved |= int(now.hand ^ before.hand) | int(now.discarded ^ before.discarded) | int(now.known ^ before.known)
    return moved


@compiled
def place_of(bout: Bout, card: int) -> int:
    """The place of a card, one bit each: the sets of the lanistas that hold it, and whether it may be drawn now.

    These are the sets now and those at the start of the command.
    """
    place = 0
    for holder in range(bout.table.seats):
        now, before = bout.table.lanistas[holder], bout.start.lanistas[holder]
        for cards in (now.hand, now.discarded, now.known, before.hand, before.discarded, before.known):
            place = 2 * place + ((int(cards) >> card) & 1)
    return 2 * place + ((int(bout.table.request.members) >> card) & 1)


@compiled
def lay(bout: Bout, card: int, place: int) -> None:
    """Put a card in the place that `place_of` returned for another one."""
    request = bout.table.request
    request.members = np.int32(with_or_without(int(request.members), card, place & 1))
    place >>= 1
    for holder in range(bout.table.seats - 1, -1, -1):
        now, before = bout.table.lanistas[holder], bout.start.lanistas[holder]
        before.known = with_or_without(before.known, card, place & 1)
        before.discarded = with_or_without(before.discarded, card, (place >> 1) & 1)
        before.hand = with_or_without(before.hand, card, (place >> 2) & 1)
        now.known = with_or_without(now.known, card, (place >> 3) & 1)
        now.discarded = with_or_without(now.discarded, card, (place >> 4) & 1)
        now.hand = with_or_without(now.hand, card, (place >> 5) & 1)
        place >>= 6


@compiled
def with_or_without(cards: int, card: int, member: int) -> int:
    """The set with the card if it is to be a member, else without it."""
    return without(cards, card) | (int(member) << card)
