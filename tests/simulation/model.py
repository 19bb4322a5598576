"""A bout as it lies on the disk, read once more by the rules alone, without the service's code."""

import json
from typing import Any

import numpy as np

from nexus_env.core.privacy import is_untold, may_know
from nexus_env.core.session import Session, name_of
from nexus_env.kit.tape import NOBODY

Json = dict[str, Any]


class Model:
    """The state after some events, and which of them each viewer may know."""

    def __init__(self, game: Any, head: Json) -> None:
        self.game, self.head, self.events = game, head, list[Json]()
        self.seats = [f"player_{seat}" for seat in range(len(head["seats"]))]
        self.taken = {seat for seat, who in zip(self.seats, head["seats"], strict=True) if who != "person"}
        self.tokens = dict(head["tokens"])  # the seats that they open, by their hashes
        self.turns: list[int] = []
        self._deciders: list[str | None] = []  # of each of them its seat, if that may be undone
        self.left: set[str] = set()
        self.is_ended = self.is_undone = False
        self.request: tuple[str, int] | None = None  # who asks for a take-back, and the turns before that decision
        self._refused: set[tuple[str, int]] = set()
        self.result: list[float] | None = None  # of an end outside of the rules
        self.secret: dict[str | None, list[bool]] = {viewer: [] for viewer in (None, *self.seats)}
        """For each event that a viewer hears of, whether it may not know what was decided."""
        self.turns_heard: dict[str | None, list[tuple[str, int]]] = {viewer: [] for viewer in self.secret}
        self._known: dict[str | None, Any] = {}  # the bout as each viewer last knew it, while it may not know more
        self._begin()

    @property
    def count(self) -> int:
        """The number of events."""
        return len(self.events)

    def _begin(self) -> None:
        options = self.game.read_options(**self.head["options"])
        self.session = Session(self.game, options, seed=self.head["seed"])
        self._known.clear()

    def may_be(self, event: Json) -> bool:
        """Whether an event can be taken."""
        action = event.get("action", 0)
        return event["kind"] != "turn" or bool(action < len(self.session.mask) and self.session.mask[action])

    def may_happen(self, event: Json) -> bool:
        """Whether somebody may have done what an event says."""
        seat, is_playing = event.get("seat"), self.phase == "playing"
        match event["kind"]:
            case "joined":
                return seat not in self.taken and self.tokens.get(event["token"], seat) == seat
            case "undone":
                if self.head["seats"].count("person") == 2:
                    others = [other for other in self._people if other != seat]
                    return self.is_asked and (seat, event["turns"]) == self.request and event["consented"] == others
                return self.may_undo(seat) and event["turns"] == self._last_turn_of(seat)
            case "undo_asked":
                return self.may_ask_undo(seat)
            case "undo_answered":
                return self.must_answer_undo(seat) and not event["accepted"]  # consent of the last one takes back
            case "resigned" | "draw_offered":
                return is_playing and seat in self._people
            case "claimed":
                return is_playing and {seat, *event["left"]} <= set(self._people) and seat not in event["left"]
        return self.may_be(event)

    @property
    def _people(self) -> list[str]:
        """The seats of people who have not left."""
        named = zip(self.seats, self.head["seats"], strict=True)
        return [seat for seat, who in named if who == "person" and seat not in self.left]

    def may_undo(self, seat: str | None) -> bool:
        """Whether a seat may take its last decision back: that was agreed, and nobody else decides but agents."""
        if not self.head["undo"] or self.is_ended or self.head["seats"].count("person") != 1:
            return False
        knows = self.phase != "playing" or self.may_know(seat)
        return seat in self._people and knows and self._last_turn_of(seat) is not None

    @property
    def is_asked(self) -> bool:
        """Whether somebody asks for a take-back."""
        return self.phase == "playing" and self.request is not None

    def may_ask_undo(self, seat: str | None) -> bool:
        """Whether a seat may ask the other person to take its last decision back."""
        turns = self._last_turn_of(seat)
        may_ask = self.head["undo"] and self.phase == "playing" and len(self._people) == 2 and seat in self._people
        return bool(may_ask) and not self.is_asked and turns is not None and (seat, turns) not in self._refused

    def must_answer_undo(self, seat: str | None) -> bool:
        """Whether the other one asks this seat."""
        return self.is_asked and seat in self._people and self.request is not None and seat != self.request[0]

    def _last_turn_of(self, seat: str | None) -> int | None:
        """The number of turns before the last one of a seat that others know of."""
        return next((turn for turn in reversed(range(len(self.turns))) if self._deciders[turn] == seat), None)

    def take(self, event: Json) -> None:
        """Take the next event; one that cannot be is left out."""
        self.events.append(event)
        if not self.may_be(event):
            return
        self._hear(event)
        match event.get("kind"):
            case "joined":
                self.taken.add(event["seat"])
                self.tokens[event["token"]] = event["seat"]
            case "turn":
                is_secret = event.get("forced") or is_untold(self.session.rows[0], event["action"])
                self._deciders.append(None if is_secret else event["seat"])
                self._act(event["action"])
                self.turns.append(event["action"])
            case "undo_asked":
                self.request = event["seat"], self._last_turn_of(event["seat"]) or 0
            case "undo_answered":
                self._refused |= {self.request} if self.request else set()
                self.request = None
            case "undone":
                self.is_undone, self.request = True, None
                self._refused = {(seat, turns) for seat, turns in self._refused if turns < event["turns"]}
                del self.turns[event["turns"] :], self._deciders[event["turns"] :]
                self._begin()
                for action in self.turns:
                    self._act(action)
            case "resigned" | "claimed":
                gone = event.get("left", [event["seat"]])
                self.is_ended |= "by" not in event
                self.result = None if "by" in event else [-1.0 if seat in gone else 1.0 for seat in self.seats]
                self.left |= set(gone)
            case "skipped":
                self.left.add(event["seat"])
            case "draw_answered":
                self.is_ended |= self._is_drawn(event)
                self.result = [0.0] * len(self.seats) if self._is_drawn(event) else None
        if self.request and self.may_know(None) and self._last_turn_of(self.request[0]) != self.request[1]:
            self.request = None  # it has decided again

    def _act(self, action: int) -> None:
        """Carry out an action, and remember what those knew who may not know what is asked then."""
        before = self.session.rows
        self.session.act(action)
        for viewer in (None, *self.seats):
            if self.may_know(viewer):
                self._known.pop(viewer, None)
            else:
                self._known.setdefault(viewer, before)

    def _number(self, viewer: str | None) -> int | None:
        return self.seats.index(viewer) if viewer in self.seats else None

    def may_know(self, viewer: str | None) -> bool:
        """Whether a viewer may know the open question."""
        return may_know(self.session.rows[0], self._number(viewer))

    def view(self, viewer: str | None) -> Json:
        """The table as a viewer may know it: as it was when the viewer last knew what was asked, all that is hidden
        dealt at random.
        """
        number = self._number(viewer)
        rows = self.session.rows if self.may_know(viewer) else self._known[viewer]
        world = Session.at(self.game, rows).imagined(NOBODY if number is None else number, 1)
        request = world["table"]["request"]
        if not self.may_know(viewer) and request["seat"][0] == number:
            request["seat"], request["private"] = NOBODY, 1
        seen: Json = json.loads(json.dumps(self.game.words.view(np.asarray(world)[0], number)))
        return seen

    def _hear(self, event: Json) -> None:
        """Note who hears of an event, before it is applied."""
        is_turn = event["kind"] == "turn"
        rows = self.session.rows[0]
        is_private = is_turn and bool(self.game.words.is_private(rows))
        untold = is_turn and is_untold(rows, event["action"])
        for viewer, heard in self.secret.items():
            is_own = viewer == self.asked
            if is_own or not untold:
                heard.append(is_private and not is_own)
                self.turns_heard[viewer] += [(str(self.asked), event["action"])] if is_turn else []

    def _is_drawn(self, event: Json) -> bool:
        """Two people: the second one agrees."""
        return bool(event["accepted"]) and len(self.seats) == 2

    @property
    def phase(self) -> str:
        """Open, playing or over."""
        if self.session.is_over or self.is_ended:
            return "over"
        return "playing" if len(self.taken) == len(self.seats) else "open"

    @property
    def asked(self) -> str | None:
        """The seat that is to decide, or the dice."""
        return name_of(self.session.seat) if self.session.seat != NOBODY else None

    def legal(self, seat: str | None) -> list[int]:
        """What a seat may do now."""
        if seat is None or self.phase != "playing" or self.asked != seat or seat in self.left:
            return []
        return [action for action, legal in enumerate(self.session.mask) if legal]
