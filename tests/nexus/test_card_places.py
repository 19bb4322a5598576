"""Dealing anew what a seat cannot know, compared with the same in plain sets of cards."""

from typing import Any

import numpy as np
import pytest

from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.games.nexus.cards.card_places import redeal
from nexus_env.games.nexus.rules.bout import SEATS
from nexus_env.kit.dice import draw_below
from nexus_env.kit.tape import NOBODY
from nexus_env.machine.compiled import PLAIN, compiled

HELD = ("hand", "discarded", "known")  # the sets of a lanista
RECORD = np.recarray if PLAIN else np.ndarray


@compiled
def redeal_first(rows: Any, seat: int) -> None:
    redeal(rows[0], seat)


@compiled
def draw_first(rows: Any, below: int) -> int:
    return draw_below(rows[0].tape.generator, below)


def homes_of(rows: Any) -> list[set[int]]:
    """All sets in which a card may lie, now and when the command began."""
    bout = rows[0]
    found = [
        cards_in(bout[when]["lanistas"][seat][name])
        for seat in range(int(bout["table"]["seats"]))
        for when in ("table", "start")
        for name in HELD
    ]
    return [*found, cards_in(bout["table"]["request"]["members"])]


def cards_in(members: Any) -> set[int]:
    return {card for card in range(31) if int(members) >> card & 1}


def dealt_anew(rows: Any, seat: int) -> list[set[int]]:
    """As `redeal`: what is unknown is shuffled over the places in which it lies, from the lowest place on."""
    bout, homes = rows[0], homes_of(rows)
    known = cards_in(bout["table"]["used_cards"])
    if seat != NOBODY:
        known = known.union(*(cards_in(bout["table"]["lanistas"][seat][name]) for name in HELD))
    unknown = [card for card in range(int(bout["options"]["influence_cards"])) if card not in known]
    places = sorted(tuple(card in home for home in homes) for card in unknown)
    for nth, card in enumerate(unknown):
        drawn = nth + int(draw_first(rows, len(unknown) - nth))
        place, places[drawn] = places[drawn], places[nth]
        for home, member in zip(homes, place, strict=True):
            home.discard(card)
            home.update({card} if member else ())
    return homes


@pytest.mark.parametrize("seats", [2, SEATS])
def test_cards_are_dealt_anew_as_in_plain_sets(seats: int) -> None:
    """R-029."""
    rng = np.random.default_rng(seats)
    session = Session(NEXUS, NEXUS.read_options(seats=seats, influence_cards=24, deal="random"), seed=seats)
    for step in range(24):
        for seat in (NOBODY, step % seats):
            rows, twin = (session.rows.view(RECORD) for _ in range(2))
            redeal_first(rows, seat)
            assert homes_of(rows) == dealt_anew(twin, seat)
            assert rows["tape"]["generator"].tobytes() == twin["tape"]["generator"].tobytes()
        session.act(int(rng.choice(np.flatnonzero(session.mask))))
