"""Files of runs: atomic writes, since a run may be killed at any moment, and how two tables differ."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from nexus_env.system.wording import one_line

PARTIAL = ".partial"
Difference = tuple[str, Any, Any]


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
    write_whole(path, lambda partial: _write(partial, text))


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


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def _flush(path: Path) -> None:
    """Ask the system to put `path` on the disk now."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
