"""Any game as a Gymnasium environment: one seat learns, opponents play the others."""

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from nexus_env.contract.game import Game
from nexus_env.envs.actions import warn_of_masks
from nexus_env.envs.aec import Arena
from nexus_env.envs.keywords import OF_LEARNER, TERMS, described, expect_seat, read_learner, read_rules, refuse_options
from nexus_env.envs.learner_seats import FOUL
from nexus_env.envs.opponents import Opponent, asking
from nexus_env.envs.rendering import Pixels
from nexus_env.system.wording import InputError, mismatch

Array = np.ndarray[Any, Any]

TRIES = 100  # bouts in a row that may end before the learner decides anything


class SingleSeat(gymnasium.Env[Array, np.int64]):
    """One seat of a game; a step is one decision of that seat and everything the others do until its next one.

    - Observation: float32 [size], the flat vector alone, so that a policy network sees nothing else.
    - Mask: `action_masks()`, bool [actions], as sb3-contrib's MaskablePPO expects it; and int8 in
      `info["action_mask"]`, as `action_space.sample` takes it.
    - `info["seat"]`: the seat that learns in this bout; `info["outcome"]`: the plain result, regardless of the reward
      options, and 0 until the end and for a truncated bout; `info["illegal"]`: whether an illegal action of the learner
      has ended it.
    - A decision with a single legal action is made automatically, except for the first one in a bout.
    """

    def __init__(self, game: Game, **arguments: Any) -> None:
        """Make an environment.

        Args:
            game: the game.
            **arguments: see `keywords.Learner`.

        Raises:
            ValueError: an argument is wrong.
        """
        learner = read_learner(game, arguments)
        read_rules(game, learner.options, *OF_LEARNER, *TERMS)
        rules = {**learner.terms, **learner.options}
        self.arena = Arena(game, illegal=learner.illegal, render_mode=learner.render_mode, **rules)
        agents = self.arena.possible_agents
        expect_seat(learner.seat, len(agents))
        self.metadata = self.arena.metadata
        self.render_mode = learner.render_mode
        self.observation_space = self.arena.observation_space(agents[0])["observation"]
        self.action_space = self.arena.action_space(agents[0])
        self.seat, self.max_episode_steps = learner.seat, learner.max_episode_steps
        self._seed: int | None = learner.seed
        self.agent = agents[learner.seat or 0]
        self._steps, self._paid, self._is_cut = 0, 0.0, False
        self.set_opponent(learner.opponent)

    def set_opponent(self, opponent: Opponent | str | None) -> None:
        """Set who plays the other seats from the next decision on: an `opponent` as in `keywords.Learner`."""
        self._choose = asking(opponent, self.arena.game)
        self.opponent = opponent

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action, by its number."""
        return self.arena.action_names

    def __repr__(self) -> str:
        arena = self.arena
        return described(self, arena.game, len(arena.possible_agents), arena.options, opponent=self.opponent)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """True for each legal action of the learning seat; all False after the end or a truncation."""
        return np.asarray(self._mask(), np.bool_)

    def _mask(self) -> Array:
        if self.agent not in self.arena.infos:
            raise RuntimeError("There is no bout: call reset() first.")
        mask: Array = self.arena.infos[self.agent]["action_mask"]
        return np.zeros_like(mask) if self._is_cut else mask

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Start a new bout and play to the first decision of the learning seat.

        Args:
            seed: seeds all randomness, that of the opponents included; None continues, or starts with the
                environment's own seed.
            options: none are taken; the options of a bout are arguments of the environment.

        Raises:
            ValueError: there are options.
        """
        refuse_options(options)
        super().reset(seed=self._seed if seed is None else seed)
        self._seed = None
        self._steps, self._is_cut = 0, False
        agents = self.arena.possible_agents
        for _ in range(TRIES):
            self.agent = agents[int(self.np_random.integers(len(agents))) if self.seat is None else self.seat]
            self.arena.reset(seed=int(self.np_random.integers(2**62)))
            self._play_the_others()
            if not self._is_over():
                return self._observation(), self._info()
        raise RuntimeError(f"{TRIES} bouts in a row ended before {self.agent} was asked anything.")

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """One decision of the learning seat; returns observation, reward, terminated, truncated, info.

        Raises:
            ValueError: the action is illegal and `illegal` is "raise"; or an opponent's action is illegal.
        """
        if self._is_over():
            what = "The bout is over" if self.arena.terminations else "There is no bout"
            raise RuntimeError(f"{what}: call reset() first.")
        self._paid = 0.0
        self._move(action)
        self._steps += 1
        self._play_the_others()
        self._is_cut = self._steps == self.max_episode_steps and not self._is_over()
        terminated, truncated = self.arena.terminations[self.agent], self.arena.truncations[self.agent]
        return self._observation(), self._paid, terminated, truncated or self._is_cut, self._info()

    def _move(self, action: int | np.int64) -> None:
        """Make one step in the arena, and credit the learner."""
        self.arena.step(action)
        self._paid += float(self.arena.rewards[self.agent])

    def render(self) -> str | Pixels | None:
        """The bout as text, which "human" prints, or as a picture, as `Arena.render` returns it."""
        return self.arena.render()

    def _play_the_others(self) -> None:
        """Play until the learning seat has a choice, or the bout is over."""
        arena = self.arena
        while not self._is_over():
            mask = arena.infos[arena.agent_selection]["action_mask"]
            if arena.agent_selection != self.agent:
                action = self._choose(arena, self.np_random)
            elif self._steps and np.count_nonzero(mask) == 1:
                action = int(mask.argmax())
            else:
                return
            if not (0 <= action < len(mask) and mask[action]):
                name = arena.game.actions[action] if 0 <= action < len(mask) else "no such action"
                place = f"opponent {self.opponent!r} as {arena.agent_selection}"
                raise InputError(mismatch(place, f"the illegal action {action} ({name!r})", "a legal one"))
            self._move(action)

    def _is_over(self) -> bool:
        ended = self.arena.terminations
        return self._is_cut or not ended or ended[self.agent] or self.arena.truncations[self.agent]

    def _observation(self) -> Array:
        return self.arena.observe(self.agent)["observation"]

    def _info(self) -> dict[str, Any]:
        seat = self.arena.possible_agents.index(self.agent)
        if not self._is_over():  # a wrapper may truncate the bout, and then needs these, too
            return {"action_mask": self._mask(), "seat": seat, "outcome": 0.0, "illegal": False}
        outcome = self.arena.outcome
        is_illegal = not (outcome or self._is_cut)
        if is_illegal:
            warn_of_masks()
        result = outcome[seat] if outcome else FOUL if is_illegal else 0.0
        return {"action_mask": self._mask().copy(), "seat": seat, "outcome": result, "illegal": is_illegal}

    def clone(self) -> "SingleSeat":
        """An independent copy of the bout at this moment: see `Arena.clone`. The opponent is shared."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.arena, other._np_random = self.arena.clone(), deepcopy(self._np_random)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Everything except an opponent that can be loaded by its name."""
        return {key: value for key, value in self.__dict__.items() if key != "_choose"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.set_opponent(self.opponent)
