"""The hall: all bouts in play, independent of the transport.

A bout is a sequence of events, such as a player joining, a decision, or an undo. An event is written to disk first;
then it changes the bout in memory, and viewers are told. A bout that is not in memory is read from the store and
replayed, so the end of the process, however it comes, loses nothing.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Any

import numpy as np

from nexus_env.contract import command_text
from nexus_env.contract.game import Game
from nexus_env.contract.refusal import refusal
from nexus_env.core.privacy import is_untold
from nexus_env.core.session import Session
from nexus_env.frontends.web.hall import supplements
from nexus_env.frontends.web.hall.advice import Advising, Walking
from nexus_env.frontends.web.hall.audience import Listener, Watcher
from nexus_env.frontends.web.hall.auto_answers import Answering
from nexus_env.frontends.web.hall.bout import DICE, ServedBout, hash_of
from nexus_env.frontends.web.hall.consenting import Consenting
from nexus_env.frontends.web.hall.explaining import reasons_for
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.leaving import Leaving
from nexus_env.frontends.web.hall.opponents import ServedGames, ServedOpponents
from nexus_env.frontends.web.hall.past_bouts import Retired
from nexus_env.frontends.web.hall.shelf import Shelf
from nexus_env.frontends.web.hall.store import Body, Store, Taken
from nexus_env.frontends.web.hall.surroundings import REAL, Surroundings
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.limits import MOST_BOUTS_OF_A_LIST, MOST_BOUTS_PLAYING
from nexus_env.frontends.web.protocol.messages import PERSON, Update
from nexus_env.frontends.web.protocol.refusals import Overtaken, Refusal, refusing, stale
from nexus_env.kit.tape import CHANCE
from nexus_env.system.wording import InputError, either, shortened
from nexus_env.text import transcript

BYTES_OF_A_NAME = 12  # random ones: a bout's name cannot be guessed, since whoever knows it may watch
BYTES_OF_A_TOKEN = 24


class Hall:
    """All bouts of the service."""

    def __init__(
        self,
        store: Store,
        opponents: Sequence[ServedOpponents],
        seed: int | None = None,
        surroundings: Surroundings = REAL,
    ) -> None:
        """Start with no bouts in memory; those in the store are loaded on request.

        Args:
            store: stores the bouts.
            opponents: the agents of each served game; the first game is the default.
            seed: the seed of bouts that have none of their own; None draws one for each.
            surroundings: the time and secrets.
        """
        self.served, self.store, self._seed = ServedGames(opponents), store, seed
        self.surroundings = surroundings
        for game in self.served.games:
            supplements.read_all(game)
        self._patience = asyncio.Lock()  # sends one decision of an agent at a time, so that people never wait for many
        self._answering = Answering(self.served, self)
        self.shelf = Shelf(store, self.served, surroundings, self._answering.tasks.__contains__)
        self.shelf.wake = self.wake
        self.leaving, self.consenting = Leaving(self), Consenting(self)
        self.advising, self.walking = Advising(self), Walking(self)

    # --- the requests ---

    async def create(self, request: messages.Create, address: str = "") -> messages.Joined:
        """Begin a bout; the creator takes the first seat of a person.

        Args:
            request: the terms.
            address: the client's address, whose bouts share thinking time.
        """
        opponents = self.served.of(request.game)
        head, tokens = self._agree(opponents, request), {}
        for who in {PERSON} & set(head.seats):
            tokens[f"player_{head.seats.index(who)}"] = request.token or self._new_token()
        if head.is_rolled_by_one:  # otherwise, the service rolls, or each person
            tokens[DICE] = self._new_token()
        head = replace(head, tokens={hash_of(token): seat for seat, token in tokens.items()})
        bout = await self._open(opponents.game, head, address)
        seat = next((seat for seat in tokens if seat != DICE), None)
        if seat is not None:
            joined = {"kind": "joined", "seat": seat, "name": request.name, "token": hash_of(tokens[seat])}
            await self.accept(bout, joined)
        self.wake(bout)
        return self._welcome(bout, seat, tokens.get(str(seat)), tokens.get(DICE))

    async def join(self, request: messages.Join) -> messages.Joined:
        """Take a free seat."""
        bout = await self.find(request.bout)
        async with bout.lock:
            token = request.token or self._new_token()
            held = bout.tokens.get(hash_of(token))
            if held in bout.names and request.seat in (None, held):  # the first answer was lost
                return self._welcome(bout, held, token)
            seat = request.seat or next(iter(bout.free), None)
            if seat not in bout.free or bout.head.kept:
                found = f"{request.seat} taken" if request.seat else "all seats taken"
                raise Refusal("full", "seat", found, "a free seat", "Watch the bout, or create one of your own.")
            if held is not None:
                raise Refusal("wrong value", "token", f"the token of {held}", "a different token for each seat")
            event = {"kind": "joined", "seat": seat, "name": request.name, "token": hash_of(token)}
            if bout.audience.is_there:  # show viewers the new player at once
                bout.presence.expect(str(seat))
            await self.accept(bout, event)
        self.wake(bout)
        return self._welcome(bout, seat, token)

    async def look(self, request: messages.Look) -> Update:
        """The state of a bout; waits for news if requested."""
        try:
            bout, seat = await self.enter(request)
        except Retired as retired:
            return retired.past.update(retired.past.seat_of(request.token, hash_of), request.after)
        if request.wait:
            self.shelf.follow()
            with bout.connected(seat):  # even if there is news already
                if request.after is not None:
                    await bout.wait_for_news(seat, request.after, request.wait)
        return bout.update(seat, request.after)

    async def watch(self, request: messages.Watch, tell: Listener) -> tuple[Update, Callable[[], None]]:
        """The state of a bout, and a function that stops its updates."""
        try:
            bout, seat = await self.enter(request)
        except Retired as retired:
            return retired.past.update(retired.past.seat_of(request.token, hash_of), request.after), lambda: None
        self.shelf.follow()
        end = bout.watch(Watcher(seat, tell, bout.hearing.cursor(seat)))
        return bout.update(seat, request.after), end

    async def play(self, request: messages.Play) -> Update:
        """Carry out a decision of a seat, or the face of a die."""
        bout, seat = await self.enter(request)
        if bout.decider == seat and (pause := bout.pause):
            await asyncio.sleep(pause)  # automatic passes take as long
            bout, seat = await self.enter(request)  # it may have been dropped from memory meanwhile
        async with bout.lock:
            if self._is_repeated(bout, request, seat):
                return bout.update(seat, request.at)
            self._check_turn(bout, request.at, seat)
            action = _read(bout.session, request)
            await self.decide(bout, action)
        self.wake(bout)
        await bout.wait_to_know(seat)
        return bout.update(seat, request.at)

    async def undo(self, request: messages.Undo) -> Update:
        """Undo the last decision of a seat."""
        bout, seat = await self.enter(request)
        async with bout.lock:
            _check_cursor(bout, request.at, seat)
            if seat is None or not bout.may_undo(seat):
                expected = "a bout in which undo was agreed, all others are agents, and you have decided something"
                advice = "" if bout.take_backs.why_not(seat) else "Ask the other people with `ask_undo`."
                raise Refusal("not now", "undo", bout.why_no_undo(seat), expected, advice)
            await self.accept(bout, {"kind": "undone", "seat": seat, "turns": bout.last_turn_of(seat)})
        self.wake(bout)
        return bout.update(seat, request.at)

    async def again(self, request: messages.Again) -> messages.Joined:
        """A seat in the bout after this one, which the first request creates."""
        bout, seat = await self.enter(request)
        if seat is None or bout.phase != "over":
            raise Refusal("not now", "again", f"a bout that is {bout.phase}", "one that is over", "Play it to its end.")
        async with bout.lock:
            if not bout.next:
                following = await self._open(
                    bout.game, replace(bout.head, seed=self._next_seed(), kept=True, tokens=bout.tokens), bout.address
                )
                await self.accept(bout, {"kind": "next", "seat": seat, "bout": following.name})
        following = await self.find(bout.next)
        token = request.token
        async with following.lock:
            if seat in following.free:
                event = {"kind": "joined", "seat": seat, "name": bout.names.get(seat, ""), "token": hash_of(token)}
                await self.accept(following, event)
        self.wake(following)
        return self._welcome(following, None if seat == DICE else seat, token, token if seat == DICE else None)

    async def why(self, request: messages.Why) -> messages.Reasons:
        """Why actions are illegal for a seat now."""
        bout, seat = await self.enter(request)
        if seat not in bout.seats:
            raise Refusal("not here", "token", f"the token of {seat}", "that of a seat")
        if request.action is not None and request.action >= (count := len(bout.game.actions)):
            raise Refusal(
                "wrong value", "action", str(request.action), f"a number of the action table, 0 to {count - 1}"
            )
        reasons = reasons_for(bout.session, bout.seats.index(seat), request.action)
        return messages.Reasons(bout=bout.name, cursor=bout.hearing.cursor(seat), reasons=reasons)

    async def bouts(self, request: messages.Bouts) -> messages.Kept:
        """The bouts in which tokens have seats."""
        places = {hash_of(token): place for place, token in enumerate(request.tokens)}
        with self.shelf.keeping():
            found = await self.store.bouts_of(list(places), MOST_BOUTS_OF_A_LIST)
        mine = []
        for token, name in found:
            try:
                mine.append(_listed(await self.find(name), token, places[token]))
            except Retired as retired:
                mine.append(retired.past.listed(_link_to(name), token, places[token]))
            except Refusal as refused:
                if refused.code not in ("damaged", "unknown bout"):  # its terms cannot be read, or it is lost
                    raise
        return messages.Kept(bouts=mine)

    async def record(self, request: messages.Record) -> messages.Recorded:
        """The transcript of a finished bout."""
        try:
            bout = await self.find(request.bout)
        except Retired as retired:
            if (known := retired.past.transcript) is None:
                raise
            return messages.Recorded(bout=request.bout, transcript=known)
        if bout.phase != "over":
            found, remedy = f"a bout that is {bout.phase}", "Its seed would reveal the dice to come."
            raise Refusal("not now", "bout", found, "one that is over", remedy)
        made = await asyncio.to_thread(bout.as_transcript)
        return messages.Recorded(bout=bout.name, transcript=transcript.write(made))

    # --- bouts ---

    async def enter(self, request: Any) -> tuple[ServedBout, str | None]:
        """The bout of a request, and the client's seat.

        Raises:
            Refusal: there is no such bout, or the token opens no seat of it.
        """
        bout = await self.find(request.bout)
        seat = bout.seat_of(request.token)
        bout.see(seat)
        return bout, seat

    def note_address(self, name: str, address: str) -> None:
        """Note the address of a player: a bout from the store has none."""
        if (bout := self.shelf.bouts.get(name)) is not None:
            bout.address = bout.address or address

    async def find(self, name: str) -> ServedBout:
        """The bout with this name. Its errors are those of `Shelf.find`."""
        return await self.shelf.find(name)

    async def _open(self, game: Game, head: Head, address: str = "") -> ServedBout:
        """Create a bout, on disk.

        Raises:
            Refusal: there are too many bouts, or it cannot be saved.
        """
        if len(self._answering.tasks) >= MOST_BOUTS_PLAYING:
            found = f"{len(self._answering.tasks)} bouts under way"
            raise Refusal("busy", "message", found, f"at most {MOST_BOUTS_PLAYING}", "Ask again later.")
        bout = ServedBout(game, self.surroundings.secret(BYTES_OF_A_NAME), head, self.surroundings)
        bout.address = address
        # Nobody else knows its name: if it is taken, it was stored in spite of an error, and then again.
        with self.shelf.keeping(), suppress(Taken):
            await self.store.begin(bout.name, head.as_body())
        await self.shelf.bring_in(bout)
        return bout

    def _agree(self, opponents: ServedOpponents, request: messages.Create) -> Head:
        """The terms of a new bout.

        Raises:
            Refusal: there is no such agent or option.
        """
        game = opponents.game
        # The seats: their number, and the agents by name.
        if len(request.seats) not in game.seats:
            counts = either(map(str, game.seats))
            raise Refusal("wrong value", "seats", f"a list of length {len(request.seats)}", f"{counts} for {game.name}")
        for place, who in enumerate(request.seats):
            if who != PERSON:
                opponents.check(who, f"seats[{place}]", len(request.seats))
        with refusing("wrong options", "options", "options of the game"):
            game.words.about().refuse_strange(request.options, "options")
        if request.seed is not None and request.seats.count(PERSON) > 1:
            expected = "none, since whoever knows the seed of a bout between people knows the dice to come"
            raise Refusal("wrong value", "seed", str(request.seed), expected)
        # The options: `seats` must agree with the list, and the game must accept them.
        options = {**request.options, "seats": len(request.seats)}
        if (found := request.options.get("seats", options["seats"])) != options["seats"]:
            expected = f"{options['seats']}, the length of `seats`, or no value"
            raise Refusal("wrong options", "options.seats", shortened(json.dumps(found)), expected)
        with refusing("wrong options", "options", "options of the game"):
            row = game.read_options(**options)
        return Head(
            rules=game.stamps["game"],
            stock="" if game.stamp is None else game.stamp(row),
            seats=tuple(request.seats),
            options=options,
            seed=self._next_seed() if request.seed is None else request.seed,
            own_dice=request.dice == "own",
            time=request.time,
            clock=request.clock,
            undo=request.undo,
            away=request.away,
            advice=request.seats.count(PERSON) < 2 if request.advice is None else request.advice,
        )

    def _new_token(self) -> str:
        """A token that cannot be guessed."""
        return self.surroundings.secret(BYTES_OF_A_TOKEN)

    def _next_seed(self) -> int:
        return new_seed() if self._seed is None else self._seed

    def _welcome(
        self, bout: ServedBout, seat: str | None, token: str | None, dice: str | None = None
    ) -> messages.Joined:
        return messages.Joined(bout=bout.name, link=_link_to(bout.name), seat=seat, token=token, dice_token=dice)

    # --- decisions ---

    def _is_repeated(self, bout: ServedBout, request: messages.Play, seat: str | None) -> bool:
        """Whether the message was accepted before and its answer lost."""
        move = bout.hearing.next_move(seat, request.at)
        if move is None or move.body["kind"] != "turn":
            return False
        if request.command is not None:
            said = command_text.plain(move.told["command"] or "") == command_text.plain(request.command)
        else:
            said = move.body["action"] == (request.action if request.face is None else request.face - 1)
        return said and (move.body.get("roller") or move.body["seat"]) == seat

    def _check_turn(self, bout: ServedBout, at: int, seat: str | None) -> None:
        if bout.phase != "playing":
            raise Refusal("not now", "bout", f"a bout that is {bout.phase}", "a bout in progress")
        _check_cursor(bout, at, seat)
        if seat is None or seat != bout.decider:
            nobody = "no token, since the service decides next"
            asked = f"that of {bout.decider}, the seat to act" if bout.decider else nobody
            expected = asked if bout.may_know(seat) else "no token, since others decide first"
            raise Refusal("not your turn", "token", f"the token of {seat}", expected)

    async def decide(self, bout: ServedBout, action: int, *, patient: bool = False, **told: object) -> None:
        """Carry out a legal action; the caller holds the lock. Its event includes `told`.

        Raises:
            ValueError: the action is not legal; nothing has been stored.
            Refusal: the bout may take no more decisions; nothing has been stored.
        """
        with refusing("broken", "bout", "a bout that ends"):
            bout.session.refuse_endless()
        mask: np.ndarray[Any, Any] = bout.session.mask
        if not (0 <= action < len(mask) and mask[action]):
            raise InputError(refusal(bout.game, action, mask, str(bout.asked)))
        event: Body = {"kind": "turn", "seat": bout.asked, "action": action, **told}
        rows = bout.session.rows[0]  # a bout that can only be read has but this mark to tell what others may hear
        event |= {"private": True} if is_untold(rows, action) or bout.game.words.is_private(rows) else {}
        event |= {"roller": bout.decider} if bout.asked == DICE and bout.decider not in (None, DICE) else {}
        await self.accept(bout, event, patient)

    async def accept(self, bout: ServedBout, event: Body, patient: bool = False) -> None:
        """Save an event, then apply it; if `patient`, after all others.

        Raises:
            Overtaken: another server was first.
            Refusal: it cannot be saved.
        """
        was_over = bout.phase == "over"
        try:
            with self.shelf.keeping():
                await self.store.append(bout.name, bout.cursor + 1, event, event.get("token"))
        except Taken:
            await self.shelf.take_others(bout)
            self.wake(bout)  # an event that was stored although the store reported an error has just been applied
            raise Overtaken from None
        async with self._patience if patient else nullcontext():
            if patient:
                await asyncio.sleep(0)
            bout.take(event)
            bout.audience.tell_news()
        if (other := self.shelf.bouts.get(bout.name, bout)) is not bout:  # loaded again while this one was in use
            await self.shelf.take_others(other)
        if was_over or bout.phase == "over":
            await self.shelf.remember(bout)

    def wake(self, bout: ServedBout) -> None:
        """Start automatic decisions if they are due."""
        self._answering.wake(bout)

    async def close(self) -> None:
        """Stop all decisions, and store how all bouts stand."""
        await self._answering.close()
        await self.shelf.close()
        self.served.close()
        self.store.close()


def _listed(bout: ServedBout, token: str, place: int) -> messages.Mine:
    """A bout in the list of a token."""
    seat = bout.tokens[token]
    return messages.Mine(
        bout=bout.name,
        game=bout.game.name,
        link=_link_to(bout.name),
        seat=seat,
        place=place,
        phase=bout.phase,  # type: ignore[arg-type]
        seats=bout.chairs,
        agreed=bout.head.agreed,
        turns=bout.hearing.turns(seat),
        your_turn=bout.decider == seat,
        result=bout.result,
    )


def _link_to(name: str) -> str:
    """The address of a bout's page, relative to that of the service, which may be under a path of a proxy."""
    return f"bout/{name}"


def _check_cursor(bout: ServedBout, at: int, seat: str | None) -> None:
    """Check that nothing has been decided since; joins and draw offers do not matter."""
    cursor = bout.hearing.cursor(seat)
    if not bout.hearing.moved(seat) <= at <= cursor:
        raise stale(at, cursor)


def _read(session: Session, request: messages.Play) -> int:
    """The action that a request names.

    Raises:
        Refusal: it names no legal action.
    """
    said = {name: getattr(request, name) for name in ("command", "action", "face")}
    given = {name: value for name, value in said.items() if value is not None}
    if len(given) != 1:
        found = " and ".join(given) or "neither"
        raise Refusal("wrong command", "command", found, "one of command, action and face")
    if request.command is not None:
        with refusing("illegal", "command", "a legal command"):
            return session.read(request.command)
    if request.face is not None and session.seat != CHANCE:
        raise Refusal("illegal", "face", "a die", "a decision, since no die is requested")
    action = request.face - 1 if request.face is not None else int(request.action or 0)
    mask: np.ndarray[Any, Any] = session.mask
    if action >= len(mask) or not mask[action]:
        place, legal = next(iter(given)), ", ".join(session.legal())
        raise Refusal("illegal", place, str(given[place]), f"a legal one: {legal[:400]}")
    return action


def new_seed() -> int:
    """A random seed for the dice of a bout."""
    return secrets.randbits(53)
