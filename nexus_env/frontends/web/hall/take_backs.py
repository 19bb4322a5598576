"""Take-backs between people: who asks for one, who consents, and what was refused.

A request names no decision: it is for the last one of its seat that others may know of (`last_turn_of`) when it is
made, so that it reveals nothing. It lapses when that seat decides again, but not before everybody may know of that.
A refused decision stays: its seat cannot ask for it again. `docs/wire.md` has all rulings.
"""

from typing import Any, Protocol

from nexus_env.frontends.web.hall.endings import Parting
from nexus_env.frontends.web.hall.head import Head


class Bout(Protocol):
    """A bout so far."""

    head: Head
    parting: Parting

    @property
    def phase(self) -> str:
        """The phase: open, playing or over."""

    @property
    def people(self) -> list[str]:
        """The seats of people who have not left."""

    def may_know(self, seat: str | None) -> bool:
        """Whether a viewer may know the open question."""

    def last_turn_of(self, seat: str) -> int | None:
        """The number of turns before the last decision of a seat that others may know of."""


class TakeBacks:
    """The open request to take back a decision, and the decisions that stay."""

    def __init__(self, bout: Bout) -> None:
        """Start without a request."""
        self._bout = bout
        self._asked_by: str | None = None
        self.turns = 0  # the number of turns before the decision
        self._consented: set[str] = set()  # the seat that asks is one of them
        self._refused: dict[str, int] = {}  # of each seat, the number of turns before a decision that stays

    @property
    def asked_by(self) -> str | None:
        """The seat that asks; None if there is no open request."""
        return self._asked_by if self._bout.phase == "playing" else None

    @property
    def awaited(self) -> list[str]:
        """The seats that have not answered it yet."""
        return [seat for seat in self._bout.people if seat not in self._consented] if self.asked_by else []

    def why_not(self, seat: str | None) -> str | None:
        """Why the seat cannot ask; None if it can."""
        bout = self._bout
        if bout.phase != "playing" or seat not in bout.people:
            return f"a bout that is {bout.phase}" if bout.phase != "playing" else f"the token of {seat}"
        if not bout.head.undo:
            return "a bout whose terms do not allow it"
        if bout.people == [seat] or bout.parting.skipped:
            return "no other people" if bout.people == [seat] else "a rest that is being played quickly"
        if self.asked_by is not None:
            return "an open request"  # without a name: the same seat may be asked something in private
        if (turns := bout.last_turn_of(str(seat))) is None:
            return "nothing decided yet"
        return "a decision whose take-back was refused" if self._refused.get(str(seat)) == turns else None

    def take(self, event: dict[str, Any]) -> None:
        """Apply an event, as stored, if it is of this kind."""
        seat = str(event.get("seat"))
        match event["kind"]:
            case "undo_asked":
                if (turns := self._bout.last_turn_of(seat)) is not None:
                    self._asked_by, self.turns, self._consented = seat, turns, {seat}
            case "undo_answered" if event["accepted"]:
                self._consented.add(seat)
            case "undo_answered":
                if self._asked_by is not None:
                    self._refused[self._asked_by] = self.turns
                self._lapse()
            case "undone":
                self._refused = {other: turns for other, turns in self._refused.items() if turns < event["turns"]}
                self._lapse()
            case "resigned" | "claimed" | "skipped":
                self._lapse()

    def look_after(self) -> None:
        """After an event: let the request lapse if its seat has decided again and everybody may know of that."""
        seat = self._asked_by
        if seat is not None and self._bout.may_know(None) and self._bout.last_turn_of(seat) != self.turns:
            self._lapse()

    def _lapse(self) -> None:
        self._asked_by, self._consented = None, set()
