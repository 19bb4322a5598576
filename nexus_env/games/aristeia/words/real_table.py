"""Dice, decks and hands at a real table: dice by color, and a deck for each player.

Cards are numbered from 0 in the first player's deck and from `DECK` in the second player's.
Rulebook: (A-010, A-042 to A-048, A-117).
"""

from typing import Any

import numpy as np

from nexus_env.contract.real_table import Cards, Chance, Hands, faces_of
from nexus_env.games.aristeia.rules.actions import Action
from nexus_env.games.aristeia.rules.bout import DECK, SEATS, Question
from nexus_env.games.aristeia.rules.events import Purpose
from nexus_env.games.aristeia.words.naming import SIDES, Naming
from nexus_env.games.aristeia.words.spelling import spelled_face
from nexus_env.kit.decks import DISCARDS, HAND, PILE
from nexus_env.kit.spelling import plain
from nexus_env.kit.tape import NOBODY, PASS

LOTS = {Purpose.UNDERDOG: "the Underdog", Purpose.DRAFT: "the first player to pick"}
DIE = "symbols"  # the purposes of all dice of a roll, which may be thrown together


def dice(bout: Any) -> Chance:
    """See `Words`."""
    request, naming = bout["table"]["request"], Naming(bout)
    purpose, roller = Purpose(int(request["purpose"])), int(request["roller"])
    if purpose == Purpose.TACTIC:
        row = bout["table"]["players"]["cards"][roller]
        pile = {card: of_deck(roller, card) for card in np.flatnonzero(row == PILE).tolist()}
        return Chance("a Tactic", plain(purpose), roller, {}, is_die=False, hidden=pile)
    faces = faces_of(request)
    if purpose in LOTS:
        answers = {SIDES[face].lower(): face for face in faces}
        return Chance(LOTS[purpose], plain(purpose), NOBODY, answers, is_die=False)
    name = f"{plain(purpose)} die"
    answers = {_short(spelled_face(naming, int(purpose), face)): face for face in faces}
    unit = naming.unit_or_none(int(request["unit"]))
    throw = f"{DIE} of {unit}" if unit else DIE
    return Chance(name, throw, roller, answers, throw=throw)


def _short(face: str) -> str:
    """A face in lower case, without the die's color and blanks: `ssx`, `sx(2)`."""
    return face.partition(" ")[2].replace(" ", "").lower()


def of_deck(seat: int, card: int) -> int:
    """The number of a card among both decks."""
    return DECK * seat + card


def hands(bout: Any) -> Hands | None:
    """See `Words`: the Tactics."""
    naming, table = Naming(bout), bout["table"]
    if (table["characters"]["card"] < 0).any():
        return None
    rows, looked = table["players"]["cards"], table["players"]["looked"]
    held, discarded = list[Cards](), set[int]()
    for seat in range(SEATS):
        held.append(frozenset(of_deck(seat, card) for card in np.flatnonzero(rows[seat] == HAND + seat).tolist()))
        discarded |= {of_deck(seat, card) for card in np.flatnonzero(rows[seat] == DISCARDS).tolist()}
    titles = tuple(title for seat in range(SEATS) for title in naming.cards(seat))
    by_seat = tuple({Action.CARD + card: of_deck(seat, card) for card in range(DECK)} for seat in range(SEATS))
    asked = int(table["request"]["seat"])
    is_keeping = int(table["request"]["question"]) == Question.TAKE and bool(looked[asked])
    return Hands(
        "Tactic",
        titles,
        held=tuple(held),
        put_away=(Cards(),) * SEATS,
        seen=(Cards(),) * SEATS,
        open=frozenset(discarded),
        keeps=by_seat[asked] if is_keeping else {},
        plays={} if is_keeping else by_seat[max(0, asked)],
        decks=tuple(frozenset(range(DECK * seat, DECK * (seat + 1))) for seat in range(SEATS)),
        plays_by_seat=by_seat,
    )


def goes_unasked(world: Any, actions: Any) -> bool:
    """See `Words`: windows with nothing but Tactics."""
    if int(world["table"]["request"]["question"]) != Question.TACTIC:
        return False
    return all(action == PASS or Action.CARD <= action < Action.CARD + DECK for action in actions)
