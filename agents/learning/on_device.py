"""Networks that play on the learner's device, many bouts at a time."""

import numpy as np
import torch
from stable_baselines3.common.utils import get_device
from torch.nn.functional import linear

from agents.agent import Actions, Masks, Observations
from agents.learning.network import NEVER, draw
from agents.weights import layers_of
from nexus_env.core.policy_bank import Weights


class OnDevice:
    """Samples from a frozen network: `agents.weights.Snapshot` in torch."""

    def __init__(self, weights: Weights, device: str) -> None:
        """The network with these layers, on a device as `Learner.device` names it."""
        self._device = get_device(device)
        self._layers = [
            tuple(torch.from_numpy(array).to(self._device) for array in layer) for layer in layers_of(weights)
        ]

    def choose(self, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """See `Agent`."""
        chances = torch.from_numpy(rng.random((len(observations), 1), np.float32))
        with torch.inference_mode():
            *hidden, (weight, bias) = self._layers
            features = torch.from_numpy(observations).to(self._device)
            for layer in hidden:
                features = torch.relu_(linear(features, *layer))
            legal = torch.from_numpy(masks.astype(np.bool_, copy=False)).to(self._device)
            logits = torch.where(legal, linear(features, weight, bias), NEVER)
            chosen: Actions = draw(logits.softmax(dim=1), chances)[:, 0].cpu().numpy()
        return chosen
