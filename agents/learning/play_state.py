"""What the next rollout of a run depends on, except the network and the opponents."""

import json
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from nexus_env.envs.learner_seats import LearnerSeats


def play_state(player: MaskablePPO, learner_seats: LearnerSeats) -> dict[str, Any]:
    """The bouts and the player's random generators, between two steps, as tensors and plain values for a checkpoint."""
    seats = learner_seats.save()
    return {
        "torch_rng": torch.get_rng_state(),
        "seats_rng": json.dumps(seats.pop("rng")),
        "batch": torch.from_numpy(np.frombuffer(seats.pop("batch"), np.uint8).copy()),
        "seats": {name: torch.from_numpy(array) for name, array in seats.items()},
        "advice": torch.from_numpy(np.asarray(player._last_obs)[:, learner_seats.observations.shape[1] :].copy()),
        "episode_starts": torch.from_numpy(np.asarray(player._last_episode_starts, np.bool_).copy()),
    }
