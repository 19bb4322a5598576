"""Agents by name. This package imports none of them."""

from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.players.agent_protocol import plays
from nexus_env.system.importing import attribute_at
from nexus_env.system.package import install
from nexus_env.system.wording import InputError, either

LOADER = "nexus_env.agents.loading:load"
WHAT_LOADS = "the loader of agents"
RATING = ("filelock", "matplotlib", "openskill", "rich")  # packages that every command of agents needs
Loader = Callable[[str, Game], Any]


def find_loader(name: str = LOADER) -> Loader:
    """The function called `module:callable` that makes an agent from a name and a game.

    A user's own function is wrapped to enforce that it returns an agent or raises a `ValueError`.

    Raises:
        ValueError: nothing has this name.
    """
    found: Loader = find(name, WHAT_LOADS)
    return found if name == LOADER else partial(_load_by, name, found)


def _load_by(loader: str, load: Any, name: str, game: Game) -> Any:
    """An agent by its name, from a user's own loader."""
    expected = "expected a function that makes an agent from a name and a game, or raises a ValueError"
    try:
        agent = load(name, game)
    except ValueError:
        raise
    except (Exception, SystemExit) as error:  # a user's code, or not a loader
        why = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise InputError(f"{WHAT_LOADS}, {loader}: got {why} for {name!r}; {expected}.") from error
    if not plays(agent):
        found = f"an object of the type {type(agent).__name__}, which has neither `choose` nor `search`"
        raise InputError(f"{WHAT_LOADS}, {loader}: got {found}, for {name!r}; {expected}.")
    return agent


def find_rival(load: Loader, game: Game, seats: int) -> str:
    """The default opponent for a number of seats: see `Roster.rivals`."""
    for name in game.agents.rivals[:-1]:
        try:
            refuse_seats(name, load(name, game), game, seats)
        except ValueError:
            continue
        return name
    return game.agents.fallback


def refuse_seats(name: str, agent: Any, game: Game, seats: int) -> None:
    """Raise a `ValueError` if an agent does not support this number of seats."""
    able = tuple(getattr(agent, "seats", game.seats))
    if seats not in able:
        expected = either(map(str, able))
        raise InputError(f"Agent {name!r}: got a bout with {seats} seats; expected one with {expected}.")


def find(name: str, what: str) -> Any:
    """Import `module:attribute`; `what` it should be, in words, for errors.

    Raises:
        ValueError: there is nothing of this name.
    """
    try:
        return attribute_at(name)
    except (Exception, SystemExit) as error:  # a user's module may do anything when imported
        why = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{what}, {name}: {why}; expected package.module:callable.") from error


def refuse_missing(command: str, packages: Iterable[str] = RATING) -> None:
    """Raise a `ValueError` that says what to install unless all `packages` that `command` needs are installed."""
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise InputError(f"{command}: {' and '.join(missing)} missing; expected all packages of: {install('train')}.")
