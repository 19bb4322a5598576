"""Any game as a Gymnasium environment: one seat learns, the others are played inside."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from nexus_env.envs.aec import Arena
from nexus_env.envs.opponents import Opponent, asking
from nexus_env.game.contract import Game

Array = np.ndarray[Any, Any]

TRIES = 100  # bouts that may end before the learner is asked at all


class SingleSeat(gymnasium.Env[Array, np.int64]):
    """One seat of a game; a step is one decision of that seat, and all that the others do until its next.

    - Observation: float32 [size], the flat vector alone, so that a policy network sees nothing else.
    - Mask: `action_masks()`, bool [actions], as sb3-contrib's MaskablePPO asks for it; and int8 in
      `info["action_mask"]`, as `action_space.sample` takes it.
    - `info["seat"]`: the seat that learns in this bout.
    """

    def __init__(
        self,
        game: Game,
        *,
        opponent: Opponent | str = "random",
        seat: int | None = None,
        illegal: str = "end",
        render_mode: str | None = None,
        **arguments: Any,
    ) -> None:
        """Make an environment.

        Args:
            game: the game.
            opponent: who plays the other seats: a callable `(observation, mask, rng) -> action`, an agent with
                `choose(observations, masks, rng)` for batches, one with `search(worlds, rng)` that looks ahead (see
                `asking`), or the name of an agent: "random", one of the game, a path that ends in .onnx, or
                "package.module:callable", where the callable is given the game.
            seat: the seat that learns; None draws one for each bout.
            illegal: as in `Arena`; here an illegal action ends the bout by default, with a reward of -1.
            render_mode: as in `Arena`.
            **arguments: everything else that `Arena` takes: reward options, `max_cycles`, the game's own options.

        Raises:
            ValueError: an argument is wrong.
        """
        self.arena = Arena(game, illegal=illegal, render_mode=render_mode, **arguments)
        agents = self.arena.possible_agents
        if seat is not None and not (type(seat) is int and 0 <= seat < len(agents)):
            raise ValueError(f"seat = {seat!r}: expected 0 to {len(agents) - 1}, or None for a random one")
        self.metadata = {"render_modes": ["human", "ansi"]}
        self.render_mode = render_mode
        self.observation_space = self.arena.observation_space(agents[0])["observation"]
        self.action_space = self.arena.action_space(agents[0])
        self.seat = seat
        self.agent = agents[seat or 0]
        self.set_opponent(opponent)

    def set_opponent(self, opponent: Opponent | str) -> None:
        """Who plays the other seats from the next decision on; see `__init__`."""
        self._choose = asking(opponent, self.arena.game)
        self.opponent = opponent

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """True for each legal action of the learning seat; after the end for none."""
        return np.asarray(self.arena.infos[self.agent]["action_mask"], np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Start a new bout and play to the first decision of the learning seat.

        Args:
            seed: where all chance comes from, that of the opponents included; None goes on.
            options: ignored.
        """
        super().reset(seed=seed)
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
            raise RuntimeError("The bout is over: call reset() first.")
        self.arena.step(action)
        self._play_the_others()
        arena, agent = self.arena, self.agent
        reward = float(arena._cumulative_rewards[agent])  # all that came since its last decision
        return self._observation(), reward, arena.terminations[agent], arena.truncations[agent], self._info()

    def render(self) -> str | None:
        """See `Arena.render`."""
        return self.arena.render()

    def _play_the_others(self) -> None:
        """Until the learning seat is asked, or the bout is over."""
        arena = self.arena
        while arena.agent_selection != self.agent and not self._is_over():
            action, mask = self._choose(arena, self.np_random), arena.infos[arena.agent_selection]["action_mask"]
            if not (0 <= action < len(mask) and mask[action]):
                name = arena.game.actions[action] if 0 <= action < len(mask) else "no such action"
                raise ValueError(f"opponent {self.opponent!r} as {arena.agent_selection}: illegal {action} ({name!r}).")
            arena.step(action)

    def _is_over(self) -> bool:
        ended = self.arena.terminations
        return not ended or ended[self.agent] or self.arena.truncations[self.agent]

    def _observation(self) -> Array:
        return self.arena.observe(self.agent)["observation"]

    def _info(self) -> dict[str, Any]:
        seat = self.arena.possible_agents.index(self.agent)
        return {"action_mask": self.arena.infos[self.agent]["action_mask"], "seat": seat}

    def __getstate__(self) -> dict[str, Any]:
        """Everything but what the name of the opponent brings back."""
        return {key: value for key, value in self.__dict__.items() if key != "_choose"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.set_opponent(self.opponent)
