"""Influence cards: the deal, and what is kept (manual p.8). The stock deck is empty: no card has an effect yet."""

from typing import Any

from nexus_env.games.nexus.actions import CARDS, Action
from nexus_env.games.nexus.bout import NOBODY, TURNING_POINT_CARDS, Bout, Event, Purpose, Question, Table
from nexus_env.machine.compiled import compiled
from nexus_env.tabletop.dice import draw_below
from nexus_env.tabletop.happenings import tell
from nexus_env.tabletop.tape import ask, roll


@compiled
def deal_influence(bout: Bout) -> None:
    """All cards are dealt evenly, face down; each player will keep as many as its lanista's Influence.

    A hand is a set of card numbers that the other seats never see.
    Rulebook: p.5, p.6, p.8 (R-023, R-028, R-029, R-444).
    """
    table = bout.table
    cards = bout.options.influence_cards
    dealt = 0
    for left in range(cards, cards % table.seats, -1):
        nth = roll(bout, left, Purpose.DEAL_CARD, NOBODY) - 1
        card = nth_missing(dealt, nth)
        dealt |= 1 << card
        table.lanistas[(cards - left) % table.seats].discarded |= 1 << card  # until it is kept


@compiled
def draw_turning_point(bout: Bout, seat: int) -> None:
    """The top card of a shuffled deck, which is any card not drawn yet; an empty deck is its discards, shuffled again.

    The cards are blank: what is drawn is shown and counted.
    Rulebook: p.5, p.15 (R-035, R-082, R-092).
    """
    table = bout.table
    cards = bout.options.turning_point_cards
    if cards == 0:
        return
    if how_many(table.turning_point_discards) == cards:
        table.turning_point_discards = 0
    left = cards - how_many(table.turning_point_discards)
    card = nth_missing(table.turning_point_discards, roll(bout, left, Purpose.DEAL_CARD, seat) - 1)
    table.turning_point_discards |= 1 << card
    table.turning_point_card = card
    tell(bout, Event.CARD, seat, NOBODY, 1, card, 0)


@compiled
def nth_missing(cards: int, nth: int) -> int:
    """The nth card number, from 0, that is not in the set."""
    for card in range(TURNING_POINT_CARDS):
        if not (cards >> card) & 1:
            if nth == 0:
                return card
            nth -= 1
    return 0


@compiled
def how_many(cards: int) -> int:
    """The size of a set of cards."""
    count = 0
    for card in range(TURNING_POINT_CARDS):
        count += (cards >> card) & 1
    return count


@compiled
def keep_card(bout: Bout, seat: int) -> bool:
    """One more card to keep; the rest is put away face down. False when nothing is left to choose.

    Rulebook: p.6, p.8 (R-023, R-028).
    """
    lanista = bout.table.lanistas[seat]
    wanted = lanista.influence - how_many(lanista.hand)
    if 0 < wanted < how_many(lanista.discarded):
        card = ask(bout, Question.KEEP_CARD, seat) - Action.KEEP_CARD
        if card >= 0:  # the question is answered
            lanista.hand |= 1 << card
            lanista.discarded &= ~(1 << card)
        return True
    if wanted > 0:
        lanista.hand |= lanista.discarded
        lanista.discarded = 0
    tell(bout, Event.CARD, seat, NOBODY, 0, how_many(lanista.hand), 0)
    return False


@compiled
def redeal(bout: Bout, seat: int) -> None:
    """Deal anew, on all copies of the table, the cards that `seat` has not seen: an even shuffle by the bout's dice."""
    table = bout.table
    known = table.lanistas[seat].hand | table.lanistas[seat].discarded
    for other in range(table.seats):
        if other != seat:
            hand = draw_cards(bout, known, how_many(table.lanistas[other].hand))
            discarded = draw_cards(bout, known | hand, how_many(table.lanistas[other].discarded))
            known |= hand | discarded
            bout.table.lanistas[other].hand, bout.table.lanistas[other].discarded = hand, discarded
            bout.start.lanistas[other].hand, bout.start.lanistas[other].discarded = hand, discarded
            bout.asked.lanistas[other].hand, bout.asked.lanistas[other].discarded = hand, discarded


@compiled
def draw_cards(bout: Bout, known: int, count: int) -> int:
    """`count` cards of the deck that are not in the set `known`."""
    drawn = 0
    for _ in range(count):
        left = bout.options.influence_cards - how_many(known | drawn)
        drawn |= 1 << nth_missing(known | drawn, draw_below(bout.tape.generator, left))
    return drawn


@compiled
def write_keepable(table: Table, seat: int, mask: Any) -> None:
    """The cards still to choose from."""
    for card in range(CARDS):
        mask[Action.KEEP_CARD + card] = (table.lanistas[seat].discarded >> card) & 1
