"""A game's names for the dice, draws and hands of people at a real table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nexus_env.contract.view import Die

Cards = frozenset[int]  # cards by their numbers, from 0


@dataclass(frozen=True)
class Chance:
    """The die or the card that is asked for."""

    name: str  # "red d6"; a card with its article, "a weapon card"
    purpose: str  # its purpose, in words
    seat: int  # the roller of the die, or the seat that gets the card; -1: nobody
    answers: Mapping[str, int]  # the allowed answers in lower case, each with its face minus one
    is_die: bool = True
    joins: tuple[str, ...] = ()  # purposes of a next die that is thrown together with this one
    throw: str = ""  # dice of the same throw that are requested one after the other are thrown together
    hidden: Mapping[int, int] = field(default_factory=dict)  # of a hidden card: the card for each face minus one
    source: int = -1  # the seat from whose hand a hidden card is drawn; -1: the deck


@dataclass(frozen=True)
class Hands:
    """The hidden cards of a bout, and where each one is. Tuples of sets have one set per seat."""

    name: str  # the name of a single one: "influence card"
    titles: tuple[str, ...]  # of every card that is in the deck
    held: tuple[Cards, ...]
    put_away: tuple[Cards, ...]  # dealt to a seat and not yet kept, unseen by the others
    seen: tuple[Cards, ...]  # cards of others that a seat has seen
    open: Cards  # seen by everybody
    keeps: Mapping[int, int]  # the actions that keep a card in secret, each with its card
    plays: Mapping[int, int]  # the actions by which the seat to act plays a card, each with its card
    decks: tuple[Cards, ...] = ()  # each seat's own deck; empty if all share one
    plays_by_seat: tuple[Mapping[int, int], ...] = ()  # `plays` for each seat, if they differ

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
    """The requested die or card for a view."""
    seat = f"player_{chance.seat}" if chance.seat >= 0 else None
    faces = [str(face + 1) for face in faces_of(bout["table"]["request"])]
    return {"name": chance.name, "purpose": chance.purpose, "seat": seat, "faces": faces}
