"""Agents by their names. Who finds them is itself only named, for this package imports no agents."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from nexus_env.contract import Game

LOADER = "agents.agent:load"  # it comes with this package
Loader = Callable[[str, Game], Any]


def find_loader(name: str = LOADER) -> Loader:
    """The function called `module:callable` that makes an agent of an agent's name and a game.

    Raises:
        ValueError: there is none of this name.
    """
    module, _, attribute = name.partition(":")
    try:
        if name == LOADER:
            _refuse_another(module.partition(".")[0])
        found: Loader = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise ValueError(f"the loader of agents, {name}: {error}; expected package.module:callable.") from error
    return found


def _refuse_another(package: str) -> None:
    """Raise an `ImportError` if a package of somebody else hides the one that lies beside this package."""
    ours = Path(__file__).resolve().parent.parent / package
    spec = find_spec(package)
    if spec is None or not ours.is_dir():
        return
    folders = [Path(folder).resolve() for folder in spec.submodule_search_locations or ()]
    if ours not in folders:
        found = spec.origin or folders[0]
        raise ImportError(f"found {found}, which hides {ours}: rename it, or start in another folder")
