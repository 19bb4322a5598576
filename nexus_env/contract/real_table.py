"""What people at a real table roll, draw and hold, as each game names it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nexus_env.contract.view import Die

Cards = frozenset[int]  # cards by their numbers, from 0


@dataclass(frozen=True)
class Chance:
    """The die or the card that is asked for."""

    name: str  # "red d6"; of a card with its article, "a weapon card"
    purpose: str  # what for, in words
    seat: int  # whose die it is, or who gets the card; -1: nobody
    answers: Mapping[str, int]  # what may be said, in small letters, and the face less one that it is
    is_die: bool = True
    joins: tuple[str, ...] = ()  # what the next die may be for, to be thrown together with this one
    throw: str = (
        ""  # dice of the same throw, one asked for right after the other, are thrown together, whatever each shows
    )
    hidden: Mapping[int, int] = field(default_factory=dict)  # of a hidden card: which one each face less one is
    source: int = -1  # the seat from whose hand a hidden card is drawn; -1: the deck


@dataclass(frozen=True)
class Hands:
    """The hidden cards of a bout, and where each one is. Tuples of sets have one set per seat."""

    name: str  # what one of them is called: "influence card"
    titles: tuple[str, ...]  # of every card that is in the deck
    held: tuple[Cards, ...]
    put_away: tuple[Cards, ...]  # that a seat was dealt and has not kept, unseen by the others
    seen: tuple[Cards, ...]  # of others, that a seat has seen
    open: Cards  # that everybody has seen
    keeps: Mapping[int, int]  # the actions that keep a card in secret, and which card that is
    plays: Mapping[int, int]  # the actions that play a card, and which card that is: of the seat that is asked
    decks: tuple[Cards, ...] = ()  # of each seat the cards of its own deck; empty where all share one
    plays_by_seat: tuple[Mapping[int, int], ...] = ()  # `plays` of each seat, where they are not the same for all

    def plays_of(self, seat: int) -> Mapping[int, int]:
        """The actions by which a seat plays a card, each with its card."""
        return self.plays_by_seat[seat] if self.plays_by_seat else self.plays

    def deck_of(self, seat: int) -> Cards:
        """The cards that a seat can get."""
        return self.decks[seat] if self.decks else frozenset(range(len(self.titles)))


def faces_of(request: Any) -> list[int]:
    """The possible faces of the die or card that is asked for, each minus one."""
    sides, members = int(request["sides"]), int(request["members"])
    return [face for face in range(sides) if not members or members >> face & 1]


def die_of(bout: Any, chance: Chance) -> Die:
    """What a view shows of the die or the card that is asked for."""
    seat = f"player_{chance.seat}" if chance.seat >= 0 else None
    faces = [str(face + 1) for face in faces_of(bout["table"]["request"])]
    return {"name": chance.name, "purpose": chance.purpose, "seat": seat, "faces": faces}
