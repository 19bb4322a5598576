"""What a viewer is told must not depend on what it may not know.

Each bout has a twin for each of its seats. In the twin, that seat holds another number, and chooses otherwise in
secret; all the rest is the same. So a question that only this seat may know of is asked in one of them alone. All
others must be told the same of both, in content, in number, and in who is asked.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import toy

from nexus_env.core.session import Session
from nexus_env.frontends.web.hall.bout import DICE, ServedBout
from nexus_env.frontends.web.hall.explaining import reasons_for
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.surroundings import Surroundings
from nexus_env.kit.tape import PASS, SECRET
from simulation.model import Model

Json = dict[str, Any]
PASSING = ("present", "claimable", "seconds_left")  # what depends on time
UNLUCKY = toy.LUCKY_NUMBER - 1


class Changed(ServedBout):
    """A bout in which a seat has drawn another number."""

    def __init__(self, name: str, model: Model, seat: int, surroundings: Surroundings, *, is_renumbered: bool) -> None:
        self._seat, self._is_renumbered = seat, is_renumbered
        super().__init__(model.game, name, Head.of(model.head), surroundings)

    def _begun(self) -> Session:
        session = super()._begun()
        if not self._is_renumbered:
            return session
        rows = session.rows
        for table in ("table", "start"):
            numbers = rows[table]["players"]["number"][0]
            numbers[self._seat] = UNLUCKY if numbers[self._seat] == toy.LUCKY_NUMBER else toy.LUCKY_NUMBER
        return Session.at(self.game, rows)


class Twin:
    """A bout, and beside it the same in which one seat has other secrets."""

    def __init__(self, name: str, game: Any, head: Json, seat: int, surroundings: Surroundings) -> None:
        self._name, self._game, self._head, self._seat, self._surroundings = name, game, head, seat, surroundings
        self.secret_choices = self.windows = 0  # in which the two have differed
        self._is_renumbered, self._revealed = True, 0
        self._begin()

    @property
    def _has_windows(self) -> bool:
        """Whether a question may be asked in one of the two alone."""
        row = self.one.session.rows[0]["options"]
        return self._is_renumbered and bool(row["lucky"]) and not row["held"]

    def _begin(self) -> None:
        """Start again, without events."""
        self.one, self._is_pending = Model(self._game, self._head), False
        self.other = Changed(self._name, self.one, self._seat, self._surroundings, is_renumbered=self._is_renumbered)
        self.is_ahead = False  # the bout is in a window that the other has not
        self._before: dict[str | None, Json] = {}  # what each viewer had been told before that

    def follow(self, events: list[Json]) -> None:
        """Take events until all have been taken; what does not fit any more is as in the bout itself from then on."""
        while (done := self.one.count) < len(events):
            fits = self._take(events[done])
            is_open = self._request(self.one.session)["private"] == SECRET
            if not fits and self._is_renumbered:
                self._is_renumbered = False
                self._begin()
            elif self._is_pending and not is_open:  # all have chosen: now everybody may know
                self._revealed = self.one.count
                self._begin()

    @staticmethod
    def _request(session: Session) -> Any:
        return session.rows[0]["table"]["request"]

    def _is_in_window(self, session: Session) -> bool:
        """Whether a question is open that only the seat may know of."""
        request = self._request(session)
        return bool(request["private"]) and int(request["seat"]) == self._seat

    def _take(self, event: Json) -> bool:
        """Take the next event in both; whether the other still differs in secrets alone."""
        one, other = self.one, self.other
        if not one.may_be(event):
            one.take(event)
            return True
        if event["kind"] == "undone" and self._is_renumbered:  # the two may have taken different numbers of turns
            return False
        if not self.is_ahead and self._has_windows:
            self._before = {viewer: other.update(viewer).as_json() for viewer in (None, *one.seats)}
        is_window, secret = self._is_in_window(one.session), self._request(one.session)["private"] == SECRET
        one.take(event)
        if event["kind"] != "turn":
            other.take(event)
        elif is_window and secret:
            other.take(self._otherwise(event))
        elif is_window and self._is_renumbered:
            if event["action"] != PASS:
                return False
            if not self.is_ahead:
                other.take(event)
        elif not other.session.mask[event["action"]]:
            return False
        else:
            other.take(event)
        return self._settle()

    def _otherwise(self, event: Json) -> Json:
        """A secret choice, and another one in its place as long as nobody else may know it."""
        if self.one.count <= self._revealed:
            return event
        legal = [int(action) for action in np.flatnonzero(self.other.session.mask)]
        self._is_pending = True
        self.secret_choices += 1
        return {**event, "action": legal[(legal.index(event["action"]) + 1) % len(legal)]}

    def _settle(self) -> bool:
        """Pass in windows that only the other has."""
        one, other = self.one, self.other
        while self._is_in_window(other.session) and not self._is_in_window(one.session):
            self.windows += 1
            seat = other.seats[self._seat]
            other.take({"kind": "turn", "seat": seat, "action": PASS, "private": True, "forced": True})
        self.is_ahead = self._is_in_window(one.session) and not self._is_in_window(other.session)
        self.windows += self.is_ahead
        points = [session.rows[0]["table"]["players"]["points"].tolist() for session in (one.session, other.session)]
        return self.is_ahead or (points[0] == points[1] and one.session.seat == other.session.seat)

    # --- what is told -------------------------------------------------------------------------------------------------

    def differs(self, update: Json, viewer: str | None) -> str:
        """In what an update for a viewer differs from that of the twin; empty if in nothing."""
        state = update["state"]
        if self.is_ahead:
            return self._differs_from_before(update, viewer)
        told = self.other.update(viewer, update["cursor"] - len(update["events"])).as_json()
        if ("seconds_left" in state) != ("seconds_left" in told["state"]):
            return "seconds_left"
        names = (state.keys() | told["state"].keys()) - set(PASSING)
        fields = [name for name in names if state.get(name) != told["state"].get(name)]
        fields += [name for name in ("cursor", "events") if update[name] != told[name]]
        return ", ".join(sorted(fields))

    def _differs_from_before(self, update: Json, viewer: str | None) -> str:
        """The same while the bout itself is in a window: until it is closed, all stands still for others."""
        before = self._before[viewer]
        views = [{**one["state"]["view"], "question": None} for one in (update, before)]
        pairs = {
            "cursor": (update["cursor"], before["cursor"]),
            "turns": (update["state"]["turns"], before["state"]["turns"]),
            "view": tuple(views),
        }
        fields = [name for name, (now, then) in pairs.items() if now != then]
        asked = update["state"]["view"]["question"].get("seat")
        fields += ["question"] if asked == self.one.seats[self._seat] else []
        return ", ".join(fields)


class Secrecy:
    """All twins of a world."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._surroundings = Surroundings(now=now)
        self._twins: dict[str, list[Twin]] = {}
        self.secret_choices = self.windows = 0  # how often a bout and its twin differed, and that was looked at

    def of(self, bout: str, model: Model, viewer: str | None) -> Iterator[Twin]:
        """The twins of a bout that differ in what a viewer may not know."""
        twins = self._twins.get(bout, [])
        if not twins or any(one.one.count > model.count or one.one.game is not model.game for one in twins):
            seats = range(len(model.seats))
            twins = [Twin(bout, model.game, model.head, seat, self._surroundings) for seat in seats]
            self._twins[bout] = twins
        for seat, twin in zip(model.seats, twins, strict=True):
            if seat != viewer:
                twin.follow(model.events)
                self.secret_choices += twin._is_pending
                self.windows += twin.is_ahead
                yield twin

    def update(self, update: Json, model: Model, viewer: str | None) -> str:
        """In what an update differs from that of a bout that this viewer cannot tell apart."""
        viewer = None if viewer == DICE else viewer
        return next(filter(None, (twin.differs(update, viewer) for twin in self.of(update["bout"], model, viewer))), "")

    def reasons(self, told: Json, model: Model, viewer: str) -> str:
        """The same of the reasons why actions are not legal."""
        for twin in self.of(told["bout"], model, viewer):
            if not twin.is_ahead:
                seat = model.seats.index(viewer)
                again = [one.as_json() for one in reasons_for(twin.other.session, seat, None)]
                if told["reasons"] != again:
                    return "reasons"
        return ""

    def listed(self, told: Json, model: Model, viewer: str) -> str:
        """The same of a bout in a list."""
        for twin in self.of(told["bout"], model, viewer):
            turns = twin._before[viewer]["state"]["turns"] if twin.is_ahead else twin.other.hearing.turns(viewer)
            is_asked = not twin.is_ahead and twin.other.decider == viewer
            if (told["turns"], told["your_turn"]) != (turns, is_asked):
                return "turns or your_turn"
        return ""
