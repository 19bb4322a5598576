"""Arena games as reinforcement-learning environments: PettingZoo, Gymnasium and batches over one engine.

    import nexus_env

    env = nexus_env.env(seats=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Registered ids:

- PettingZoo 1.27 or later, `pettingzoo.make("aec", …)` and `pettingzoo.make("parallel", …)`: `nexus/arena-v1`;
- Gymnasium, `gymnasium.make(…)` and `gymnasium.make_vec(…)`: `nexus/Duel-v1` (two seats) and `nexus/FreeForAll-v1`
  (four seats).

Every other game of the package has `NAME/arena-v1` and `NAME/Duel-v1`, too, such as `aristeia/Duel-v1`.

Nothing is compiled or loaded until the first environment is created.
"""

from collections.abc import Mapping
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

from nexus_env.env import game_of, parallel_env, raw_env
from nexus_env.system.package import VERSION

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv

    from nexus_env.env import env  # which is the module itself, called as if it were its function
    from nexus_env.envs.batch import Batch
    from nexus_env.envs.single import SingleSeat
    from nexus_env.envs.text_seat import TextSeat
    from nexus_env.envs.vector import VectorSeats

__all__ = ["batch", "env", "parallel_env", "raw_env", "sb3_env", "single", "text_env", "vector_env"]
__version__ = VERSION


def batch(bouts: int, seed: int = 0, options: Mapping[str, Any] | None = None, **arguments: Any) -> "Batch":
    """Many bouts in arrays, stepped together: see `nexus_env.envs.batch.Batch` for arguments, shapes and errors."""
    from nexus_env.envs.batch import Batch

    return Batch(game_of(arguments), bouts, seed, options, **arguments)


def single(**arguments: Any) -> "SingleSeat":
    """A Gymnasium environment in which one seat learns: see `nexus_env.envs.single.SingleSeat`.

    `vector_env` and `sb3_env` take the same keywords with the same defaults: see `nexus_env.envs.keywords.Learner`.
    """
    from nexus_env.envs.single import SingleSeat

    return SingleSeat(game_of(arguments), **arguments)


def text_env(**arguments: Any) -> "TextSeat":
    """A Gymnasium environment in words, for language models: see `nexus_env.envs.text_seat.TextSeat`."""
    from nexus_env.envs.text_seat import TextSeat

    return TextSeat(game_of(arguments), **arguments)


def vector_env(num_envs: int = 1, **arguments: Any) -> "VectorSeats":
    """A Gymnasium vector environment in which one seat of each bout learns: see `nexus_env.envs.vector.VectorSeats`."""
    from nexus_env.envs.vector import VectorSeats

    return VectorSeats(game_of(arguments), num_envs, **arguments)


def sb3_env(num_envs: int = 1, **arguments: Any) -> "VecEnv":
    """A Stable-Baselines3 `VecEnv` in which one seat of each bout learns: see `nexus_env.envs.sb3.sb3_env`."""
    from nexus_env.envs.sb3 import sb3_env

    return sb3_env(game_of(arguments), num_envs, **arguments)


def _register() -> None:
    """The ids of NEXUS, which take any `game`; and those of each other game of the package, which none imports."""
    _offer("nexus/Duel-v1", seats=2)
    _offer("nexus/FreeForAll-v1", seats=4)
    others = [found.name for found in iter_modules([str(Path(__file__).parent / "games")]) if found.name != "nexus"]
    for name in others:
        _offer(f"{name}/Duel-v1", seats=2, game=name)
    if hasattr(pettingzoo, "register"):  # came with PettingZoo 1.27
        for name in ("nexus", *others):
            kwargs = {} if name == "nexus" else {"game": name}
            pettingzoo.register("aec", f"{name}/arena-v1", "nexus_env:env", kwargs=kwargs)
            pettingzoo.register("parallel", f"{name}/arena-v1", "nexus_env:parallel_env", kwargs=kwargs)


def _offer(name: str, **kwargs: Any) -> None:
    gymnasium.register(name, "nexus_env:single", vector_entry_point="nexus_env:vector_env", kwargs=kwargs)


_register()
