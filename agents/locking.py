"""A lock on a folder of results, so that two processes do not overwrite each other."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from nexus_env.agents.files import writing
from nexus_env.system.wording import InputError

LOCK, HOLDER = ".lock", ".process"  # what is locked, and who has done so
LOCK_FILES = (LOCK, HOLDER)


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
    """Who has locked a folder, in words."""
    try:
        return f"the process {int((folder / HOLDER).read_text(encoding='utf-8'))}"
    except (OSError, ValueError):  # it has just come, or is about to go
        return "another process"
