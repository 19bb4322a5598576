"""The bouts in memory. A bout that is not there is read from the store and replayed."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice

from nexus_env.contract.game import Game
from nexus_env.frontends.web.hall.bout import ServedBout
from nexus_env.frontends.web.hall.head import Head
from nexus_env.frontends.web.hall.opponents import ServedGames
from nexus_env.frontends.web.hall.past_bouts import Past, Retired, memory_of
from nexus_env.frontends.web.hall.store import DamagedError, KeptBout, Store, StoreError
from nexus_env.frontends.web.hall.surroundings import Surroundings
from nexus_env.frontends.web.hall.tables import cursor_of
from nexus_env.frontends.web.protocol.limits import MOST_BOUTS_IN_MEMORY
from nexus_env.frontends.web.protocol.refusals import Refusal
from nexus_env.system.wording import InputError

POLL = 0.5  # seconds between two checks for events of other servers
STOPPING = 5.0  # seconds at most for storing how bouts stand when the service stops
LOG = logging.getLogger(__name__)


class Shelf:
    """The most recently used bouts of a store."""

    def __init__(
        self, store: Store, served: ServedGames, surroundings: Surroundings, is_played: Callable[[str], bool]
    ) -> None:
        """Start with no bouts in memory.

        Args:
            store: stores all bouts.
            served: the games whose bouts can be played.
            surroundings: the time.
            is_played: whether a bout, by name, has decisions under way.
        """
        self.store, self._served, self._surroundings, self._is_played = store, served, surroundings, is_played
        self.bouts: OrderedDict[str, ServedBout] = OrderedDict()  # the most recently used last
        self.wake: Callable[[ServedBout], None] = lambda bout: None  # called when a bout may have to go on
        self.damage: dict[str, str] = {}  # of bouts and of the store itself, as far as it was met
        self._following: asyncio.Task[None] | None = None

    # --- finding ------------------------------------------------------------------------------------------------------

    async def find(self, name: str) -> ServedBout:
        """The bout with this name, loaded from the store if necessary.

        Raises:
            Retired: it can only be read.
            Refusal: no bout has this name, or the store is not available.
        """
        bout = self.bouts.get(name)
        if bout is None:
            loaded = await self._load(name)
            if (bout := self.bouts.get(name)) is None:  # unless another request has loaded it meanwhile
                bout = loaded
                await self.bring_in(bout)
                self.wake(bout)
        elif self.store.is_shared:
            await self._catch_up(bout)
        if self.store.is_shared:
            await self._compare_people(bout)
        bout = self.bouts.setdefault(name, bout)
        self.bouts.move_to_end(name)
        return bout

    async def _load(self, name: str) -> ServedBout:
        with self.keeping(name):
            kept = await self.store.read(name)
        if kept is None:
            raise Refusal("unknown bout", "bout", repr(name), "the name of a bout of this service")
        bout = await asyncio.to_thread(self._restored, name, kept)
        for number, wrong in bout.left_out.items():
            self._report(f"{name} {number}", f"The bout {name}: event {number} is left out, since {wrong}.")
        bout.remembered = cursor_of(kept.memory) if kept.memory else -1
        if bout.phase == "over":
            await self.remember(bout)
        return bout

    def _restored(self, name: str, kept: KeptBout) -> ServedBout:
        """A bout from its events.

        Raises:
            Retired: it can only be read.
        """
        past = Past(name, kept.head, kept.events, "other rules", "", kept.memory or {}, kept.damage)
        if kept.damage:
            self._report(name, f"The bout {name}: {kept.damage}.")
        game, head, why = self._playable(kept.head)
        served = ", ".join(one.stamps["game"] for one in self._served.games)
        if game is None or head is None:
            past.why = f"This bout began under {why}; the service plays {served}."
            raise Retired(past, f"a bout of {why}", served)
        try:
            bout = ServedBout(game, name, head, self._surroundings)
        except (TypeError, ValueError, OverflowError) as error:
            past.stopped_by, past.damage = "damage", f"its terms cannot be played: {error}"
            self._report(name, f"The bout {name}: {past.damage}.")
            raise Retired(past, past.damage, "a bout that is stored as a whole") from error
        for event in kept.events:
            bout.take(event)
        if kept.damage:
            past.stopped_by = "damage"
            if not past.is_over:
                past.memory = memory_of(bout)
            raise Retired(past, kept.damage, "a bout that is stored as a whole")
        return bout

    def _playable(self, terms: dict[str, object]) -> tuple[Game | None, Head | None, str]:
        """The game and the terms of a stored bout, and under which rules it began."""
        rules = str(terms.get("rules"))
        if (game := self._served.with_rules(rules)) is None:
            return None, None, rules
        try:
            head = Head.of(terms)
            row = game.read_options(**head.options)
            if len(head.seats) not in game.seats or head.options.get("seats", len(head.seats)) != len(head.seats):
                raise InputError(f"seats: got {len(head.seats)}; expected as many as the options have")
        except (TypeError, ValueError, KeyError, OverflowError):
            return None, None, f"{rules} with terms that this version does not know"
        if head.stock and game.stamp is not None and head.stock != game.stamp(row):
            return None, None, f"{rules} with other cards"
        return game, head, rules

    def _report(self, what: str, told: str) -> None:
        """Log a kind of damage once."""
        if what not in self.damage:
            self.damage[what] = told
            LOG.error("%s", told)

    @contextmanager
    def keeping(self, name: str = "") -> Iterator[None]:
        """Turn errors of the store into refusals; `name` is the bout that is read."""
        try:
            yield
        except DamagedError as error:
            told = str(error)
            self._report(name, f"The bout {name}: {told}." if name else f"{told}.")
            expected, remedy = "one that can be read", "Tell whoever runs this service, who may have a backup."
            raise Refusal("damaged", "bout", told, expected, remedy) from error
        except StoreError as error:
            LOG.error("%s", error)
            expected, remedy = "a store that answers", "Send it again in a moment."
            raise Refusal("not kept", "message", str(error).rstrip("."), expected, remedy) from error

    # --- keeping ------------------------------------------------------------------------------------------------------

    async def bring_in(self, bout: ServedBout) -> None:
        """Keep a bout in memory, and drop the least recently used ones."""
        self.bouts[bout.name] = bout
        if len(self.bouts) <= MOST_BOUTS_IN_MEMORY:
            return
        resting = (
            name
            for name, other in self.bouts.items()
            if not (other is bout or other.audience.is_there or other.lock.locked() or self._is_played(name))
        )
        least = list(islice(resting, len(self.bouts) - MOST_BOUTS_IN_MEMORY))
        for dropped in [self.forget(name) for name in least]:  # all at once: others may drop bouts meanwhile
            await self.remember(dropped)

    def forget(self, name: str) -> ServedBout:
        """Drop a bout from memory."""
        dropped = self.bouts.pop(name)
        dropped.presence.rest()
        return dropped

    async def remember(self, bout: ServedBout) -> None:
        """Store how a bout stands, unless that has been stored; a failure costs nothing but that."""
        if bout.remembered == bout.cursor:
            return
        try:
            memory = await asyncio.to_thread(memory_of, bout)
            await self.store.remember(bout.name, memory)
            bout.remembered = memory["cursor"]
        except Exception as error:  # of the store, or of a game's words
            LOG.error("How the bout %s stands could not be stored: %s", bout.name, error)

    async def close(self) -> None:
        """Store how all bouts stand."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(STOPPING):
                for bout in reversed(self.bouts.values()):
                    await self.remember(bout)
        for bout in self.bouts.values():
            bout.presence.rest()

    # --- other servers ------------------------------------------------------------------------------------------------

    async def _catch_up(self, bout: ServedBout) -> None:
        """Apply events that another server has accepted."""
        async with bout.lock:
            await self.take_others(bout)
        self.wake(bout)

    async def _compare_people(self, bout: ServedBout) -> None:
        """Exchange with other servers, at intervals, who is connected."""
        if bout.presence.is_to_be_compared():
            with self.keeping():
                found = await self.store.compare_people(bout.name, bout.presence.seen())
            bout.presence.hear(found)

    async def take_others(self, bout: ServedBout) -> None:
        """Apply events that another server has accepted; the caller holds the lock."""
        with self.keeping():
            events = await self.store.read_after(bout.name, bout.cursor)
        for event in events:
            bout.take(event)
        bout.audience.tell_news()

    def follow(self) -> None:
        """Poll for events of other servers in bouts that are watched or waited for here, from now on."""
        if self.store.is_shared and self._following is None:
            self._following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            for bout in [bout for bout in self.bouts.values() if bout.audience.is_there]:
                with suppress(Refusal):  # the store is unavailable, perhaps only for now
                    await self._catch_up(bout)
                    await self._compare_people(bout)
