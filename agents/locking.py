"""A lock on a folder of results, so that two processes do not overwrite each other."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from agents.files import writing

LOCK, HOLDER = ".lock", ".process"  # what is locked, and who has done so
LOCK_FILES = (LOCK, HOLDER)


class BusyError(ValueError):
    """Another process works in this folder; the message says which and what to do."""


@contextmanager
def locked(folder: Path, option: str) -> Iterator[None]:
    """Keep other processes out of a folder, which is made if need be, as long as this lasts.

    The system holds the lock and gives it up with this process, however that ends. Where a file system knows no locks,
    nobody is kept out.

    Args:
        folder: the folder.
        option: by which somebody can choose another one.

    Raises:
        BusyError: another process is in there.
        WriteError: the folder cannot be made or written.
    """
    lock = FileLock(folder / LOCK)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            raise BusyError(
                f"{folder}: got {_holder(folder)} at work in it; expected none; wait until it has ended, or give "
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
    """Who has locked a folder, in words."""
    try:
        return f"the process {int((folder / HOLDER).read_text(encoding='utf-8'))}"
    except (OSError, ValueError):  # it has just come, or is about to go
        return "another process"
