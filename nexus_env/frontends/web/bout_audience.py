"""The watchers of a served bout: some receive updates at once, others wait for news."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from nexus_env.frontends.web.messages import Update

Listener = Callable[[Update], None]


@dataclass(eq=False)
class Watcher:
    """Somebody who is told what happens in a bout."""

    seat: str | None
    tell: Listener
    cursor: int  # of the last event that it was told


class Audience:
    """The audience of one bout. It knows who looks on; what each may know is for the bout to say."""

    def __init__(self, cursor: Callable[[str | None], int], update: Callable[[str | None, int], Update]) -> None:
        """Nobody looks on.

        Args:
            cursor: how many events there are for a seat, or for a spectator.
            update: what a seat, or a spectator, is told of what lies behind a cursor.
        """
        self._cursor, self._update = cursor, update
        self._watching: list[Watcher] = []
        self._waiting = 0  # how many wait for news
        self._changed = asyncio.Event()

    @property
    def is_watching(self) -> bool:
        """Somebody is told at once what happens."""
        return bool(self._watching)

    @property
    def is_there(self) -> bool:
        """Somebody watches, or waits for news."""
        return self.is_watching or self._waiting > 0

    def add(self, watcher: Watcher) -> None:
        """Tell somebody from now on."""
        self._watching.append(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Tell them no more."""
        self._watching.remove(watcher)

    async def wait(self, seconds: float) -> None:
        """Wait for news, for so many seconds at most."""
        self._waiting += 1
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)
        finally:
            self._waiting -= 1

    def tell_news(self) -> None:
        """Something has happened: wake those who wait, and tell those who watch what they have not been told."""
        self._changed.set()
        self._changed = asyncio.Event()
        self._tell([watcher for watcher in self._watching if watcher.cursor < self._cursor(watcher.seat)])

    def tell_again(self) -> None:
        """Something has changed that is no event: tell all who watch how the bout stands."""
        self._tell(list(self._watching))

    def _tell(self, watching: list[Watcher]) -> None:
        for watcher in watching:
            update = self._update(watcher.seat, watcher.cursor)
            watcher.cursor = update.cursor
            watcher.tell(update)
