"""One bout in the hall: its events, the bout as they leave it, and what each viewer is told of it."""

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from nexus_env import transcript
from nexus_env.contract import Game
from nexus_env.games.nexus.view import happened, view
from nexus_env.serve.explaining import commands_of
from nexus_env.serve.messages import PERSON, Chair, Event, State, Update
from nexus_env.serve.refusals import Refusal
from nexus_env.serve.store import Body
from nexus_env.sitting import Sitting, name_of
from nexus_env.transcript import Transcript

Listener = Callable[[Update], None]


@dataclass(frozen=True)
class Head:
    """What a bout was begun with."""

    rules: str  # the game's name and version, as in `Game.stamps`
    stock: str
    seats: tuple[str, ...]  # PERSON or the name of an agent
    options: dict[str, Any]
    seed: int
    own_dice: bool
    time: float
    clock: float | None
    undo: bool
    kept: bool = False  # its seats are kept for those who sat in the bout before
    tokens: dict[str, str] = field(default_factory=dict)  # of those who had one from the beginning: hash -> seat

    def as_body(self) -> Body:
        """As the store keeps it."""
        return {**self.__dict__, "seats": list(self.seats)}

    @classmethod
    def of(cls, body: Body) -> "Head":
        """From what the store has kept."""
        return cls(**{**body, "seats": tuple(body["seats"])})


@dataclass(eq=False)
class Watcher:
    """Somebody who is told what happens in a bout."""

    seat: str | None
    tell: Listener
    cursor: int


class Bout:
    """One bout in memory: its events, the bout as they leave it, and those who watch."""

    def __init__(self, game: Game, name: str, head: Head) -> None:
        """A bout without events."""
        self.game, self.name, self.head = game, name, head
        self.events: list[Body] = []
        self._told: list[str] = []  # the same, as the one who may see all of it is told: text costs least to keep
        self.turns: list[int] = []  # the actions that stand
        self.seats = [f"player_{seat}" for seat in range(len(head.seats))]
        self.names: dict[str, str] = {f"player_{seat}": who for seat, who in enumerate(head.seats) if who != PERSON}
        self.tokens = dict(head.tokens)
        self.next = ""
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.since = time.monotonic()  # when the decision that is due was asked for
        self._watching: list[Watcher] = []
        self.waiting = 0  # how many wait for news
        self._seen: dict[str | None, State] = {}  # what viewers see now, until something happens
        self._private: set[int] = set()  # the cursors of what is for the eyes of one seat alone
        self.sitting = self._begun()

    def _begun(self) -> Sitting:
        options = self.game.read_options(**self.head.options)
        return Sitting(self.game, options, seed=self.head.seed, dictated=self.head.own_dice)

    # --- how it stands ---

    @property
    def cursor(self) -> int:
        """How many events there have been."""
        return len(self.events)

    @property
    def free(self) -> list[str]:
        """The seats that wait for a person."""
        return [seat for seat in self.seats if seat not in self.names]

    @property
    def phase(self) -> str:
        """open: it waits for people; playing; over."""
        return "over" if self.sitting.is_over else "open" if self.free else "playing"

    @property
    def asked(self) -> str | None:
        """Who is to decide now, if anybody is: a seat, or the dice."""
        return name_of(self.sitting.seat) if self.phase == "playing" else None

    def is_person(self, seat: str | None) -> bool:
        """Whether a person sits there."""
        return seat in self.seats and self.head.seats[self.seats.index(str(seat))] == PERSON

    def seat_of(self, token: str | None) -> str | None:
        """Whose token this is; None for a spectator, who has none.

        Raises:
            Refusal: it is nobody's.
        """
        if token is None:
            return None
        if (seat := self.tokens.get(hash_of(token))) is None:
            raise Refusal(
                "wrong token", "token", "a token that opens no seat of this bout", "the one that you were given"
            )
        return seat

    def may_undo(self, seat: str | None) -> bool:
        """Agreed, all others are agents, and this seat has decided something."""
        alone = all(not self.is_person(other) for other in self.seats if other != seat)
        decided = self.is_person(seat) and self.last_turn_of(str(seat)) is not None
        return self.head.undo and alone and decided and not self.next

    def why_no_undo(self, seat: str | None) -> str:
        """What stands in the way of it."""
        if seat is None or not self.is_person(seat):
            return "nobody who decides"
        if not self.head.undo:
            return "a bout in which it was not agreed"
        if self.next:
            return "a bout that another one follows"
        return "nothing decided yet" if self.last_turn_of(seat) is None else "a bout with other people"

    def last_turn_of(self, seat: str) -> int | None:
        """How many turns there were before the last one of this seat that stands."""
        by = [event["seat"] for event in self._standing()]
        return len(by) - 1 - by[::-1].index(seat) if seat in by else None

    def _standing(self) -> list[Body]:
        """The turns that have not been taken back."""
        standing: list[Body] = []
        for event in self.events:
            if event["kind"] == "turn":
                standing.append(event)
            elif event["kind"] == "undone":
                del standing[event["turns"] :]
        return standing

    @property
    def seconds_left(self) -> float | None:
        """Until the clock decides for the person who is asked."""
        if self.head.clock is None or not self.is_person(self.asked):
            return None
        return max(0.0, self.head.clock - (time.monotonic() - self.since))

    # --- what a viewer is told ---

    def update(self, seat: str | None, after: int | None = None) -> Update:
        """How it stands, and the events behind a cursor, as somebody may know them."""
        events = [] if after is None else [self._shown(event, seat) for event in self.told(after)]
        return Update(bout=self.name, cursor=self.cursor, events=events, state=self.state(seat))

    def state(self, seat: str | None) -> State:
        """How it stands, as somebody may know it."""
        if seat not in self._seen:
            self._seen[seat] = self._look(seat)
        left = self.seconds_left
        return self._seen[seat] if left is None else self._seen[seat].model_copy(update={"seconds_left": left})

    def _look(self, seat: str | None) -> State:
        """The same, but for the clock."""
        number = self.seats.index(seat) if seat in self.seats else None
        return State(
            phase=self.phase,  # type: ignore[arg-type]
            you=seat,
            seats=[self._chair(other) for other in self.seats],
            turns=len(self.turns),
            view=view(self.sitting.known_to(number), number),
            legal=commands_of(self.sitting) if seat is not None and seat == self.asked else [],
            may_undo=self.may_undo(seat),
            result=self.sitting.outcome if self.sitting.is_over else None,
            next=self.next or None,
        )

    def _chair(self, seat: str) -> Chair:
        name = self.names.get(seat, "")
        return Chair(seat=seat, person=self.is_person(seat), name=name, taken=seat in self.names)

    def told(self, after: int) -> Iterator[Event]:
        """The events behind a cursor, as the one who may see all of them is told."""
        return map(Event.model_validate_json, self._told[after:])

    def _shown(self, event: Event, seat: str | None) -> Event:
        """An event without what is for the eyes of another one alone."""
        hidden = event.cursor in self._private and event.seat != seat and not self.sitting.is_over
        return event.model_copy(update={"command": None, "action": None}) if hidden else event

    def as_transcript(self) -> Transcript:
        """The turns that stand; its seed tells the dice to come."""
        players = [self.names[seat] for seat in self.seats]
        head = self.head
        return transcript.record(
            *(self.game, head.options, list(self.turns)), seed=head.seed, dictated=head.own_dice, players=players
        )

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell somebody from now on; what is returned ends that."""
        self._watching.append(watcher)
        return partial(self._leave, watcher)

    def _leave(self, watcher: Watcher) -> None:
        self._watching.remove(watcher)
        if not self._watching:
            self._seen.clear()  # nobody may look for long

    @property
    def is_seen(self) -> bool:
        """Somebody watches it, or waits for news of it."""
        return bool(self._watching) or self.waiting > 0

    async def wait(self, seconds: float) -> None:
        """Wait for news, for so many seconds at most."""
        self.waiting += 1
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), seconds)
        finally:
            self.waiting -= 1

    # --- what changes it ---

    def take(self, event: Body) -> None:
        """Let an event of the store, or one that has just been kept there, happen."""
        told: dict[str, Any] = {"cursor": self.cursor + 1, "kind": event["kind"], "seat": event.get("seat")}
        match event["kind"]:
            case "joined":
                self.names[event["seat"]] = event["name"]
                self.tokens[event["token"]] = event["seat"]
                told["name"] = event["name"]
            case "turn":
                told |= {"command": self.sitting.spell(event["action"]), "action": event["action"]}
                self.sitting.act(event["action"])
                self.turns.append(event["action"])
                told |= {"happened": happened(self.sitting.rows[0]), "by_clock": event.get("by_clock", False)}
            case "undone":
                del self.turns[event["turns"] :]
                self.sitting = self._begun()
                for action in self.turns:
                    self.sitting.act(action)
                told["turns"] = event["turns"]
            case "next":
                self.next = told["bout"] = event["bout"]
        self._seen.clear()
        self.events.append(event)
        if event.get("private"):
            self._private.add(self.cursor)
        self._told.append(Event(**told).as_text())
        self.since = time.monotonic()

    def tell(self) -> None:
        """Tell those who watch what they have not been told."""
        self.changed.set()
        self.changed = asyncio.Event()
        for watcher in list(self._watching):
            if watcher.cursor < self.cursor:
                update = self.update(watcher.seat, watcher.cursor)
                watcher.cursor = self.cursor
                watcher.tell(update)


def hash_of(token: str) -> str:
    """What is kept of a token: whoever reads the store cannot sit down with it."""
    return hashlib.sha256(token.encode()).hexdigest()
