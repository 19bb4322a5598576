"""Decks: cards are drawn by the tape, none is lost, and what a seat cannot know is dealt anew."""

from typing import Annotated, Any

import numpy as np

from nexus_env.core.slots import rows_of
from nexus_env.kit import decks
from nexus_env.kit.decks import BOX, DISCARDS, HAND, NO_CARD, PILE, CardPlace
from nexus_env.kit.dice import Generator, seed_generator
from nexus_env.kit.mask import LegalWord, spread, words_for
from nexus_env.kit.tape import PRIVATE, SUSPENDED, Request, Tape
from nexus_env.machine.compiled import compiled
from nexus_env.machine.record import Record, Within, record

CARDS = 40  # more than a set of bits holds


@record
class Table(Record):
    request: Request
    cards: Annotated[list[Annotated[np.int8, CardPlace()]], CARDS]


@record
class Bout(Record):
    table: Table
    tape: Tape
    legal: Annotated[list[LegalWord], words_for(CARDS)]


@record
class Dealt(Record):
    generator: Generator
    cards: Annotated[list[Annotated[np.int8, Within(0, 10)]], CARDS]
    before: Annotated[list[Annotated[np.int8, Within(0, 10)]], CARDS]


@compiled
def seed_at(rows: Any, seed: int) -> None:
    seed_generator(rows[0].tape.generator, seed)


@compiled
def draw_at(rows: Any, source: int, target: int, seat: int) -> int:
    """Draw a card as the only thing of a command; -2 if chance is asked."""
    card = -2
    try:
        card = decks.draw(rows[0], rows[0].table.cards, source, target, 7, seat)
    except SUSPENDED:
        card = -2
    return card


@compiled
def begin_at(rows: Any, place: int, out: Any) -> int:
    """Put all discards back; returns how many cards lie in a place, and writes down which."""
    cards = rows[0].table.cards
    decks.move_all(cards, DISCARDS, PILE)
    decks.can_be_drawn(cards, place, rows[0].legal)
    spread(rows[0].legal, out)
    return decks.count_in(cards, place)


@compiled
def deal_at(rows: Any, seat: int, seed: int) -> None:
    seed_generator(rows[0].generator, seed)
    decks.deal_anew(rows[0].cards, rows[0].before, seat, rows[0].generator)


def next_command(rows: Any) -> None:
    rows["tape"]["length"] = rows["tape"]["cursor"] = 0


def test_every_card_is_drawn_once_in_an_order_of_the_seed() -> None:
    orders = []
    for seed in (1, 2):
        rows = rows_of(Bout.dtype, 1)
        seed_at(rows, seed)
        drawn = []
        for _ in range(CARDS):
            next_command(rows)
            drawn.append(draw_at(rows, PILE, HAND + 1, 1))
        assert sorted(drawn) == list(range(CARDS)) and draw_at(rows, PILE, HAND, 0) == NO_CARD
        assert (rows["table"]["cards"] == HAND + 1).all()
        orders.append(drawn)
    assert orders[0] != orders[1] != sorted(orders[1])


def test_discards_are_reshuffled_and_only_they() -> None:
    rows, mask = rows_of(Bout.dtype, 1), np.zeros(CARDS, np.int8)
    rows["table"]["cards"] = HAND
    rows["table"]["cards"][0, [3, 33]] = DISCARDS
    rows["table"]["cards"][0, 5] = BOX
    assert begin_at(rows, PILE, mask) == 2 and np.flatnonzero(mask).tolist() == [3, 33]
    seed_at(rows, 4)
    assert {draw_at(rows, PILE, HAND + 2, 2), draw_at(rows, PILE, HAND + 2, 2)} == {3, 33}
    assert rows["table"]["cards"][0, 5] == BOX


def test_a_dictated_card_is_asked_for_in_private_and_then_drawn() -> None:
    rows = rows_of(Bout.dtype, 1)
    rows["tape"]["dictated"] = 1
    assert draw_at(rows, PILE, HAND, 0) == -2
    request = rows["table"]["request"][0]
    assert (request["sides"], request["purpose"], request["roller"], request["private"]) == (CARDS, 7, 0, PRIVATE)
    assert (rows["table"]["cards"] == PILE).all()
    next_command(rows)
    rows["tape"]["entries"][0, 0], rows["tape"]["length"] = 37, 1
    assert draw_at(rows, PILE, HAND, 0) == 37 and rows["table"]["cards"][0, 37] == HAND


def test_a_card_on_the_tape_that_lies_elsewhere_now_means_the_next_one() -> None:
    rows = rows_of(Bout.dtype, 1)
    rows["table"]["cards"][0, [39, 0]] = HAND + 3
    rows["tape"]["entries"][0, 0], rows["tape"]["length"] = 39, 1
    assert draw_at(rows, PILE, HAND, 0) == 1


def dealt(hands: dict[int, list[int]]) -> Any:
    """A deck of which the cards lie in these places, and all others in the pile."""
    rows = rows_of(Dealt.dtype, 1)
    for place, cards in hands.items():
        rows["cards"][0, cards] = place
    rows["before"] = rows["cards"]
    return rows


HANDS = {HAND: [0, 1], HAND + 1: [2, 3, 4], HAND + 2: [5], DISCARDS: [6, 7], BOX: [8]}


def test_what_a_seat_knows_stays_and_the_sizes_of_all_places_too() -> None:
    moved = set()
    for seed in range(30):
        rows = dealt(HANDS)
        deal_at(rows, 0, seed)
        cards = rows["cards"][0].tolist()
        for place in (HAND, DISCARDS, BOX):
            assert [card for card in range(CARDS) if cards[card] == place] == HANDS[place]
        assert [cards.count(place) for place in (PILE, HAND + 1, HAND + 2)] == [31, 3, 1]
        assert rows["before"].tobytes() == rows["cards"].tobytes()
        moved |= {card for card in range(CARDS) if cards[card] == HAND + 1}
    assert len(moved) > 20, "every hidden card may lie there"


def test_a_spectator_knows_no_hand() -> None:
    rows = dealt(HANDS)
    deal_at(rows, -1, 3)
    cards = rows["cards"][0].tolist()
    assert [cards.count(place) for place in (HAND, HAND + 1, HAND + 2)] == [2, 3, 1]
    assert [card for card in range(CARDS) if cards[card] >= HAND] != list(range(6))
    assert [cards[card] for card in (6, 7, 8)] == [DISCARDS, DISCARDS, BOX]


def test_two_decks_that_look_the_same_become_the_same() -> None:
    """Also where a card has been drawn since the command began: it moves in both tables or in neither."""
    one, other = dealt(HANDS), dealt({**HANDS, HAND + 1: [20, 21, 22], HAND + 2: [30]})
    one["before"][0, 2] = other["before"][0, 21] = PILE
    for seed in range(5):
        for rows in (one, other):
            deal_at(rows, 0, seed)
        assert one.tobytes() == other.tobytes()
    drawn = np.flatnonzero(one["cards"][0] != one["before"][0])
    assert len(drawn) == 1 and one["cards"][0, drawn[0]] == HAND + 1
