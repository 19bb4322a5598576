"""The tables of a store of bouts, and what is read from them."""

import json
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, String, Table, Text

from nexus_env.system.wording import one_line

Body = dict[str, Any]

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
MEMORIES = Table(
    "memories",  # how a bout stood when it was last seen, for versions whose rules cannot replay it
    TABLES,
    Column("bout", String(40), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # JSON, compressed: the views of all seats are nearly the same
)
CHECKS = Table(
    "checks",  # one row, which is written to find out whether that is possible
    TABLES,
    Column("name", String(16), primary_key=True),
    Column("at", Float, nullable=False),  # seconds since 1970
)
IN_ORDER = (BOUTS, EVENTS, SEATS, MEMORIES, CHECKS)
"""The tables that are only added to or replaced, in the order in which a transaction writes them."""
REPLACED = {MEMORIES: MEMORIES.c.bout, CHECKS: CHECKS.c.name}
"""Those whose rows take the place of earlier ones with the same key."""
NO_TEXT = "\ufffd"  # stands for bytes that are no text
Rows = Sequence[tuple[Table, Mapping[str, Any]]]


class Taken(Exception):
    """Another server has already written an event with this cursor."""


class StoreError(Exception):
    """The store cannot be opened, read or written to; the message says why, on one line."""

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence))


class DamagedError(StoreError):
    """A part of the store can never be read again; the message says which."""


@dataclass(frozen=True)
class KeptBout:
    """A stored bout: its terms, and its events in order."""

    head: Body
    events: list[Body]
    damage: str = ""  # what is wrong with the next event, in words: it and all later ones cannot be read
    memory: Body | None = None  # how the bout stood when it was last seen, if that was stored


def decoded(raw: bytes) -> str:
    """A column of text of SQLite; `written` notices what is no text."""
    return raw.decode(errors="replace")


def written(text: Any) -> Any:
    """The value in a column of JSON, which is written in ASCII.

    Raises:
        ValueError: it is damaged.
    """
    if not isinstance(text, str) or NO_TEXT in text:
        raise ValueError("it is not text")
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def packed(memory: Body) -> bytes:
    """The state of a bout, as stored in the column `memories.body`."""
    return zlib.compress(json.dumps(memory).encode())


def unpacked(body: bytes | None) -> Body | None:
    """The same as it was before; None if there is none, or it is damaged."""
    with suppress(ValueError, TypeError, zlib.error):
        found = json.loads(zlib.decompress(body or b""))
        return found if isinstance(found, dict) else None
    return None


def cursor_of(memory: Body | None) -> int:
    """The number of the last event of which a memory tells; 0 if there is none."""
    return int((memory or {}).get("cursor", 0))
