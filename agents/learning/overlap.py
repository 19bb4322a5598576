"""Rollouts during the update: the next one is played in a thread while the network learns from the previous one.

So each is played by the network of one update earlier. PPO's ratio uses the probabilities of the network that played:
it is correct, and just does not start at 1.

The result does not depend on which of the two is faster. Before a rollout, the network is copied for it. Until it has
been played, nothing else uses the bouts, the opponents or torch's random generator; the update shuffles with NumPy's.
A checkpoint written during a rollout holds that copy, the bouts as they were before, and the possible opponents: a
resumed run plays the rollout again.
"""

import time
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from agents.learning.league import Pool
from agents.learning.play_state import play_state
from nexus_env.envs.learner_seats import LearnerSeats

ROLLOUT = "rollout"  # the name of the thread
IN_HAND = "in_hand"  # the entry of a checkpoint for a rollout in progress


class Ended(NamedTuple):
    """The k bouts that ended in a step of the learner."""

    infos: list[dict[str, Any]]  # one per bout
    opponents: NDArray[np.int32]  # [k, seats], as in `LearnerSeats`
    outcomes: NDArray[np.float32]  # [k], for the learner

    @classmethod
    def of(cls, seats: LearnerSeats, names: Mapping[str, Any]) -> "Ended":
        """The bouts that ended in the last step of `seats`; `names` are the variables of the library's loop."""
        over = np.flatnonzero(names["dones"])
        return cls([names["infos"][bout] for bout in over], seats.opponents[over], seats.outcomes[over])


class Ahead:
    """Plays one rollout ahead of the learner; `start` and `wait` take turns."""

    def __init__(self, player: MaskablePPO, seats: LearnerSeats, pool: Pool, threads: int) -> None:
        """Prepare without playing.

        Args:
            player: plays the bouts of `seats` and never learns.
            seats: the bouts.
            pool: their opponents.
            threads: of torch, in the thread that plays.
        """
        self.player = player
        self._seats, self._pool = seats, pool
        self._stream: Any = None  # the player's own stream on a GPU, which need not wait for the update
        if player.device.type == "cuda":
            self._stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        self._thread = ThreadPoolExecutor(1, ROLLOUT, partial(torch.set_num_threads, threads))
        self._playing: Future[bool] | None = None
        self._before: dict[str, Any] = {}
        self._due: dict[str, Any] = {}  # the state of a rollout from a checkpoint
        self._notes = _Notes(seats)
        self._notes.init_callback(player)
        player.ep_info_buffer = deque(maxlen=0)  # the learner keeps them
        player.ep_success_buffer = deque(maxlen=0)

    @property
    def first_step(self) -> float | None:
        """When its first step had been played, by `time.perf_counter`; None before it."""
        return self._notes.first_step

    @property
    def in_hand(self) -> bool:
        """Whether a rollout is being played, or waits to be handed over."""
        return self._playing is not None

    def start(self, network: Mapping[str, torch.Tensor]) -> None:
        """Start a rollout, played by a copy of `network`, the `state_dict` of a policy."""
        player = self.player
        player.policy.load_state_dict(network)
        if self._stream is not None:
            torch.cuda.current_stream().synchronize()  # the other stream must not read the old weights
        self._before = {
            **play_state(player, self._seats),
            IN_HAND: {"network": player.policy.state_dict(), "odds": self._pool.odds},
        }
        self._playing = self._thread.submit(self._play)

    def _play(self) -> bool:
        player = self.player
        assert player.env is not None
        with nullcontext() if self._stream is None else torch.cuda.stream(self._stream):
            return player.collect_rollouts(player.env, self._notes, player.rollout_buffer, player.n_steps)

    def begin_as(self, learner: MaskablePPO) -> None:
        """Take over the state of `learner` before its first rollout."""
        player = self.player
        if player._last_obs is None:
            player._last_obs, player._last_episode_starts = learner._last_obs, learner._last_episode_starts

    def play_first(self, learner: MaskablePPO) -> None:
        """Play a rollout without an update: the first one of a run, or one in progress at a checkpoint."""
        due = self._due
        with self._pool.met_by(due.get("odds", self._pool.odds)):
            self.start(due.get("network", learner.policy.state_dict()))
            self.wait()
        self._due = {}

    def save(self) -> dict[str, Any]:
        """The bouts and random generators for a checkpoint: those before the rollout in progress, with its inputs.

        Without a rollout, the current ones.
        """
        return self._before if self.in_hand else play_state(self.player, self._seats)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Restore the checkpoint `state`; bouts and random generators are already restored."""
        self._due = state.get(IN_HAND, {})

    def wait(self) -> None:
        """Wait until the rollout in progress has been played.

        Raises:
            Exception: an error of the thread.
        """
        if self._playing is not None:
            self._playing.result()

    def hand_over(self, learner: MaskablePPO) -> list[Ended]:
        """Give `learner` the finished rollout; returns the bouts that ended in its steps."""
        player = self.player
        learner.rollout_buffer, player.rollout_buffer = player.rollout_buffer, learner.rollout_buffer
        self._playing = None
        ended, self._notes.ended = self._notes.ended, []
        return ended

    def close(self) -> None:
        """End the thread, after its next step at the latest."""
        self._notes.goes_on = False
        self._thread.shutdown()


class _Notes(BaseCallback):
    """Collects the bouts that end in a rollout."""

    def __init__(self, seats: LearnerSeats) -> None:
        super().__init__()
        self._seats = seats
        self.ended: list[Ended] = []
        self.first_step: float | None = None
        self.goes_on = True

    def _on_step(self) -> bool:
        if self.first_step is None:
            self.first_step = time.perf_counter()
        self.ended.append(Ended.of(self._seats, self.locals))
        return self.goes_on
