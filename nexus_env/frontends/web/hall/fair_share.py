"""Fair sharing of thinking slots, first between addresses, then between bouts.

A thinking agent is never interrupted. A free slot goes first to bouts that a person waits for, before unwatched bouts
between agents; then to the address with the fewest slots, and then with the least time used; then to the bout with the
least time used; then to the first that asked. Neither a single address nor unwatched bouts get the last slot, so that
others need not wait until one of their agents has finished.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count

from nexus_env.frontends.web.protocol.limits import MOST_SHARES_REMEMBERED


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Asker:
    """The address and bout for which an agent thinks."""

    address: str = ""
    bout: str = ""
    is_awaited: Callable[[], bool] = _always  # whether a person waits for it, or watches


class Shares:
    """The seconds used by each name. A new name starts with the least of those being served."""

    def __init__(self) -> None:
        """Start with no time used."""
        self._had: dict[str, float] = {}
        self._least = 0.0

    def of(self, name: str) -> float:
        """The seconds that count as used by a name."""
        return max(self._had.get(name, 0.0), self._least)

    def serve(self, name: str) -> None:
        """Serve a name: later new names do not start below it."""
        self._least = self.of(name)

    def charge(self, name: str, seconds: float) -> None:
        """Add to the seconds used by a name."""
        self._had[name] = self.of(name) + seconds
        if len(self._had) > MOST_SHARES_REMEMBERED:
            self._had = {other: had for other, had in self._had.items() if had > self._least}


@dataclass(eq=False)
class _Thinker:
    """A request that waits for a slot, or has one."""

    asker: Asker
    number: int
    place: "asyncio.Future[None]"
    is_awaited: bool = True  # when it got its slot
    began: float = 0.0


class Desk:
    """A number of slots, and the requests that wait for one."""

    def __init__(self, places: int, now: Callable[[], float] = time.monotonic) -> None:
        """Start with all slots free; one address may use all but one. `now` is the time in seconds."""
        self._free, self._most, self._now = places, max(1, places - 1), now
        self._queue: list[_Thinker] = []
        self._numbers = count()
        self._addresses, self._bouts = Shares(), Shares()
        self._thinking: Counter[str] = Counter()  # the slots of each address
        self._unawaited = 0  # the slots of bouts that nobody waits for

    async def place(self, asker: Asker) -> Callable[[], None]:
        """Wait for a slot; call the result to release it."""
        waiting = _Thinker(asker, next(self._numbers), asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        try:
            self._serve()
            await waiting.place
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
            else:
                self._leave(waiting)
            raise
        return partial(self._leave, waiting)

    def _serve(self) -> None:
        """Assign free slots in order."""
        while self._free and (able := [waiting for waiting in self._queue if self._may(waiting)]):
            first = min(able, key=self._rank)
            self._queue.remove(first)
            first.is_awaited, first.began = first.asker.is_awaited(), self._now()
            self._free -= 1
            self._thinking[first.asker.address] += 1
            self._unawaited += not first.is_awaited
            self._addresses.serve(first.asker.address)
            self._bouts.serve(first.asker.bout)
            first.place.set_result(None)

    def _may(self, waiting: _Thinker) -> bool:
        """Whether a request may get a slot: the last one is reserved for others, and it must not be canceled."""
        if waiting.place.done():
            return False
        asker = waiting.asker
        has_most = self._thinking[asker.address] >= self._most
        return not has_most and (self._unawaited < self._most or asker.is_awaited())

    def _rank(self, waiting: _Thinker) -> tuple[bool, int, float, float, int]:
        """The sorting key of a request; the lowest comes first."""
        asker = waiting.asker
        had = self._addresses.of(asker.address), self._bouts.of(asker.bout)
        return not asker.is_awaited(), self._thinking[asker.address], *had, waiting.number

    def _leave(self, thinker: _Thinker) -> None:
        """Release a slot."""
        seconds, asker = self._now() - thinker.began, thinker.asker
        self._free += 1
        self._thinking -= Counter({asker.address: 1})  # drops addresses whose count is 0
        self._unawaited -= not thinker.is_awaited
        self._addresses.charge(asker.address, seconds)
        self._bouts.charge(asker.bout, seconds)
        self._serve()
