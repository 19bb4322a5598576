"""Games by name: those of this package, those that other packages offer, and any game in a module.

Another package offers its game by an entry point of the group `nexus_env.games`:

    [project.entry-points."nexus_env.games"]
    chess = "my_package.chess:GAME"

A game is imported only when it is asked for.
"""

import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import FrameSummary, extract_tb

from nexus_env.contract import whereabouts
from nexus_env.contract.game import Game
from nexus_env.kit.options import OptionsError
from nexus_env.system.importing import attribute_at
from nexus_env.system.wording import mismatch, nearest, shortened

GROUP = "nexus_env.games"
HOME = Path(__file__).resolve().parent.parent
DEFAULT = "nexus"  # the default game


class _UnknownError(Exception):
    """No game has this name."""


def names() -> tuple[str, ...]:
    """The games that can be found by a plain name, those of this package first."""
    ours = own_names()
    return (*ours, *sorted(_offered().keys() - set(ours)))


def find(name: str | Game, place: str = "game") -> Game:
    """Find a game by name: one of this package, one that another package offers, or `module:ATTRIBUTE`.

    Args:
        name: such as `nexus`, or `my_package.chess:GAME`; a `Game` is returned as it is.
        place: what named it, for the error.

    Raises:
        OptionsError: there is no such game, or it cannot be imported.
    """
    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        raise OptionsError(f"{place}: got {shortened(repr(name))}; expected a Game, or the name of one.")
    try:
        game = _found(name)
    except (Exception, SystemExit) as error:  # a foreign module may raise anything when it is imported
        if name not in own_names() and name in _offered():
            whence = _offered()[name].value
            raise OptionsError(
                f"{place}: got {name!r}, a plug-in that cannot be imported from {whence} ({_told(error)}); "
                "expected one that can."
            ) from error
        if not isinstance(error, _UnknownError) and not _is_missing(error, name):
            found = f"{shortened(name)!r}, whose module cannot be imported ({_told(error)})"
            raise OptionsError(f"{place}: got {found}; expected one that can.") from error
        why = "" if isinstance(error, _UnknownError) else f" ({_told(error)})"
        expected = f"one of {', '.join(names())}, or module:NAME"
        raise OptionsError(mismatch(place, f"{shortened(name)!r}{why}", expected, nearest(name, names()))) from error
    if not isinstance(game, Game):
        raise OptionsError(f"{place}: got {name!r}, which is a {type(game).__name__}; expected a Game.")
    return game


def find_all(place: str, warn: Callable[[str], None]) -> dict[str, Game]:
    """All games with a plain name, the default first; calls `warn` with the reason for each broken one."""
    found: dict[str, Game] = {}
    for name in sorted(names(), key=lambda name: name != DEFAULT):
        try:
            game = find(name, place)
            refuse_namesakes(place, {**found, name: game})
        except OptionsError as error:
            warn(f"{error} It is left out.")
        else:
            found[name] = game
    return found


def refuse_namesakes(place: str, games: Mapping[str, Game]) -> None:
    """Raise an `OptionsError` if two of `games`, by registry name, share a name of their own."""
    seen: dict[str, str] = {}
    for name, game in games.items():
        if (other := seen.setdefault(game.name, name)) != name:
            found = f"{other!r} and {name!r}, both called {game.name!r}"
            raise OptionsError(f"{place}: got {found}; expected games of different names.")


def _is_missing(error: BaseException, name: str) -> bool:
    """Whether there is no such module, or it has no such attribute, rather than that it fails."""
    module = name.partition(":")[0]
    if isinstance(error, ModuleNotFoundError):
        return bool(error.name) and f"{module}.".startswith(f"{error.name}.")
    return not _place_of(error)


def _told(error: BaseException) -> str:
    """The reason for a failed import, on one line, with the file and the line of the game where it failed."""
    why, place = shortened(" ".join(str(error).split())), _place_of(error)
    if not isinstance(error, ImportError | AttributeError | ValueError | KeyError) or not why:
        why = f"{type(error).__name__}: {why}" if why else type(error).__name__
    return f"{place}: {why}" if place else why


def _place_of(error: BaseException) -> str:
    """The last line of a module outside this package that led to an error; empty if there is none."""
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    foreign = [frame for frame in frames if not Path(frame.filename).is_relative_to(HOME) and not _is_of_python(frame)]
    return f"{Path(foreign[-1].filename).name}, line {foreign[-1].lineno}" if foreign else ""


def _is_of_python(frame: FrameSummary) -> bool:
    """Whether a line belongs to Python itself, such as its `importlib`."""
    return Path(frame.filename).is_relative_to(Path(os.__file__).parent)


def name_of(game: Game) -> str:
    """The name by which `find` finds a game: a plain name, or `module:NAME`."""
    return game.name if game.name in names() else ":".join(whereabouts.of(game, game.setup.__module__))


def _found(name: str) -> object:
    """The value with this name."""
    if ":" in name:
        return attribute_at(name)
    if name in own_names():
        return getattr(import_module(f"{GROUP}.{name}"), name.upper())
    offered = _offered()
    if name not in offered:
        raise _UnknownError
    return offered[name].load()


@cache
def own_names() -> tuple[str, ...]:
    """The names of this package's own games: the default first, the others sorted."""
    folder = Path(__file__).resolve().parent.parent / "games"
    found = [path.name for path in folder.iterdir() if (path / "__init__.py").is_file()]
    return tuple(sorted(found, key=lambda name: (name != DEFAULT, name)))


def own_games() -> list[Game]:
    """The games of `own_names`, imported."""
    return [find(name) for name in own_names()]


def _offered() -> Mapping[str, EntryPoint]:
    """The games of other installed packages."""
    return {point.name: point for point in entry_points(group=GROUP)}
