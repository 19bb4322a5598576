"""Where machine code lies: folders for each state of the sources, that nobody else can write to."""

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
import platformdirs

from nexus_env.machine.sources import fingerprint, label_of, shared_sources
from nexus_env.system.visible import legible

PLAIN = bool(numba.config.DISABLE_JIT)
CACHES_KEPT = 4
A_DAY = 86_400.0  # a state of the sources that was used since may be that of a working tree beside this one
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def say(sentence: str) -> None:
    """Tell whoever started the program, without what a terminal would obey: folders may have any name."""
    head = sentence[: len(sentence) - len(sentence.lstrip("\r"))]
    print(head + legible(sentence[len(head) :]), file=sys.stderr, flush=True)


def _forget_oldest(folders: Iterable[Path]) -> None:
    """Keep the folders of the last states of the same sources, and all that were used within a day."""
    used = {}
    for folder in folders:
        with suppress(OSError):  # another process has forgotten it
            used[folder] = folder.stat().st_mtime
    for old in sorted(used, key=lambda folder: used[folder], reverse=True)[CACHES_KEPT - 1 :]:
        if used[old] < time.time() - A_DAY:
            shutil.rmtree(old, ignore_errors=True)


def _cache_folder() -> Path:
    """The folder of this state of the shared part of this package's sources.

    Numba's own cache does not see an edit in another file; a folder of its own for each state of the sources does.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    caches = Path(chosen).absolute() if chosen else _usual_caches()
    folder = caches / fingerprint(shared_sources())
    if PLAIN:
        return folder
    if not chosen and not folder.exists():
        with suppress(OSError):
            _forget_oldest(path for path in caches.iterdir() if path.is_dir())
    hindrance = _what_hinders(folder)
    if not hindrance:
        with suppress(OSError):  # a folder that can only be read
            os.utime(folder)  # it is in use
        return folder
    refuge = _refuge()
    if not refuge or _what_hinders(refuge / folder.name):
        say(f"{caches}: {hindrance}. Machine code is kept nowhere, so each process compiles anew.")
        return folder
    say(f"{caches}: {hindrance}. Machine code is kept in {refuge} instead.")
    return refuge / folder.name


def _usual_caches() -> Path:
    """Where the system keeps caches; a path that leads nowhere if the home folder is not known."""
    try:
        return Path(platformdirs.user_cache_dir("nexus_env"))
    except RuntimeError:  # newer platformdirs; older ones return the `~`
        return Path("~/.cache/nexus_env")


def _what_hinders(folder: Path) -> str:
    """Why machine code cannot be kept in a folder, which is made for it; "" if nothing does.

    Nothing needs to be written where all of it lies already, as in an image that was warmed while it was built.
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
    """A folder of the user's own in the temporary one; machine code that somebody else could have put there is not run.

    It stays for the next process, unless somebody has taken its name; None if there is no temporary folder.
    """
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""  # elsewhere each user has a temporary folder
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
    """The folder for the machine code of the module called `module`, or for that part of it which is made for a game.

    It lies within CACHE, because all machine code holds some of the shared part of this package, and is named by hashes
    of what else decides over it (see `machine.sources`): an edit there makes it anew, and no edit elsewhere does.

    Args:
        module: its name; "" for the shared part.
        game: the label of a game, "" for none.
    """
    own = label_of(module)
    return _within(_within(CACHE, own), game if game != own else "")


def _within(folder: Path, label: str) -> Path:
    """The folder of a label within another one; the oldest of those of other states give way to a new one."""
    inner = folder / label
    if label and not PLAIN and not inner.exists():
        _forget_oldest(folder.glob(f"{label.rpartition('-')[0]}-*"))
    return inner


CACHE = _cache_folder()


def write_list(path: Path, files: Iterable[Path]) -> None:
    """Write down which files within CACHE belong together, and how long they are; nothing if it cannot be written."""
    with suppress(OSError):
        lengths = {file.relative_to(CACHE).as_posix(): file.stat().st_size for file in sorted(files)}
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, json.dumps(lengths, indent=1).encode())


def are_there(path: Path) -> bool:
    """All files of a list that was written are there, in full length or longer: an index may have grown."""
    try:
        lengths: Mapping[str, int] = json.loads(path.read_bytes())
        return all((CACHE / name).stat().st_size >= length for name, length in lengths.items())
    except (OSError, ValueError, AttributeError, RecursionError):  # no list, or none that can be read
        return False


def replace(path: Path, content: bytes) -> None:
    """Write a file at once: another process sees the one before or the whole of this one."""
    fresh = path.with_name(f"{path.name}.tmp.{uuid4().hex[:16]}")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
