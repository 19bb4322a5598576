"""The database of a store of bouts: SQLite by default, with no setup; a URL selects PostgreSQL."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any, Protocol

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, Select, create_engine, event, false, func, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, ProgrammingError, SQLAlchemyError

from nexus_env.frontends.web.hall.presence import Seen
from nexus_env.frontends.web.hall.tables import (
    BOUTS,
    CHECKS,
    EVENTS,
    IN_ORDER,
    MEMORIES,
    PEOPLE,
    REPLACED,
    SEATS,
    TABLES,
    Body,
    DamagedError,
    KeptBout,
    Rows,
    StoreError,
    Taken,
    cursor_of,
    decoded,
    unpacked,
    written,
)
from nexus_env.system.wording import mismatch

LOCKED_TRIES, LOCKED_PAUSE = 100, 0.05  # seconds
PSYCOPG = {
    "connect_timeout": 5,  # seconds, and below milliseconds, for a silent server
    "tcp_user_timeout": 10_000,
    "client_encoding": "utf8",  # else a database made without a locale, SQL_ASCII, gives bytes
}
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
LOCK = 0x6E65787573  # of PostgreSQL, while a server creates the tables


class Lock(Protocol):
    """A lock that the operating system releases when the process ends."""

    def acquire(self, *, blocking: bool) -> Any:
        """Take it.

        Raises:
            Timeout: another process holds it.
        """

    def release(self) -> Any:
        """Give it back."""


class Database:
    """All bouts of a service, or of several that share a database. Its functions wait for the disk."""

    def __init__(
        self, url: str, *, is_alone: bool = True, engine: Engine | None = None, lock: Lock | None = None
    ) -> None:
        """Connect to the database of an SQLAlchemy URL, or an SQLite file, such as bouts.db; it is opened later.

        Args:
            url: the URL or the file.
            is_alone: no other process may use the same SQLite file, since its bouts would be out of date here.
            engine: a database that is there already; then `url` is only its name.
            lock: what keeps others away; by default a file beside that of SQLite.

        Raises:
            StoreError: the URL is wrong.
        """
        self._url = url
        with self._opening():
            self._engine = _connected(url) if engine is None else engine
            self._lock = _lock_of(self._engine) if lock is None and engine is None else lock
        self._is_alone, self._making, self.is_made = is_alone, threading.Lock(), False

    @property
    def is_shared(self) -> bool:
        """Whether several servers may use it at a time."""
        return self._engine.dialect.name != "sqlite"

    def make(self) -> None:
        """Create the tables, if they have not been created.

        Raises:
            StoreError: that cannot be done, or another process uses the file.
        """
        with self._making:
            if not self.is_made:
                with self._opening():
                    self._keep_others_away()
                    try:
                        self._make_tables()
                        with self._engine.begin() as connection:  # existing tables need not be writable
                            connection.execute(BOUTS.delete().where(false()))
                    except BaseException:
                        self._let_others_in()
                        raise
                self.is_made = True

    def _keep_others_away(self) -> None:
        folder = Path(self._engine.url.database or "").parent
        if self._lock is None or not self._is_alone or not folder.is_dir():  # the lock would make the folder
            return
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            found, expected = "one that another service uses", "one of its own, or a PostgreSQL database"
            raise StoreError(mismatch(f"store {self._url}", found, expected)) from None
        except NotImplementedError:  # of a file system without locks
            self._lock = None

    def _let_others_in(self) -> None:
        if self._lock is not None and self._is_alone:
            self._lock.release()

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
            if isinstance(error, DatabaseError) and _is_damage(error):
                found = f"a damaged file, of which nothing can be read ({_reason(error)})"
                expected = "a backup of it in its place, or another file, in which bouts begin anew"
            else:
                found = f"one that cannot be opened or written ({_reason(error)})"
                expected = "a file such as bouts.db, or a URL such as sqlite:///bouts.db"
            raise StoreError(mismatch(f"store {self._url}", found, expected)) from error

    def close(self) -> None:
        """Close all connections, and let other processes in."""
        self._engine.dispose()
        if self.is_made:
            self._let_others_in()

    # --- writing ------------------------------------------------------------------------------------------------------

    def write(self, writes: Sequence[Rows]) -> None:
        """Write all rows in one transaction.

        Raises:
            Taken: there is a row with the same key.
            StoreError: they could not be written.
        """
        self.make()
        try:
            with self._engine.begin() as connection:
                for table in IN_ORDER:
                    of_table = [row for rows in writes for where, row in rows if where is table]
                    if table is MEMORIES and of_table:
                        of_table = _newest(connection, of_table)
                    if of_table and (key := REPLACED.get(table)) is not None:
                        of_table = list({row[key.name]: row for row in of_table}.values())  # the last of each
                        connection.execute(table.delete().where(key.in_([row[key.name] for row in of_table])))
                    if of_table:
                        connection.execute(table.insert(), of_table)
        except IntegrityError as error:
            raise Taken from error
        except Exception as error:  # of the driver, or of the disk
            raise _error_of(error, "saved") from error

    def tidy(self) -> None:
        """Checkpoint the write-ahead log, while others continue."""
        with suppress(SQLAlchemyError), self._engine.connect() as connection:  # otherwise, next time
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    # --- reading ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self.make()
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise _error_of(error, "read") from error

    def read(self, bout: str) -> KeptBout | None:
        """A bout with all its events that can be read; None if no bout has this name.

        Raises:
            DamagedError: not even its terms can be read.
            StoreError: it could not be read now.
        """
        with self._reading() as connection:
            head = connection.scalar(select(BOUTS.c.head).where(BOUTS.c.bout == bout))
            if head is None:
                if self._events(connection, bout, 0) != ([], ""):
                    raise DamagedError("the terms of this bout are missing")
                return None
            try:
                memory = connection.scalar(select(MEMORIES.c.body).where(MEMORIES.c.bout == bout))
            except DatabaseError as error:
                if not _is_damage(error):
                    raise
                memory = None
            try:
                terms = written(head)
            except ValueError as error:
                terms = error
            if not isinstance(terms, dict):
                raise DamagedError("the terms of this bout are damaged: they are not a JSON object")
            return _complete(KeptBout(terms, *self._events(connection, bout, 0), unpacked(memory)))

    def read_after(self, bout: str, cursor: int) -> tuple[list[Body], str]:
        """The events of a bout after a cursor, and what is wrong with the next one. Its errors are those of `read`."""
        with self._reading() as connection:
            return self._events(connection, bout, cursor)

    def _events(self, connection: Connection, bout: str, cursor: int) -> tuple[list[Body], str]:
        where = (EVENTS.c.bout == bout) & (EVENTS.c.cursor > cursor)
        events: list[Body] = []
        rows = select(EVENTS.c.cursor, EVENTS.c.body).where(where).order_by(EVENTS.c.cursor)
        try:
            for number, body in _one_by_one(connection, rows):
                expected = cursor + len(events) + 1
                if number != expected:
                    return events, f"event {expected} of this bout is missing"
                try:
                    events.append(written(body))
                except ValueError:
                    return events, f"event {expected} of this bout is damaged: it is not JSON"
        except DatabaseError as error:
            if not _is_damage(error):
                raise
            return events, f"event {cursor + len(events) + 1} of this bout is damaged ({_reason(error)})"
        return events, ""

    def bouts_of(self, tokens: Sequence[str], most: int) -> list[tuple[str, str]]:
        """Pairs of token hash and bout for some hashes, the latest first. Its errors are those of `read`."""
        rows = select(SEATS.c.token, SEATS.c.bout).where(SEATS.c.token.in_(tokens))
        with self._reading() as connection:
            found = connection.execute(rows.order_by(SEATS.c.since.desc()).limit(most))
            return [(token, bout) for token, bout in found]

    def check(self) -> None:
        """Read something; the rest is a write of the row in `checks`. Its errors are those of `read`."""
        with self._reading() as connection:
            connection.execute(select(BOUTS.c.bout).limit(1)).all()
            connection.execute(select(CHECKS.c.at)).all()

    def compare_people(self, bout: str, seen: Mapping[str, Seen], now: float) -> dict[str, Seen]:
        """Store when the people of a bout were last seen here; returns when any server last saw them.

        `now` is in seconds since 1970. Its errors are those of `read`.
        """
        with self._reading() as connection, connection.begin():
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


def _newest(connection: Connection, memories: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Those that tell no less than what is stored, perhaps by another server, which may have seen more of a bout."""
    names = {memory["bout"] for memory in memories}
    rows = select(MEMORIES.c.bout, MEMORIES.c.body).where(MEMORIES.c.bout.in_(names)).with_for_update()
    stored = {bout: cursor_of(unpacked(body)) for bout, body in connection.execute(rows)}
    return [
        memory
        for memory in memories
        if memory["bout"] not in stored or cursor_of(unpacked(memory["body"])) >= stored[memory["bout"]]
    ]


def _complete(kept: KeptBout) -> KeptBout:
    """A bout, and that it has lost its last events if more were there when it was last seen."""
    count = len(kept.events)
    is_cut = not kept.damage and cursor_of(kept.memory) > count
    return replace(kept, damage=f"event {count + 1} of this bout is missing") if is_cut else kept


def _one_by_one(connection: Connection, rows: Select[Any]) -> Iterator[Any]:
    """The rows of a query, each as soon as it is read: those before a damaged page are good."""
    result = connection.execute(rows)
    while (row := result.fetchone()) is not None:
        yield row


def _error_of(error: Exception, done: str) -> StoreError:
    """An error of the database as one of the store."""
    if isinstance(error, DatabaseError) and _is_damage(error):
        return DamagedError(f"the file of the store is damaged ({_reason(error)})")
    return StoreError(f"The bout could not be {done}: {_reason(error)}.")


def _is_damage(error: DatabaseError) -> bool:
    """Whether the file will never be readable again; an extended code has the kind of error in its lowest byte."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in DAMAGED


def _connected(url: str) -> Engine:
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


def _lock_of(engine: Engine) -> Lock | None:
    """The lock beside the file of SQLite; a database server needs none, and a URI may be read only."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or name is None or name.startswith("file:"):
        return None
    return FileLock(f"{os.path.realpath(name)}.lock", thread_local=False)  # links lead to the same file


def _write_ahead(connection: Any, _: Any) -> None:
    connection.text_factory = decoded  # sqlite3 would refuse bytes that are no text, and repeat the whole secret text
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
    cursor.execute("PRAGMA wal_autocheckpoint=0")  # it would make all writers wait: see `Store`
    cursor.close()


def _reason(error: BaseException) -> str:
    """The first line of a database error."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
