"""The network of a trained agent: a trunk with two heads, three if it is advised (see `nexus_env.agents.advisors`).

Policy and value share the trunk: on two cores, this makes an update 1.4 times as fast as with two trunks.
"""

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.utils import get_device
from torch import nn
from torch.nn.functional import linear

from nexus_env.agents.advisors import FIRST_GATE
from nexus_env.agents.weights import read_start, state_of, weights_in, widened
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import Weights
from nexus_env.envs.aec import observation_box

NEVER = -1e8  # the logit of an illegal action


class Trunk(BaseFeaturesExtractor):
    """Fully connected layers of the given widths, each followed by a ReLU."""

    def __init__(self, space: spaces.Box, hidden: Sequence[int], precision: str = "float32", advisors: int = 0) -> None:
        """Layers from an observation of `space` to `hidden[-1]` features, computed in `precision`.

        The last numbers of the observation are the actions of the advisors, which the trunk does not read.
        """
        super().__init__(space, hidden[-1])
        self.precision = getattr(torch, precision)
        self.size = space.shape[0] - advisors
        widths = [self.size, *hidden]
        self.layers = nn.ModuleList(nn.Linear(fan_in, fan_out) for fan_in, fan_out in zip(widths, hidden, strict=False))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Float32 [n, size] to float32 [n, hidden[-1]]."""
        with torch.autocast(observations.device.type, self.precision, enabled=self.precision != torch.float32):
            return self._features(observations).float()

    def _features(self, observations: torch.Tensor) -> torch.Tensor:
        layers: Any = self.layers
        first, *others = layers
        observations = observations[:, : self.size]
        inputs = used(observations)
        features = torch.relu_(
            linear(observations.index_select(1, inputs), first.weight.index_select(1, inputs), first.bias)
        )
        for layer in others:
            features = torch.relu_(layer(features))
        return features


@cache
def what_hinders(precision: str) -> str:
    """Why torch cannot multiply in this precision on this processor; "" if it can.

    Some virtual machines report instructions (AMX) that do not work: torch raises an error, or the process crashes.
    So a subprocess tries, which takes seconds.
    """
    code = f"import torch; one = torch.ones(64, 512, dtype=torch.{precision}); torch.nn.functional.linear(one, one)"
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, errors="replace")
    if tried.returncode < 0:
        return signal.strsignal(-tried.returncode) or f"signal {-tried.returncode}"
    return (tried.stderr.strip() or "no reason given").splitlines()[-1] if tried.returncode else ""


@contextmanager
def whole_precision(policy: Any) -> Iterator[None]:
    """Within this context, the trunk of `policy` computes in float32."""
    trunk = policy.features_extractor
    precision, trunk.precision = trunk.precision, torch.float32
    try:
        yield
    finally:
        trunk.precision = precision


class FastMaskedPolicy(MaskableActorCriticPolicy):
    """The library's policy: the same numbers, faster.

    The masked distribution is computed once instead of three times. Inputs that are 0 in all rows and actions that are
    illegal in all rows are left out: their weights do not affect the result, and their gradients are 0. In a game with
    many rare situations, these are most of the inputs and actions.

    An advised policy has `gates`, a head that weighs the actions in the last columns of the observation.
    """

    gates: nn.Linear | None

    def _build(self, lr_schedule: Any) -> None:
        """Create the heads and the optimizer."""
        super()._build(lr_schedule)
        advisors = self.features_extractor_kwargs.get("advisors", 0)
        self.gates = nn.Linear(self.features_dim, advisors) if advisors else None
        if self.gates is not None:
            nn.init.zeros_(self.gates.weight)
            nn.init.constant_(self.gates.bias, FIRST_GATE)
            make: Any = self.optimizer_class
            self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: NDArray[np.bool_] | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions int64 [n], values float32 [n, 1] and log probabilities float32 [n] for observations [n, size]."""
        logits, values, legal = self.logits_and_values(obs, action_masks)
        chosen = logits.argmax(dim=1, keepdim=True) if deterministic else draw(logits.softmax(dim=1))
        return legal[chosen[:, 0]], values, logits.log_softmax(dim=1).gather(1, chosen)[:, 0]

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values float32 [n, 1], and log probabilities of `actions` [n] and entropies over legal actions, float32
        [n].
        """
        logits, values, legal = self.logits_and_values(obs, action_masks)
        logs = logits.log_softmax(dim=1)
        entropies = -(logs * logits.softmax(dim=1)).sum(dim=1)
        return values, logs.gather(1, torch.searchsorted(legal, actions[:, None]))[:, 0], entropies

    def logits_and_values(
        self, obs: torch.Tensor, action_masks: Any
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits float32 [n, k] of the k actions that are legal in some row, values, and these actions, int64 [k]."""
        features: Any = self.extract_features(obs)
        head: Any = self.action_net
        masks = torch.as_tensor(True if action_masks is None else action_masks, dtype=torch.bool, device=obs.device)
        masks = masks.expand(len(obs), head.out_features)
        legal = used(masks)
        scores = linear(features, head.weight.index_select(0, legal), head.bias.index_select(0, legal))
        if self.gates is not None:
            advised = obs[:, -self.gates.out_features :].long()
            gates = self.gates(features)
            for column in range(advised.shape[1]):  # one by one, since a GPU would add two equal columns in any order
                place = torch.searchsorted(legal, advised[:, column : column + 1].contiguous())
                scores = scores.scatter_add(1, place, gates[:, column : column + 1])
        return torch.where(masks.index_select(1, legal), scores, NEVER), self.value_net(features), legal


class FastRolloutBuffer(MaskableRolloutBuffer):
    """The library's buffer: the same minibatches, each copied once instead of three times, with byte masks.

    Its arrays, except `returns`, are reused for each rollout: new ones would have to be mapped page by page.
    """

    _is_ready = False

    def reset(self) -> None:
        """Clear the rollout."""
        if self._is_ready:
            self.pos, self.full = 0, False
            return
        super().reset()
        self.action_masks = np.ones(self.action_masks.shape, np.bool_)
        if self.device.type == "cuda":  # copying from pinned memory is several times as fast
            with suppress(RuntimeError):  # some systems allow little of it
                for name in ("observations", "action_masks"):
                    setattr(self, name, torch.from_numpy(getattr(self, name)).pin_memory().numpy())
        self._is_ready = True

    def order(self) -> torch.Tensor:
        """The indices of all rows in random order, int64 [n]: row t * bouts + b is turn t of bout b."""
        turns, bouts = self.rewards.shape
        # The library numbers rows bout by bout, but stores them turn by turn.
        order = np.random.permutation(turns * bouts)
        return torch.from_numpy(order % turns * bouts + order // turns)

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """All rows in random order, `batch_size` at a time."""
        rows = self.order()
        for part in torch.split(rows, batch_size or len(rows)):
            yield self._minibatch(part)

    def _minibatch(self, rows: torch.Tensor) -> MaskableRolloutBufferSamples:
        def take(array: NDArray[Any]) -> torch.Tensor:
            return torch.from_numpy(array).flatten(0, 1).index_select(0, rows).to(self.device)

        return MaskableRolloutBufferSamples(
            observations=take(self.observations),
            actions=take(self.actions),
            old_values=take(self.values),
            old_log_prob=take(self.log_probs),
            advantages=take(self.advantages),
            returns=take(self.returns),
            action_masks=take(self.action_masks),
        )


def used(rows: torch.Tensor) -> torch.Tensor:
    """The columns of `rows` [n, m] that are not all 0, int64 [at most m].

    On a GPU, all columns: multiplying them is faster than finding these.
    """
    if rows.is_cuda:
        return torch.arange(rows.shape[1], device=rows.device)
    return torch.from_numpy(np.flatnonzero(rows.numpy().any(axis=0)))  # NumPy takes a fifth of torch's time


def draw(probabilities: torch.Tensor, chances: torch.Tensor | None = None) -> torch.Tensor:
    """A column for each row of `probabilities` [n, k], int64 [n, 1].

    It uses one random number per row, `chances` float32 [n, 1] from 0 to 1, or drawn on the CPU: `torch.multinomial`
    draws one per column, which took most of the time of a decision.
    """
    sums = probabilities.cumsum(dim=1)
    aims = (torch.rand(len(sums), 1) if chances is None else chances).to(sums.device) * sums[:, -1:]
    return torch.searchsorted(sums, aims, right=True)  # the first sum above the aim grew in this column, so it is legal


def policy_settings(hidden: Sequence[int], precision: str = "float32", advisors: int = 0) -> dict[str, Any]:
    """The library's keywords for a `FastMaskedPolicy` with these layers, whose trunk computes in `precision`.

    It has gates for this number of `advisors`.
    """
    return {
        "net_arch": [],
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": hidden, "precision": precision, "advisors": advisors},
        "optimizer_kwargs": {"eps": 1e-5, "fused": True},  # Adam in one pass over the weights
    }


def new_policy(
    game: Game, hidden: Sequence[int], learning_rate: float, device: str, precision: str = "float32"
) -> FastMaskedPolicy:
    """An untrained policy for `game`, initialized with torch's global random generator."""
    actions = spaces.Discrete(len(game.actions))
    policy = FastMaskedPolicy(
        observation_box(game), actions, lambda _: learning_rate, **policy_settings(hidden, precision)
    )
    return policy.to(get_device(device))


def weights_of(policy: Any) -> Weights:
    """A copy of the layers of `policy`, with its value head."""
    return weights_in(policy.state_dict())


def load_weights(policy: Any, weights: Weights) -> None:
    """Give `policy` the layers of `weights`; without a value head there, it keeps its own."""
    state = {name: torch.tensor(array) for name, array in state_of(weights).items()}
    _, unknown = policy.load_state_dict(state, strict=False)  # the library has two more names for the trunk
    assert not unknown


def begin_with(policy: Any, start: Path, game: Game, hidden: Sequence[int], advisors: Sequence[str] = ()) -> None:
    """Load the network in a file into `policy`, whose hidden layers are `hidden`; it must be no wider, and have the
    same `advisors`.

    Raises:
        AgentError: as for `weights.read_start`.
    """
    load_weights(policy, widened(read_start(start, game, hidden, advisors), weights_of(policy)))
