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

Every other installed game has `NAME/arena-v1` and `NAME/Duel-v1`, too, such as `aristeia/Duel-v1`: those of this
package, and those that other packages offer as entry points of the group `nexus_env.games`. So has every game that a
program registers, and `NAME/FreeForAll-v1` if four can play it.

Nothing is compiled or loaded until the first environment is created.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nexus_env.env import Illegal, RenderMode, Reward, find_game, given, parallel_env, raw_env
from nexus_env.ids import register_ids
from nexus_env.system.package import VERSION

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv

    from nexus_env.contract.game import Game
    from nexus_env.env import env  # which is the module itself, called as if it were its function
    from nexus_env.envs.batch import Batch
    from nexus_env.envs.single import SingleSeat
    from nexus_env.envs.text_seat import TextSeat
    from nexus_env.envs.vector import VectorSeats

__all__ = ["batch", "env", "parallel_env", "raw_env", "sb3_env", "single", "text_env", "vector_env"]
__version__ = VERSION


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__, "__version__"]


def single(
    game: "Game | str" = "nexus",
    *,
    opponent: Any = None,
    seat: int | None = None,
    illegal: Illegal = "end",
    render_mode: RenderMode = None,
    max_episode_steps: int | None = None,
    seed: int | None = None,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **rules: Any,
) -> "SingleSeat":
    """A Gymnasium environment in which one seat learns; opponents play the others.

    Args:
        game: the name of a game, or a `Game`.
        opponent: who plays the other seats: the name of an agent, a path that ends in .onnx, "package.module:callable",
            a callable `(observation, mask, rng) -> action`, or an agent. None takes the game's own, "novice".
        seat: the seat that learns; None draws one for each bout.
        illegal: how to handle an illegal action: "end" the bout with a reward of -1; "raise" a `ValueError` before
            anything is played; or "replace" it with the legal action with the nearest number.
        render_mode: "ansi", "human", "rgb_array" or None.
        max_episode_steps: decisions of the learner after which its bout is truncated; None for no limit.
        seed: seeds all randomness until a `reset` with a seed; None draws one.
        reward: what is paid at the end: "outcome", "margin" or "both"; None takes the game's own, as do the next three.
        shaping: the weight of potential-based shaping, 0 or more.
        gamma: the learner's discount from one of its decisions to the next, 0 to 1.
        draw: the outcome of a draw, -1 to 1.
        **rules: the game's own options, such as `seats=2`.

    Raises:
        ValueError: an argument is wrong; the error suggests the nearest name for a misspelled one.
    """
    from nexus_env.envs.single import SingleSeat

    return SingleSeat(
        find_game(game),
        opponent=opponent,
        seat=seat,
        illegal=illegal,
        render_mode=render_mode,
        max_episode_steps=max_episode_steps,
        seed=seed,
        **given(reward=reward, shaping=shaping, gamma=gamma, draw=draw),
        **rules,
    )


def vector_env(
    num_envs: int = 1,
    game: "Game | str" = "nexus",
    *,
    autoreset_mode: "AutoresetMode | str" = "SameStep",
    copy: bool = True,
    threads: int = 1,
    opponent: Any = None,
    seat: int | None = None,
    illegal: Illegal = "end",
    render_mode: RenderMode = None,
    max_episode_steps: int | None = None,
    seed: int | None = None,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **rules: Any,
) -> "VectorSeats":
    """A Gymnasium vector environment in which one seat of each bout learns; opponents play the others.

    Args:
        num_envs: the number of bouts, at least 1.
        game: as in `single`, like all arguments that are not named here.
        autoreset_mode: when the next bout begins: "SameStep" or "NextStep".
        copy: return copies of the arrays; otherwise each step overwrites those of the previous one.
        threads: the number of cores, at least 1; useful from about a thousand bouts.
        opponent: as in `single`.
        seat: as in `single`.
        illegal: as in `single`.
        render_mode: as in `single`.
        max_episode_steps: as in `single`.
        seed: as in `single`.
        reward: as in `single`.
        shaping: as in `single`.
        gamma: as in `single`.
        draw: as in `single`.
        **rules: as in `single`.

    Raises:
        ValueError: an argument is wrong.
    """
    from nexus_env.envs.vector import VectorSeats

    return VectorSeats(
        find_game(game),
        num_envs,
        autoreset_mode=autoreset_mode,
        copy=copy,
        threads=threads,
        opponent=opponent,
        seat=seat,
        illegal=illegal,
        render_mode=render_mode,
        max_episode_steps=max_episode_steps,
        seed=seed,
        **given(reward=reward, shaping=shaping, gamma=gamma, draw=draw),
        **rules,
    )


def sb3_env(
    num_envs: int = 1,
    game: "Game | str" = "nexus",
    *,
    threads: int = 1,
    opponent: Any = None,
    seat: int | None = None,
    illegal: Illegal = "end",
    render_mode: RenderMode = None,
    max_episode_steps: int | None = None,
    seed: int | None = None,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **rules: Any,
) -> "VecEnv":
    """A Stable-Baselines3 `VecEnv` in which one seat of each bout learns; opponents play the others.

    Args:
        num_envs: the number of bouts, at least 1.
        game: as in `single`, like all arguments that are not named here.
        threads: the number of cores, at least 1; useful from about a thousand bouts.
        opponent: as in `single`.
        seat: as in `single`.
        illegal: as in `single`.
        render_mode: as in `single`.
        max_episode_steps: as in `single`.
        seed: as in `single`; an algorithm of the library that has a seed sets it.
        reward: as in `single`.
        shaping: as in `single`.
        gamma: as in `single`.
        draw: as in `single`.
        **rules: as in `single`.

    Raises:
        ValueError: an argument is wrong.
    """
    from nexus_env.envs.sb3 import sb3_env

    return sb3_env(
        find_game(game),
        num_envs,
        threads=threads,
        opponent=opponent,
        seat=seat,
        illegal=illegal,
        render_mode=render_mode,
        max_episode_steps=max_episode_steps,
        seed=seed,
        **given(reward=reward, shaping=shaping, gamma=gamma, draw=draw),
        **rules,
    )


def text_env(
    game: "Game | str" = "nexus",
    *,
    most: int | None = None,
    tries: int = 3,
    opponent: Any = None,
    seat: int | None = None,
    render_mode: RenderMode = None,
    max_episode_steps: int | None = None,
    seed: int | None = None,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **rules: Any,
) -> "TextSeat":
    """A Gymnasium environment in words, for language models: observations are prompts, actions are commands.

    Args:
        game: as in `single`, like all arguments that are not named here.
        most: the maximum length of a prompt in characters, 1,000 or more; None for the usual one.
        tries: this many illegal answers in a row end the bout, with a reward of -1.
        opponent: as in `single`.
        seat: as in `single`.
        render_mode: as in `single`.
        max_episode_steps: as in `single`.
        seed: as in `single`.
        reward: as in `single`.
        shaping: as in `single`.
        gamma: as in `single`.
        draw: as in `single`.
        **rules: as in `single`.

    Raises:
        ValueError: an argument is wrong.
    """
    from nexus_env.envs.text_seat import TextSeat

    return TextSeat(
        find_game(game),
        **given(most=most),
        tries=tries,
        opponent=opponent,
        seat=seat,
        render_mode=render_mode,
        max_episode_steps=max_episode_steps,
        seed=seed,
        **given(reward=reward, shaping=shaping, gamma=gamma, draw=draw),
        **rules,
    )


def batch(
    bouts: int,
    game: "Game | str" = "nexus",
    *,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    threads: int = 1,
    compact: bool = False,
    reward: Reward | None = None,
    shaping: float | None = None,
    gamma: float | None = None,
    draw: float | None = None,
    **arrays: Any,
) -> "Batch":
    """Many bouts in arrays, stepped together.

    Args:
        bouts: how many, at least 1.
        game: the name of a game, or a `Game`.
        seed: seeds all randomness, 0 or more.
        options: the game's own options, such as `{"seats": 2}`.
        threads: the number of cores, at least 1; useful from about a thousand bouts.
        compact: return int8 instead of float32 observations: a quarter of the memory, and less work.
        reward: what is paid at the end: "outcome", "margin" or "both"; None takes the game's own, as do the next three.
        shaping: the weight of potential-based shaping, 0 or more.
        gamma: the learner's discount from one of its decisions to the next, 0 to 1.
        draw: the outcome of a draw, -1 to 1.
        **arrays: any of the public arrays by name, to be written instead of new ones; see `Batch` for shapes and types.

    Raises:
        ValueError: an argument is wrong.
    """
    from nexus_env.envs.batch import Batch

    terms = given(reward=reward, shaping=shaping, gamma=gamma, draw=draw)
    return Batch(find_game(game), bouts, seed, options, threads=threads, compact=compact, **terms, **arrays)


register_ids()
