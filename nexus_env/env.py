"""PettingZoo environments, imported the usual way; the module itself is callable, too.

    import nexus_env.env as E

    env = E.env(seats=2)

This is the same as `nexus_env.env(seats=2)`.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nexus_env.contract.game import Game
    from nexus_env.envs.aec import Arena

__all__ = ["env", "parallel_env", "raw_env"]


def env(**arguments: Any) -> Any:
    """A PettingZoo AEC environment that checks the order of calls.

    Args:
        **arguments: `game`, a `Game` or the name of one (NEXUS by default), and the keywords of
            `nexus_env.envs.aec.Arena`.

    Raises:
        ValueError: an argument is wrong.
    """
    from nexus_env.envs.aec import make_env

    return make_env(game_of(arguments), **arguments)


def raw_env(**arguments: Any) -> "Arena":
    """An `Arena`: like `env`, but faster, since it does not check the order of calls."""
    from nexus_env.envs.aec import Arena

    return Arena(game_of(arguments), **arguments)


def parallel_env(**arguments: Any) -> Any:
    """Like `env`, with PettingZoo's parallel API: all agents submit an action; only that of the agent to act counts."""
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    return turn_based_aec_to_parallel(env(**arguments))


def game_of(arguments: dict[str, Any]) -> "Game":
    """Take `game` out of `arguments`: a `Game` or the name of one, NEXUS by default."""
    from nexus_env.contract import registry

    game: Game | str = arguments.pop("game", None) or registry.DEFAULT
    return registry.find(game) if isinstance(game, str) else game


class _Factory(ModuleType):
    """A callable module that pickles by name."""

    def __call__(self, **arguments: Any) -> Any:
        return env(**arguments)

    def __reduce__(self) -> Any:
        return import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Factory
