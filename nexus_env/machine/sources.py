"""The cache key: the sources whose change invalidates compiled code.

- The shared part of this package, all of it but the games and the agents, affects all code.
- The code of a game of this package depends on the modules in its folder that have compiled functions, on all that
  these import there, on its stock and on the tables of its rules and cards, from which code is made.
- The code of any other module depends on its own file, on the modules that it imports, directly or not, of its package,
  or beside it if it is in none, on the data beside and below these modules, and on the games of this package that it
  imports.

Of a module only its code counts, without comments and docstrings (see `machine.source_digests`). A module that no
compiled function reaches, such as one with words or scripted players, does not count.

Code that is specialized for the record of a game also depends on the sources of that game: see `bind`.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numba

from nexus_env.machine.source_digests import digest_of, keep, source_of

PACKAGE = Path(__file__).resolve().parent.parent
OURS = PACKAGE.name
GAMES = f"{OURS}.games"
AGENTS = f"{OURS}.agents"
NO_DATA = {
    *(".py", ".pyi", ".pyc", ".so", ".pyd", ".md", ".rst", ".html", ".css", ".js", ".svg", ".png", ".jpg", ".gif"),
    *(".ttf", ".woff2", ".onnx", ".pt", ".pth", ".zip", ".gz", ".log", ".lock", ".tmp"),
}  # endings of files that no rule reads when it is imported
DATA_BESIDE = ("*.toml", "*.json", "*.csv", "*.tsv", "*.txt", "*.yaml", "*.yml", "*.ini", "*.npy", "*.npz")
INNER = ("machine", "kit", "contract")  # everything here, and elsewhere what says @compiled

_labels: dict[tuple[str, ...], tuple[list[Any], str]] = {}  # by module: the file that it was loaded from, and its label
_reached: dict[str, set[str]] = {}  # by module: others that it imports without an import statement
_bound: dict[str, str] = {}  # by the identity of a game's record: the game's label


def fingerprint(sources: Mapping[str, Path]) -> str:
    """A hash of what source files say, of Numba's version and its settings."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {numba.config.BOUNDSCHECK}".encode())
    for name in sorted(sources):
        digest.update(f"{name} {digest_of(sources[name])}".encode())
    keep()
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
    known = tuple(dict.fromkeys(_decided_by(real_name(module)) for module in modules))
    loaded = [getattr(sys.modules.get(name), "__spec__", None) for name in known]
    if known not in _labels or any(one is not other for one, other in zip(_labels[known][0], loaded, strict=True)):
        sources: dict[str, Path] = {}
        for name in known:
            sources |= _sources_of(name)
        _labels[known] = loaded, f"{known[0]}-{fingerprint(sources)}" if sources else ""
    return _labels[known][1]


def also_reaches(module: str, other: str) -> None:
    """Make the machine code of a module depend on another module, which it finds by name."""
    _reached.setdefault(real_name(module), set()).add(other)


def bind(identity: str, modules: Iterable[str]) -> None:
    """Make all machine code for this record depend on `modules`, those of the game's rules."""
    _bound[identity] = label_of(*dict.fromkeys(modules))


def bound_to(identity: str) -> str:
    """The label of the game with this record; empty if there is none."""
    return _bound.get(identity, "")


def _decided_by(module: str) -> str:
    """The game of a module, since a game's files count as one; else the module itself."""
    home = home_of(module)
    return home if home.startswith(f"{GAMES}.") else module


def _sources_of(module: str) -> dict[str, Path]:
    """The sources that a module depends on besides the shared ones, by name."""
    found: dict[str, Path] = {}
    # Follow the imports. A game represents all of its files, so it is only noted.
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
            waiting |= _imported_by(name, path, lambda other: _path_of(other, module))
            waiting |= _reached.get(name, set())
        waiting -= done
    # Add the data beside and below the modules.
    for folder, package in folders.items():
        beside = {path for pattern in DATA_BESIDE for path in folder.glob(pattern)}
        for path in _data_below(folder) if package else beside | set(_data_named_in(found.values(), folder)):
            found[f"{package}/{path.relative_to(folder).as_posix()}"] = path
    # Add the sources and the stock of each game.
    for game in games:
        folder = PACKAGE.joinpath(*game.split(".")[1:])
        found |= {
            **_rules_of(game, folder),
            **dict(_files_in(folder, "stock/*.toml")),
            **dict(_files_in(folder, "rules/*.toml")),
            **dict(_files_in(folder, "cards/*.toml")),
        }
    return found


def _rules_of(game: str, folder: Path) -> dict[str, Path]:
    """The modules of a game of this package that have compiled functions, and the modules of it that these import."""
    modules = {
        ".".join([game, *path.relative_to(folder).with_suffix("").parts]).removesuffix(".__init__"): path
        for path in folder.rglob("*.py")
    }
    waiting, done = {name for name, path in modules.items() if source_of(path).is_compiled}, set[str]()
    while waiting:
        name = waiting.pop()
        done.add(name)
        reached = _imported_by(name, modules[name], modules.get) | _reached.get(name, set())
        waiting |= (reached & modules.keys()) - done
    return {modules[name].relative_to(folder.parent).as_posix(): modules[name] for name in done}


def _data_below(folder: Path) -> Iterator[Path]:
    """The data files below a folder that a module of a package may read at import: all but files of other kinds."""
    for path in folder.iterdir():
        if path.name.startswith((".", "__pycache__")):
            continue
        if path.is_dir():
            yield from () if path.is_symlink() else _data_below(path)
        elif path.suffix not in NO_DATA and path.is_file():
            yield path


def _data_named_in(modules: Iterable[Path], folder: Path) -> Iterator[Path]:
    """The same for folders that a module outside any package names; other folders beside it may hold anything."""
    texts = [path.read_bytes() for path in modules if path.suffix == ".py"]
    for path in folder.iterdir():
        named = any(quote + path.name.encode() in text for text in texts for quote in (b'"', b"'", b"/"))
        if path.is_dir() and named and not path.is_symlink():
            yield from _data_below(path)


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


def _imported_by(module: str, path: Path, find: Callable[[str], Path | None]) -> set[str]:
    """The modules that a file imports, anywhere in it; a package only if a name of its own is imported from it.

    Args:
        module: its name.
        path: the file.
        find: returns the file of a module by its name; None if the module does not count.
    """
    inner, found = module if path.name == "__init__.py" else module.rpartition(".")[0], set[str]()
    for level, source, names in source_of(path).imports:
        # Resolve the dots of a relative import; a name may be a module or something inside one.
        around = ".".join(inner.split(".")[: len(inner.split(".")) + 1 - level]) if level else ""
        home = ".".join(part for part in (around, source) if part)
        if not names:
            parts = home.split(".")
            found |= {".".join(parts[: count + 1]) for count in range(len(parts))}
        for name in names:
            if find(inside := f"{home}.{name}") is None:
                found |= {home, inside}  # `inside` may be a game of this package
                continue
            found.add(inside)
            if (package := find(home)) is not None and name in source_of(package).binds:
                found.add(home)
    return found


def _python_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """The Python files below a folder, by name."""
    return _files_in(folder, "*.py")


def _files_in(folder: Path, pattern: str) -> Iterator[tuple[str, Path]]:
    """The files below a folder with these names, by name."""
    for path in folder.rglob(pattern):
        yield path.relative_to(folder.parent).as_posix(), path
