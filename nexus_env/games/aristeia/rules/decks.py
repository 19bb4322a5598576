"""The Tactics decks: drawing, looking at the top, and putting back. What is played from them is in `cards.tactics`.

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
    """Draw one Tactic, the Underdog's first, and go on when nobody has any to draw. The order changes nothing, for the
    decks are apart. Rulebook: (A-098, A-099, A-101, A-102).
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
    """The top card of the draw pile goes into the hand: one that is known to lie there, or any. From an empty pile the
    discards are shuffled first, unless the house has it otherwise; NO_CARD if there are none either. Rulebook: (A-102).
    """
    player = bout.table.players[seat]
    renews = reshuffle and bout.options.house.reshuffle != 0
    if decks.count_in(player.cards, PILE) == 0 and renews and decks.count_in(player.cards, DISCARDS) > 0:
        decks.move_all(player.cards, DISCARDS, PILE)
        log.reshuffled(bout, seat=seat)
    return decks.draw_from_top(bout, player.cards, player.top, HAND + seat, Purpose.TACTIC, seat)


@compiled
def look(bout: Bout, seat: int, amount: int) -> None:
    """Take up to so many cards from the top to look at them; they lie in the hand meanwhile, and are marked. With fewer
    in the pile those that are there, without a reshuffle. Rulebook: (A-135).
    """
    player = bout.table.players[seat]
    for _ in range(amount):
        card = draw_one(bout, seat, reshuffle=False)
        if card != NO_CARD:
            player.looked |= 1 << int(card)


@compiled
def put_back(player: Player, top: int) -> None:
    """Put the cards that are looked at back on the draw pile: one on top, the others below it. Rulebook: (A-135)."""
    others = int(player.looked) & ~(1 << top)
    while others != 0:
        decks.lay_on_top(player.cards, player.top, bitsets.first_member(others))
        others = bitsets.after_first(others)
    decks.lay_on_top(player.cards, player.top, top)
    player.looked = 0
