"""Any game for RLlib's new API stack: an environment with all seats, an EnvRunner that plays many bouts in one batch,
and a module that masks illegal actions.

    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from nexus_env.envs.rllib import MaskedModule, SeatsEnv

    config = PPOConfig().environment(SeatsEnv, env_config={"game": "nexus", "seats": 2})
    config.rl_module(rl_module_spec=RLModuleSpec(MaskedModule, model_config={"hidden": [256, 256]}))
    config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")

It needs `pip install -e '.[train,ray]'` in a clone of the repository.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Dict

from nexus_env.contract import registry
from nexus_env.envs.aec import Arena
from nexus_env.envs.batch import Batch
from nexus_env.envs.keywords import END, REPLACE, refuse_options
from nexus_env.system.package import install
from nexus_env.system.wording import InputError, mismatch

try:
    import torch
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
    from ray.rllib.core.rl_module.torch.torch_rl_module import TorchRLModule
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
    from ray.rllib.env.vector.vector_multi_agent_env import VectorMultiAgentEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"nexus_env.envs.rllib: got no {error.name}: {install('train,ray')}.", name=error.name
    ) from error

NEVER = -1e8  # the logit of an illegal action
HIDDEN = (256, 256)
LEARNER = "learner"
Observations = dict[str, dict[str, np.ndarray[Any, Any]]]
Step = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
Steps = tuple[
    list[Observations], list[dict[str, float]], list[dict[str, bool]], list[dict[str, bool]], list[dict[str, Any]]
]
Array = np.ndarray[Any, Any]


class SeatsEnv(MultiAgentEnv):  # type: ignore[misc]  # Ray is not installed where types are checked
    """One bout at a time, all of whose seats RLlib plays; agents are called `player_0`, `player_1`, …

    - Observation: a `Dict` of `observation`, float32 [size], and `action_mask`, int8 [actions], for the seat to act;
      for all seats at the end.
    - Rewards: when a seat is to act again, or at the end, it gets everything it has earned since its last decision. So
      every seat's return is its own, even if another seat's move ends the bout.
    - A bout ended by its own limit has been scored and is terminated; one cut by `max_cycles` is truncated.

    To RLlib an environment is one episode, so it holds one bout. RLlib's own vector steps many of them in turn;
    `SeatsRunner` plays them in one batch instead.
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
        self.observation_spaces: dict[str, Any] = {agent: self.arena.observation_space(agent) for agent in self.agents}
        self.action_spaces: dict[str, Any] = {agent: self.arena.action_space(agent) for agent in self.agents}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Start a new bout; returns the observation of the seat to act, and the infos.

        Raises:
            ValueError: `seed` is not an integer of at least 0, or there are options.
        """
        self.arena.reset(seed, options)
        return self._shown([self.arena.agent_selection]), {}

    def step(self, action_dict: Mapping[str, Any]) -> Step:
        """Carry out the action of the seat to act.

        Raises:
            KeyError: `action_dict` has none for it.
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


class SeatsVector(VectorMultiAgentEnv):  # type: ignore[misc]
    """The bouts of many `SeatsEnv`s, stepped together in a `Batch`.

    Observations, rewards and ends are those of `SeatsEnv`. After the end of a bout, the next step starts a new one in
    its place and ignores the actions given there, as in RLlib's own vector. `envs` define the spaces; `batch` holds the
    bouts.
    """

    def __init__(self, envs: Sequence[Any]) -> None:
        """As many bouts as `envs`, which are `SeatsEnv`s, all made with the arguments of the first, or their wrappers.

        Raises:
            ValueError: they are other environments, or have dice or pictures of their own.
        """
        first = envs[0].unwrapped
        if type(first) is not SeatsEnv:
            raise InputError(mismatch("SeatsRunner", f"the environment {type(first).__name__}", "SeatsEnv"))
        arena = first.arena
        for name in ("dice", "render_mode"):
            if getattr(arena, name) is not None:
                raise InputError(mismatch(name, repr(getattr(arena, name)), "None, since a batch does not support it"))
        self.envs, self.num_envs = list(envs), len(envs)
        self.single_observation_spaces, self.single_action_spaces = first.observation_spaces, first.action_spaces
        self.single_observation_space = Dict(first.observation_spaces)
        self.single_action_space = Dict(first.action_spaces)
        self.batch = Batch(arena.game, self.num_envs, options=arena.options, **arena.reward_options)
        self._agents, self._illegal, self._limit = first.possible_agents, arena.illegal, arena.max_cycles
        self._began = False
        self._nothing_legal = np.zeros(len(arena.game.actions), np.int8)
        self._begin()

    def _begin(self) -> None:
        """Clear all decisions, rewards and ends."""
        self._owed = np.zeros((self.num_envs, len(self._agents)), np.float32)
        self._decisions = np.zeros(self.num_envs, np.int64)
        self._over = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[list[Observations], list[dict[str, Any]]]:
        """Start new bouts; returns what each seat to act sees, and the infos. Without a seed, chance continues.

        Raises:
            ValueError: there are options.
        """
        refuse_options(options)
        if seed is None and self._began:
            self.batch.renew(np.arange(self.num_envs))
        else:
            self.batch.reset(np.random.SeedSequence().entropy if seed is None else seed)  # type: ignore[arg-type]
        self._began = True
        self._begin()
        return self._shown({}), [{} for _ in self.envs]

    def step(self, actions: Sequence[Mapping[str, Any]]) -> Steps:
        """Carry out the action of the seat to act in each bout.

        Args:
            actions: one dictionary for each bout.

        Raises:
            KeyError: the seat to act in a bout has none.
            ValueError: an action is illegal, and `illegal` is "raise".
        """
        batch, begins = self.batch, self._over
        self._owed[begins], self._decisions[begins] = 0, 0
        which, asked = np.flatnonzero(~begins), batch.seats.copy()
        chosen = np.array([actions[slot][self._agents[asked[slot]]] for slot in which.tolist()], np.int64)
        offended = self._judge(which, chosen)
        carried = ~offended[which]
        batch.step(chosen[carried], which[carried])
        self._decisions[which] += 1
        self._owed += batch.rewards
        self._owed[offended, asked[offended]] -= 1
        ended = batch.terminated | batch.truncated
        finals = {slot: batch.final_observations[slot].copy() for slot in np.flatnonzero(ended).tolist()}
        cut = ~(begins | ended | offended) & (self._decisions == self._limit)
        stopped = np.flatnonzero(offended | cut)
        seats = range(len(self._agents))
        finals |= {slot: np.stack([batch.observe(slot, seat) for seat in seats]) for slot in stopped.tolist()}
        batch.renew(stopped)
        self._over = ended | offended | cut
        shown = self._shown(finals)
        return shown, self._paid(shown), _told(ended | offended, shown), _told(cut, shown), [{} for _ in self.envs]

    def _judge(self, which: Array, chosen: Array) -> Array:
        """The bouts that an illegal action ends, bool [n]; if `illegal` is "replace", change `chosen` instead."""
        offended = np.zeros(self.num_envs, np.bool_)
        if self._illegal not in (END, REPLACE):
            return offended
        actions = self.batch.masks.shape[1]
        legal = self.batch.masks[which, np.clip(chosen, 0, actions - 1)].astype(np.bool_)
        wrong = np.flatnonzero(~legal | (chosen < 0) | (chosen >= actions))
        if self._illegal == END:
            offended[which[wrong]] = True
            return offended
        for place in wrong.tolist():
            allowed = np.flatnonzero(self.batch.masks[which[place]])
            chosen[place] = allowed[np.argmin(abs(allowed - chosen[place]))]
        return offended

    def _shown(self, finals: Mapping[int, Array]) -> list[Observations]:
        """The observation of the seat to act in each bout; in finished bouts those of all seats, from `finals`."""
        seen, masks, asked = self.batch.observations.copy(), self.batch.masks.copy(), self.batch.seats.tolist()
        return [
            {
                agent: {"observation": final, "action_mask": self._nothing_legal}
                for agent, final in zip(self._agents, finals[slot], strict=True)
            }
            if slot in finals
            else {self._agents[seat]: {"observation": seen[slot], "action_mask": masks[slot]}}
            for slot, seat in enumerate(asked)
        ]

    def _paid(self, shown: list[Observations]) -> list[dict[str, float]]:
        """The reward of each seat that gets an observation, summed since its last one."""
        rewards, owed = [], self._owed.tolist()
        for slot, told in enumerate(shown):
            seats = [seat for seat, agent in enumerate(self._agents) if agent in told]
            rewards.append({self._agents[seat]: owed[slot][seat] for seat in seats})
            self._owed[slot, seats] = 0
        return rewards


def _told(flags: Array, shown: list[Observations]) -> list[dict[str, bool]]:
    """One dictionary of ends for each bout, as RLlib expects them."""
    return [
        dict.fromkeys([*(agents if flag else ()), "__all__"], flag)
        for flag, agents in zip(flags.tolist(), shown, strict=True)
    ]


class SeatsRunner(MultiAgentEnvRunner):  # type: ignore[misc]
    """RLlib's EnvRunner for many agents, which plays its `SeatsEnv`s in one batch: docs/libraries.md shows its use.

    The callback `on_environment_created` still gets RLlib's own vector.
    """

    env: Any  # RLlib's vector, then ours

    def make_env(self) -> None:
        """Make the environments as RLlib does, then a batch of their bouts."""
        super().make_env()
        self.env = SeatsVector(self.env.envs)


class SharedTrunk(torch.nn.Module):
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
    """One trunk and two heads, like the agents that `train.py` makes; illegal actions get the logit -1e8.

    `model_config` may have `hidden`, the widths of the trunk's layers (default 256, 256), and `state`, the initial
    parameters by name, as `agents.weights.state_of` returns them. A module that is not in RLlib's `policies_to_train`
    keeps its initial parameters.
    """

    def setup(self) -> None:
        """Create the layers."""
        model = self.model_config or {}
        hidden = tuple(model.get("hidden", HIDDEN))
        self.features_extractor = SharedTrunk(self.observation_space["observation"].shape[0], hidden)
        self.action_net = torch.nn.Linear(hidden[-1], int(self.action_space.n))
        self.value_net = torch.nn.Linear(hidden[-1], 1)
        if "state" in model:
            self.load_state_dict(
                {name: torch.tensor(array) for name, array in model["state"].items()},
                strict="value_net.weight" in model["state"],
            )

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """The logits of all actions, and during training also the features, for `compute_values`."""
        features = self._features(batch)
        legal = batch[Columns.OBS]["action_mask"].bool()
        logits = torch.where(legal, self.action_net(features), NEVER)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def _forward_inference(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._play(batch)

    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return self._play(batch)

    def _play(self, batch: dict[str, Any]) -> dict[str, Any]:
        """Only the logits: anything else would be stored with each step."""
        with torch.no_grad():
            return {Columns.ACTION_DIST_INPUTS: self._forward(batch)[Columns.ACTION_DIST_INPUTS]}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """The values of the observations, float32 [n]."""
        return self.value_net(self._features(batch) if embeddings is None else embeddings).squeeze(-1)

    def _features(self, batch: dict[str, Any]) -> Any:
        return self.features_extractor(batch[Columns.OBS]["observation"].float())


def against_frozen(seats: int, frozen: Sequence[str]) -> Callable[..., str]:
    """A `policy_mapping_fn` for self-play: in each bout one seat is the module "learner", and one of `frozen` plays all
    others.

    Args:
        seats: the number of seats of a bout.
        frozen: the names of modules that are not in `policies_to_train`, at least one.
    """

    def module_of(agent: str, episode: Any, **kwargs: Any) -> str:
        drawn = zlib.crc32(str(episode.id_).encode())
        seat, rival = drawn % seats, drawn // seats % len(frozen)
        return LEARNER if agent == f"player_{seat}" else frozen[rival]

    return module_of
