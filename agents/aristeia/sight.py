"""Queries that scripted players make of an observation: see `learning.layout`.

A place is a Character, counted from the viewpoint of the seat: its own first.
"""

from typing import Any

from nexus_env.games.aristeia.cards.records import CHARACTERS
from nexus_env.games.aristeia.learning.layout import CHARACTER, CharacterSeen, Seen
from nexus_env.games.aristeia.rules.bout import NO_CELL, SPACES, TEAM, UNITS, Question, Where
from nexus_env.games.aristeia.rules.events import Reason
from nexus_env.kit import hexes
from nexus_env.machine.compiled import compiled

NOBODY_SEEN = -1
QUESTIONS, REASONS = len(Question), len(Reason)


@compiled
def of(seen: Any, place: int, field: int) -> int:
    """A number of a Character."""
    return int(seen[Seen.CHARACTERS + CHARACTER * place + field])


@compiled
def member_of(seen: Any, begin: int, length: int) -> int:
    """The index of the first nonzero number among `length` from `begin` on, or -1."""
    for nth in range(length):
        if seen[begin + nth]:
            return nth
    return -1


@compiled
def question_of(seen: Any) -> int:
    """The question."""
    return member_of(seen, Seen.QUESTION, QUESTIONS)


@compiled
def reason_of(seen: Any) -> int:
    """The reason for the question."""
    return member_of(seen, Seen.REASON, REASONS)


@compiled
def card_of(seen: Any, place: int) -> int:
    """The Character's number in the stock, or -1."""
    return member_of(seen, Seen.CHARACTERS + CHARACTER * place + CharacterSeen.CARD, CHARACTERS)


@compiled
def cell_of(seen: Any, place: int) -> int:
    """The space of a Character, or NO_CELL."""
    if not of(seen, place, CharacterSeen.WHERE + Where.BOARD):
        return NO_CELL
    return hexes.cell_at(of(seen, place, CharacterSeen.Q), of(seen, place, CharacterSeen.R), SPACES)


@compiled
def active_of(seen: Any) -> int:
    """The Active Character, or NOBODY_SEEN."""
    for place in range(UNITS):
        if of(seen, place, CharacterSeen.ACTIVE):
            return place
    return NOBODY_SEEN


@compiled
def meant_by(seen: Any) -> int:
    """The Character that the question concerns, or NOBODY_SEEN."""
    for place in range(UNITS):
        if of(seen, place, CharacterSeen.MEANT):
            return place
    return NOBODY_SEEN


@compiled
def is_mine(place: int) -> bool:
    """An own Character."""
    return 0 <= place < TEAM
