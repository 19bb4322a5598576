"""A worker: plays bouts with the learner's network against members of the league."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.learning.league import LeagueMember, Pool
from nexus_env.agents.learning.network import load_weights, new_policy
from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.core.policy_bank import Weights
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats


@dataclass(frozen=True)
class Opposition:
    """The possible opponents from now on."""

    number: int  # the number of this cast, from 0
    members: tuple[LeagueMember, ...]  # all members of the league
    networks: Mapping[int, Weights]  # of the members in play, by number


@dataclass(frozen=True)
class Rollout:
    """The n decisions of a worker."""

    observations: NDArray[np.float32]  # [n, size]
    masks: NDArray[np.bool_]  # [n, actions]
    actions: NDArray[np.int64]  # [n]
    logs: NDArray[np.float32]  # [n], the logarithm of the probability of each
    advantages: NDArray[np.float32]  # [n]
    returns: NDArray[np.float32]  # [n], the targets of the value head
    opponents: NDArray[np.int32]  # [ended bouts, seats]
    outcomes: NDArray[np.float32]  # [ended bouts]
    seconds: float  # of processor time


class SentPool(Pool):
    """A worker's copy of the league, received from the main process instead of read from disk."""

    def __init__(self, game: Game, experiment: Experiment) -> None:
        """Start without members."""
        super().__init__(Path(), game, experiment)
        self._sent: dict[int, Weights] = {}

    def receive(self, cast: Opposition) -> None:
        """Use this cast from now on; running bouts keep their opponents."""
        self.members = list(cast.members)
        self._sent = dict(cast.networks)  # members of running bouts have rows already

    def weights_of(self, number: int) -> Weights:
        """The network of a member in play."""
        return self._sent[number]


class RolloutWorker:
    """Plays bouts in parallel; a Ray actor with one CPU."""

    def __init__(self, experiment: Experiment, bouts: int, seed: int) -> None:
        """Create a worker without starting bouts.

        Args:
            experiment: the experiment, whose game must be installed here, too.
            bouts: the number of parallel bouts.
            seed: seeds all randomness of this worker.
        """
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        game, self._learner = registry.find(experiment.game), experiment.learner
        self._pool, self._cast = SentPool(game, experiment), -1
        batch = Batch(game, bouts, seed, experiment.rules, **experiment.terms)
        self._seats = LearnerSeats(batch, self._pool, seed)
        self._policy = new_policy(game, experiment.learner.hidden, 0.0, "cpu")

    def ready(self) -> bool:
        """Report that the worker is ready."""
        return True

    def roll(self, weights: Weights, cast: Opposition) -> Rollout:
        """Play `n_steps` decisions in each bout with the learner's network."""
        began, first = time.process_time(), self._cast < 0
        if cast.number != self._cast:
            self._pool.receive(cast)
            self._cast = cast.number
        if first:
            self._seats.reset()
        load_weights(self._policy, weights)
        with torch.inference_mode():
            return self._roll(began)

    def _roll(self, began: float) -> Rollout:
        seats, turns = self._seats, self._learner.n_steps
        bouts, size = seats.observations.shape
        # Memory for the rollout: one row per turn and bout.
        observations = np.empty((turns, bouts, size), np.float32)
        masks = np.empty((turns, bouts, seats.masks.shape[1]), np.bool_)
        actions = np.empty((turns, bouts), np.int64)
        logs, values, rewards = (np.empty((turns, bouts), np.float32) for _ in range(3))
        ended = np.empty((turns, bouts), np.bool_)
        opponents, outcomes = [], []
        # Play: the policy chooses in all bouts, then all bouts step.
        for turn in range(turns):
            observations[turn], masks[turn] = seats.observations, seats.masks
            chosen, worth, likely = self._policy(torch.from_numpy(observations[turn]), action_masks=masks[turn])
            actions[turn], values[turn], logs[turn] = chosen.numpy(), worth.numpy()[:, 0], likely.numpy()
            seats.step(actions[turn])
            rewards[turn], ended[turn] = seats.rewards, seats.ended
            opponents.append(seats.opponents[seats.ended])
            outcomes.append(seats.outcomes[seats.ended])
        # Credit: rewards to come after the last turn are estimated by the policy.
        last = self._policy.predict_values(torch.from_numpy(seats.observations)).numpy()[:, 0]
        advantages = advantages_of(rewards, values, ended, last, self._learner.gamma, self._learner.gae_lambda)
        decisions = {
            "observations": observations,
            "masks": masks,
            "actions": actions,
            "logs": logs,
            "advantages": advantages,
            "returns": advantages + values,
        }
        rows: dict[str, Any] = {name: row.reshape(turns * bouts, *row.shape[2:]) for name, row in decisions.items()}
        return Rollout(
            **rows,
            opponents=np.concatenate(opponents),
            outcomes=np.concatenate(outcomes),
            seconds=time.process_time() - began,
        )


def advantages_of(
    rewards: NDArray[np.float32],
    values: NDArray[np.float32],
    ended: NDArray[np.bool_],
    last: NDArray[np.float32],
    gamma: float,
    gae_lambda: float,
) -> NDArray[np.float32]:
    """Generalized advantage estimation: https://arxiv.org/abs/1506.02438.

    Args:
        rewards: float32 [turns, bouts].
        values: float32 [turns, bouts], before each decision.
        ended: bool [turns, bouts], the bout is over after it.
        last: float32 [bouts], the values after the last decision.
        gamma: the discount per decision.
        gae_lambda: 0 looks one decision ahead, 1 to the end of the bout.

    Returns:
        Float32 [turns, bouts].
    """
    advantages, ahead = np.zeros_like(rewards), np.zeros_like(last)
    for turn in reversed(range(len(rewards))):
        goes_on = ~ended[turn]
        surprise = rewards[turn] + gamma * last * goes_on - values[turn]
        ahead = surprise + gamma * gae_lambda * ahead * goes_on
        advantages[turn], last = ahead, values[turn]
    return advantages
