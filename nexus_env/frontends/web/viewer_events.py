"""The events that each viewer of a served bout receives, with a cursor of its own.

A pass in a private window is told to nobody but its giver, and what came before and after it is one event: so neither
the events nor their number tell others of it. See `core.privacy`.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from nexus_env.core.privacy import Story
from nexus_env.frontends.web.messages import Event
from nexus_env.frontends.web.store import Body
from nexus_env.game.view import Happening
from nexus_env.game.words import Words

MOVING = ("joined", "turn", "undone")  # the events after which something else is to be decided


@dataclass(eq=False)
class Entry:
    """An event of a bout on its way to those who are told."""

    body: Body  # as it is kept
    told: Body  # as it is told, but for the cursor and what happened
    turn: int = 0  # of a turn: how many came before it; of one taken back: how many are left
    rows: tuple[int, int] = (0, 0)  # of a turn: which happenings of the bout belong to it
    happened: list[Happening] = field(default_factory=list)
    texts: dict[tuple[int, int, tuple[int, int]], str] = field(default_factory=dict)  # most viewers are told the same


@dataclass
class _Told:
    """What one viewer has been told."""

    story: Story[Entry]
    texts: list[str] = field(default_factory=list)  # costs least to keep
    bodies: list[Body] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)  # of the turns that stand, how many of the bout came before
    moved: int = 0  # the cursor of the last event after which something else is to be decided


class Hearing:
    """All viewers of one bout: its seats, and None for those who watch."""

    def __init__(self, seats: Sequence[str], words: Words) -> None:
        """Nobody has been told anything."""
        self._words = words
        numbers: dict[str | None, int | None] = {None: None, **{seat: number for number, seat in enumerate(seats)}}
        self._told = {viewer: _Told(Story(number, self._finish)) for viewer, number in numbers.items()}

    def _finish(self, entry: Entry, bout: Any, rows: slice) -> Entry:
        """A turn, with what happened in it as far as this viewer was there."""
        bounds = (int(rows.start), int(rows.stop))
        if bounds != entry.rows or not entry.happened:
            entry = Entry(
                entry.body, entry.told, entry.turn, bounds, list(self._words.happened(bout, rows)), entry.texts
            )
        return entry

    def _of(self, seat: str | None) -> _Told:
        """Whoever sends the dice sees what all see."""
        return self._told.get(seat, self._told[None])

    # --- what is told -------------------------------------------------------------------------------------------------

    def hear_turn(self, bout: Any, seat: int, action: int, entry: Entry) -> None:
        """A turn is about to be carried out in the bout, whose record this is."""
        for told in self._told.values():
            told.story.hear_turn(bout, seat, action, entry)

    def hear(self, entry: Entry) -> None:
        """Something else has happened."""
        for told in self._told.values():
            told.story.hear(entry)

    def drop_turns(self) -> None:
        """Some turns are taken back, those among them that have not been told yet: where they ended must not show."""
        for told in self._told.values():
            told.story.drop_turns()

    def catch_up(self, bout: Any, *, is_over: bool) -> None:
        """Tell everybody what may be told now; at the end all of it."""
        for told in self._told.values():
            told.story.catch_up(bout, is_over=is_over)
            for entry in told.story.entries:
                self._tell(told, entry)
            told.story.entries.clear()

    def _tell(self, told: _Told, entry: Entry) -> None:
        cursor, kind, turns = len(told.texts) + 1, entry.body["kind"], 0
        if kind == "turn":
            told.turns.append(entry.turn)
        elif kind == "undone":
            turns = bisect_left(told.turns, entry.turn)
            del told.turns[turns:]
        key = (cursor, turns, entry.rows)
        if key not in entry.texts:
            more: dict[str, Body] = {"turn": {"happened": entry.happened}, "undone": {"turns": turns}}
            entry.texts[key] = Event(**entry.told, **more.get(kind, {}), cursor=cursor).as_text()
        told.texts.append(entry.texts[key])
        told.bodies.append(entry.body)
        if kind in MOVING:
            told.moved = cursor

    # --- what was told ------------------------------------------------------------------------------------------------

    def cursor(self, seat: str | None) -> int:
        """How many events a viewer has been told."""
        return len(self._of(seat).texts)

    def moved(self, seat: str | None) -> int:
        """The cursor of the last one after which something else is to be decided, as far as the viewer knows."""
        return self._of(seat).moved

    def turns(self, seat: str | None) -> int:
        """How many of the turns that stand it knows of."""
        return len(self._of(seat).turns)

    def events(self, seat: str | None, after: int) -> Iterator[tuple[Event, Body]]:
        """Those behind a cursor, with what is kept of each."""
        told = self._of(seat)
        return zip(map(Event.model_validate_json, told.texts[after:]), told.bodies[after:], strict=True)

    def next_move(self, seat: str | None, after: int) -> Entry | None:
        """The first event behind a cursor that changed what is to be decided, told to this viewer yet or not."""
        told = self._of(seat)
        for text, body in zip(told.texts[after:], told.bodies[after:], strict=True):
            if body["kind"] in MOVING:
                return Entry(body, Event.model_validate_json(text).model_dump())
        return next((entry for entry in told.story.waiting if entry.body["kind"] in MOVING), None)
