"""The cache key: the sources whose change invalidates compiled code.

- The shared part of this package, all of it but the games and the agents, affects all code.
- The code of a game of this package depends on the sources in its folder, on its stock and on the tables of its rules
  and cards, from which code is made.
- The code of any other module depends on its own file, on the modules that it imports, directly or not, of its package,
  or beside it if it is in none, on the TOML files beside these modules, and on the games of this package that it
  imports.

Code that is specialized for the record of a game also depends on the sources of that game: see `bind`.
"""

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numba

PACKAGE = Path(__file__).resolve().parent.parent
OURS = PACKAGE.name
GAMES = f"{OURS}.games"
AGENTS = f"{OURS}.agents"
INNER = ("machine", "kit", "contract")  # everything here, and elsewhere what says @compiled

_labels: dict[tuple[str, ...], tuple[list[Any], str]] = {}  # by module: the file that it was loaded from, and its label
_reached: dict[str, set[str]] = {}  # by module: others that it imports without an import statement
_bound: dict[str, str] = {}  # by the identity of a game's record: the game's label


def fingerprint(sources: Mapping[str, Path]) -> str:
    """A hash of source files, Numba's version and its settings."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for name in sorted(sources):
        digest.update(name.encode() + sources[name].read_bytes())
    return digest.hexdigest()[:16]


def shared_sources() -> dict[str, Path]:
    """The sources of this package that can end up in the machine code of any game."""
    return {name: path for name, path in _python_in(PACKAGE) if _is_shared(path)}


def _is_shared(path: Path) -> bool:
    folder = path.relative_to(PACKAGE).parts[0]
    return folder in INNER or (folder not in ("games", "agents") and b"@compiled" in path.read_bytes())


def real_name(module: str) -> str:
    """The name of a module, even if it was started as a program."""
    if module != "__main__":
        return module
    main = sys.modules[module]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    return spec.name if spec else Path(file).stem if file else module


def home_of(module: str) -> str:
    """The package of a module: a game of this package, or the outermost one; the module itself if it is in none."""
    parts = real_name(module).split(".")
    return ".".join(parts[:3] if len(parts) > 2 and ".".join(parts[:2]) == GAMES else parts[:1])


def label_of(*modules: str) -> str:
    """The name of the first module, or of its game, and a hash of all sources that the modules depend on.

    Empty for shared modules and for those without a file. A module that is reloaded after an edit gets another label.
    """
    known = tuple(map(real_name, modules))
    loaded = [getattr(sys.modules.get(_decided_by(name)), "__spec__", None) for name in known]
    if known not in _labels or any(one is not other for one, other in zip(_labels[known][0], loaded, strict=True)):
        sources: dict[str, Path] = {}
        for name in known:
            sources |= _sources_of(name)
        _labels[known] = loaded, f"{_decided_by(known[0])}-{fingerprint(sources)}" if sources else ""
    return _labels[known][1]


def also_reaches(module: str, other: str) -> None:
    """Let machine code of a module depend on another one, which it finds by name."""
    _reached.setdefault(real_name(module), set()).add(other)


def bind(identity: str, modules: Iterable[str]) -> None:
    """Let all machine code for this record depend on `modules`, those of the game's rules."""
    _bound[identity] = label_of(*dict.fromkeys(modules))


def bound_to(identity: str) -> str:
    """The label of the game with this record; empty if there is none."""
    return _bound.get(identity, "")


def _decided_by(module: str) -> str:
    """The game of a module, since a game's files count together; else the module itself."""
    home = home_of(module)
    return home if home.startswith(f"{GAMES}.") else module


def _sources_of(module: str) -> dict[str, Path]:
    """The sources that a module depends on besides the shared ones, by name."""
    found: dict[str, Path] = {}
    # Follow the imports. A game stands for all of its files, so it is only noted.
    waiting, done, games = {module}, set[str](), set[str]()
    folders: dict[Path, str] = {}  # of the modules, with the name of their package
    while waiting:
        name = waiting.pop()
        done.add(name)
        if home_of(name).startswith(f"{GAMES}."):
            games.add(home_of(name))
        elif path := _path_of(name, module):
            found[name] = path
            folders.setdefault(path.parent, name if path.name == "__init__.py" else name.rpartition(".")[0])
            waiting |= _imported_by(name, path, path.stat().st_mtime_ns) | {name.rpartition(".")[0] or name}
            waiting |= _reached.get(name, set())
        waiting -= done
    # Add the data beside the modules.
    for folder, package in folders.items():
        found |= {f"{package}/{path.name}": path for path in folder.glob("*.toml")}
    # Add the sources and the stock of each game.
    for game in games:
        folder = PACKAGE.joinpath(*game.split(".")[1:])
        found |= {
            **dict(_python_in(folder)),
            **dict(_files_in(folder, "stock/*.toml")),
            **dict(_files_in(folder, "rules/*.toml")),
            **dict(_files_in(folder, "cards/*.toml")),
        }
    return found


def _path_of(name: str, start: str) -> Path | None:
    """The file of a module in the package of `start`, or beside `start` if that is in none; None for other modules."""
    top = start.partition(".")[0]
    homes = list(getattr(sys.modules.get(top), "__path__", ()))
    # In a package: its own modules count, except those of this package, which are shared.
    if homes:
        if name.partition(".")[0] != top or (top == OURS and not f"{name}.".startswith(f"{AGENTS}.")):
            return None
        path = Path(homes[0]).resolve().joinpath(*name.split(".")[1:])
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    # In no package: the file itself, or one beside it.
    else:
        module = sys.modules.get("__main__" if start == real_name("__main__") else start)
        path = Path(getattr(module, "__file__", None) or "nowhere").resolve()
        path = path if name == start else path.with_name(f"{name}.py")
    return path if path.is_file() else None


@cache
def _imported_by(module: str, path: Path, _changed: int) -> frozenset[str]:
    """All names that the imports of a file may refer to: modules, and names inside them."""
    inner, found = module if path.name == "__init__.py" else module.rpartition(".")[0], set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            # Resolve the dots of a relative import; a name may be a module or something inside one.
            around = ".".join(inner.split(".")[: len(inner.split(".")) + 1 - node.level]) if node.level else ""
            source = ".".join(part for part in (around, node.module) if part)
            found |= {source} | {f"{source}.{alias.name}" for alias in node.names}
    return frozenset(found)


def _python_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """The Python files below a folder, by name."""
    return _files_in(folder, "*.py")


def _files_in(folder: Path, pattern: str) -> Iterator[tuple[str, Path]]:
    """The files below a folder with these names, by name."""
    for path in folder.rglob(pattern):
        yield path.relative_to(folder.parent).as_posix(), path
