"""Exchange with RLlib: its modules as agents of this package, and agents as its modules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.network import load_weights, new_policy
from nexus_env.agents.weights import state_of, weights_in, widths_of
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import Weights


def export_module(
    module: Any, game: Game, path: Path, observations: NDArray[np.float32], masks: NDArray[np.bool_]
) -> float:
    """Write a `MaskedModule` as the .onnx agent that plays everywhere; see `nexus_env.agents.learning.export.export`.

    Args:
        module: for example `algorithm.get_module("learner")`, or the result of `RLModule.from_checkpoint`.
        game: the game that it plays.
        path: the file.
        observations: float32 [n, size], on which the file is compared with the module.
        masks: bool [n, actions].

    Returns:
        The largest difference.
    """
    weights = weights_in(module.state_dict())
    policy = new_policy(game, widths_of(weights)[1:-1], 0.0, "cpu")
    load_weights(policy, weights)
    return export(policy, game, path, observations, masks)


def model_of(weights: Weights) -> Mapping[str, Any]:
    """The `model_config` of a `MaskedModule` that starts from this network, which `agents.weights.read_weights` reads
    from a snapshot of a league, a checkpoint or an agent; it has at least one hidden layer.
    """
    return {"hidden": tuple(widths_of(weights)[1:-1]), "state": state_of(weights)}
