"""The hall: all bouts in play, whatever carries the messages.

A bout is a row of events: somebody joined, somebody decided, a decision was taken back. An event is on disk before it
counts; then it changes the bout in memory, and those who watch are told. A bout that is not in memory is read from the
store and played again: so the end of the process, in whatever way, loses nothing.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from nexus_env import spelling, transcript
from nexus_env.contract import Game
from nexus_env.games.nexus.view import is_private
from nexus_env.serve import messages
from nexus_env.serve.bout import Bout, Head, Listener, Watcher, hash_of
from nexus_env.serve.explaining import reasons_for
from nexus_env.serve.given import foreign
from nexus_env.serve.messages import PERSON, Update
from nexus_env.serve.opponents import FALLBACK, Opponents
from nexus_env.serve.refusals import Refusal, refusing
from nexus_env.serve.store import Body, Kept, Store, StoreError, Taken
from nexus_env.sitting import Sitting
from nexus_env.tabletop.tape import CHANCE

DICE = "dice"  # who sends dice of one's own, as a seat
MOST_IN_MEMORY = 1000  # bouts; those that nobody looks at come back from the store
MOST_PLAYING = 2000  # bouts under way at a time
MOST_CYCLES = 200  # that strangers may agree on
POLL = 0.5  # seconds between looks at what other servers have written
LOG = logging.getLogger(__name__)


class Hall:
    """All bouts of the service."""

    def __init__(self, game: Game, store: Store, opponents: Opponents, seed: int | None = None) -> None:
        """An empty hall; what the store holds comes in when it is asked for.

        Args:
            game: what is played.
            store: where bouts are kept.
            opponents: the agents.
            seed: of each bout for which nobody names one; None draws another for each.
        """
        self.game, self.store, self.opponents, self._seed = game, store, opponents, seed
        self._bouts: OrderedDict[str, Bout] = OrderedDict()  # those that were looked at last stand last
        self._patience = asyncio.Lock()  # one decision of an agent at a time is told: people never wait for many
        self._answering: dict[str, asyncio.Task[None]] = {}
        self._following: asyncio.Task[None] | None = None

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
            token = request.token or new_token()
            held = bout.tokens.get(hash_of(token))
            if held in bout.names and request.seat in (None, held):  # the answer was lost on the way
                return self._welcome(bout, held, token)
            seat = request.seat or next(iter(bout.free), None)
            if seat not in bout.free or bout.head.kept:
                found = f"{request.seat} taken" if request.seat else "all seats taken"
                raise Refusal("full", "seat", found, "a free seat", "Watch the bout, or create one of your own.")
            if held is not None:
                raise Refusal("wrong value", "token", f"the token of {held}", "another one for each seat")
            event = {"kind": "joined", "seat": seat, "name": request.name, "token": hash_of(token)}
            await self._accept(bout, event)
        self._wake(bout)
        return self._welcome(bout, seat, token)

    async def look(self, request: messages.Look) -> Update:
        """How a bout stands; waits for news if that is asked for."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        if request.wait and request.after is not None and request.after >= bout.cursor:
            await bout.wait(request.wait)
        return bout.update(seat, request.after)

    async def watch(self, request: messages.Watch, tell: Listener) -> tuple[Update, Callable[[], None]]:
        """How a bout stands, and what ends the updates that come from now on."""
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        if self.store.is_shared and self._following is None:
            self._following = asyncio.create_task(self._follow())
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
                raise Refusal("not now", "undo", bout.why_no_undo(seat), expected)
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
                following = await self._open(replace(bout.head, seed=self._next_seed(), kept=True, tokens=bout.tokens))
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
        if request.action is not None and request.action >= (count := len(self.game.actions)):
            raise Refusal(
                "wrong value", "action", str(request.action), f"a number of the action table, 0 to {count - 1}"
            )
        reasons = reasons_for(bout.sitting, bout.seats.index(seat), request.action)
        return messages.Reasons(bout=bout.name, cursor=bout.cursor, reasons=reasons)

    async def record(self, request: messages.Record) -> messages.Recorded:
        """The transcript of a bout that is over."""
        bout = await self.find(request.bout)
        if bout.phase != "over":
            found, advice = f"a bout that is {bout.phase}", "Its seed would tell the dice to come."
            raise Refusal("not now", "bout", found, "one that is over", advice)
        made = await asyncio.to_thread(bout.as_transcript)
        return messages.Recorded(bout=bout.name, transcript=transcript.write(made))

    # --- bouts ---

    async def find(self, name: str) -> Bout:
        """The bout of this name, from the store if need be.

        Raises:
            Refusal: there is none, or it was begun with other rules.
        """
        if name not in self._bouts:
            with _keeping():
                kept = await self.store.read(name)
            if kept is None:
                raise Refusal("unknown bout", "bout", repr(name), "the name of a bout of this service")
            bout = await asyncio.to_thread(self._restored, name, kept)
            if name not in self._bouts:  # nobody else has brought it in meanwhile
                self._bring_in(bout)
                self._wake(bout)
        elif self.store.is_shared:
            await self._catch_up(self._bouts[name])
        self._bouts.move_to_end(name)
        return self._bouts[name]

    def _restored(self, name: str, kept: Kept) -> Bout:
        head = Head.of(kept.head)
        if head.rules != self._rules:
            raise Refusal("other rules", "bout", f"a bout of {head.rules}", self._rules, "It can only be read.")
        bout = Bout(self.game, name, head)
        for event in kept.events:
            bout.take(event)
        return bout

    def _bring_in(self, bout: Bout) -> None:
        """Hold a bout in memory, and let go of those that nobody has looked at for longest."""
        self._bouts[bout.name] = bout
        if len(self._bouts) > MOST_IN_MEMORY:
            resting = (name for name, other in self._bouts.items() if not other.is_seen and name not in self._answering)
            for name in list(islice(resting, len(self._bouts) - MOST_IN_MEMORY)):
                del self._bouts[name]

    async def _catch_up(self, bout: Bout) -> None:
        """Let what another server has accepted happen here too."""
        async with bout.lock:
            await self._take_others(bout)
        self._wake(bout)

    async def _take_others(self, bout: Bout) -> None:
        with _keeping():
            events = await self.store.read_after(bout.name, bout.cursor)
        for event in events:
            bout.take(event)
        bout.tell()

    async def _follow(self) -> None:
        """Look again and again at what other servers have written of the bouts that somebody watches here."""
        while True:
            await asyncio.sleep(POLL)
            with suppress(Refusal):  # the store is away; it may come back
                for bout in [bout for bout in self._bouts.values() if bout.is_seen]:
                    await self._catch_up(bout)

    async def _open(self, head: Head) -> Bout:
        """A new bout, on disk.

        Raises:
            Refusal: there are too many under way, or it cannot be kept.
        """
        if len(self._answering) >= MOST_PLAYING:
            found = f"{len(self._answering)} bouts under way"
            raise Refusal("busy", "message", found, f"at most {MOST_PLAYING}", "Ask again later.")
        bout = Bout(self.game, new_name(), head)
        with _keeping():
            await self.store.begin(bout.name, head.as_body())
        self._bring_in(bout)
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
                self.opponents.check(who, f"seats[{place}]", len(request.seats))
        foreign(request.options, "options")
        if request.seed is not None and request.seats.count(PERSON) > 1:
            expected = "none: who knows the seed of a bout between people knows the dice to come"
            raise Refusal("wrong value", "seed", str(request.seed), expected)
        options = {**request.options, "seats": len(request.seats)}
        cycles = request.options.get("cycle_limit")
        if isinstance(cycles, int) and cycles > MOST_CYCLES:
            raise Refusal("wrong options", "options.cycle_limit", str(cycles), f"at most {MOST_CYCLES} in this service")
        with refusing("wrong options", "options", "options of the game"):
            row = self.game.read_options(**options)
        return Head(
            rules=self._rules,
            stock="" if self.game.stamp is None else self.game.stamp(row),
            seats=tuple(request.seats),
            options=options,
            seed=self._next_seed() if request.seed is None else request.seed,
            own_dice=request.dice == "own",
            time=request.time,
            clock=request.clock,
            undo=request.undo,
        )

    def _next_seed(self) -> int:
        return new_seed() if self._seed is None else self._seed

    def _welcome(self, bout: Bout, seat: str | None, token: str | None, dice: str | None = None) -> messages.Joined:
        return messages.Joined(bout=bout.name, link=f"/bout/{bout.name}", seat=seat, token=token, dice_token=dice)

    # --- decisions ---

    def _is_repeated(self, bout: Bout, request: messages.Play, seat: str | None) -> bool:
        """The very message that was accepted already: its answer was lost on the way."""
        if request.at >= bout.cursor:
            return False
        told = next(bout.told(request.at))
        if request.command is not None:
            said = spelling.plain(told.command or "") == spelling.plain(request.command)
        else:
            said = told.action == (request.action if request.face is None else request.face - 1)
        return told.kind == "turn" and told.seat == seat and said

    def _check_turn(self, bout: Bout, at: int, seat: str | None) -> None:
        if bout.phase != "playing":
            raise Refusal("not now", "bout", f"a bout that is {bout.phase}", "one that is being played")
        _check_cursor(bout, at)
        if seat is None or seat != bout.asked:
            raise Refusal("not your turn", "token", f"the token of {seat}", f"that of {bout.asked}, who is asked")

    async def _decide(self, bout: Bout, action: int, *, by_clock: bool = False, patient: bool = False) -> None:
        """Carry out a legal action; the lock is held."""
        event: Body = {"kind": "turn", "seat": bout.asked, "action": action}
        event |= {"private": True} if is_private(bout.sitting.rows[0]) else {}
        await self._accept(bout, event | ({"by_clock": True} if by_clock else {}), patient)

    async def _accept(self, bout: Bout, event: Body, patient: bool = False) -> None:
        """Keep an event, and then let it happen; if it is `patient`, when all others have had their turn.

        Raises:
            Refusal: another server was first, or it cannot be kept.
        """
        try:
            with _keeping():
                await self.store.append(bout.name, bout.cursor + 1, event)
        except Taken:
            await self._take_others(bout)
            raise Refusal("stale", "at", "a bout that went on elsewhere", "its present state", "Look again.") from None
        async with self._patience if patient else nullcontext():
            if patient:
                await asyncio.sleep(0)
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
                    await bout.wait(left)
                    continue
                by_clock = True
            agent = FALLBACK if by_clock else bout.head.seats[bout.seats.index(asked)]
            action = await self._choose(agent, bout)
            async with bout.lock:
                if bout.cursor == cursor:
                    with suppress(Refusal):  # another server was first; or the disk is full, and it is tried again
                        await self._decide(bout, action, by_clock=by_clock, patient=True)
            if bout.cursor == cursor:
                await asyncio.sleep(POLL)

    async def _choose(self, agent: str, bout: Bout) -> int:
        """What an agent decides; nobody is asked where there is but one thing to do.

        Its chance is of the bout and the moment, so it decides alike whatever else goes on in the service.
        """
        legal = np.flatnonzero(bout.sitting.mask)
        if len(legal) == 1:
            return int(legal[0])
        seed = (bout.head.seed, bout.cursor)
        choice = await self.opponents.choose(agent, bout.sitting, bout.head.time, seed=seed, explained=False)
        return choice.action

    async def close(self) -> None:
        """Let nobody decide any more."""
        tasks = [*self._answering.values(), *([self._following] if self._following else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
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


@contextmanager
def _keeping() -> Iterator[None]:
    """What the store cannot do is refused."""
    try:
        yield
    except StoreError as error:
        LOG.error("%s", error)
        raise Refusal(
            "not kept", "message", str(error).rstrip("."), "a store that answers", "Send the same again in a moment."
        ) from error


def new_name() -> str:
    """A name of a bout that nobody guesses: whoever has it may watch."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(24)


def new_seed() -> int:
    """Where the dice of a bout come from, when nobody says."""
    return secrets.randbits(53)
