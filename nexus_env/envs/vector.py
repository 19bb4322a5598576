"""Many bouts as one Gymnasium vector environment: one seat learns in each, opponents play the others."""

from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from nexus_env.contract.game import Game
from nexus_env.envs.aec import observation_box
from nexus_env.envs.keywords import ANSI, HUMAN, PIXELS, refuse_options
from nexus_env.envs.learner_seats import Players
from nexus_env.envs.rendering import FRAMES_A_SECOND, Camera, Pixels, render_modes
from nexus_env.envs.seating import Seated, take_seats
from nexus_env.system.wording import InputError, mismatch

Observations = NDArray[np.float32]


class VectorSeats(Seated, VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """One seat in each of many bouts; a step is one decision of that seat and all the others' until its next.

    - Observation: float32 [n, size]; action: one integer per bout.
    - Masks: `action_masks()`, bool [n, actions], and int8 in `infos["action_mask"]`; `infos["seat"]`: the seat that
      learns in each bout, redrawn when a bout begins.
    - `autoreset_mode` "SameStep": a finished bout restarts in the same step, and the returned observation already
      belongs to the next bout. `infos["final_obs"]` holds what the seat saw at the end, `infos["final_info"]` its
      `seat`, an `action_mask` of zeros, the `outcome` (the plain result regardless of the reward options), and
      `illegal`: whether an illegal action of the learner ended the bout.
    - `autoreset_mode` "NextStep": the step that ends a bout returns what the seat saw at the end, and `infos` has its
      `outcome` and `illegal`. The next step begins the next bout there, whatever its action, with a reward of 0.
      `action_masks()` already belongs to the next bout, so it always has a legal action.
    - A decision with a single legal action is made automatically, except for the first one in a bout.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        threads: int = 1,
        **arguments: Any,
    ) -> None:
        """Make an environment; `reset` starts the bouts.

        Args:
            game: the game.
            num_envs: the number of bouts, at least 1.
            autoreset_mode: when the next bout begins: an `AutoresetMode` of Gymnasium or its text, see above.
            copy: return copies of the arrays; otherwise each step overwrites those of the previous one.
            threads: see `Batch`.
            **arguments: see `keywords.Learner`.

        Raises:
            ValueError: an argument is wrong.
        """
        if not isinstance(copy, bool):
            raise InputError(f"copy: got {copy!r}; expected True or False")
        self.autoreset_mode = _read_mode(autoreset_mode)
        self._learners, learner = take_seats(game, num_envs, threads, arguments, "autoreset_mode", "copy")
        self.opponent, self._rules = learner.opponent, learner.options
        self._copy, self._seed = copy, learner.seed
        self.num_envs = num_envs = self._learners.batch.bouts
        modes = {"render_modes": render_modes(), "render_fps": FRAMES_A_SECOND}
        self.metadata = {**modes, "autoreset_mode": self.autoreset_mode, "reward": self._learners.batch.reward_options}
        self.render_mode = learner.render_mode
        self._camera = Camera(game) if learner.render_mode == PIXELS else None
        self.single_observation_space = observation_box(game)
        self.single_action_space = Discrete(len(game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._everywhere = np.ones(num_envs, np.bool_)
        self._over = np.zeros(num_envs, np.bool_)  # the next step begins another bout there (NextStep)

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action of the learning seats, bool [n, actions]."""
        return self._given(self._learners.masks)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start a new bout in every slot and play to the first decision of its learning seat.

        Args:
            seed: seeds all randomness, that of the opponents included; None continues, or starts with the environment's
                own seed.
            options: none are taken, not even `reset_mask`, since finished bouts restart automatically.

        Raises:
            ValueError: there are options.
        """
        if options and "reset_mask" in options:
            expected = "none, since finished bouts restart automatically"
            raise InputError(mismatch("reset", "options with 'reset_mask'", expected))
        refuse_options(options)
        super().reset(seed=self._seed if seed is None else seed)
        self._seed = None
        self._learners.reset(int(self.np_random.integers(2**62)))
        self._over[:] = False
        return self._given(self._learners.observations), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One decision of the learning seat in each bout.

        Returns:
            observations, rewards, terminations, truncations and infos, as in Gymnasium.

        Raises:
            ValueError: an action is illegal and `illegal` is "raise"; nothing has changed. Or an opponent's action is
                illegal.
            RuntimeError: `reset` was never called.
        """
        seats, chosen = self._learners, np.asarray(actions)
        deciding = seats.learner.copy()
        if self._over.any() and chosen.shape == (self.num_envs,):
            which = np.flatnonzero(~self._over)
            seats.step(chosen[which], which)
        else:
            seats.step(chosen)
        terminations, truncations = seats.ended & ~seats.truncated, seats.ended & seats.truncated
        infos, observations = self._infos(), self._given(seats.observations)
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._over = seats.ended.copy()
            if self._over.any():
                observations = np.where(self._over[:, None], seats.final_observations, observations)
                infos["seat"] = np.where(self._over, deciding, infos["seat"])
                infos |= {"outcome": seats.outcomes * self._over, "_outcome": self._over.copy()}
                infos |= {"illegal": seats.illegal.copy(), "_illegal": self._over.copy()}
        elif seats.ended.any():
            infos |= self._final(deciding)
        if self.render_mode == HUMAN:
            self.render()
        return observations, self._given(seats.rewards), terminations, truncations, infos

    def render(self) -> tuple[str, ...] | tuple[Pixels, ...] | None:
        """The board of each bout: text, which "human" prints; or a picture, uint8 [height, width, 3]."""
        if self.render_mode is None:
            logger.warn(f"render() needs an environment made with render_mode={ANSI!r}, {HUMAN!r} or {PIXELS!r}.")
            return None
        batch = self._learners.batch
        bouts = [batch.bout(slot).view(np.recarray)[0] for slot in range(self.num_envs)]
        if self._camera is not None:
            return tuple(map(self._camera.take, bouts))
        texts = tuple(str(batch.game.words.board(bout)) for bout in bouts)
        if self.render_mode == ANSI:
            return texts
        print(*texts, sep="\n\n")
        return None

    def _infos(self) -> dict[str, Any]:
        """The infos of running bouts, including those that have just begun."""
        seats = self._learners
        shown = {"action_mask": self._given(seats.masks.view(np.int8)), "seat": self._given(seats.learner)}
        return shown | {f"_{name}": self._everywhere.copy() for name in shown}

    def _final(self, deciding: Players) -> dict[str, Any]:
        """The infos of finished bouts."""
        seats, ended = self._learners, self._learners.ended.copy()
        observations = np.full(self.num_envs, None, object)
        for bout in np.flatnonzero(ended):
            observations[bout] = seats.final_observations[bout].copy()
        info = {"action_mask": np.zeros(seats.masks.shape, np.int8), "seat": deciding * ended}
        info |= {"outcome": seats.outcomes * ended, "illegal": seats.illegal.copy()}
        info |= {f"_{name}": ended.copy() for name in info}
        return {"final_obs": observations, "_final_obs": ended, "final_info": info, "_final_info": ended.copy()}

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode that `mode` names."""
    try:
        found = AutoresetMode(mode)
    except ValueError:
        found = AutoresetMode.DISABLED
    if found == AutoresetMode.DISABLED:
        raise InputError(f"autoreset_mode: got {mode!r}; expected 'SameStep' or 'NextStep'")
    return found
