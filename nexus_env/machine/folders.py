"""The folders for machine code: one for each state of the sources, writable by nobody else."""

import atexit
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import numba

from nexus_env.machine import source_digests
from nexus_env.machine.sources import fingerprint, label_of, shared_sources
from nexus_env.system.visible import legible

PLAIN = bool(numba.config.DISABLE_JIT)
CACHES_KEPT = 4
A_DAY = 86_400.0  # a state used since then may belong to another working tree
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def say(sentence: str) -> None:
    """Print a line to stderr, with control characters escaped, since folders may have any name."""
    head = sentence[: len(sentence) - len(sentence.lstrip("\r"))]
    print(head + legible(sentence[len(head) :]), file=sys.stderr, flush=True)


def _forget_oldest(folders: Iterable[Path]) -> None:
    """Delete old folders, but keep those of the last few states and all that were used within a day."""
    used = {}
    for folder in folders:
        with suppress(OSError):  # another process has deleted it
            used[folder] = folder.stat().st_mtime
    for old in sorted(used, key=lambda folder: used[folder], reverse=True)[CACHES_KEPT - 1 :]:
        if used[old] < time.time() - A_DAY:
            shutil.rmtree(old, ignore_errors=True)


def _cache_folder() -> Path:
    """The folder for the current state of the package's shared sources.

    Numba's own cache misses edits in other files; a folder for each state of the sources does not.
    """
    chosen, caches = os.environ.get("NUMBA_CACHE_DIR"), source_digests.caches()
    folder = caches / fingerprint(shared_sources())
    if PLAIN:
        return folder
    if not chosen and not folder.exists():
        with suppress(OSError):
            _forget_oldest(path for path in caches.iterdir() if path.is_dir())
    hindrance = _what_hinders(folder)
    if not hindrance:
        with suppress(OSError):  # a read-only folder
            os.utime(folder)  # mark it as used
        return folder
    refuge = _refuge()
    if not refuge or _what_hinders(refuge / folder.name):
        say(f"{caches}: {hindrance}. Machine code is kept nowhere, so each process compiles anew.")
        return folder
    say(f"{caches}: {hindrance}. Machine code is kept in {refuge} instead.")
    return refuge / folder.name


def _what_hinders(folder: Path) -> str:
    """Create a folder for machine code, and return the reason if it cannot be used; "" if it can.

    A folder that already holds everything need not be writable, as in an image that was warmed when it was built.
    """
    if not folder.is_absolute():
        return "got no home folder; expected one, or NUMBA_CACHE_DIR"
    with suppress(OSError):
        if any(folder.glob("*/*.ready")):
            return ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return f"got a folder that cannot be written ({error.strerror or error}); expected one that can"
    return ""


def _refuge() -> Path | None:
    """A private folder of the user inside the temporary folder, so that nobody else can plant machine code there.

    The next process finds it again, unless somebody else has taken its name; None if there is no temporary folder.
    """
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""  # elsewhere the folder is per user
    try:
        folder = Path(tempfile.gettempdir(), f"nexus_env{user}")
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
        ours = stat.S_ISDIR(found.st_mode) and (not user or found.st_uid == os.getuid())
        if ours and (not user or not found.st_mode & WRITABLE_BY_OTHERS):
            return folder
        folder = Path(tempfile.mkdtemp(prefix="nexus_env-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def cache_of(module: str, game: str = "") -> Path:
    """The folder for the machine code of the module called `module`, or for its specializations for a game.

    It is inside CACHE, because all machine code contains some of the package's shared part. Hashes of the other sources
    that the code depends on name it (see `machine.sources`): it changes with an edit of these and with no other.

    Args:
        module: its name; "" for the shared part.
        game: the label of a game, "" for none.
    """
    own = label_of(module)
    return _within(_within(CACHE, own), game if game != own else "")


def _within(folder: Path, label: str) -> Path:
    """The folder of a label inside another one; a new folder replaces the oldest one of other states."""
    inner = folder / label
    if label and not PLAIN and not inner.exists():
        _forget_oldest(folder.glob(f"{label.rpartition('-')[0]}-*"))
    return inner


CACHE = _cache_folder()


def write_list(path: Path, files: Iterable[Path]) -> None:
    """Write a list of files inside CACHE with their lengths; do nothing if it cannot be written."""
    with suppress(OSError):
        lengths = {file.relative_to(CACHE).as_posix(): file.stat().st_size for file in sorted(files)}
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, json.dumps(lengths, indent=1).encode())


def are_there(path: Path) -> bool:
    """True if all files of a written list exist and are at least as long as listed; an index may have grown."""
    try:
        lengths: Mapping[str, int] = json.loads(path.read_bytes())
        return all((CACHE / name).stat().st_size >= length for name, length in lengths.items())
    except (OSError, ValueError, AttributeError, RecursionError):  # no readable list
        return False


def replace(path: Path, content: bytes) -> None:
    """Write a file atomically: another process sees the old or the new content, never a part."""
    fresh = path.with_name(f"{path.name}.tmp.{uuid4().hex[:16]}")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
