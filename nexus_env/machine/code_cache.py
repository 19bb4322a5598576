"""Machine code on disk, as Numba keeps it, except that nothing which befalls a file stops anybody.

Numba numbers the files of a function's machine code, so two processes that compile at once can write theirs under one
name. Here a file is named by a hash of what is in it: what does not fit its name is damaged, and is compiled anew.
"""

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba.core import caching

from nexus_env.machine.folders import CACHE, cache_of, real_name, replace, say

if sys.platform != "win32":
    import fcntl

_files: dict[Path, str] = {}  # all that this process has read or written, and the package of the function
_told: list[OSError] = []  # what hindered from writing: told once


def files_of(module: str) -> list[Path]:
    """The files with machine code of the package of `module` that this process has read or written."""
    package = real_name(module).partition(".")[0]
    return [path for path, owner in _files.items() if owner == package and path.is_relative_to(CACHE)]


class MachineCode(caching.FunctionCache):  # type: ignore[misc]
    """The machine code of one function on disk, for each kind of arguments."""

    _cache_file: Any

    def __init__(self, function: Callable[..., Any]) -> None:
        self._impl_class = _Function
        super().__init__(function)
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, self._cache_file._source_stamp)
        self._cache_file.owner = real_name(function.__module__).partition(".")[0]

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super()._load_overload(sig, target_context)
        except (
            Exception
        ):  # whole, and of these sources; but what it names may be gone from a file that Numba does not see
            return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        try:
            super()._save_overload(sig, data)
        except OSError as error:
            if not _told:
                say(f"{self._cache_path}: machine code cannot be kept here ({error.strerror or error}).")
            _told.append(error)


class _Place(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):  # type: ignore[misc]
    """Where the machine code of a function lies."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file, self._lineno = file, function.__code__.co_firstlineno
        self._path = cache_of(function.__module__) / self.get_suitable_cache_subpath(file)

    def get_cache_path(self) -> str:
        return str(self._path)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Any:
        return cls(function, file) if os.path.exists(file) else None


class _Function(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """How a function's machine code becomes bytes."""

    _locator_classes = (_Place, caching.IPythonCacheLocator)


class _Files(caching.IndexDataCacheFile):  # type: ignore[misc]
    """The index of a function's machine code, and a file for each entry."""

    owner = ""

    def save(self, key: Any, data: Any) -> None:
        """Keep an entry: first what the index speaks of, then the index."""
        content = self._dump(data)
        name = f"{Path(self._index_path).stem}.{_hash(content)}.nbc"
        replace(Path(self._data_path(name)), content)
        with _alone(Path(self._cache_path, "lock")):
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
        except Exception:  # bytes that are no pickle raise whatever they like
            return self._tell(self._index_path)

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        content = Path(path).read_bytes()
        if _hash(content) != Path(name).suffixes[-2].removeprefix("."):
            self._tell(path)
            raise OSError("damaged")  # which to Numba is as good as none
        self._remember(name)
        return pickle.loads(content)

    def _remember(self, name: str) -> None:
        for path in (self._index_path, self._data_path(name)):
            _files[Path(path)] = self.owner

    def _tell(self, path: str) -> dict[Any, Any]:
        say(f"{path} is damaged: the machine code is compiled anew.")
        return {}


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other processes from adding to an index that they have read before, where the system knows how to."""
    with path.open("ab") as lock:
        if sys.platform != "win32":
            with suppress(OSError):  # a file system that locks nothing: at worst an entry is lost, and compiled again
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
