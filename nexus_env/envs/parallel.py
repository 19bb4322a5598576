"""Any game with PettingZoo's parallel API: all agents submit an action, and only that of the agent to act counts."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from nexus_env.envs.keywords import expect_one_of

WAIT = "wait"
Array = np.ndarray[Any, Any]
ByAgent = dict[str, Any]


def make_parallel(env: Any, idle: str | None) -> "Parallel":
    """`env`, an AEC environment, with the parallel API.

    Raises:
        ValueError: `idle` is neither None nor "wait".
    """
    expect_one_of("idle", idle, (None, WAIT))
    return Parallel(env) if idle is None else Waiting(env)


class Parallel(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]  # PettingZoo has no types
    """All agents submit an action; only that of the agent to act counts. The masks of all others are zeros."""

    def __init__(self, env: Any) -> None:
        """Wrap `env`, in which no bout has begun."""
        super().__init__(env)
        self.agents: list[str] | None = None

    def step(self, actions: ByAgent) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """As in PettingZoo's parallel API.

        Raises:
            ValueError: the action of the agent to act is illegal, and `illegal` is "raise".
            RuntimeError: `reset` was never called.
        """
        if self.agents is None:
            raise RuntimeError("There is no bout: call reset() first.")
        found: tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent] = super().step(actions)
        return found

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action, by its number."""
        return tuple(self.unwrapped.action_names)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.unwrapped!r})"


class Waiting(Parallel):
    """The same with one more action, the last: to wait. It is the only legal one of an agent that is not to act, and of
    all agents at the end, so that libraries which sample for every agent find a legal action.
    """

    def __init__(self, env: Any) -> None:
        """Append the action to the spaces of `env`."""
        super().__init__(env)
        actions = {agent: env.action_space(agent) for agent in env.possible_agents}
        self._action_spaces = {agent: Discrete(int(space.n) + 1) for agent, space in actions.items()}
        seen = env.observation_space(env.possible_agents[0])
        if isinstance(seen, Dict):
            size = len(self.unwrapped.action_names) + 1
            seen = Dict({**seen.spaces, "action_mask": Box(0, 1, (size,), np.int8)})
        self._observation_space = seen

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action, by its number; the last one is "wait"."""
        return (*super().action_names, WAIT)

    def action_space(self, agent: str) -> Discrete:
        """The action space, one number larger than that of the game."""
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """The observation space, with a longer mask."""
        return self._observation_space

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[ByAgent, ByAgent]:
        """As in PettingZoo's parallel API."""
        observations, infos = super().reset(seed=seed, options=options)
        return self._lengthened(observations, infos)

    def step(self, actions: ByAgent) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """As in PettingZoo's parallel API.

        Raises:
            ValueError: the action of the agent to act is illegal, such as to wait, and `illegal` is "raise".
        """
        if self.agents == []:
            return {}, {}, {}, {}, {}
        observations, rewards, terminations, truncations, infos = super().step(actions)
        observations, infos = self._lengthened(observations, infos)
        return observations, rewards, terminations, truncations, infos

    def _lengthened(self, observations: ByAgent, infos: ByAgent) -> tuple[ByAgent, ByAgent]:
        """The observations and infos with masks that have one number more."""
        masks = {agent: _longer(info["action_mask"]) for agent, info in infos.items()}
        infos = {agent: {**info, "action_mask": masks[agent]} for agent, info in infos.items()}
        if isinstance(self._observation_space, Dict):
            observations = {agent: {**seen, "action_mask": masks[agent]} for agent, seen in observations.items()}
        return observations, infos


def _longer(mask: Array) -> Array:
    """A mask with the action to wait, which is legal where nothing else is."""
    return np.append(mask, np.int8(not mask.any()))
