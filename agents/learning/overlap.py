"""Rollouts beside the update: the next one is played in a thread while the network learns from the one before.

So each is played by the network of one update earlier. PPO compares with the probabilities of who has played, whoever
that was: its ratio is right, it only begins off 1.

Nothing depends on which of the two is faster. Before a rollout begins, the network is copied for it. Until it has been
played, nobody else touches bouts, opponents or torch's chance; the update shuffles by NumPy's. A checkpoint that is
written with a rollout in hand holds that copy, the bouts as they were before, and whom the rollout could meet: a
resumed run plays it again.
"""

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

ROLLOUT = "rollout"  # what the thread is called
IN_HAND = "in_hand"  # the entry of a checkpoint that says what a rollout in hand depends on


class Ended(NamedTuple):
    """The bouts, k of them, that a step of the learner ended."""

    infos: list[dict[str, Any]]  # of each
    opponents: NDArray[np.int32]  # [k, seats], as `LearnerSeats` has them
    outcomes: NDArray[np.float32]  # [k], for the learner

    @classmethod
    def of(cls, seats: LearnerSeats, names: Mapping[str, Any]) -> "Ended":
        """Those of the step that `seats` has just made; `names` are the variables of the library's loop."""
        over = np.flatnonzero(names["dones"])
        return cls([names["infos"][bout] for bout in over], seats.opponents[over], seats.outcomes[over])


class Ahead:
    """Plays one rollout ahead of the learner; `start` and `wait` take turns."""

    def __init__(self, player: MaskablePPO, seats: LearnerSeats, pool: Pool, threads: int) -> None:
        """Play nothing yet.

        Args:
            player: it plays the bouts of `seats` and never learns.
            seats: the bouts.
            pool: their opponents.
            threads: of torch, in the thread that plays.
        """
        self.player = player
        self._seats, self._pool = seats, pool
        self._stream: Any = None  # of the player's own on a GPU, which need not wait for what the update has launched
        if player.device.type == "cuda":
            self._stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        self._thread = ThreadPoolExecutor(1, ROLLOUT, partial(torch.set_num_threads, threads))
        self._playing: Future[bool] | None = None
        self._before: dict[str, Any] = {}
        self._due: dict[str, Any] = {}  # what a checkpoint says of the rollout that was in hand
        self._notes = _Notes(seats)
        self._notes.init_callback(player)
        player.ep_info_buffer = deque(maxlen=0)  # the learner keeps them
        player.ep_success_buffer = deque(maxlen=0)

    @property
    def in_hand(self) -> bool:
        """A rollout is being played, or waits to be handed over."""
        return self._playing is not None

    def start(self, network: Mapping[str, torch.Tensor]) -> None:
        """Begin a rollout, played by a copy of `network`, the `state_dict` of a policy."""
        player = self.player
        player.policy.load_state_dict(network)
        if self._stream is not None:
            torch.cuda.current_stream().synchronize()  # the other stream must not read the weights of before
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
        """See what `learner` sees before its first rollout, with which a run may already be over."""
        player = self.player
        if player._last_obs is None:
            player._last_obs, player._last_episode_starts = learner._last_obs, learner._last_episode_starts

    def play_first(self, learner: MaskablePPO) -> None:
        """Play a rollout beside which nothing is learned: there was none before, or a checkpoint had one in hand."""
        due = self._due
        with self._pool.met_by(due.get("odds", self._pool.odds)):
            self.start(due.get("network", learner.policy.state_dict()))
            self.wait()
        self._due = {}

    def save(self) -> dict[str, Any]:
        """What a checkpoint holds of bouts and chance: as before the rollout in hand, and what else that depends on.

        If there is none in hand, as they are.
        """
        return self._before if self.in_hand else play_state(self.player, self._seats)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Be as at the checkpoint `state`; bouts and chance are so already."""
        self._due = state.get(IN_HAND, {})

    def wait(self) -> None:
        """Return when the rollout in hand has been played.

        Raises:
            Exception: whatever has gone wrong there.
        """
        if self._playing is not None:
            self._playing.result()

    def hand_over(self, learner: MaskablePPO) -> list[Ended]:
        """Give `learner` the rollout, which has been played; what ended in its steps."""
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
    """Notes what ends in a rollout."""

    def __init__(self, seats: LearnerSeats) -> None:
        super().__init__()
        self._seats = seats
        self.ended: list[Ended] = []
        self.goes_on = True

    def _on_step(self) -> bool:
        self.ended.append(Ended.of(self._seats, self.locals))
        return self.goes_on
