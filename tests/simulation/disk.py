"""The disk: a database that outlives processes, and what may happen to it."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from filelock import Timeout
from sqlalchemy import create_engine, event, select, text, update
from sqlalchemy.pool import StaticPool

from nexus_env.frontends.web.hall.database import Database, _write_ahead
from nexus_env.frontends.web.hall.tables import BOUTS, EVENTS, MEMORIES, Rows, StoreError, unpacked
from simulation.clock import Threads

ILLEGAL = 10_000  # an action that no game has
SPOILED = [text(f"'{body}'") for body in ('{"kind": "tu', "[" * 100_000, "")] + [text("cast(x'7bff' as text)")]


class Lock:
    """The lock on the file, which the system takes from a process that ends."""

    def __init__(self) -> None:
        self.holder: object = None

    def of(self, process: object) -> "Held":
        """The lock as a process sees it."""
        return Held(self, process)


class Held:
    def __init__(self, lock: Lock, process: object) -> None:
        self._lock, self._process = lock, process

    def acquire(self, *, blocking: bool) -> None:
        if self._lock.holder not in (None, self._process):
            raise Timeout("the file")
        self._lock.holder = self._process

    def release(self) -> None:
        if self._lock.holder is self._process:
            self._lock.holder = None


class Disk:
    """A database in memory."""

    def __init__(self, chance: random.Random) -> None:
        self.engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        event.listen(self.engine, "connect", _write_ahead)
        self.chance, self.lock = chance, Lock()
        self.is_shared = False  # several services use it
        self.is_full = False  # nothing can be written
        self.forgets = 0.0  # how often what was written is reported as a failure
        self.deaf = 0.0  # how often nothing can be read
        self.slow = 0.0  # seconds that a write takes on average
        self.written: Callable[[Rows], None] = lambda rows: None  # told of all that is written
        self.spoiled: Callable[[str, Any], None] = lambda bout, event: None  # told of illegal events
        self.damaged: dict[str, int] = {}  # bouts, and the number of the event from which on they are damaged
        self.forgotten: set[str] = set()  # bouts of which it is damaged how they stood
        self._heads: dict[str, Any] = {}

    def begun(self) -> list[str]:
        """The names of all bouts."""
        with self.engine.connect() as connection:
            return list(connection.scalars(select(BOUTS.c.bout)))

    def head(self, bout: str) -> Any:
        """The terms of a bout, as they were stored."""
        if bout not in self._heads:
            with self.engine.connect() as connection:
                self._heads[bout] = json.loads(str(connection.scalar(select(BOUTS.c.head).where(BOUTS.c.bout == bout))))
        return self._heads[bout]

    def events(self, bout: str, after: int = 0) -> list[Any]:
        """The events of a bout that lie on the disk after a number of them."""
        where = (EVENTS.c.bout == bout) & (EVENTS.c.cursor > after)
        with self.engine.connect() as connection:
            rows = connection.scalars(select(EVENTS.c.body).where(where).order_by(EVENTS.c.cursor))
            return [json.loads(body) for body in rows]

    def before_damage(self, bout: str) -> list[Any]:
        """The events of a damaged bout that can still be read, but for those that could never be applied."""
        where = (EVENTS.c.bout == bout) & (EVENTS.c.cursor < self.damaged[bout])
        with self.engine.connect() as connection:
            rows = connection.scalars(select(EVENTS.c.body).where(where).order_by(EVENTS.c.cursor))
            return [event for event in map(json.loads, rows) if event.get("action") != ILLEGAL]

    def damage(self, bout: str) -> None:
        """Spoil or lose the terms of a bout or one of its events, in the middle or at the end."""
        count = len(self.events(bout))
        self.head(bout)
        memory = self._memory(bout)
        kinds = [
            "terms",
            *["no terms"][:count],
            *["spoiled", "spoiled"][: 2 * count],
            *["lost", "lost"][: 2 * (count > 1)],
        ]
        kind = self.chance.choice([*kinds, *["cut"][: memory.get("cursor") == count > 0]])
        number = {"cut": count}.get(kind) or self.chance.randint(1, max(1, count - (kind == "lost")))
        where = (EVENTS.c.bout == bout) & (EVENTS.c.cursor == number)
        with self.engine.begin() as connection:
            if kind == "terms":
                connection.execute(update(BOUTS).where(BOUTS.c.bout == bout).values(head=self.chance.choice(SPOILED)))
            elif kind == "no terms":
                connection.execute(BOUTS.delete().where(BOUTS.c.bout == bout))
            elif kind == "spoiled":
                connection.execute(update(EVENTS).where(where).values(body=self.chance.choice(SPOILED)))
            else:
                connection.execute(EVENTS.delete().where(where))
        self.damaged[bout] = 0 if "terms" in kind else number

    def spoil_memory(self, bout: str) -> None:
        """Spoil what is stored of how a bout stood; the bout itself is whole."""
        with self.engine.begin() as connection:
            spoiled = update(MEMORIES).where(MEMORIES.c.bout == bout).values(body=b"nothing")
            if connection.execute(spoiled).rowcount:
                self.forgotten.add(bout)

    def _memory(self, bout: str) -> Any:
        with self.engine.connect() as connection:
            return unpacked(connection.scalar(select(MEMORIES.c.body).where(MEMORIES.c.bout == bout))) or {}

    def write_illegal(self, bout: str) -> None:
        """An event that a former version has stored although it cannot be applied."""
        illegal = {"kind": "turn", "seat": "player_0", "action": ILLEGAL}
        row = {"bout": bout, "cursor": len(self.events(bout)) + 1, "body": json.dumps(illegal)}
        with self.engine.begin() as connection:
            connection.execute(EVENTS.insert(), row)
        self.spoiled(bout, illegal)


class Simulated(Database):
    """The service's own database code over the simulated disk, for one process."""

    def __init__(self, disk: Disk, process: object, *, is_alone: bool = True) -> None:
        super().__init__("the file", is_alone=is_alone, engine=disk.engine, lock=disk.lock.of(process))
        self._disk, self.is_dead = disk, False

    @property
    def is_shared(self) -> bool:
        """Whether several services use it at a time, as they do with PostgreSQL."""
        return self._disk.is_shared

    def write(self, writes: Sequence[Rows]) -> None:
        """Write, unless the disk is full or the process has been killed."""
        if self.is_dead or self._disk.is_full:
            raise StoreError("The bout could not be saved: database or disk is full.")
        if self._disk.slow:
            Threads.spend(self._disk.chance.expovariate(1 / self._disk.slow))
        super().write(writes)
        for rows in writes:
            self._disk.written(rows)
            self._disk.forgotten -= {row["bout"] for table, row in rows if table is MEMORIES}
        if self._disk.chance.random() < self._disk.forgets:
            raise StoreError("The bout could not be saved: the connection is lost.")

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        if self._disk.chance.random() < self._disk.deaf:
            raise StoreError("The bout could not be read: the connection is lost.")
        with super()._reading() as connection:
            yield connection

    def close(self) -> None:
        """Let others in; the database outlives the process."""
        self._let_others_in()
