"""The ids of games for `gymnasium.make` and `pettingzoo.make`, of which none is imported before it is made."""

import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import gymnasium
import pettingzoo

from nexus_env.contract.registered import LISTENERS
from nexus_env.system.package import ID_VERSION

DEFAULT = "nexus"  # the game of every environment that names none; its ids take any `game`
GROUP = "nexus_env.games"
NAMESPACE = re.compile(r"[\w-]+")  # names that both libraries take
DUEL, FREE_FOR_ALL, ARENA = (f"{kind}-{ID_VERSION}" for kind in ("Duel", "FreeForAll", "arena"))


def register_ids() -> None:
    """Register the ids of all installed games, and from then on of every game that is registered."""
    own = [found.name for found in iter_modules([str(Path(__file__).parent / "games")])]
    for name in dict.fromkeys([*own, *(point.name for point in entry_points(group=GROUP))]):
        if NAMESPACE.fullmatch(name):
            _offer(name, {} if name == DEFAULT else {"game": name}, {DUEL: 2})
    _offer(DEFAULT, {}, {FREE_FOR_ALL: 4})
    LISTENERS.append(_hear)


def _hear(game: Any) -> None:
    """Register the ids of a game that a program makes, unless one of its name is installed."""
    installed = gymnasium.registry.get(f"{game.name}/{DUEL}")
    if NAMESPACE.fullmatch(game.name) and (installed is None or not isinstance(installed.kwargs.get("game", ""), str)):
        _offer(game.name, {"game": game}, dict(_kinds_of(game)))


def _kinds_of(game: Any) -> Iterator[tuple[str, int]]:
    """The ids for Gymnasium, with their numbers of seats."""
    for kind, seats in ((DUEL, 2), (FREE_FOR_ALL, 4)):
        if seats in game.seats:
            yield kind, seats


def _offer(name: str, kwargs: dict[str, Any], kinds: dict[str, int]) -> None:
    """Register ids in the namespace of a game; an earlier game of this name gives way."""
    for kind, seats in kinds.items():
        gymnasium.registry.pop(f"{name}/{kind}", None)
        learner = {"seats": seats, **kwargs}
        gymnasium.register(
            f"{name}/{kind}", "nexus_env:single", vector_entry_point="nexus_env:vector_env", kwargs=learner
        )
    if hasattr(pettingzoo, "register"):  # came with PettingZoo 1.27
        for api, maker in (("aec", "nexus_env:env"), ("parallel", "nexus_env:parallel_env")):
            registry = pettingzoo.aec_registry if api == "aec" else pettingzoo.parallel_registry
            registry.pop(f"{name}/{ARENA}", None)
            pettingzoo.register(api, f"{name}/{ARENA}", maker, kwargs=kwargs)
