"""Where each influence card lies, as a word of bits, and dealing anew those whose places a seat cannot know (p.8).

A search does it before each of its bouts. `tests/nexus/test_card_places.py` compares it with the same in plain sets.
"""

import numpy as np

from nexus_env.games.nexus.rules.bout import NOBODY, Bout
from nexus_env.games.nexus.rules.operands import CARDS
from nexus_env.kit.bitsets import how_many, missing, nth_member, without
from nexus_env.kit.dice import draw_below
from nexus_env.machine.compiled import compiled


@compiled
def redeal(bout: Bout, seat: int) -> None:
    """Deal anew, on all copies of the table, the cards whose places `seat` does not know: an even shuffle by the bout's
    dice. What it holds, has put away, has seen in another hand or has seen played stays where it is. NOBODY, a
    spectator, knows only what has been played.

    The places are put in order before: where the cards really lie has no influence on where they are dealt.
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
    """The set of the cards whose places a seat, or a spectator, does not know."""
    fixed = int(bout.table.used_cards)
    if seat != NOBODY:
        mine = bout.table.lanistas[seat]
        fixed |= int(mine.hand | mine.discarded | mine.known)
    return missing(fixed, bout.options.influence_cards)


@compiled
def moved_cards(bout: Bout) -> int:
    """The set of the cards that have been drawn, kept or seen since the command began."""
    moved = 0
    for holder in range(bout.table.seats):
        now, before = bout.table.lanistas[holder], bout.start.lanistas[holder]
        moved |= int(now.hand ^ before.hand) | int(now.discarded ^ before.discarded) | int(now.known ^ before.known)
    return moved


@compiled
def place_of(bout: Bout, card: int) -> int:
    """In which sets of which lanistas a card is, now and when the command began, and whether it may be the one that is
    being drawn: a bit each.
    """
    place = 0
    for holder in range(bout.table.seats):
        now, before = bout.table.lanistas[holder], bout.start.lanistas[holder]
        for cards in (now.hand, now.discarded, now.known, before.hand, before.discarded, before.known):
            place = 2 * place + ((int(cards) >> card) & 1)
    return 2 * place + ((int(bout.table.request.members) >> card) & 1)


@compiled
def lay(bout: Bout, card: int, place: int) -> None:
    """Put a card where `place_of` found another one."""
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
    """The set with the card if it is to be a member, else without."""
    return without(cards, card) | (int(member) << card)
