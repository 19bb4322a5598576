"""Model files and the other files of runs: atomic writes, since a run may be killed at any moment; checksums; a lock.

A damaged model file is refused before anything reads it. A `.npz` or `.pt` is a zip. Its zip comment, the last 64
bytes, which zip readers ignore, is the SHA-256 of everything before it. The checksum of an `.onnx` is in the card next
to it: `agent.json` for `agent.onnx`, under `sha256`. A file without a checksum, from an older version or another
program, is read without this check.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from nexus_env.agents.agent import AgentError
from nexus_env.system.wording import InputError, one_line, spoken

Difference = tuple[str, Any, Any]

PARTIAL = ".partial"
LOCK, HOLDER = ".lock", ".process"  # what is locked, and who has done so
LOCK_FILES = (LOCK, HOLDER)
CHECKSUM, BYTES = "sha256", "bytes"  # of a card
REMEDY = "copy it again or make a new one"
SIZE = 64  # bytes of a checksum in digits
END, END_SIZE = b"PK\5\6", 22  # of the last record of a zip: how it begins, and how long it is but for the comment
LENGTH = SIZE.to_bytes(2, "little")  # as that record tells it, last of all
MOST_COMMENT = 2**16 - 1  # bytes
DIGITS = re.compile(rb"[0-9a-f]{64}")


# --- writing ----------------------------------------------------------------------------------------------------------


class WriteError(OSError):
    """A file or folder cannot be written, such as on a full disk; the message says which one and why, on one line."""

    def __init__(self, sentence: str) -> None:
        super().__init__(one_line(sentence))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Report any system error while writing `path` in one sentence.

    Raises:
        WriteError: instead of any other `OSError`.
    """
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise WriteError(
            f"{path}: got a path that cannot be written ({reason}); expected free disk space and write permission."
        ) from error


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` create a file under a temporary name, then rename it to `path` atomically.

    If that fails, an earlier file at `path` is unchanged, and no partial file is left.

    Raises:
        WriteError: the file cannot be written.
    """
    partial = path.with_name(path.name + PARTIAL)
    try:
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write(partial)
            _flush(partial)
            os.replace(partial, path)
            _flush(path.parent)
    except BaseException:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically: see `write_whole`."""

    def write(partial: Path) -> None:
        partial.write_text(text, encoding="utf-8")

    write_whole(path, write)


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file atomically: see `write_whole`."""
    write_text(path, json.dumps(value, indent=2) + "\n")


def add_line(path: Path, value: Any) -> None:
    """Append a line of JSON to a file; when this returns, the line is on disk.

    Raises:
        WriteError: the file cannot be written.
    """
    with writing(path), path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(value) + "\n")
        file.flush()
        os.fsync(file.fileno())


def _flush(path: Path) -> None:
    """Ask the system to put `path` on the disk now."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- reading ----------------------------------------------------------------------------------------------------------


def read_json(path: Path) -> Any:
    """Read a JSON file.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not JSON, or is nested too deeply.
    """
    return parse_json(path.read_bytes())


def parse_json(text: str | bytes) -> Any:
    """Parse a JSON text; raises a `ValueError` if it is not JSON or is nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("brackets are nested too deeply") from error


def first_difference(kept: dict[str, Any], wanted: dict[str, Any], harmless: tuple[str, ...] = ()) -> Difference | None:
    """The first key under which two nested tables differ, and both values.

    Args:
        kept: a table.
        wanted: another table.
        harmless: prefixes of keys that are not compared.
    """
    there, here = dict(_flat(kept)), dict(_flat(wanted))
    for key in sorted({*there, *here}):
        if there.get(key) != here.get(key) and not key.startswith(harmless):
            return key, there.get(key), here.get(key)
    return None


def _flat(table: dict[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    """Each value of nested tables with its full key."""
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{within}{key}.")
        else:
            yield within + key, list(value) if isinstance(value, tuple) else value


# --- checksums --------------------------------------------------------------------------------------------------------


def write_zip(path: Path, data: bytes, check: Callable[[Path], object] = bool) -> None:
    """Write a zip without a comment, such as an .npz or .pt, with its checksum.

    Args:
        path: where to write it.
        data: the bytes of the zip.
        check: reads the file under a temporary name before it is renamed; if it raises, the error propagates and
            nothing is written.

    Raises:
        WriteError: the file cannot be written.
    """
    assert data[-END_SIZE:].startswith(END) and data.endswith(b"\0\0"), "the comment has no length yet"
    body = data[:-2] + LENGTH

    def write(partial: Path) -> None:
        partial.write_bytes(body + _digits(body))
        check(partial)

    write_whole(path, write)


def read_zip(path: Path, remedy: str = REMEDY) -> bytes:
    """Read a zip and verify its checksum; `remedy` says what to do if it is damaged.

    Raises:
        AgentError: its checksum does not match.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    if _is_sealed(data):
        _refuse_damage(path, data[:-SIZE], data[-SIZE:], remedy)
    return data


def read_onnx(path: Path) -> bytes:
    """Read an ONNX file and verify its checksum.

    Raises:
        AgentError: it does not match the checksum in the card next to it, or that card cannot be read.
        OSError: the file cannot be read.
    """
    data, card = path.read_bytes(), card_of(path)
    if CHECKSUM in card:
        _refuse_damage(path, data, str(card[CHECKSUM]).encode(), REMEDY)
    elif BYTES in card:  # the two are written together
        raise AgentError(f"{path.with_suffix('.json')}: got no {CHECKSUM}; expected that of {path.name}; {REMEDY}.")
    return data


def card_of(path: Path) -> dict[str, Any]:
    """The contents of the card next to a model file; empty if there is no card.

    Raises:
        AgentError: the file there is not a card.
    """
    card = path.with_suffix(".json")
    if not card.is_file():
        return {}
    try:
        found = read_json(card)
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict):
        raise AgentError(f"{card}: got no readable agent card; expected the card of {path.name}, or no file at all.")
    return found


def fingerprint_of(path: Path) -> dict[str, Any]:
    """The checksum and the size in bytes of a model file, as its card holds them."""
    data = path.read_bytes()
    return {CHECKSUM: _digits(data).decode(), BYTES: len(data)}


def write_card(path: Path, facts: dict[str, Any]) -> None:
    """Write a card next to a model file, with these facts and its checksum."""
    write_json(path.with_suffix(".json"), {**facts, **fingerprint_of(path)})


def forget_card(path: Path) -> None:
    """Remove the card next to a model file that is about to be replaced."""
    path.with_suffix(".json").unlink(missing_ok=True)


def _is_sealed(data: bytes) -> bool:
    """Whether a zip has a checksum, or had one before it was damaged or cut: of three traces any one is enough."""
    expected = len(data) - END_SIZE - SIZE
    place = data.rfind(END, -(END_SIZE + MOST_COMMENT))  # as readers look for it, whatever was appended
    tells_length = place >= 0 and data[place : place + END_SIZE].endswith(LENGTH)
    return tells_length or place == expected >= 0 or DIGITS.fullmatch(data[-SIZE:]) is not None


def _refuse_damage(path: Path, data: bytes, told: bytes, remedy: str) -> None:
    """Raise an `AgentError` unless the checksum of `data` is the one that was told."""
    if _digits(data) != told:
        if DIGITS.fullmatch(told):
            found = f"got a file with the SHA-256 {_digits(data).decode()}; expected {told.decode()}"
            raise AgentError(f"{path}: {found}: it is damaged or was replaced; {remedy}.")
        found = f"got {spoken(told.decode(errors='replace'))!r} as its SHA-256"
        raise AgentError(f"{path}: {found}; expected 64 hexadecimal digits; {remedy}.")


def _digits(data: bytes) -> bytes:
    return sha256(data).hexdigest().encode()


# --- locks ------------------------------------------------------------------------------------------------------------


class BusyError(InputError):
    """Another process uses this folder; the message says which, and what to do."""


@contextmanager
def locked(folder: Path, option: str) -> Iterator[None]:
    """Lock a folder, creating it if necessary, while the context is active.

    The operating system holds the lock and releases it when this process ends, however it ends. On a file system
    without locks, nothing is locked.

    Args:
        folder: the folder.
        option: the command-line option that selects another folder, for the error.

    Raises:
        BusyError: another process holds the lock.
        WriteError: the folder cannot be created or written.
    """
    from filelock import FileLock, Timeout  # which playing and searching do without

    lock = FileLock(folder / LOCK)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise BusyError(
                f"{folder}: got {_holder(folder)}, which uses it; expected no other; wait until it has ended, or use "
                f"another {option}."
            ) from None
        except NotImplementedError:  # of a file system without locks
            pass
        (folder / HOLDER).write_text(str(os.getpid()), encoding="utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            (folder / HOLDER).unlink(missing_ok=True)
        lock.release()


def _holder(folder: Path) -> str:
    """The process that holds the lock of a folder, in words."""
    try:
        return f"the process {int((folder / HOLDER).read_text(encoding='utf-8'))}"
    except (OSError, ValueError):  # it has just come, or is about to go
        return "another process"
