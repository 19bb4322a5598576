"""PPO's update for a GPU: the rollout is in GPU memory, and a minibatch is one launch of a recorded graph.

The library's update launches hundreds of small kernels per minibatch, one by one, and waits five times for a number
to log. With networks as small as ours, the GPU then mostly waits for Python. Here the kernels of one minibatch are
recorded once and launched together, and the logged numbers are read once, at the end. The arithmetic is the library's.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import explained_variance
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from nexus_env.agents.learning.network import FastRolloutBuffer

READ = ("observations", "actions", "log_probs", "advantages", "returns", "action_masks")  # inputs from a rollout
TOLD = ("policy_gradient_loss", "value_loss", "entropy_loss", "approx_kl", "clip_fraction", "loss")  # logged
WARM = 3  # warm-up steps before the recorded one: by then, libraries have allocated their work memory


class GpuUpdate:
    """The update of one learner, whose rollouts all have the same size."""

    def __init__(self, model: MaskablePPO) -> None:
        """Record a step of `model`, whose weights and optimizer stay unchanged.

        On a CPU nothing is recorded, and every step launches its kernels one by one.
        """
        assert model.target_kl is None and model.clip_range_vf is None and model.normalize_advantage
        self._model = model
        self._clip = float(model.clip_range(1.0))  # type: ignore[operator]  # the library has turned it into a function
        self._rollout = {
            name: torch.zeros(array.shape, dtype=array.dtype, device=model.device) for name, array in self._arrays()
        }
        batch_size = model.batch_size or len(self._rollout["actions"])
        self._rows = torch.zeros(batch_size, dtype=torch.int64, device=model.device)
        self._rate = torch.zeros((), device=model.device)
        self._graph: torch.cuda.CUDAGraph | None = None
        if model.device.type == "cuda":
            self._record()

    def train(self) -> None:
        """Learn from the model's rollout, like `MaskablePPO.train`."""
        model = self._model
        buffer: Any = model.rollout_buffer
        assert isinstance(buffer, FastRolloutBuffer)
        model.policy.set_training_mode(True)
        model._update_learning_rate(model.policy.optimizer)
        self._rate.fill_(model.policy.optimizer.param_groups[0]["lr"])
        for name, array in self._arrays():
            self._rollout[name].copy_(array, non_blocking=True)
        orders = torch.stack([buffer.order() for _ in range(model.n_epochs)]).to(model.device)
        told = torch.stack([self._step(rows) for order in orders for rows in order.split(len(self._rows))])
        model._n_updates += model.n_epochs
        self._log(told.view(model.n_epochs, -1, len(TOLD)).cpu(), buffer)

    def _arrays(self) -> Iterator[tuple[str, torch.Tensor]]:
        """The inputs from the model's current rollout, one row per decision."""
        for name in READ:
            yield name, torch.from_numpy(getattr(self._model.rollout_buffer, name)).flatten(0, 1)

    def _step(self, rows: torch.Tensor) -> torch.Tensor:
        """Learn from these rows of the rollout; float32 [`TOLD`]."""
        if self._graph is None or len(rows) != len(self._rows):
            return self._launch(rows)
        self._rows.copy_(rows)
        self._graph.replay()
        return self._told.clone()

    def _launch(self, rows: torch.Tensor) -> torch.Tensor:
        """Launch the kernels of a step."""
        model, optimizer = self._model, self._model.policy.optimizer
        part = {name: whole.index_select(0, rows) for name, whole in self._rollout.items()}
        policy: Any = model.policy
        values, logs, entropies = policy.evaluate_actions(
            part["observations"], part["actions"].long().flatten(), action_masks=part["action_masks"]
        )
        advantages = part["advantages"]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        ratio = torch.exp(logs - part["log_probs"])
        clipped = ratio.clamp(1 - self._clip, 1 + self._clip)
        policy_loss = -torch.min(advantages * ratio, advantages * clipped).mean()
        value_loss = mse_loss(part["returns"], values.flatten())
        entropy_loss = -entropies.mean()
        loss = policy_loss + model.ent_coef * entropy_loss + model.vf_coef * value_loss
        optimizer.zero_grad()
        loss.backward()
        clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
        optimizer.step()
        with torch.no_grad():
            divergence = (ratio - 1 - (logs - part["log_probs"])).mean()
            outside = ((ratio - 1).abs() > self._clip).float().mean()
            return torch.stack([policy_loss, value_loss, entropy_loss, divergence, outside, loss])

    def _record(self) -> None:
        """Record the kernels of a step, without changing weights and optimizer."""
        aside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        with self._unmoved(), torch.cuda.stream(aside):
            aside.wait_stream(torch.cuda.default_stream())
            for _ in range(WARM):
                self._launch(self._rows)
            torch.cuda.synchronize()
        gc.collect()  # frees graphs and rollouts of earlier runs now, since nothing may be freed during recording
        self._graph = torch.cuda.CUDAGraph()
        with self._recordable(), torch.cuda.graph(self._graph):
            self._told = self._launch(self._rows)

    @contextmanager
    def _unmoved(self) -> Iterator[None]:
        """Within this context, steps change nothing: restore all tensors in place, since the graph refers to them."""
        policy = self._model.policy
        state = policy.optimizer.state
        weights = [parameter.detach().clone() for parameter in policy.parameters()]
        moments = {
            parameter: {name: value.clone() for name, value in found.items()} for parameter, found in state.items()
        }
        yield
        with torch.no_grad():
            for weight, former in zip(policy.parameters(), weights, strict=True):
                weight.copy_(former)
        for parameter, found in state.items():
            for name, value in found.items():
                before = moments.get(parameter, {}).get(name)
                value.zero_() if before is None else value.copy_(before)

    @contextmanager
    def _recordable(self) -> Iterator[None]:
        """Within this context, the optimizer reads the learning rate from a tensor, which each update fills."""
        (group,) = self._model.policy.optimizer.param_groups
        former = {name: group[name] for name in ("lr", "capturable")}
        group.update(lr=self._rate, capturable=True)
        try:
            yield
        finally:
            group.update(former)

    def _log(self, told: torch.Tensor, buffer: FastRolloutBuffer) -> None:
        """Log what the library logs of an update, from `told` float32 [epochs, minibatches, `TOLD`]."""
        model = self._model
        means = dict(zip(TOLD, told.mean(dim=(0, 1)).tolist(), strict=True))
        means["approx_kl"] = float(told[-1, :, TOLD.index("approx_kl")].mean())
        means["loss"] = float(told[-1, -1, TOLD.index("loss")])
        for name, value in means.items():
            model.logger.record(f"train/{name}", value)
        worth = explained_variance(buffer.values.flatten(), buffer.returns.flatten())
        model.logger.record("train/explained_variance", worth)
        model.logger.record("train/n_updates", model._n_updates, exclude="tensorboard")
        model.logger.record("train/clip_range", self._clip)
