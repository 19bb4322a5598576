"""Fair sharing of thinking slots, first between addresses, then between bouts.

Nothing that thinks is interrupted. A place that becomes free goes first to bouts that somebody waits for, before those
of agents alone that nobody watches; then to the address that has the fewest places, and has had the least time; then to
the bout that has had the least; then to whoever came first. Neither one address nor the bouts that nobody waits for get
the last place: somebody else need not wait until one of their agents has thought to its end.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count

from nexus_env.frontends.web.limits import MOST_SHARES_REMEMBERED


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Asker:
    """For whom an agent thinks."""

    address: str = ""
    bout: str = ""
    is_awaited: Callable[[], bool] = _always  # a person waits for it, or watches


class Shares:
    """How many seconds each has had. A newcomer begins where the least of those that are served stands."""

    def __init__(self) -> None:
        """Nobody has had any."""
        self._had: dict[str, float] = {}
        self._least = 0.0

    def of(self, name: str) -> float:
        """What it has had, or counts as having had."""
        return max(self._had.get(name, 0.0), self._least)

    def serve(self, name: str) -> None:
        """It is its turn: nobody who comes later has had less."""
        self._least = self.of(name)

    def charge(self, name: str, seconds: float) -> None:
        """It has had so much more."""
        self._had[name] = self.of(name) + seconds
        if len(self._had) > MOST_SHARES_REMEMBERED:
            self._had = {other: had for other, had in self._had.items() if had > self._least}


@dataclass(eq=False)
class _Thinker:
    """One who waits for a place, or has it."""

    asker: Asker
    number: int
    place: "asyncio.Future[None]"
    is_awaited: bool = True  # when it got its place
    began: float = 0.0


class Desk:
    """So many places, and those who wait for one."""

    def __init__(self, places: int) -> None:
        """All places are free; one address may have all but the last."""
        self._free, self._most = places, max(1, places - 1)
        self._queue: list[_Thinker] = []
        self._numbers = count()
        self._addresses, self._bouts = Shares(), Shares()
        self._thinking: Counter[str] = Counter()  # how many places an address has
        self._unawaited = 0  # and the bouts that nobody waits for

    async def place(self, asker: Asker) -> Callable[[], None]:
        """Wait for a place; what is returned gives it back."""
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
        """Give free places to those whose turn it is."""
        while self._free and (able := [waiting for waiting in self._queue if self._may(waiting)]):
            first = min(able, key=self._rank)
            self._queue.remove(first)
            first.is_awaited, first.began = first.asker.is_awaited(), time.monotonic()
            self._free -= 1
            self._thinking[first.asker.address] += 1
            self._unawaited += not first.is_awaited
            self._addresses.serve(first.asker.address)
            self._bouts.serve(first.asker.bout)
            first.place.set_result(None)

    def _may(self, waiting: _Thinker) -> bool:
        """The last place is for others; and who has given up, without having been told so yet, wants none."""
        if waiting.place.done():
            return False
        asker = waiting.asker
        has_most = self._thinking[asker.address] >= self._most
        return not has_most and (self._unawaited < self._most or asker.is_awaited())

    def _rank(self, waiting: _Thinker) -> tuple[bool, int, float, float, int]:
        """The lowest comes first."""
        asker = waiting.asker
        had = self._addresses.of(asker.address), self._bouts.of(asker.bout)
        return not asker.is_awaited(), self._thinking[asker.address], *had, waiting.number

    def _leave(self, thinker: _Thinker) -> None:
        """A place is free again."""
        seconds, asker = time.monotonic() - thinker.began, thinker.asker
        self._free += 1
        self._thinking -= Counter({asker.address: 1})  # and those that have none are forgotten
        self._unawaited -= not thinker.is_awaited
        self._addresses.charge(asker.address, seconds)
        self._bouts.charge(asker.bout, seconds)
        self._serve()
