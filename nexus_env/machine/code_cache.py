"""Numba's disk cache, hardened: a damaged or missing file is recompiled.

Numba numbers the files of a function's machine code, so two processes that compile at once can write to the same file.
Here a file is named by a hash of its content. If the content does not match the name, the file is damaged and its code
is compiled again.

Specializations of shared functions for one game are cached in that game's folder, since they depend on its sources.
"""

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import CodeType
from typing import Any

from numba import types
from numba.core import caching

from nexus_env.machine.folders import CACHE, cache_of, replace, say
from nexus_env.machine.sources import bound_to, home_of, real_name

if sys.platform != "win32":
    import fcntl

_files: dict[Path, tuple[str, str]] = {}  # the files that this process has read or written, with their package and game
_told: list[OSError] = []  # reasons why nothing could be written; each is reported once


def files_of(homes: Collection[str], game: str) -> list[Path]:
    """The files with machine code that this process has read or written.

    Args:
        homes: the packages whose functions they hold, as `home_of` calls them.
        game: the label of a game, to leave out files made for other games; "" for all.
    """
    wanted = ("", game) if game else None
    return [
        path
        for path, (home, made_for) in _files.items()
        if home in homes and (wanted is None or made_for in wanted) and path.is_relative_to(CACHE)
    ]


def _games_in(kind: Any) -> set[str]:
    """The labels of the games whose records occur in a Numba type."""
    found, inner = set[str](), list(getattr(kind, "types", ()))  # those of a tuple
    if isinstance(kind, types.Record):
        inner = [field.type for field in kind.fields.values()]
        found = {bound_to(field.title) for field in kind.fields.values() if field.title} - {""}
    elif isinstance(kind, types.Array | types.NestedArray):
        inner = [kind.dtype]
    return found.union(*map(_games_in, inner))


class MachineCode(caching.FunctionCache):  # type: ignore[misc]
    """The machine code of one function on disk, for each signature."""

    _cache_file: Any

    def __init__(self, function: Callable[..., Any]) -> None:
        self._impl_class = _Function
        super().__init__(function)
        self._home, self._stamp = home_of(function.__module__), self._cache_file._source_stamp

    def _turn_to(self, sig: Any) -> None:
        """Select the folder with the machine code for these types."""
        game = "+".join(sorted(set[str]().union(*map(_games_in, sig))))
        if isinstance(place := self._impl.locator, _Place):
            place.game = game
        self._cache_path = place.get_cache_path()
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, self._stamp)
        self._cache_file.whose = (self._home, game)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        self._turn_to(sig)
        try:
            return super()._load_overload(sig, target_context)
        except (
            Exception
        ):  # complete and current, but it may name something that is gone from a file that Numba does not track
            return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        self._turn_to(sig)
        try:
            super()._save_overload(sig, data)
        except OSError as error:
            if not _told:
                say(f"{self._cache_path}: machine code cannot be kept here ({error.strerror or error}).")
            _told.append(error)


class _Place(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):  # type: ignore[misc]
    """The folder of a function's machine code, independent of where and when its sources were installed.

    The folder depends on the content of the sources (see `cache_of`), so nothing else has to.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file, self._lineno = file, function.__code__.co_firstlineno
        self._module, self.game = function.__module__, ""
        self._code = _hash(_text_of(function.__code__).encode())[:8]

    def get_cache_path(self) -> str:
        return str(cache_of(self._module, self.game) / real_name(self._module))

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        """A key for functions of one name in a file: their code, since a comment above shifts their lines."""
        return self._code

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Any:
        return cls(function, file) if os.path.exists(file) else None


class _Function(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Convert a function's machine code to bytes and back."""

    _locator_classes = (_Place, caching.IPythonCacheLocator)


class _Files(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The index of a function's machine code, and a file for each entry."""

    whose = ("", "")

    def save(self, key: Any, data: Any) -> None:
        """Save an entry: first the file that the index refers to, then the index."""
        content = self._dump(data)
        name = f"{Path(self._index_path).stem}.{_hash(content)}.nbc"
        replace(Path(self._data_path(name)), content)
        with alone(Path(self._cache_path, "lock")):
            overloads = self._load_index()
            former = overloads.get(key, name)
            overloads[key] = name
            self._save_index(overloads)
        if former != name:
            Path(self._data_path(former)).unlink(missing_ok=True)
        self._remember(name)

    def _load_index(self) -> Any:
        try:
            overloads = super()._load_index()
            return overloads if isinstance(overloads, dict) else self._tell(self._index_path)
        except OSError:
            return {}
        except Exception:  # bytes that are not a pickle may raise anything
            return self._tell(self._index_path)

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        content = Path(path).read_bytes()
        if _hash(content) != Path(name).suffixes[-2].removeprefix("."):
            self._tell(path)
            raise OSError("damaged")  # Numba treats this as a missing entry
        self._remember(name)
        return pickle.loads(content)

    def _remember(self, name: str) -> None:
        for path in (self._index_path, self._data_path(name)):
            _files[Path(path)] = self.whose

    def _tell(self, path: str) -> dict[Any, Any]:
        say(f"{path} is damaged: the machine code is compiled anew.")
        return {}


@contextmanager
def alone(path: Path, waits: str = "") -> Iterator[None]:
    """Lock the file `path` against other processes, where the system supports locks.

    Args:
        path: the file, in an existing folder; if it is not writable, there is no lock.
        waits: a message to print while another process holds the lock; empty for none.
    """
    with ExitStack() as stack:
        with suppress(OSError):  # or a file system without locks: at worst something is compiled twice
            lock = stack.enter_context(path.open("ab"))
            if sys.platform != "win32":
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if waits:
                        say(waits)
                    fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _text_of(code: CodeType) -> str:
    """A function's bytecode, constants and names as text, without line numbers."""
    consts = [_text_of(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts[1:]]  # no docstring
    return f"{code.co_code!r} {consts} {code.co_names} {code.co_varnames} {code.co_freevars}"


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
