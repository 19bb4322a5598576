"""Digests of source files without comments, docstrings and layout, so that editing these recompiles nothing.

Parsing takes much longer than reading, so results are kept in the cache folder, by the content of the file. A process
reads all files, but parses only those that no process has parsed before.
"""

import ast
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import numba
import platformdirs

KEPT = "sources.json"
FORMAT = 1  # raised when something else is found
MOST = 5_000  # files; the cache is cleared beyond that
HAS_BODY = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

Import = tuple[int, str, tuple[str, ...]]


@dataclass(frozen=True)
class DigestedSource:
    """The parsed facts about a Python file.

    - `digest`: a hash of its code.
    - `imports`: its imports: the number of leading dots, the module, and the names; no names for `import module`.
    - `binds`: the names that its own statements define at module level.
    - `is_compiled`: whether it has compiled functions.
    """

    digest: str
    imports: tuple[Import, ...]
    binds: frozenset[str]
    is_compiled: bool


_known: dict[str, Any] = {}  # by the hash of the content: the fields of a `DigestedSource`
_fresh: list[str] = []  # what this process has parsed
_read: list[Path] = []  # the file that `_known` comes from


def caches() -> Path:
    """The folder for all machine code; a path that does not exist if there is no home folder."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen).absolute()
    try:
        return Path(platformdirs.user_cache_dir("nexus_env"))
    except RuntimeError:  # newer versions of platformdirs raise; older ones return the `~`
        return Path("~/.cache/nexus_env")


def digest_of(path: Path) -> str:
    """A hash of a file: of the code of a Python file, which must be valid, or of all bytes of another file."""
    if path.suffix != ".py" or numba.config.DISABLE_JIT:
        return _hash(path.read_bytes())
    return source_of(path).digest


def source_of(path: Path) -> DigestedSource:
    """The facts about a Python file; the digest of a file that cannot be parsed is that of its bytes."""
    about = path.stat()
    return _source_at(path, about.st_mtime_ns, about.st_size)


@cache
def _source_at(path: Path, _changed: int, _size: int) -> DigestedSource:
    content = path.read_bytes()
    key = _hash(content)
    found = _all_known().get(key)
    if found is None:
        found = _known[key] = _parsed(content, key)
        _fresh.append(key)
    digest, imports, binds, is_compiled = found
    return DigestedSource(
        digest, tuple((level, module, tuple(names)) for level, module, names in imports), frozenset(binds), is_compiled
    )


def keep() -> None:
    """Store the results of this process for others."""
    if not _fresh:
        return
    path = caches() / KEPT
    known = {**_from(path), **_known}
    if len(known) > MOST:
        known = {key: _known[key] for key in _fresh}
    _fresh.clear()
    fresh = path.with_name(f"{KEPT}.tmp.{uuid4().hex[:16]}")
    with suppress(OSError):  # a folder that cannot be written: the next process parses them again
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps({"format": FORMAT, "files": known}), encoding="utf-8")
        fresh.replace(path)


def _all_known() -> dict[str, Any]:
    if _read != [path := caches() / KEPT]:
        _read[:] = [path]
        _known.update(_from(path))
    return _known


def _from(path: Path) -> dict[str, Any]:
    """The stored results; empty if they cannot be read or are damaged."""
    try:
        kept = json.loads(path.read_bytes())
        files = kept["files"] if kept["format"] == FORMAT else {}
        return {key: _checked(*found) for key, found in files.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _checked(digest: str, imports: list[Any], binds: list[str], is_compiled: bool) -> tuple[Any, ...]:
    if not isinstance(digest, str) or not all(len(one) == 3 for one in imports):
        raise ValueError("damaged")
    return digest, imports, binds, is_compiled


def _parsed(content: bytes, key: str) -> tuple[Any, ...]:
    """The fields of a `DigestedSource`."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return key, [], [], True
    imports = list(_imports_in(tree))
    binds = sorted({name for statement in tree.body for name in _bound_by(statement)})
    for node in ast.walk(tree):
        if isinstance(node, HAS_BODY) and node.body and _is_text(node.body[0]):
            node.body[0] = ast.Pass()
    return _hash(ast.dump(tree).encode()), imports, binds, b"compiled" in content


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _imports_in(tree: ast.AST) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", tuple(alias.name for alias in node.names)


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement defines, other than by an import."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
