"""The events that each viewer of a served bout receives, with its own cursor.

Only its own seat sees a pass in a private window; for all others, what came before and after it is one event, so that
neither the events nor their number reveal it. See `core.privacy`.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from nexus_env.contract.view import Happening
from nexus_env.contract.words import Words
from nexus_env.core.privacy import Story
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.frontends.web.protocol.messages import Event

MOVING = ("joined", "turn", "undone")  # the events that change the open decision


@dataclass(eq=False)
class LogEntry:
    """An event of a bout on its way to viewers."""

    body: Body  # as stored
    told: Body  # as sent, without cursor and happenings
    turn: int = 0  # for a turn: the number of turns before it; for an undo: the number that remain
    rows: tuple[int, int] = (0, 0)  # for a turn: the range of its happenings in the bout
    happened: list[Happening] = field(default_factory=list)
    texts: dict[tuple[int, int, tuple[int, int]], str] = field(default_factory=dict)  # most viewers get the same


@dataclass
class _Told:
    """The events that one viewer has received."""

    story: Story[LogEntry]
    texts: list[str] = field(default_factory=list)  # as JSON, which needs the least memory
    bodies: list[Body] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)  # for each turn not undone, the turns of the bout before it
    moved: int = 0  # the cursor of the last event that changed the open decision


class Hearing:
    """All viewers of one bout: its seats, and None for spectators."""

    def __init__(self, seats: Sequence[str], words: Words) -> None:
        """Start without events."""
        self._words = words
        numbers: dict[str | None, int | None] = {None: None, **{seat: number for number, seat in enumerate(seats)}}
        self._told = {viewer: _Told(Story(number, self._finish)) for viewer, number in numbers.items()}

    def _finish(self, entry: LogEntry, bout: Any, rows: slice) -> LogEntry:
        """A turn, with those of its happenings that this viewer saw."""
        bounds = (int(rows.start), int(rows.stop))
        if bounds != entry.rows or not entry.happened:
            entry = LogEntry(
                entry.body, entry.told, entry.turn, bounds, list(self._words.happened(bout, rows)), entry.texts
            )
        return entry

    def _of(self, seat: str | None) -> _Told:
        """The events of a viewer; the sender of dice is a spectator."""
        return self._told.get(seat, self._told[None])

    # --- sending events -----------------------------------------------------------------------------------------------

    def hear_turn(self, bout: Any, seat: int, action: int, entry: LogEntry) -> None:
        """Take a turn that is about to be carried out in `bout`."""
        for told in self._told.values():
            told.story.hear_turn(bout, seat, action, entry)

    def hear(self, entry: LogEntry) -> None:
        """Take any other event."""
        for told in self._told.values():
            told.story.hear(entry)

    def drop_turns(self) -> None:
        """Drop turns that are undone before they were sent, so that their end stays hidden."""
        for told in self._told.values():
            told.story.drop_turns()

    def catch_up(self, bout: Any, *, is_over: bool) -> None:
        """Send everybody what may be sent now; at the end, everything."""
        for told in self._told.values():
            told.story.catch_up(bout, is_over=is_over)
            for entry in told.story.entries:
                self._tell(told, entry)
            told.story.entries.clear()

    def _tell(self, told: _Told, entry: LogEntry) -> None:
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

    # --- sent events --------------------------------------------------------------------------------------------------

    def cursor(self, seat: str | None) -> int:
        """The number of events that a viewer has received."""
        return len(self._of(seat).texts)

    def moved(self, seat: str | None) -> int:
        """The cursor of the last event that changed the open decision, as far as the viewer knows."""
        return self._of(seat).moved

    def turns(self, seat: str | None) -> int:
        """The number of turns, not undone, that a viewer knows of."""
        return len(self._of(seat).turns)

    def events(self, seat: str | None, after: int) -> Iterator[tuple[Event, Body]]:
        """The events after a cursor, each with its stored form."""
        told = self._of(seat)
        return zip(map(Event.model_validate_json, told.texts[after:]), told.bodies[after:], strict=True)

    def next_move(self, seat: str | None, after: int) -> LogEntry | None:
        """The first event after a cursor that changed the open decision, whether or not this viewer has received it."""
        told = self._of(seat)
        for text, body in zip(told.texts[after:], told.bodies[after:], strict=True):
            if body["kind"] in MOVING:
                return LogEntry(body, Event.model_validate_json(text).model_dump())
        return next((entry for entry in told.story.waiting if entry.body["kind"] in MOVING), None)
