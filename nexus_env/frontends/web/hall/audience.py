"""The watchers of a served bout: some receive updates at once, others wait for news."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from nexus_env.frontends.web.protocol.messages import Update

Listener = Callable[[Update], None]


@dataclass(eq=False)
class Watcher:
    """A viewer who receives the updates of a bout."""

    seat: str | None
    tell: Listener
    cursor: int  # of the last event that it received


class Audience:
    """The viewers of one bout; the bout decides what each may know."""

    def __init__(self, cursor: Callable[[str | None], int], update: Callable[[str | None, int], Update]) -> None:
        """Start without viewers.

        Args:
            cursor: how many events there are for a seat, or for a spectator.
            update: makes the update of a seat, or a spectator, after a cursor.
        """
        self._cursor, self._update = cursor, update
        self._watching: list[Watcher] = []
        self._waiting = 0  # the number of requests that wait for news
        self._changed = asyncio.Event()

    @property
    def is_watching(self) -> bool:
        """Whether anybody receives updates."""
        return bool(self._watching)

    @property
    def is_there(self) -> bool:
        """Whether anybody watches, or waits for news."""
        return self.is_watching or self._waiting > 0

    def add(self, watcher: Watcher) -> None:
        """Send updates to a viewer from now on."""
        self._watching.append(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Stop sending updates to a viewer."""
        self._watching.remove(watcher)

    async def wait(self, seconds: float) -> None:
        """Wait for news, at most `seconds`."""
        self._waiting += 1
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):  # `wait_for` forgets in Python 3.11 that it has been canceled
                    await self._changed.wait()
        finally:
            self._waiting -= 1

    def tell_news(self) -> None:
        """After an event: wake waiting requests, and send viewers what they have not received."""
        self._changed.set()
        self._changed = asyncio.Event()
        self._tell([watcher for watcher in self._watching if watcher.cursor < self._cursor(watcher.seat)])

    def tell_again(self) -> None:
        """After a change that is not an event: send all viewers the state of the bout."""
        self._tell(list(self._watching))

    def _tell(self, watching: list[Watcher]) -> None:
        for watcher in watching:
            update = self._update(watcher.seat, watcher.cursor)
            watcher.cursor = update.cursor
            watcher.tell(update)
