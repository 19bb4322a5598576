"""The hall: all bouts in play, whatever carries the messages.

A bout is a row of events: somebody joined, somebody decided, a decision was taken back. An event is on disk before it
counts; then it changes the bout in memory, and those who watch are told. A bout that is not in memory is read from the
store and played again: so the end of the process, in whatever way, loses nothing.
"""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from nexus_env import spelling, transcript
from nexus_env.contract import Game
from nexus_env.games.nexus.view import happened, is_private, view
from nexus_env.serve import messages
from nexus_env.serve.explaining import commands_of, reasons_for
from nexus_env.serve.given import foreign
from nexus_env.serve.messages import PERSON, Chair, Event, State, Update
from nexus_env.serve.opponents import FALLBACK, Opponents
from nexus_env.serve.refusals import Refusal, refusing
from nexus_env.serve.store import Body, Kept, Store, Taken
from nexus_env.sitting import Sitting, name_of
from nexus_env.tabletop.tape import CHANCE

DICE = "dice"  # who sends dice of one's own, as a seat
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
        self.told: list[Event] = []  # the same, as the one who may see all of it is told
        self.turns: list[int] = []  # the actions that stand
        self.names: dict[str, str] = {f"player_{seat}": who for seat, who in enumerate(head.seats) if who != PERSON}
        self.tokens = dict(head.tokens)
        self.next = ""
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.since = time.monotonic()  # when the decision that is due was asked for
        self._watching: list[Watcher] = []
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
    def seats(self) -> list[str]:
        """Their names."""
        return [f"player_{seat}" for seat in range(len(self.head.seats))]

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
        return self.head.undo and alone and self.is_person(seat) and self.last_turn_of(str(seat)) is not None

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
        events = [] if after is None else [self._shown(event, seat) for event in self.told[after:]]
        return Update(bout=self.name, cursor=self.cursor, events=events, state=self.state(seat))

    def state(self, seat: str | None) -> State:
        """How it stands, as somebody may know it."""
        number = self.seats.index(seat) if seat in self.seats else None
        legal = commands_of(self.sitting) if seat is not None and seat == self.asked else []
        return State(
            phase=self.phase,  # type: ignore[arg-type]
            you=seat,
            seats=[self._chair(other) for other in self.seats],
            turns=len(self.turns),
            view=view(self.sitting.known_to(number), number),
            legal=legal,
            seconds_left=self.seconds_left,
            may_undo=self.may_undo(seat),
            result=self.sitting.outcome if self.sitting.is_over else None,
            next=self.next or None,
        )

    def _chair(self, seat: str) -> Chair:
        name = self.names.get(seat, "")
        return Chair(seat=seat, person=self.is_person(seat), name=name, taken=seat in self.names)

    def _shown(self, event: Event, seat: str | None) -> Event:
        """An event without what is for the eyes of another one alone."""
        hidden = event.cursor in self._private and event.seat != seat and not self.sitting.is_over
        return event.model_copy(update={"command": None, "action": None}) if hidden else event

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell somebody from now on; what is returned ends that."""
        self._watching.append(watcher)
        return partial(self._watching.remove, watcher)

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
        self.events.append(event)
        if event.get("private"):
            self._private.add(self.cursor)
        self.told.append(Event(**told))
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


class Hall:
    """All bouts of the service."""

    def __init__(self, game: Game, store: Store, opponents: Opponents) -> None:
        """An empty hall; what the store holds comes in when it is asked for."""
        self.game, self.store, self.opponents = game, store, opponents
        self._bouts: dict[str, Bout] = {}
        self._answering: dict[str, asyncio.Task[None]] = {}

    # --- the requests ---

    async def create(self, request: messages.Create) -> messages.Joined:
        """Begin a bout; the creator takes the first seat of a person."""
        head, tokens = self._agree(request), {}
        for who in {PERSON} & set(head.seats):
            tokens[f"player_{head.seats.index(who)}"] = new_token()
        if head.own_dice:
            tokens[DICE] = new_token()
        head = replace(head, tokens={hash_of(token): seat for seat, token in tokens.items()})
        bout = await self._open(head)
        seat = next((seat for seat in tokens if seat != DICE), None)
        if seat is not None:
            joined = {"kind": "joined", "seat": seat, "name": request.name, "token": hash_of(tokens[seat])}
            await self._accept(bout, joined)
        self._wake(bout)
        return self._welcome(bout, seat, tokens.get(str(seat)), tokens.get(DICE))

    async def join(self, request: messages.Join) -> messages.Joined:
        """Take a free seat."""
        bout = await self.find(request.bout)
        async with bout.lock:
            seat = request.seat or next(iter(bout.free), None)
            if seat not in bout.free or bout.head.kept:
                found = f"{request.seat} taken" if request.seat else "all seats taken"
                raise Refusal("full", "seat", found, "a free seat", "Watch the bout, or create one of your own.")
            token = new_token()
            event = {"kind": "joined", "seat": seat, "name": request.name, "token": hash_of(token)}
            await self._accept(bout, event)
        self._wake(bout)
        return self._welcome(bout, seat, token)

    async def look(self, request: messages.Look) -> Update:
        """How a bout stands; waits for news if that is asked for."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        if request.wait and request.after is not None and request.after >= bout.cursor:
            with suppress(TimeoutError):
                await asyncio.wait_for(bout.changed.wait(), request.wait)
        return bout.update(seat, request.after)

    async def watch(self, request: messages.Watch, tell: Listener) -> tuple[Update, Callable[[], None]]:
        """How a bout stands, and what ends the updates that come from now on."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        update = bout.update(seat, request.after)
        return update, bout.watch(Watcher(seat, tell, update.cursor))

    async def play(self, request: messages.Play) -> Update:
        """Decide for a seat, or say what the dice show."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        async with bout.lock:
            if self._is_repeated(bout, request, seat):
                return bout.update(seat, request.at)
            self._check_turn(bout, request.at, seat)
            action = _read(bout.sitting, request)
            await self._decide(bout, action)
        self._wake(bout)
        return bout.update(seat, request.at)

    async def undo(self, request: messages.Undo) -> Update:
        """Take back the last decision of a seat."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        async with bout.lock:
            _check_cursor(bout, request.at)
            if seat is None or not bout.may_undo(seat):
                expected = "a bout in which undo was agreed, all others are agents, and you have decided something"
                raise Refusal("not now", "undo", "a bout without it", expected)
            await self._accept(bout, {"kind": "undone", "seat": seat, "turns": bout.last_turn_of(seat)})
        self._wake(bout)
        return bout.update(seat, request.at)

    async def again(self, request: messages.Again) -> messages.Joined:
        """A place in the bout that follows this one: the first who asks begins it."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        if seat is None or bout.phase != "over":
            raise Refusal("not now", "again", f"a bout that is {bout.phase}", "one that is over", "Play it to its end.")
        async with bout.lock:
            if not bout.next:
                following = await self._open(replace(bout.head, seed=new_seed(), kept=True, tokens=bout.tokens))
                await self._accept(bout, {"kind": "next", "seat": seat, "bout": following.name})
        following = await self.find(bout.next)
        token = request.token
        async with following.lock:
            if seat in following.free:
                event = {"kind": "joined", "seat": seat, "name": bout.names[seat], "token": hash_of(token)}
                await self._accept(following, event)
        self._wake(following)
        return self._welcome(following, None if seat == DICE else seat, token, token if seat == DICE else None)

    async def why(self, request: messages.Why) -> messages.Reasons:
        """What stands in the way of actions that a seat may not take now."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        if seat not in bout.seats:
            raise Refusal("not here", "token", f"the token of {seat}", "that of a seat")
        reasons = reasons_for(bout.sitting, bout.seats.index(seat), request.action)
        return messages.Reasons(bout=bout.name, cursor=bout.cursor, reasons=reasons)

    async def record(self, request: messages.Record) -> messages.Recorded:
        """The transcript of a bout that is over."""
        bout = await self.find(request.bout)
        if bout.phase != "over":
            found, advice = f"a bout that is {bout.phase}", "Its seed would tell the dice to come."
            raise Refusal("not now", "bout", found, "one that is over", advice)
        head, players = bout.head, [bout.names[seat] for seat in bout.seats]
        made = transcript.record(
            self.game, head.options, bout.turns, seed=head.seed, dictated=head.own_dice, players=players
        )
        return messages.Recorded(bout=bout.name, transcript=transcript.write(made))

    # --- bouts ---

    async def find(self, name: str) -> Bout:
        """The bout of this name, from the store if need be.

        Raises:
            Refusal: there is none, or it was begun with other rules.
        """
        if name not in self._bouts:
            kept = await self.store.read(name)
            if kept is None:
                raise Refusal("unknown bout", "bout", repr(name), "the name of a bout of this service")
            if name not in self._bouts:  # nobody else has brought it in meanwhile
                self._bouts[name] = self._restored(name, kept)
                self._wake(self._bouts[name])
        return self._bouts[name]

    def _restored(self, name: str, kept: Kept) -> Bout:
        head = Head.of(kept.head)
        if head.rules != self._rules:
            raise Refusal("other rules", "bout", f"a bout of {head.rules}", self._rules, "It can only be read.")
        bout = Bout(self.game, name, head)
        for event in kept.events:
            bout.take(event)
        return bout

    async def _open(self, head: Head) -> Bout:
        """A new bout, on disk."""
        bout = Bout(self.game, secrets.token_urlsafe(12), head)
        await self.store.begin(bout.name, head.as_body())
        self._bouts[bout.name] = bout
        return bout

    @property
    def _rules(self) -> str:
        return self.game.stamps["game"]

    def _agree(self, request: messages.Create) -> Head:
        """What the bout will be begun with.

        Raises:
            Refusal: there is no such agent or option.
        """
        for place, who in enumerate(request.seats):
            if who != PERSON:
                self.opponents.check(who, f"seats[{place}]")
        foreign(request.options, "options")
        if request.seed is not None and request.seats.count(PERSON) > 1:
            expected = "none: who knows the seed of a bout between people knows the dice to come"
            raise Refusal("wrong value", "seed", str(request.seed), expected)
        options = {**request.options, "seats": len(request.seats)}
        with refusing("wrong options", "options", "options of the game"):
            row = self.game.read_options(**options)
        return Head(
            rules=self._rules,
            stock="" if self.game.stamp is None else self.game.stamp(row),
            seats=tuple(request.seats),
            options=options,
            seed=new_seed() if request.seed is None else request.seed,
            own_dice=request.dice == "own",
            time=request.time,
            clock=request.clock,
            undo=request.undo,
        )

    def _welcome(self, bout: Bout, seat: str | None, token: str | None, dice: str | None = None) -> messages.Joined:
        return messages.Joined(bout=bout.name, link=f"/bout/{bout.name}", seat=seat, token=token, dice_token=dice)

    # --- decisions ---

    def _is_repeated(self, bout: Bout, request: messages.Play, seat: str | None) -> bool:
        """The very message that was accepted already: its answer was lost on the way."""
        if request.at >= bout.cursor:
            return False
        told = bout.told[request.at]
        words = None if request.command is None else spelling.plain(request.command)
        said = (told.command and spelling.plain(told.command)) == words if words else told.action == request.action
        return told.kind == "turn" and told.seat == seat and request.face is None and said

    def _check_turn(self, bout: Bout, at: int, seat: str | None) -> None:
        if bout.phase != "playing":
            raise Refusal("not now", "bout", f"a bout that is {bout.phase}", "one that is being played")
        _check_cursor(bout, at)
        if seat is None or seat != bout.asked:
            raise Refusal("not your turn", "token", f"the token of {seat}", f"that of {bout.asked}, who is asked")

    async def _decide(self, bout: Bout, action: int, *, by_clock: bool = False) -> None:
        """Carry out a legal action; the lock is held."""
        event: Body = {"kind": "turn", "seat": bout.asked, "action": action}
        event |= {"private": True} if is_private(bout.sitting.rows[0]) else {}
        await self._accept(bout, event | ({"by_clock": True} if by_clock else {}))

    async def _accept(self, bout: Bout, event: Body) -> None:
        """Keep an event, and then let it happen.

        Raises:
            Refusal: another server was first.
        """
        try:
            await self.store.append(bout.name, bout.cursor + 1, event)
        except Taken:
            self._bouts.pop(bout.name, None)
            raise Refusal("stale", "at", "a bout that went on elsewhere", "its present state", "Look again.") from None
        bout.take(event)
        bout.tell()

    # --- agents and clocks ---

    def _wake(self, bout: Bout) -> None:
        """See to it that whoever has no hands of its own decides: an agent, or the clock."""
        if bout.name not in self._answering and bout.phase == "playing":
            task = asyncio.get_running_loop().create_task(self._answer(bout))
            self._answering[bout.name] = task
            task.add_done_callback(lambda _: self._answering.pop(bout.name, None))

    async def _answer(self, bout: Bout) -> None:
        """Decide for agents, and for people whose time is up, until a person may think or the bout is over."""
        while bout.asked is not None and bout.asked != DICE:
            cursor, asked, by_clock = bout.cursor, bout.asked, False
            if bout.is_person(asked):
                if (left := bout.seconds_left) is None:
                    return
                if left > 0:
                    changed = bout.changed
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), left)
                    continue
                by_clock = True
            agent = FALLBACK if by_clock else bout.head.seats[bout.seats.index(asked)]
            choice = await self.opponents.choose(agent, bout.sitting, bout.head.time)
            async with bout.lock:
                if bout.cursor == cursor:
                    await self._decide(bout, choice.action, by_clock=by_clock)

    async def close(self) -> None:
        """Let nobody decide any more."""
        for task in list(self._answering.values()):
            task.cancel()
        await asyncio.gather(*self._answering.values(), return_exceptions=True)
        self.opponents.close()
        self.store.close()


def _check_cursor(bout: Bout, at: int) -> None:
    if at != bout.cursor:
        raise Refusal("stale", "at", str(at), str(bout.cursor), "The bout has gone on: look at it and decide anew.")


def _read(sitting: Sitting, request: messages.Play) -> int:
    """The action that a request means.

    Raises:
        Refusal: it is none that is legal.
    """
    said = {name: getattr(request, name) for name in ("command", "action", "face")}
    given = {name: value for name, value in said.items() if value is not None}
    if len(given) != 1:
        found = " and ".join(given) or "neither"
        raise Refusal("wrong command", "command", found, "one of command, action and face")
    if request.command is not None:
        with refusing("illegal", "command", "a legal command"):
            return sitting.read(request.command)
    if request.face is not None and sitting.seat != CHANCE:
        raise Refusal("illegal", "face", "a die", "a decision: no die is asked for")
    action = request.face - 1 if request.face is not None else int(request.action or 0)
    mask: np.ndarray[Any, Any] = sitting.mask
    if action >= len(mask) or not mask[action]:
        place, legal = next(iter(given)), ", ".join(sitting.legal())
        raise Refusal("illegal", place, str(given[place]), f"one of the legal: {legal[:400]}")
    return action


def new_token() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_seed() -> int:
    """Where the dice of a bout come from, when nobody says."""
    return secrets.randbelow(2**53)


def hash_of(token: str) -> str:
    """What is kept of a token: whoever reads the store cannot sit down with it."""
    return hashlib.sha256(token.encode()).hexdigest()
