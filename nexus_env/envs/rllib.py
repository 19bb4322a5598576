"""Any game for RLlib's new API stack: an environment with all seats, and a module that masks illegal actions.

    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from nexus_env.envs.rllib import MaskedModule, SeatsEnv

    config = PPOConfig().environment(SeatsEnv, env_config={"game": "nexus", "seats": 2})
    config.rl_module(rl_module_spec=RLModuleSpec(MaskedModule, model_config={"hidden": [256, 256]}))
    config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")

It needs `pip install 'nexus-env[train,ray]'`.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from nexus_env.envs.aec import Arena
from nexus_env.envs.keywords import END
from nexus_env.game import registry

try:
    import torch
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
    from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"nexus_env.envs.rllib: got no {error.name}; pip install 'nexus-env[train,ray]' brings it.", name=error.name
    ) from error

NEVER = -1e8  # the logit of an illegal action
HIDDEN = (256, 256)
LEARNER = "learner"
Observations = dict[str, dict[str, np.ndarray[Any, Any]]]
Step = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class SeatsEnv(MultiAgentEnv):  # type: ignore[misc]  # Ray is not installed where types are checked
    """One bout at a time, all of whose seats RLlib plays; agents are called `player_0`, `player_1`, …

    - Observation: a `Dict` of `observation`, float32 [size], and `action_mask`, int8 [actions], for the seat that is
      asked; for all seats at the end.
    - Rewards: a seat is paid when it is asked again, or at the end, all that it has earned since it decided. So every
      seat's return is its own, also if another seat's move ends the bout.
    - A bout that its own limit ends has been scored and is terminated; one cut by `max_cycles` is truncated.

    Many bouts side by side are RLlib's own vector of environments: to it an environment is one episode, so bouts of one
    environment could not end apart. RLlib makes that vector itself, and Ray 2.60 has one kind of vector, which steps
    its environments in turn. One compiled batch for all would save little, since nearly all of a step's time goes to
    RLlib's episodes and connectors and to the network. `train.py --ray` plays
    in batches.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """Make an environment; `reset` starts the first bout.

        Args:
            config: `game`, a `Game` or the name of one, and the keywords of `nexus_env.envs.aec.Arena`; `illegal` is
                "end" by default, since RLlib tries the environment out with any actions.

        Raises:
            ValueError: an option is wrong.
        """
        super().__init__()
        arguments = {"illegal": END, **(config or {})}
        game = arguments.pop("game", None) or registry.DEFAULT
        self.arena = Arena(registry.find(game) if isinstance(game, str) else game, **arguments)
        self.agents = self.possible_agents = self.arena.possible_agents[:]
        self.observation_spaces = {agent: self.arena.observation_space(agent) for agent in self.agents}
        self.action_spaces = {agent: self.arena.action_space(agent) for agent in self.agents}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Start a new bout; what the seat that is asked sees.

        Raises:
            ValueError: `seed` is no whole number from 0 up.
        """
        self.arena.reset(seed)
        return self._shown([self.arena.agent_selection]), {}

    def step(self, action_dict: Mapping[str, Any]) -> Step:
        """Carry out the action of the seat that is asked.

        Raises:
            KeyError: it gives none.
            ValueError: it is illegal, and `illegal` is "raise".
        """
        arena = self.arena
        arena.step(action_dict[arena.agent_selection])
        over = any(arena.terminations.values()) or any(arena.truncations.values())
        cut = over and any(arena.truncations.values()) and not arena.outcome
        told = self.possible_agents if over else [arena.agent_selection]
        rewards = {agent: arena._cumulative_rewards[agent] for agent in told}
        ended, truncated = over and not cut, cut
        return (
            self._shown(told),
            rewards,
            dict.fromkeys([*(told if ended else ()), "__all__"], ended),
            dict.fromkeys([*(told if truncated else ()), "__all__"], truncated),
            {},
        )

    def _shown(self, agents: Sequence[str]) -> Observations:
        return {agent: self.arena.observe(agent) for agent in agents}

    def render(self) -> Any:
        """As `Arena.render`."""
        return self.arena.render()


class Trunk(torch.nn.Module):
    """Fully connected layers of the given widths, each followed by a ReLU."""

    def __init__(self, size: int, hidden: Sequence[int]) -> None:
        """Layers from `size` numbers to `hidden[-1]` features."""
        super().__init__()
        widths = [size, *hidden]
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(fan_in, fan_out) for fan_in, fan_out in zip(widths, hidden, strict=False)
        )

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Float32 [n, size] to float32 [n, hidden[-1]]."""
        for layer in self.layers:
            features = torch.relu(layer(features))
        return features


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """One trunk and two heads, as the agents that `train.py` makes; illegal actions get the logit -1e8.

    `model_config` may say `hidden`, the widths of the trunk's layers (default 256, 256), and `state`, the parameters to
    begin with by their names, as `agents.weights.state_of` gives them. A module that RLlib's `policies_to_train` leaves
    out stays as it began.
    """

    def setup(self) -> None:
        """Make the layers."""
        model = self.model_config or {}
        hidden = tuple(model.get("hidden", HIDDEN))
        self.features_extractor = Trunk(self.observation_space["observation"].shape[0], hidden)
        self.action_net = torch.nn.Linear(hidden[-1], int(self.action_space.n))
        self.value_net = torch.nn.Linear(hidden[-1], 1)
        if "state" in model:
            self.load_state_dict(
                {name: torch.tensor(array) for name, array in model["state"].items()},
                strict="value_net.weight" in model["state"],
            )

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """Logits of all actions; while it learns, the features, too, for `compute_values`."""
        features = self._features(batch)
        legal = batch[Columns.OBS]["action_mask"].bool()
        logits = torch.where(legal, self.action_net(features), NEVER)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def _forward_inference(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._play(batch)

    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._play(batch)

    def _play(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The logits alone: what else is given would be kept with each step."""
        with torch.no_grad():
            return {Columns.ACTION_DIST_INPUTS: self._forward(batch)[Columns.ACTION_DIST_INPUTS]}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Values float32 [n] of the observations."""
        return self.value_net(self._features(batch) if embeddings is None else embeddings).squeeze(-1)

    def _features(self, batch: dict[str, Any]) -> Any:
        return self.features_extractor(batch[Columns.OBS]["observation"].float())


def against_frozen(seats: int, frozen: Sequence[str]) -> Callable[..., str]:
    """A `policy_mapping_fn` for self-play: in each bout one seat is the module "learner", and one of `frozen` plays all
    others.

    Args:
        seats: of a bout.
        frozen: the names of modules that `policies_to_train` leaves out, at least one.
    """

    def module_of(agent: str, episode: Any, **kwargs: Any) -> str:
        drawn = zlib.crc32(str(episode.id_).encode())
        seat, rival = drawn % seats, drawn // seats % len(frozen)
        return LEARNER if agent == f"player_{seat}" else frozen[rival]

    return module_of
