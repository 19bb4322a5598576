"""The store of bouts: an append-only list of events for each, on disk before anything is acknowledged.

One thread writes: everything that arrives during a write goes to disk in the next transaction, so that many bouts at
once cost hardly more than one.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from nexus_env.frontends.web.hall.database import Database
from nexus_env.frontends.web.hall.presence import Seen
from nexus_env.frontends.web.hall.surroundings import REAL, Surroundings
from nexus_env.frontends.web.hall.tables import (
    BOUTS,
    CHECKS,
    EVENTS,
    MEMORIES,
    SEATS,
    Body,
    DamagedError,
    KeptBout,
    Rows,
    StoreError,
    Taken,
    packed,
)

__all__ = ["Body", "DamagedError", "KeptBout", "Store", "StoreError", "Taken"]

TIDYING = 2.0  # seconds between two checkpoints of SQLite's write-ahead log, at least
MOST_AT_ONCE = 500  # writes per transaction
READERS = 8
T = TypeVar("T")


@dataclass(frozen=True)
class _Write:
    """Rows that wait for the writer, all or none of which are written."""

    rows: Rows
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"

    def tell(self, error: Exception | None) -> None:
        """Report the result to the waiting caller."""
        with suppress(RuntimeError):  # its loop has ended
            self.loop.call_soon_threadsafe(_settle, self.done, error)


def _settle(done: "asyncio.Future[None]", error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


class Store:
    """All bouts of a service, or of several that share a database."""

    def __init__(self, database: Database | str, *, at_once: bool = True, surroundings: Surroundings = REAL) -> None:
        """A store in a database, or in that of an SQLAlchemy URL, or in an SQLite file, such as bouts.db.

        Args:
            database: the database, the URL or the file.
            at_once: open it and create its tables now, not on the first use.
            surroundings: the time and threads.

        Raises:
            StoreError: that cannot be done.
        """
        self._database = Database(database) if isinstance(database, str) else database
        if at_once:
            try:
                self._database.make()
            except StoreError:
                self._database.close()
                raise
        self.is_shared, self._surroundings, self._is_closed = self._database.is_shared, surroundings, False
        self._waiting: deque[_Write] = deque()
        self._writer, self._tidier = surroundings.threads("store", 1), surroundings.threads("tidy", 1)
        self._readers = surroundings.threads("store-reader", READERS)
        self._tidied = surroundings.now()

    async def begin(self, bout: str, head: Body) -> None:
        """Save a new bout; returns when it is on disk.

        Raises:
            Taken: there is a bout with this name.
            StoreError: it could not be written.
        """
        await self._write((BOUTS, {"bout": bout, "head": json.dumps(head)}))

    async def append(self, bout: str, cursor: int, body: Body, token: str | None = None) -> None:
        """Save an event; returns when it is on disk. Its errors are those of `begin`.

        Args:
            bout: the name of the bout.
            cursor: the number of the event.
            body: what happened.
            token: the hash of a token that finds the bout from now on.
        """
        rows: list[Any] = [(EVENTS, {"bout": bout, "cursor": cursor, "body": json.dumps(body)})]
        if token is not None:
            rows.append((SEATS, {"token": token, "bout": bout, "since": self._surroundings.date()}))
        await self._write(*rows)

    async def remember(self, bout: str, body: Body) -> None:
        """Save how a bout stands now, in place of what was saved before, unless that tells more.

        Its errors are those of `begin`.
        """
        await self._write((MEMORIES, {"bout": bout, "body": packed(body)}))

    async def check(self) -> None:
        """Write and read something. Its errors are those of `begin`."""
        with suppress(Taken):  # another server checks it at this moment
            await self._write((CHECKS, {"name": "check", "at": self._surroundings.date()}))
        await self._aside(self._database.check)

    async def read(self, bout: str) -> KeptBout | None:
        """A bout with all its events that can be read; None if no bout has this name.

        Raises:
            DamagedError: not even its terms can be read.
            StoreError: it could not be read now.
        """
        return await self._aside(self._database.read, bout)

    async def read_after(self, bout: str, cursor: int) -> list[Body]:
        """The events of a bout after a cursor that can be read. Its errors are those of `read`."""
        return (await self._aside(self._database.read_after, bout, cursor))[0]

    async def bouts_of(self, tokens: Sequence[str], most: int) -> list[tuple[str, str]]:
        """Pairs of token hash and bout for some hashes, the latest first. Its errors are those of `read`."""
        return await self._aside(self._database.bouts_of, tokens, most)

    async def compare_people(self, bout: str, seen: Mapping[str, Seen]) -> dict[str, Seen]:
        """Store when the people of a bout were last seen here; returns when any server last saw them.

        Its errors are those of `read`.
        """
        return await self._aside(self._database.compare_people, bout, seen, self._surroundings.date())

    def close(self) -> None:
        """Write what is pending, and close the database."""
        self._is_closed = True
        self._writer.shutdown()
        self._tidier.shutdown()
        self._readers.shutdown(cancel_futures=True)  # a reader still holds a connection
        self._database.close()

    async def _aside(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a thread."""
        if self._is_closed:
            raise StoreError("The bout could not be read: the store is closed.")
        return await asyncio.wrap_future(self._readers.submit(function, *arguments))

    async def _write(self, *rows: Any) -> None:
        if self._is_closed:
            raise StoreError("The bout could not be saved: the store is closed.")
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.append(_Write(rows, loop, done))
        self._writer.submit(self._write_waiting)
        await done

    def _write_waiting(self) -> None:
        """Write what waits, if an earlier transaction has not written it."""
        writes: list[_Write] = []
        while self._waiting and len(writes) < MOST_AT_ONCE:
            writes.append(self._waiting.popleft())
        if writes:
            self._write_together(writes)
            self._tidy_sometimes()

    def _tidy_sometimes(self) -> None:
        """Checkpoint the write-ahead log at intervals, while the writer continues."""
        if not self.is_shared and self._surroundings.now() - self._tidied >= TIDYING:
            self._tidied = self._surroundings.now()
            with suppress(RuntimeError):  # the store is being closed, which tidies up
                self._tidier.submit(self._database.tidy)

    def _write_together(self, writes: Sequence[_Write]) -> None:
        """Write all in one transaction; if it fails, each in its own, since only one may be at fault."""
        try:
            self._database.write([write.rows for write in writes])
        except (Taken, StoreError) as error:
            if len(writes) > 1 and self._database.is_made:
                for write in writes:
                    self._write_together([write])
                return
            for write in writes:
                write.tell(error)
            return
        for write in writes:
            write.tell(None)
