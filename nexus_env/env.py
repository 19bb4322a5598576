"""PettingZoo environments, imported the usual way; the module itself is callable, too.

    import nexus_env.env as E

    env = E.env(seats=2)

This is the same as `nexus_env.env(seats=2)`.
"""

import inspect
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from nexus_env.contract.game import Game
    from nexus_env.envs.aec import Arena, DieToRoll

__all__ = ["env", "parallel_env", "raw_env"]

Illegal = Literal["raise", "end", "replace"]
Reward = Literal["outcome", "margin", "both"]
RenderMode = Literal["ansi", "human", "rgb_array"] | None


def env(
    game: "Game | str" = "nexus",
    *,
    illegal: Illegal = "raise",
    render_mode: RenderMode = None,
    max_cycles: int | None = None,
    dice: "Callable[[DieToRoll], int] | None" = None,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **rules: Any,
) -> Any:
    """A PettingZoo AEC environment that checks the order of calls.

    Args:
        game: the name of a game, or a `Game`.
        illegal: how to handle an illegal action: "raise" a `ValueError`; "end" the bout for all, with -1 for the
            offender and 0 for the others; or "replace" it with the legal action with the nearest number.
        render_mode: "ansi" for text that `render` returns, "human" to print it after each step, "rgb_array" for pixels.
        max_cycles: decisions after which all agents are truncated without a final reward; None for no limit.
        dice: supplies the face of every die, for real dice or chosen ones; None lets the environment roll.
        reward: what is paid at the end: "outcome", "margin" or "both"; None takes the game's own, as do the next three.
        shaping: the weight of potential-based shaping, 0 or more.
        gamma: the learner's discount from one of its decisions to the next, 0 to 1.
        draw: the outcome of a draw, -1 to 1.
        **rules: the game's own options, such as `seats=2`.

    Raises:
        ValueError: an argument is wrong; the error suggests the nearest name for a misspelled one.
    """
    from nexus_env.envs.aec import make_env

    return make_env(
        find_game(game),
        illegal=illegal,
        render_mode=render_mode,
        max_cycles=max_cycles,
        dice=dice,
        **given(reward=reward, shaping=shaping, gamma=gamma, draw=draw),
        **rules,
    )


def raw_env(
    game: "Game | str" = "nexus",
    *,
    illegal: Illegal = "raise",
    render_mode: RenderMode = None,
    max_cycles: int | None = None,
    dice: "Callable[[DieToRoll], int] | None" = None,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **rules: Any,
) -> "Arena":
    """An `Arena`: like `env`, but faster, since it does not check the order of calls.

    Args:
        game: as in `env`.
        illegal: as in `env`.
        render_mode: as in `env`.
        max_cycles: as in `env`.
        dice: as in `env`.
        reward: as in `env`.
        shaping: as in `env`.
        gamma: as in `env`.
        draw: as in `env`.
        **rules: as in `env`.

    Raises:
        ValueError: an argument is wrong.
    """
    from nexus_env.envs.aec import Arena

    return Arena(
        find_game(game),
        illegal=illegal,
        render_mode=render_mode,
        max_cycles=max_cycles,
        dice=dice,
        **given(reward=reward, shaping=shaping, gamma=gamma, draw=draw),
        **rules,
    )


def parallel_env(
    game: "Game | str" = "nexus",
    *,
    idle: Literal["wait"] | None = None,
    illegal: Illegal = "raise",
    render_mode: RenderMode = None,
    max_cycles: int | None = None,
    dice: "Callable[[DieToRoll], int] | None" = None,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **rules: Any,
) -> Any:
    """Like `env`, with PettingZoo's parallel API: all agents submit an action; only that of the agent to act counts.

    Args:
        game: as in `env`.
        idle: "wait" appends one action to the space, which is the only legal one of an agent that is not to act; for
            libraries that sample an action for every agent. None leaves such agents no legal action.
        illegal: as in `env`.
        render_mode: as in `env`.
        max_cycles: as in `env`.
        dice: as in `env`.
        reward: as in `env`.
        shaping: as in `env`.
        gamma: as in `env`.
        draw: as in `env`.
        **rules: as in `env`.

    Raises:
        ValueError: an argument is wrong.
    """
    from nexus_env.envs.parallel import make_parallel

    made = env(
        game,
        illegal=illegal,
        render_mode=render_mode,
        max_cycles=max_cycles,
        dice=dice,
        **given(reward=reward, shaping=shaping, gamma=gamma, draw=draw),
        **rules,
    )
    return make_parallel(made, idle)


def find_game(game: "Game | str") -> "Game":
    """The game of this name; a `Game` is returned as it is.

    Raises:
        ValueError: there is no such game.
    """
    from nexus_env.contract import registry

    return registry.find(game)


def given(**arguments: Any) -> dict[str, Any]:
    """The arguments that are not None: for the others, the game has its own."""
    return {name: value for name, value in arguments.items() if value is not None}


class _Factory(ModuleType):
    """A callable module that pickles by name."""

    def __call__(self, *arguments: Any, **rules: Any) -> Any:
        return env(*arguments, **rules)

    def __reduce__(self) -> Any:
        return import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Factory
__signature__ = inspect.signature(env)  # of the module, for `help` and editors
