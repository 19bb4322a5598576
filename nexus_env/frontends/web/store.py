"""The store of bouts: an append-only list of events for each, on disk before anything is acknowledged.

SQLite by default, with no setup; a URL selects PostgreSQL. One thread writes: everything that arrives during a write
goes to disk in the next transaction, so that many bouts at once cost hardly more than one.
"""

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    false,
    func,
    select,
    update,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import IntegrityError, OperationalError, ProgrammingError, SQLAlchemyError

from nexus_env.frontends.web.presence import Seen
from nexus_env.system.wording import mismatch, one_line

TIDYING = 2.0  # seconds
MOST_AT_ONCE = 500  # writes per transaction
LOCKED_TRIES, LOCKED_PAUSE = 100, 0.05  # seconds
PSYCOPG = {
    "connect_timeout": 5,  # seconds, and below milliseconds, for a silent server
    "tcp_user_timeout": 10_000,
    "client_encoding": "utf8",  # else a database made without a locale, SQL_ASCII, gives bytes
}
Body = dict[str, Any]
T = TypeVar("T")

TABLES = MetaData()
BOUTS = Table(
    "bouts",
    TABLES,
    Column("bout", String(40), primary_key=True),
    Column("head", Text, nullable=False),
)
EVENTS = Table(
    "events",
    TABLES,
    Column("bout", String(40), primary_key=True),
    Column("cursor", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,  # an event writes one page, not one of the table and one of its index
)
SEATS = Table(
    "seats",  # finds the bouts of a token; only hashes of tokens are stored
    TABLES,
    Column("token", String(64), primary_key=True),
    Column("bout", String(40), primary_key=True),
    Column("since", Float, nullable=False),  # seconds since 1970
    sqlite_with_rowid=False,
)
PEOPLE = Table(
    "people",  # who is connected to which bout through which server, for servers that share the database
    TABLES,
    Column("bout", String(40), primary_key=True),
    Column("seat", String(16), primary_key=True),
    Column("connected", Float, nullable=False),  # when last connected, in seconds since 1970
    Column("asked", Float, nullable=False),  # the time of the last request
)
LOCK = 0x6E65787573  # of PostgreSQL, while a server creates the tables


class Taken(Exception):
    """Another server has already written an event with this cursor."""


class StoreError(Exception):
    """The store cannot be opened, read or written to; the message says why, on one line."""

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence))


@dataclass(frozen=True)
class Kept:
    """A stored bout: its terms, and its events in order."""

    head: Body
    events: list[Body]


@dataclass(frozen=True)
class _Write:
    """Rows that wait for the writer, all or none of which are written."""

    rows: Sequence[tuple[Table, Mapping[str, Any]]]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"

    def tell(self, error: Exception | None) -> None:
        """Report the result to the waiting caller."""
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

    def __init__(self, url: str, *, at_once: bool = True) -> None:
        """A store in the database of an SQLAlchemy URL, or in an SQLite file, such as bouts.db.

        Args:
            url: the URL or the file.
            at_once: open it and create its tables now, not on the first use.

        Raises:
            StoreError: that cannot be done.
        """
        self._url = url
        with self._opening():
            self._engine = _open(url)
        self._making = threading.Lock()
        self._is_made = False
        if at_once:
            try:
                self._make()
            except StoreError:
                self._engine.dispose()
                raise
        self._readers = ThreadPoolExecutor(thread_name_prefix="store-reader")
        self.is_shared = self._engine.dialect.name != "sqlite"
        self._waiting: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="store", daemon=True)
        self._writer.start()
        self._closing = threading.Event()
        self._tidier = threading.Thread(target=self._tidy_on, name="tidy", daemon=True)
        if not self.is_shared:
            self._tidier.start()

    def _make(self) -> None:
        """Create the tables, if they have not been created."""
        with self._making:
            if not self._is_made:
                with self._opening():
                    self._make_tables()
                    with self._engine.begin() as connection:  # existing tables need not be writable
                        connection.execute(BOUTS.delete().where(false()))
                self._is_made = True

    def _make_tables(self) -> None:
        """Create the tables, even if another server is doing so at this moment."""
        if self._engine.dialect.name == "postgresql":
            with self._engine.begin() as connection:  # of two servers that create a table at once, one would fail
                connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
                TABLES.create_all(connection)
            return
        for _ in range(len(TABLES.tables)):
            try:
                TABLES.create_all(self._engine)
                return
            except (OperationalError, ProgrammingError) as error:  # this table exists by now; the rest may be missing
                if "exists" not in _reason(error):
                    raise
        TABLES.create_all(self._engine)

    @contextmanager
    def _opening(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, ImportError, OSError) as error:
            found = f"one that cannot be opened or written ({_reason(error)})"
            expected = "a file such as bouts.db, or a URL such as sqlite:///bouts.db"
            raise StoreError(mismatch(f"store {self._url}", found, expected)) from error

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
        event = EVENTS, {"bout": bout, "cursor": cursor, "body": json.dumps(body)}
        await self._write(
            event, *([] if token is None else [(SEATS, {"token": token, "bout": bout, "since": time.time()})])
        )

    async def read(self, bout: str) -> Kept | None:
        """A bout with all its events; None if no bout has this name.

        Raises:
            StoreError: it could not be read.
        """
        return await self._aside(self._read, bout)

    async def read_after(self, bout: str, cursor: int) -> list[Body]:
        """The events of a bout after a cursor. Its errors are those of `read`."""
        return await self._aside(self._events, bout, cursor)

    async def bouts_of(self, tokens: Sequence[str], most: int) -> list[tuple[str, str]]:
        """Pairs of token hash and bout for some hashes, the latest first. Its errors are those of `read`."""
        return await self._aside(self._bouts_of, tokens, most)

    def _bouts_of(self, tokens: Sequence[str], most: int) -> list[tuple[str, str]]:
        rows = select(SEATS.c.token, SEATS.c.bout).where(SEATS.c.token.in_(tokens))
        with self._reading() as connection:
            return [
                (token, bout) for token, bout in connection.execute(rows.order_by(SEATS.c.since.desc()).limit(most))
            ]

    async def compare_people(self, bout: str, seen: Mapping[str, Seen]) -> dict[str, Seen]:
        """Store when the people of a bout were last seen here; returns when any server last saw them.

        Its errors are those of `read`.
        """
        return await self._aside(self._compare_people, bout, seen)

    def _compare_people(self, bout: str, seen: Mapping[str, Seen]) -> dict[str, Seen]:
        with self._reading() as connection, connection.begin():
            now = time.time()
            rows = connection.execute(select(PEOPLE).where(PEOPLE.c.bout == bout))
            known = {row.seat: Seen(max(0.0, now - row.connected), max(0.0, now - row.asked)) for row in rows}
            for seat, here in seen.items():
                there = known.get(seat)
                latest = here if there is None else Seen(*map(min, astuple(here), astuple(there)))
                row = {"connected": now - latest.connected, "asked": now - latest.asked}
                where = (PEOPLE.c.bout == bout) & (PEOPLE.c.seat == seat)
                if there is not None and latest != there:
                    connection.execute(update(PEOPLE).where(where).values(**row))
                elif there is None:
                    with suppress(IntegrityError), connection.begin_nested():  # another server was first
                        connection.execute(PEOPLE.insert(), {"bout": bout, "seat": seat, **row})
            return known

    def close(self) -> None:
        """Write what is pending, and close the database."""
        self._waiting.put(None)
        self._writer.join()
        self._closing.set()
        if not self.is_shared:
            self._tidier.join()
        self._readers.shutdown(cancel_futures=True)  # a reader still holds a connection
        self._engine.dispose()

    async def _aside(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a thread."""
        if self._closing.is_set():
            raise StoreError("The bout could not be read: the store is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._readers, function, *arguments)

    async def _write(self, *rows: tuple[Table, Mapping[str, Any]]) -> None:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.put(_Write(rows, loop, done))
        await done

    def _read(self, bout: str) -> Kept | None:
        with self._reading() as connection:
            head = connection.scalar(select(BOUTS.c.head).where(BOUTS.c.bout == bout))
        return None if head is None else Kept(json.loads(head), self._events(bout, 0))

    def _events(self, bout: str, cursor: int) -> list[Body]:
        rows = select(EVENTS.c.body).where(EVENTS.c.bout == bout, EVENTS.c.cursor > cursor).order_by(EVENTS.c.cursor)
        with self._reading() as connection:
            return [json.loads(body) for body in connection.scalars(rows)]

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._make()
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(f"The bout could not be read: {_reason(error)}.") from error

    def _write_on(self) -> None:
        """Write until the store is closed."""
        while (first := self._waiting.get()) is not None:
            writes = [first]
            while len(writes) < MOST_AT_ONCE and not self._waiting.empty():
                if (another := self._waiting.get()) is None:
                    self._waiting.put(None)
                    break
                writes.append(another)
            self._write_together(writes)

    def _tidy_on(self) -> None:
        """Checkpoint the write-ahead log at intervals, while the writer continues."""
        while not self._closing.wait(TIDYING):
            if not self._is_made:
                continue
            with suppress(SQLAlchemyError), self._engine.connect() as connection:  # otherwise, next time
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def _write_together(self, writes: Sequence[_Write]) -> None:
        """Write all in one transaction; if it fails, each in its own, since only one may be at fault."""
        try:
            self._make()
            with self._engine.begin() as connection:
                for table in (BOUTS, EVENTS, SEATS):
                    of_table = [row for write in writes for where, row in write.rows if where is table]
                    _insert(connection, table, of_table)
        except SQLAlchemyError as error:
            if len(writes) > 1:
                for write in writes:
                    self._write_together([write])
                return
            taken = isinstance(error, IntegrityError)
            writes[0].tell(Taken() if taken else StoreError(f"The bout could not be saved: {_reason(error)}."))
            return
        except StoreError as error:
            for write in writes:
                write.tell(error)
            return
        for write in writes:
            write.tell(None)


def _insert(connection: Connection, table: Table, rows: list[Mapping[str, Any]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


def _open(url: str) -> Engine:
    """The engine of a database; SQLite uses a write-ahead log, and waits for the disk at each transaction."""
    is_path = url.endswith(".db") and "://" not in url
    if not is_path and "://" not in url:
        raise OSError("a folder" if Path(url).is_dir() else "neither a URL nor a name that ends in .db")
    parsed = URL.create("sqlite", database=url) if is_path else make_url(url)
    psycopg = PSYCOPG if parsed.get_driver_name().startswith("psycopg") else {}
    engine = create_engine(parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite", connect_args=psycopg)
    if engine.dialect.name == "sqlite":
        if parsed.database in (None, "", ":memory:"):
            raise OSError("each thread would have a database of its own in memory")
        event.listen(engine, "connect", _write_ahead)
    return engine


def _write_ahead(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for attempt in reversed(range(LOCKED_TRIES)):  # SQLite does not wait while another server creates the file
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError:
            if attempt == 0:
                raise
            time.sleep(LOCKED_PAUSE)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA wal_autocheckpoint=0")  # it would make all writers wait: see `Store._tidy_on`
    cursor.close()


def _reason(error: BaseException) -> str:
    """The first line of a database error."""
    return str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")
