"""The learners: RLlib's, each with a share of every minibatch, and the loss of a local run."""

from typing import Any

import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.learner.learner_group import LearnerGroup
from ray.rllib.core.learner.torch.torch_learner import TorchLearner
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch

from nexus_env.agents.learning.cluster.worker import Rollout
from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.learning.rllib import model_of
from nexus_env.agents.weights import weights_in
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import Weights
from nexus_env.envs.aec import Arena
from nexus_env.envs.rllib import LEARNER, MaskedModule

ADVANTAGES, RETURNS = "advantages", "returns"
LEARNING_RATE = "learning_rate"  # of this update
OPTIMIZER, MODULE, PART = "optimizer", "rl_module", "learner"  # keys of RLlib's state


class SelfPlayLearner(TorchLearner):  # type: ignore[misc]  # Ray is not installed where types are checked
    """Proximal policy optimization as in Stable-Baselines3: clipped, with normalized advantages, no penalty for the
    divergence.
    """

    def configure_optimizers_for_module(self, module_id: str, config: Any = None) -> None:
        """Create Adam with the epsilon of a local run."""
        params = self.get_parameters(self.module[module_id])
        optimizer = torch.optim.Adam(params, eps=1e-5)
        self.register_optimizer(module_id=module_id, optimizer=optimizer, params=params, lr_or_lr_schedule=config.lr)

    def before_gradient_based_update(self, *, timesteps: dict[str, Any]) -> None:
        """Set the learning rate of this update."""
        super().before_gradient_based_update(timesteps=timesteps)
        for optimizer in self._named_optimizers.values():
            for group in optimizer.param_groups:
                group["lr"] = timesteps[LEARNING_RATE]

    def compute_loss_for_module(self, *, module_id: str, config: Any, batch: Any, fwd_out: Any) -> torch.Tensor:
        """The loss of one minibatch."""
        chances: Any = torch.distributions.Categorical(logits=fwd_out[Columns.ACTION_DIST_INPUTS])
        advantages = batch[ADVANTAGES]
        if len(advantages) > 1:
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        ratios = torch.exp(chances.log_prob(batch[Columns.ACTIONS]) - batch[Columns.ACTION_LOGP])
        clipped = torch.clamp(ratios, 1 - config.clip_param, 1 + config.clip_param)
        gain = torch.min(advantages * ratios, advantages * clipped).mean()
        values = self.module[module_id].unwrapped().compute_values(batch, fwd_out[Columns.EMBEDDINGS])
        misjudged = torch.nn.functional.mse_loss(values, batch[RETURNS])
        loss: torch.Tensor = config.vf_loss_coeff * misjudged - gain - config.entropy_coeff * chances.entropy().mean()
        return loss


class Learners:
    """The network that learns, on one or several learners."""

    def __init__(self, experiment: Experiment, game: Game, weights: Weights) -> None:
        """Start from these weights."""
        learner, cluster = experiment.learner, experiment.cluster
        self._learner, self._number = learner, max(1, cluster.learners)
        arena = Arena(game, **experiment.rules)
        spaces = arena.observation_space("player_0"), arena.action_space("player_0")

        # The module with the given weights.
        spec = RLModuleSpec(
            MaskedModule, observation_space=spaces[0], action_space=spaces[1], model_config=model_of(weights)
        )

        # The algorithm, with the settings of a local run.
        config = (
            PPOConfig()
            .environment(observation_space=spaces[0], action_space=spaces[1])
            .learners(
                learner_class=SelfPlayLearner,
                num_learners=cluster.learners,
                num_gpus_per_learner=cluster.gpus,
            )
            .training(
                lr=learner.learning_rate,
                clip_param=learner.clip_range,
                vf_loss_coeff=learner.vf_coef,
                entropy_coeff=learner.ent_coef,
                grad_clip=learner.max_grad_norm,
                grad_clip_by="global_norm",
            )
            .debugging(seed=experiment.seed)
        )
        self._group = LearnerGroup(config=config, module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: spec}))

    def weights(self) -> Weights:
        """The current network."""
        return weights_in(self.state()[0])

    def state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """The parameters by name, and the optimizer, as tensors and plain values."""
        state = self._group.get_state()[PART]
        return _as_tensors(state[MODULE][LEARNER]), _as_tensors(state[OPTIMIZER])

    def restore(self, policy: dict[str, Any], optimizer: dict[str, Any]) -> None:
        """Continue from the result of `state`."""
        self._group.set_state({PART: {MODULE: {LEARNER: policy}, OPTIMIZER: optimizer}})

    def learn(self, rollouts: list[Rollout], learning_rate: float) -> None:
        """Make one update from the workers' rollouts."""
        rows = {
            name: np.concatenate([getattr(rollout, name) for rollout in rollouts])
            for name in ("observations", "masks", "actions", "logs", ADVANTAGES, RETURNS)
        }
        count = len(rows["actions"]) // self._number * self._number  # every learner must take the same number of steps
        rows = {name: row[:count] for name, row in rows.items()}
        batch = SampleBatch(
            {
                Columns.OBS: {"observation": rows["observations"], "action_mask": rows["masks"]},
                Columns.ACTIONS: rows["actions"],
                Columns.ACTION_LOGP: rows["logs"],
                ADVANTAGES: rows[ADVANTAGES],
                RETURNS: rows[RETURNS],
            }
        )
        self._group.update(
            batch=MultiAgentBatch({LEARNER: batch}, count),
            timesteps={LEARNING_RATE: learning_rate},
            num_epochs=self._learner.n_epochs,
            minibatch_size=max(1, min(self._learner.batch_size, count) // self._number),
            shuffle_batch_per_epoch=True,
        )

    def shutdown(self) -> None:
        """End the learners."""
        self._group.shutdown()


def _as_tensors(state: Any) -> Any:
    """The state with tensors for arrays, as checkpoints need it."""
    if isinstance(state, dict):
        return {name: _as_tensors(part) for name, part in state.items()}
    if isinstance(state, list | tuple):
        return [_as_tensors(part) for part in state]
    if isinstance(state, np.ndarray | np.generic):
        return torch.from_numpy(np.array(state))
    return state
