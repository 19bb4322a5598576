"""Where machine code lies: a folder for each state of the sources, that nobody else can write to."""

import ast
import atexit
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

import numba
import platformdirs

PLAIN = bool(numba.config.DISABLE_JIT)
PACKAGE = Path(__file__).resolve().parent.parent
CACHES_KEPT = 4
INNER = ("machine", "tabletop", "game", "games")  # everything here, and elsewhere what says @compiled
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def say(sentence: str) -> None:
    """Tell whoever started the program."""
    print(sentence, file=sys.stderr, flush=True)


def _fingerprint(package: Path, sources: Iterable[Path]) -> str:
    """A hash of source files of `package`, of Numba's version and of its switches."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for path in sorted(sources):
        digest.update(str(path.relative_to(package)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _own_sources() -> Iterator[Path]:
    """The sources of this package that can end up in machine code."""
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] in INNER or b"@compiled" in path.read_bytes():
            yield path


def _forget_oldest(folders: Iterable[Path]) -> None:
    """Keep the newest of the folders that hold the machine code of other states of the same sources."""
    ages = {}
    for folder in folders:
        with suppress(OSError):  # another process has forgotten it
            ages[folder] = folder.stat().st_mtime
    for old in sorted(ages, key=lambda folder: ages[folder], reverse=True)[CACHES_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _cache_folder() -> Path:
    """The folder of this state of this package's sources.

    Numba's own cache does not see an edit in another file; a folder of its own for each state of the sources does.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    caches = Path(chosen).absolute() if chosen else _usual_caches()
    folder = caches / _fingerprint(PACKAGE, _own_sources())
    if PLAIN:
        return folder
    if not chosen and not folder.exists():
        with suppress(OSError):
            _forget_oldest(path for path in caches.iterdir() if path.is_dir())
    hindrance = _what_hinders(folder)
    if not hindrance:
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
        return "the home folder is not known"
    with suppress(OSError):
        if any(folder.glob("*.ready")):
            return ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return f"cannot be written ({error.strerror or error})"
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


def cache_of(module: str) -> Path:
    """The folder for the machine code of the module called `module`.

    That of a module of another package than this one lies within CACHE, because it holds machine code of this one, and
    is named by a hash of all that the module imports of its own package, directly or not: an edit in any of these
    compiles it anew, and no edit elsewhere does. Of a module that belongs to no package Numba sees the edits by itself.
    """
    module = real_name(module)
    package = module.partition(".")[0]
    homes = list(getattr(sys.modules.get(package), "__path__", ()))
    ours = package == __name__.partition(".")[0]
    return CACHE if ours or not homes else _cache_within(module, Path(homes[0]).resolve())


def real_name(module: str) -> str:
    """The name of a module, also where it was started by `python -m`."""
    return getattr(sys.modules[module].__spec__, "name", module) if module == "__main__" else module


@cache
def _cache_within(module: str, home: Path) -> Path:
    """The folder within CACHE of the present sources of a module of another package."""
    folder = CACHE / f"{module}-{_fingerprint(home, _sources_of(module, home))}"
    if not folder.exists():
        _forget_oldest(CACHE.glob(f"{module}-*"))
    return folder


def _sources_of(module: str, home: Path) -> set[Path]:
    """The source of a module of the package at `home`, and all that it imports of that package, directly or not."""
    found: set[Path] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        path = home.joinpath(*name.split(".")[1:])
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if path.is_file() and path not in found:
            found.add(path)
            waiting |= _imported_by(name, path) | {name.rpartition(".")[0] or name}
    return found


@cache
def _imported_by(module: str, path: Path) -> set[str]:
    """The names of all that an import of this module may mean within its package: modules, and what is in them."""
    inner, found = module if path.name == "__init__.py" else module.rpartition(".")[0], set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            around = ".".join(inner.split(".")[: len(inner.split(".")) + 1 - node.level]) if node.level else ""
            source = ".".join(part for part in (around, node.module) if part)
            found |= {source} | {f"{source}.{alias.name}" for alias in node.names}
    return {name for name in found if name.partition(".")[0] == module.partition(".")[0]}


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
