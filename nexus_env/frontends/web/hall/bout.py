"""One bout in the hall: its events, its current state, and what each viewer may know of it."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.contract.view import Own, View, told
from nexus_env.core.privacy import is_untold, may_know
from nexus_env.core.session import Session, name_of
from nexus_env.frontends.web.hall.audience import Audience, Watcher
from nexus_env.frontends.web.hall.endings import Parting
from nexus_env.frontends.web.hall.event_checks import what_is_wrong
from nexus_env.frontends.web.hall.explaining import commands_of
from nexus_env.frontends.web.hall.fair_share import Asker
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.presence import Presence
from nexus_env.frontends.web.hall.surroundings import REAL, Surroundings
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.frontends.web.hall.take_backs import TakeBacks
from nexus_env.frontends.web.hall.viewer_events import Hearing, LogEntry
from nexus_env.frontends.web.protocol.base import cleaned
from nexus_env.frontends.web.protocol.limits import TURNS_BETWEEN_DRAW_OFFERS
from nexus_env.frontends.web.protocol.messages import PERSON, Chair, Event, State, Update
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.kit.tape import PASS
from nexus_env.text import transcript
from nexus_env.text.transcript import Transcript

DICE = "dice"  # the sender of "own" dice, in place of a seat
LONGEST = 60.0  # seconds per wait for an agent that may be late
PAUSE_IN_WINDOWS = 0.5  # seconds, for windows of seats with hidden cards: it must not show whether a seat had a choice
THOUGHT_IN_WINDOWS = 0.4  # of these, an agent's thinking time, so that it stops in time
HURRY = 0.05  # an agent's thinking time in seconds once people skip to the end


class ServedBout:
    """One bout in memory: its events, and the state after them."""

    def __init__(self, game: Game, name: str, head: Head, surroundings: Surroundings = REAL) -> None:
        """Start without events."""
        self.game, self.name, self.head, self._now = game, name, head, surroundings.now
        self.events: list[Body] = []
        self.left_out: dict[int, str] = {}  # events that cannot be applied, by their numbers, and why
        self.turns: list[int] = []  # the actions that have not been undone
        self.untold: list[bool] = []  # whether each is known only to its seat
        self.seats = [f"player_{seat}" for seat in range(len(head.seats))]
        self.names: dict[str, str] = {f"player_{seat}": who for seat, who in enumerate(head.seats) if who != PERSON}
        self.tokens = dict(head.tokens)
        self.next = ""
        self.address = ""  # the creator's, which shares its agents' thinking time
        self.parting, self.take_backs = Parting(self.seats), TakeBacks(self)
        self.lock = asyncio.Lock()
        self.since = self._now()  # when the current decision became due
        self._seen: dict[str | None, State] = {}  # cached states of viewers, until the next event
        self.hearing = Hearing(self.seats, game.words)
        self.audience = Audience(self.hearing.cursor, self.update)
        self.presence = Presence(self.audience.tell_again, head.away, surroundings.now)
        self.moved = 0  # the cursor of the last event that changed the open decision
        self.remembered = -1  # the cursor at which it was last stored how the bout stands
        self.session = self._begun()

    def _begun(self) -> Session:
        options = self.game.read_options(**self.head.options)
        return Session(self.game, options, seed=self.head.seed, dictated=self.head.own_dice)

    # --- its state ----------------------------------------------------------------------------------------------------

    @property
    def cursor(self) -> int:
        """The number of events so far."""
        return len(self.events)

    @property
    def free(self) -> list[str]:
        """The seats that wait for a person."""
        return [seat for seat in self.seats if seat not in self.names]

    @property
    def phase(self) -> str:
        """The phase: open (waiting for people), playing or over."""
        over = self.session.is_over or self.parting.ending is not None
        return "over" if over else "open" if self.free else "playing"

    @property
    def result(self) -> list[float] | None:
        """Each seat's result; None before the end."""
        if self.parting.ending is not None:
            return list(self.parting.ending.result)
        return self.session.outcome if self.session.is_over else None

    @property
    def asked(self) -> str | None:
        """The seat to act, or the dice; None before and after play."""
        return name_of(self.session.seat) if self.phase == "playing" else None

    @property
    def decider(self) -> str | None:
        """The seat whose token decides now, or the dice; None if the service decides, or nobody does.

        An agent decides for a person who has left. If several people roll their own dice, each rolls only their own.
        """
        if (asked := self.asked) != DICE:
            return None if asked in self.parting.stand_ins else asked
        request = self.session.bout["table"]["request"]
        if request["private"]:  # a card drawn from hidden ones
            return None
        if self.head.is_rolled_by_one:
            return DICE
        roller = name_of(int(request["roller"]))
        return roller if roller in self.people else None

    @property
    def people(self) -> list[str]:
        """The seats of people who have not left and still decide."""
        return [seat for seat in self.seats if self.is_person(seat) and seat not in self.parting.stand_ins]

    def is_person(self, seat: str | None) -> bool:
        """Whether the seat is a person's, even if the person has left."""
        return seat in self.seats and self.head.seats[self.seats.index(str(seat))] == PERSON

    def agent_of(self, seat: str) -> str | None:
        """The agent that decides for a seat without a person."""
        if self.is_person(seat):
            return self.parting.stand_ins.get(seat)
        return self.head.seats[self.seats.index(seat)]

    @property
    def thinking(self) -> float:
        """An agent's thinking time per decision in seconds."""
        if self.parting.skipped:
            return HURRY
        return min(self.head.time, THOUGHT_IN_WINDOWS) if self.whole_pause else self.head.time

    @property
    def can_only_pass(self) -> bool:
        """Whether the seat to act can only pass, so that the service passes for it."""
        return bool(self.session.seat >= 0 and np.flatnonzero(self.session.mask).tolist() == [PASS])

    @property
    def whole_pause(self) -> float:
        """The minimum seconds of an answer, independent of the seat's choices; 0 outside such windows."""
        held = self.session.rows[0]["tape"]["held"] and self.session.rows[0]["table"]["request"]["private"]
        return PAUSE_IN_WINDOWS if held and self.people and not self.parting.skipped else 0.0

    @property
    def pause(self) -> float:
        """The remaining seconds of `whole_pause`."""
        return max(0.0, self.whole_pause - (self._now() - self.since)) if self.whole_pause else 0.0

    @property
    def asker(self) -> Asker:
        """The owner of its agents' slots."""
        return Asker(self.address, self.name, lambda: self.audience.is_there or any(map(self.is_in, self.people)))

    def is_in(self, seat: str) -> bool:
        """Whether the seat can still act, or its person waits for more than the end."""
        return self.session.game.words.can_act(self.session.bout, self.seats.index(seat))

    def seat_of(self, token: str | None) -> str | None:
        """The seat of a token; None for a spectator, who has none.

        Raises:
            Refusal: the token is wrong.
        """
        if token is None:
            return None
        if (seat := self.tokens.get(hash_of(token))) is None:
            raise Refusal(
                "wrong token", "token", "a token that opens no seat of this bout", "the one that you were given"
            )
        return seat

    def may_undo(self, seat: str | None) -> bool:
        """Whether undo is agreed, all others are agents, and this seat has decided something."""
        alone = all(not self.is_person(other) for other in self.seats if other != seat)
        decided = seat in self.people and self.may_know(seat) and self.last_turn_of(str(seat)) is not None
        return self.head.undo and alone and decided and not self.next and self.parting.ending is None

    def why_no_undo(self, seat: str | None) -> str:
        """Why undo is not possible."""
        if seat is None or not self.is_person(seat):
            return "no token of a person"
        if not self.head.undo:
            return "a bout whose terms do not allow it"
        if self.next:
            return "a bout that has a successor"
        if seat not in self.people or self.parting.ending is not None:
            return "a bout that was given up"
        if not self.may_know(seat):
            return "a bout in which something is being decided"
        return "nothing decided yet" if self.last_turn_of(seat) is None else "a bout with other people"

    def last_turn_of(self, seat: str) -> int | None:
        """The number of turns before the last turn of this seat that is known to others: undoing a pass in a private
        window would reveal the window.
        """
        turns = zip(self._standing(), self.untold, strict=True)
        by = [None if untold or event.get("forced") else event["seat"] for event, untold in turns]
        return len(by) - 1 - by[::-1].index(seat) if seat in by else None

    def _standing(self) -> list[Body]:
        """The turns that have not been undone."""
        standing: list[Body] = []
        for number, event in enumerate(self.events, 1):
            if number in self.left_out:
                continue
            if event["kind"] == "turn":
                standing.append(event)
            elif event["kind"] == "undone":
                del standing[event["turns"] :]
        return standing

    @property
    def seconds_left(self) -> float | None:
        """The seconds until the clock decides for the person to act."""
        if self.head.clock is None or self.decider not in self.people:
            return None
        return max(0.0, self.head.clock - (self._now() - self.since))

    # --- what viewers see ---------------------------------------------------------------------------------------------

    def update(self, seat: str | None, after: int | None = None) -> Update:
        """The state and the events after a cursor, as a viewer may know them."""
        told = [] if after is None else self.hearing.events(seat, after)
        events = [self._shown(event, body, seat) for event, body in told]
        return Update(bout=self.name, cursor=self.hearing.cursor(seat), events=events, state=self.state(seat))

    def may_know(self, seat: str | None) -> bool:
        """Whether a viewer may know the open question."""
        number = self.seats.index(seat) if seat in self.seats else None
        return self.phase != "playing" or may_know(self.session.rows[0], number)

    def state(self, seat: str | None) -> State:
        """The state, as a viewer may know it."""
        if seat not in self._seen:
            self._seen[seat] = self._look(seat)
        passing = {
            "present": self.presence.here(filter(self.is_person, self.seats)),
            "claimable": bool(self.claimable(seat)),
        }
        if (left := self.seconds_left) is not None and self.may_know(seat):
            passing["seconds_left"] = left
        return self._seen[seat].model_copy(update=passing)

    def _look(self, seat: str | None) -> State:
        """The same, without fields that change with time."""
        number = self.seats.index(seat) if seat in self.seats else None
        ending = self.parting.ending
        return State(
            game=self.game.name,
            phase=self.phase,  # type: ignore[arg-type]
            you=seat,
            seats=self.chairs,
            agreed=self.head.agreed,
            present=[],
            turns=self.hearing.turns(seat),
            view=self.ended(self.session.game.words.view(self.session.known_to(number), number)),
            legal=commands_of(self.session) if seat is not None and seat == self.decider else [],
            may_undo=self.may_undo(seat),
            undo_asked_by=self.take_backs.asked_by,
            may_ask_undo=self.take_backs.why_not(seat) is None,
            must_answer_undo=seat in self.take_backs.awaited,
            draw_offered_by=self.parting.offered_by,
            may_offer_draw=self.why_no_draw(seat) is None,
            must_answer_draw=self.must_answer_draw(seat),
            may_resign=self.phase == "playing" and seat in self.people,
            may_skip=self.why_no_skip(seat) is None,
            skipped=bool(self.parting.skipped),
            result=self.result,
            ended_by=None if ending is None else ending.by,
            next=self.next or None,
        )

    def ended(self, seen: View) -> Own:
        """The table after an end outside the rules."""
        if (ending := self.parting.ending) is None:
            return {**seen}
        shown = {"over": True, "winners": list(ending.winners), "result": ending.text, "question": told(ending.text)}
        return {**seen, **shown}

    @property
    def chairs(self) -> list[Chair]:
        """The seats and their players."""
        return [
            Chair(
                seat=seat,
                person=self.is_person(seat),
                name=self.names.get(seat, ""),
                taken=seat in self.names,
                resigned=self.parting.has_left(seat),
                agent=self.agent_of(seat),
            )
            for seat in self.seats
        ]

    # --- what people may do besides playing ---

    def claimable(self, seat: str | None) -> list[str]:
        """The seats whose people have been away long enough for this seat to claim the bout."""
        if self.phase != "playing" or self.head.away is None or seat not in self.people:
            return []
        others = [other for other in self.people if other != seat]
        return [other for other in others if self.presence.gone(other) >= self.head.away]

    def why_no_draw(self, seat: str | None) -> str | None:
        """Why the seat cannot offer a draw; None if it can."""
        if self.phase != "playing" or seat not in self.people:
            return f"a bout that is {self.phase}" if self.phase != "playing" else f"the token of {seat}"
        if self.people != self.seats:
            return "a bout with agents, who agree on nothing"
        if self.parting.offered_by is not None:
            return f"an offer of {self.parting.offered_by}"
        turns = self.hearing.turns(None) - self.parting.offers.get(str(seat), -TURNS_BETWEEN_DRAW_OFFERS)
        return f"an offer {turns} turns ago" if 0 <= turns < TURNS_BETWEEN_DRAW_OFFERS else None

    def must_answer_draw(self, seat: str | None) -> bool:
        """Whether a draw is offered to this seat."""
        offered = self.phase == "playing" and self.parting.offered_by is not None
        return offered and seat in self.people and seat not in self.parting.accepted

    def why_no_skip(self, seat: str | None) -> str | None:
        """Why the rest cannot be played quickly; None if it can."""
        if self.phase != "playing" or not self.is_person(seat):
            return f"a bout that is {self.phase}" if self.phase != "playing" else f"the token of {seat}"
        if self.parting.skipped:
            return "a rest that is being played quickly"
        if inside := [other for other in self.people if self.is_in(other)]:
            return f"{' and '.join(inside)} still in the bout"
        return None

    def _shown(self, event: Event, body: Body, seat: str | None) -> Event:
        """An event without what only another seat may see."""
        whose = body.get("roller") or body["seat"] if body.get("private") else seat
        hidden = whose != seat and self.phase != "over"
        return event.model_copy(update={"command": None, "action": None}) if hidden else event

    def as_transcript(self) -> Transcript:
        """The turns that have not been undone, with comments where another agent decided for a seat. Its seed reveals
        the dice to come.
        """
        players = [self.names.get(seat, "") for seat in self.seats]  # the event with a name may be damaged
        head, ending = self.head, self.parting.ending
        made = transcript.record(
            *(self.game, head.options, list(self.turns)), seed=head.seed, dictated=head.own_dice, players=players
        )
        turns = (
            replace(turn, comment=_told_of(event)) for turn, event in zip(made.turns, self._standing(), strict=True)
        )
        made = replace(made, turns=tuple(turns))
        if ending is None:
            return made
        return replace(made, result=ending.result, ended_by=ending.by, ending=ending.text)

    def see(self, seat: str | None) -> None:
        """Note a request of a seat."""
        if self.is_person(seat):
            self.presence.ask(str(seat))

    @contextmanager
    def connected(self, seat: str | None) -> Iterator[None]:
        """Count a seat as connected while it waits for news."""
        if not self.is_person(seat):
            yield
            return
        self.presence.come(str(seat))
        try:
            yield
        finally:
            self.presence.go(str(seat))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Send updates to a viewer from now on; call the result to stop."""
        if self.is_person(watcher.seat):
            self.presence.come(str(watcher.seat))
        self.audience.add(watcher)
        self.presence.mind(*self.people)
        return partial(self._leave, watcher)

    def _leave(self, watcher: Watcher) -> None:
        self.audience.remove(watcher)
        if self.is_person(watcher.seat):
            self.presence.go(str(watcher.seat))
        if not self.audience.is_watching:
            self._seen.clear()  # nobody may look for a long time

    async def wait_to_know(self, seat: str | None) -> None:
        """Wait while others decide in private, so that an answer does not reveal it: for a seat that has a choice, as
        long as the service would wait before passing for one without.
        """
        while not self.may_know(seat):
            left = self.pause
            if left == 0 and self.decider in self.people and not self.can_only_pass:
                break
            await self.audience.wait(left or LONGEST)

    async def wait_for_news(self, seat: str | None, after: int, seconds: float) -> None:
        """Wait until there is an event after a viewer's cursor, at most `seconds`."""
        due = self._now() + seconds
        while self.hearing.cursor(seat) <= after and (left := due - self._now()) > 0:
            await self.audience.wait(left)

    # --- events -------------------------------------------------------------------------------------------------------

    def take(self, event: Body) -> None:
        """Apply an event from the store, or one that has just been saved; one that cannot be applied is left out."""
        # Keep an event that cannot be applied, so that cursors stay the same.
        if wrong := what_is_wrong(event, self):
            self.events.append(event)
            self.left_out[self.cursor] = wrong
            return
        # Fields of every event, then those of its kind.
        told: dict[str, Any] = {"kind": event["kind"], "seat": event.get("seat")}
        entry = LogEntry(event, told, event.get("turns", len(self.turns)))
        told |= {name: event[name] for name in ("by", "instead_of", "accepted", "left", "consented") if name in event}
        match event["kind"]:
            case "joined":
                self.names[event["seat"]] = told["name"] = cleaned(event["name"])
                self.tokens[event["token"]] = event["seat"]
            case "turn":
                told |= {"command": self.session.spell(event["action"]), "action": event["action"]}
                told["by_clock"] = event.get("by_clock", False)
                self.hearing.hear_turn(self.session.rows[0], self.session.seat, event["action"], entry)
                self.untold.append(is_untold(self.session.rows[0], event["action"]))
                self.session.act(event["action"])
                self.turns.append(event["action"])
            case "undone":
                self.hearing.drop_turns()
                del self.turns[event["turns"] :], self.untold[event["turns"] :]
                self.session = self._begun()
                for action in self.turns:
                    self.session.act(action)
            case "next":
                self.next = told["bout"] = event["bout"]
            case _:
                self.parting.take(event, self.people, self.hearing.turns(None))
        self.take_backs.take(event)
        self._seen.clear()
        self.events.append(event)
        # The clock of the seat to act starts again.
        if event["kind"] in ("joined", "turn", "undone"):
            self.moved = self.cursor
            self.since = self._now()
        if event["kind"] != "turn":
            self.hearing.hear(entry)
        self.hearing.catch_up(self.session.rows[0], is_over=self.phase == "over")
        self.take_backs.look_after()
        if event["kind"] == "undone":
            self.parting.forget_turns(self.hearing.turns(None))


def _told_of(event: Body) -> str:
    """The comment on a turn that another agent decided for a seat."""
    if event.get("by_clock"):
        return f"{event.get('by', 'the service')} decided: the time was up"
    if instead_of := event.get("instead_of"):
        return f"{event['by']} decided instead of {instead_of}"
    return (
        f"{event['by']} decided for {event['seat']}, whose person no longer decides" if event.get("stands_in") else ""
    )


def hash_of(token: str) -> str:
    """The hash of a token that is stored: a reader of the store cannot use it to play."""
    return hashlib.sha256(token.encode()).hexdigest()
