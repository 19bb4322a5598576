"""The Tactics decks: draw, look at the top, and put back. `cards.tactics` plays the cards.

Rulebook: (A-010, A-011, A-098, A-101, A-102, A-135).
"""

from nexus_env.games.aristeia.cards.records import NO_CARD
from nexus_env.games.aristeia.rules import log
from nexus_env.games.aristeia.rules.bout import SEATS, Bout, Player, Step
from nexus_env.games.aristeia.rules.events import Purpose
from nexus_env.kit import bitsets, decks
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.tape import follow
from nexus_env.machine.compiled import compiled


@compiled
def drawing(bout: Bout) -> None:
    """Draw one Tactic, the Underdog's first; continue when nobody has any to draw.

    The order does not matter, since each player has a deck.

    Rulebook: (A-098, A-099, A-101, A-102).
    """
    table = bout.table
    for nth in range(SEATS):
        seat = (int(table.underdog) + nth) % SEATS
        player = table.players[seat]
        if player.to_draw > 0:
            player.to_draw -= 1
            if draw_one(bout, seat, reshuffle=True) != NO_CARD:
                log.drew(bout, seat=seat)
            follow(bout, -Step.DRAWING)
            return
    follow(bout, -int(table.then))


@compiled
def draw_one(bout: Bout, seat: int, reshuffle: bool) -> int:
    """Draw the top card, which may be known; if the pile is empty, shuffle the discards first.

    A house rule may forbid that. NO_CARD if there are no cards.

    Rulebook: (A-102).
    """
    player = bout.table.players[seat]
    renews = reshuffle and bout.options.house.reshuffle != 0
    if decks.count_in(player.cards, PILE) == 0 and renews and decks.count_in(player.cards, DISCARDS) > 0:
        decks.move_all(player.cards, DISCARDS, PILE)
        log.reshuffled(bout, seat=seat)
    return decks.draw_from_top(bout, player.cards, player.top, HAND + seat, Purpose.TACTIC, seat)


@compiled
def look(bout: Bout, seat: int, amount: int) -> None:
    """Take up to `amount` cards from the top to look at them; they are in the hand meanwhile, and marked.

    If the pile has fewer cards, take these, without a reshuffle.

    Rulebook: (A-135).
    """
    player = bout.table.players[seat]
    for _ in range(amount):
        card = draw_one(bout, seat, reshuffle=False)
        if card != NO_CARD:
            player.looked |= 1 << int(card)


@compiled
def put_back(player: Player, top: int) -> None:
    """Put the cards that are looked at back on the draw pile: `top` on top, the others below it. Rulebook: (A-135)."""
    others = int(player.looked) & ~(1 << top)
    while others != 0:
        decks.lay_on_top(player.cards, player.top, bitsets.first_member(others))
        others = bitsets.after_first(others)
    decks.lay_on_top(player.cards, player.top, top)
    player.looked = 0
