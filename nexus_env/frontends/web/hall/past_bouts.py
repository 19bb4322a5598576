"""Bouts that can only be read: they began under other rules, or a part of them is damaged.

`memory_of` describes how a bout stands in a form that needs no rules to be read, and `Past` reads it.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from nexus_env.contract.view import View, told
from nexus_env.core.session import name_of
from nexus_env.frontends.web.hall.bout import ServedBout
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.tables import Body, cursor_of
from nexus_env.frontends.web.protocol.base import PERSON, cleaned
from nexus_env.frontends.web.protocol.messages import Agreed, Chair, Event, Mine, Part, State, Update
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.kit.tape import CHANCE
from nexus_env.text import transcript

SPECTATOR = ""  # the key of what everybody may see
OF_EVENTS = ("kind", "seat", "by", "instead_of", "by_clock", "bout", "accepted", "left", "consented", "action")
VIEWS: TypeAdapter[Any] = TypeAdapter(View)
P = TypeVar("P", bound=Part)


class Retired(Refusal):
    """The bout can only be read: see `past`."""

    def __init__(self, past: "Past", found: str, expected: str) -> None:
        remedy = "Look at it: the answer says what happened to it, and how it stood."
        super().__init__(
            "other rules" if past.stopped_by == "other rules" else "damaged", "bout", found, expected, remedy
        )
        self.past = past


@dataclass
class Past:
    """A bout that can only be read, from what is stored of it."""

    name: str
    head: Body
    events: list[Any]
    stopped_by: Literal["other rules", "damage"]
    why: str  # under which rules it began, in a sentence, if those are not served
    memory: Body = field(default_factory=dict)  # how it stood when it was last seen, if that was stored
    damage: str = ""  # what of it is lost, if anything

    # --- what is known of it ------------------------------------------------------------------------------------------

    @property
    def seats(self) -> list[str]:
        """Its seats."""
        found = self.head.get("seats")
        return [f"player_{seat}" for seat in range(len(found))] if isinstance(found, list) else []

    @property
    def is_over(self) -> bool:
        """Whether it had ended before, and nothing of that was taken back."""
        later = self.events[self._seen_until :]
        is_changed = any(isinstance(event, dict) and event.get("kind") == "undone" for event in later)
        return self.memory.get("phase") == "over" and not is_changed

    @property
    def _seen_until(self) -> int:
        """The number of events when it was last seen."""
        return cursor_of(self.memory)

    def _is_left_out(self, place: int) -> bool:
        """Whether an event has never counted: it could not be applied, or it is a turn after the end."""
        event = self.events[place]
        if not isinstance(event, dict) or place + 1 in self.memory.get("left_out", ()):
            return True
        return self.is_over and event.get("kind") == "turn" and place >= self._seen_until

    @property
    def note(self) -> str:
        """A note on what happened to the bout, and what is shown of it."""
        lost = f"A part of this bout is lost: {self.damage}." if self.damage else ""
        happened = f"{self.why} {lost}".strip()
        if self.is_over:
            return f"{happened} Its end is shown as it was then."
        return f"{happened} It cannot go on; " + (
            "how it stood when it was last seen is shown." if self.memory else "how it stood was not stored."
        )

    @property
    def tokens(self) -> dict[str, str]:
        """The seat of each token's hash."""
        given = self.head.get("tokens")
        found = given if isinstance(given, dict) else {}
        joined = [(one.get("token"), one.get("seat")) for one in self._of_kind("joined")]
        seats = [*self.seats, name_of(CHANCE)]
        return {str(token): seat for token, seat in [*found.items(), *joined] if seat in seats}

    def _of_kind(self, kind: str) -> Iterator[Body]:
        return (event for event in self.events if isinstance(event, dict) and event.get("kind") == kind)

    def seat_of(self, token: str | None, hash_of: Callable[[str], str]) -> str | None:
        """The seat of a token; None for a spectator.

        In a damaged bout, the event that gave somebody a seat may be lost: whoever has another token looks on.

        Raises:
            Refusal: the token is wrong.
        """
        if token is not None and hash_of(token) not in self.tokens:
            if self.damage:
                return None
            found = "a token that opens no seat of this bout"
            raise Refusal("wrong token", "token", found, "the one that you were given")
        return None if token is None else self.tokens[hash_of(token)]

    # --- as messages --------------------------------------------------------------------------------------------------

    def update(self, seat: str | None, after: int | None = None) -> Update:
        """Its last state, and its events after a cursor, as a viewer may know them."""
        events = self._told(seat)
        cursor = max(len(events), int(self._seen(seat).get("cursor", 0)))
        wanted = [] if after is None else events[after:]
        return Update(bout=self.name, cursor=cursor, events=wanted, state=self.state(seat))

    def state(self, seat: str | None) -> State:
        """Its last state, as a viewer may know it."""
        return State(
            game=self.game,
            phase="over",
            you=seat,
            seats=self.chairs,
            agreed=self.agreed,
            present=[],
            turns=int(self._seen(seat).get("turns", 0)) or self.turns,
            view=self._view(seat),
            result=self.memory.get("result") if self.is_over else None,
            ended_by=self.memory.get("ended_by") if self.is_over else self.stopped_by,
            next=self.memory.get("next"),
            note=self.note,
        )

    def listed(self, link: str, token: str, place: int) -> Mine:
        """It in the list of a token."""
        return Mine(
            bout=self.name,
            game=self.game,
            link=link,
            seat=self.tokens.get(token, ""),
            place=place,
            phase="over",
            seats=self.chairs,
            agreed=self.agreed,
            turns=self.turns,
            your_turn=False,
            result=self.memory.get("result") if self.is_over else None,
            note=self.note,
        )

    @property
    def transcript(self) -> str | None:
        """Its transcript, if it had ended: before that, it would tell what is hidden."""
        return self.memory.get("transcript") if self.is_over else None

    @property
    def game(self) -> str:
        """The name of its game."""
        return str(self.head.get("rules", "")).rpartition("-v")[0]

    @property
    def turns(self) -> int:
        """The number of decisions and dice that were not taken back."""
        return len(self._standing())

    @property
    def agreed(self) -> Agreed:
        """Its terms."""
        with suppress(TypeError, ValueError):
            return Head.of(self.head).agreed
        return Agreed(dice="service", options={}, undo=False, time=0.0)

    @property
    def chairs(self) -> list[Chair]:
        """Its seats and their players."""
        remembered = [_fitting(Chair, chair) for chair in self.memory.get("seats", ())]
        if remembered and all(remembered):
            return [chair for chair in remembered if chair is not None]
        names = {str(one.get("seat")): cleaned(str(one.get("name", ""))) for one in self._of_kind("joined")}
        found = []
        for seat, who in zip(self.seats, self.head.get("seats") or (), strict=False):
            is_person = who == PERSON
            name, agent = (names.get(seat, ""), None) if is_person else (str(who), str(who))
            taken = not is_person or seat in names
            found.append(Chair(seat=seat, person=is_person, name=name, taken=taken, agent=agent))
        return found

    def _seen(self, seat: str | None) -> Body:
        """The memory of a viewer; the sender of dice is a spectator."""
        viewers = self.memory.get("viewers", {})
        found: Body = viewers.get(seat, viewers.get(SPECTATOR, {}))
        return found

    def _view(self, seat: str | None) -> Body:
        """The table as this viewer last saw it; if views have changed since then, as text."""
        seen = self._seen(seat)
        text = self.note if not self.is_over else f"{seen.get('view', {}).get('result') or self.note}"
        with suppress(ValidationError):
            VIEWS.validate_python(seen["view"]) if seen else None
            if seen:
                ended = {"over": True, "question": told(self.note)} if not self.is_over else {}
                return {**seen["view"], **ended}
        bare: View = {
            "seat": seat if seat in self.seats else None,
            "seats": [_bare_seat(one) for one in self.seats],
            "board": {"cells": [], "pieces": []},
            "piles": [],
            "question": told(self.note),
            "round": {"number": 0, "limit": None, "text": "", "seat": None},
            "over": True,
            "truncated": False,
            "winners": [],
            "result": text,
            "text": str(seen.get("text", "")),
        }
        return {**bare}

    # --- its events ---------------------------------------------------------------------------------------------------

    def _standing(self) -> list[int]:
        """The places of the turns that were not taken back, among the events."""
        standing: list[int] = []
        for place, event in enumerate(self.events):
            if self._is_left_out(place):
                continue
            if event.get("kind") == "turn":
                standing.append(place)
            elif event.get("kind") == "undone" and isinstance(event.get("turns"), int):
                del standing[event["turns"] :]
        return standing

    def _told(self, seat: str | None) -> list[Event]:
        """The events that a viewer may know; before the end, nobody hears of another one's secret decisions."""
        words, found = self._words(), list[Event]()
        for place, body in enumerate(self.events):
            if self._is_left_out(place):
                continue
            whose = body.get("roller") or body.get("seat")
            if body.get("private") and whose != seat and not self.is_over:
                continue
            fields = {name: body[name] for name in OF_EVENTS if body.get(name) is not None}
            fields |= {"turns": body["turns"]} if "turns" in body else {}
            fields |= {"command": words[place]} if place in words else {}
            fields |= {"name": cleaned(str(body["name"]))} if "name" in body else {}
            if (event := _fitting(Event, {**fields, "cursor": len(found) + 1})) is not None:
                found.append(event)
        return found

    def _words(self) -> dict[int, str]:
        """The commands of the turns, by their places among the events, if the bout had ended."""
        standing = self._standing()
        with suppress(ValueError):  # the form of transcripts has changed since then
            turns = transcript.read(self.transcript).turns if self.transcript else ()
            if len(turns) == len(standing):
                return {place: turn.words for place, turn in zip(standing, turns, strict=True)}
        return {}


def _fitting(kind: type[P], fields: Any) -> P | None:
    """A part of a message from stored fields, without those that this version does not know."""
    try:
        return kind.model_validate({name: value for name, value in fields.items() if name in kind.model_fields})
    except (ValidationError, AttributeError):
        return None


def _bare_seat(seat: str) -> Any:
    return {"seat": seat, "name": None, "meters": [], "counters": [], "hands": [], "marks": []}


def memory_of(bout: ServedBout) -> Body:
    """The result, the transcript, and the table as each seat and a spectator may see it, as a view and as text.

    The bout may go on meanwhile: all is of the moment of the call, but for the transcript, which may be longer.
    """
    session, words = bout.session.clone(), bout.game.words
    numbers: dict[str, int | None] = {SPECTATOR: None, **{seat: number for number, seat in enumerate(bout.seats)}}

    def seen(viewer: str, number: int | None) -> Body:
        world = session.known_to(number)
        return {
            "cursor": bout.hearing.cursor(viewer or None),
            "turns": bout.hearing.turns(viewer or None),
            "view": bout.ended(words.view(world, number)),
            "text": f"{words.board(world)}\n{words.question(world)}".strip(),
        }

    ending = bout.parting.ending
    return {
        "cursor": bout.cursor,
        "game": bout.game.name,
        "rules": bout.head.rules,
        "phase": bout.phase,
        "result": bout.result,
        "ended_by": None if ending is None else ending.by,
        "next": bout.next or None,
        "left_out": sorted(bout.left_out),
        "seats": [chair.as_json() for chair in bout.chairs],
        "viewers": {viewer: seen(viewer, number) for viewer, number in numbers.items()},
        "transcript": _written(bout),
    }


def _written(bout: ServedBout) -> Any:
    """The transcript; none while people are awaited, who would be named in it."""
    return None if bout.phase == "open" else transcript.write(bout.as_transcript())
