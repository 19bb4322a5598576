"""Self-play with sb3-contrib's MaskablePPO: building it and training until the budget is spent.

`checkpoint.py` describes how a run is saved and resumed.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat
from torch.utils.tensorboard.writer import SummaryWriter

from nexus_env.agents.learning import checkpoint
from nexus_env.agents.learning.advised import AdvisedVecEnv
from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.learning.gpu_update import GpuUpdate
from nexus_env.agents.learning.league import ANCHORS, NETWORK, POOL, TARGETS, Pool
from nexus_env.agents.learning.network import (
    FastMaskedPolicy,
    FastRolloutBuffer,
    begin_with,
    policy_settings,
    weights_of,
)
from nexus_env.agents.learning.run_folder import RunError
from nexus_env.agents.learning.stopping import StopSignal
from nexus_env.agents.report import RunProgress
from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.sb3 import LearnerSeatsVecEnv

EPISODES = 1000  # finished bouts in the library's own averages


@dataclass
class TimeBudget:
    """The progress of training: by decisions, or by the clock if its limit comes first.

    The clock starts with the first decision: before it, what plays is compiled, which may take minutes.
    """

    steps: int
    minutes: float  # 0: no limit
    before: float = 0.0  # seconds of training before a resumption
    began: float | None = None  # when the first decision had been made, by `time.perf_counter`; None before it

    def begin(self) -> None:
        """Start the clock, unless it runs already."""
        if self.began is None:
            self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The time spent."""
        return self.before + (0.0 if self.began is None else time.perf_counter() - self.began)

    def part(self, steps: int) -> float:
        """The share of the budget spent after `steps` decisions, 0 to 1; nothing is spent where nothing was learned."""
        by_clock = self.seconds / (60 * self.minutes) if self.minutes else 0.0
        return min(1.0, max(steps / self.steps, by_clock)) if steps else 0.0


@contextmanager
def _enough_memory(experiment: Experiment) -> Iterator[None]:
    """Turn the error of a GPU with too little memory into one sentence."""
    try:
        yield
    except torch.OutOfMemoryError as error:
        learner = experiment.learner
        raise RunError(
            f"learner.bouts: got {learner.bouts} with learner.n_steps = {learner.n_steps} and learner.batch_size = "
            f'{learner.batch_size}, too much for the memory of this GPU; expected less, or learner.device = "cpu".'
        ) from error


class Training:
    """One run: a learner, its bouts, its pool, and its folder."""

    def __init__(self, experiment: Experiment, game: Game, folder: Path) -> None:
        """A new run, or the one whose checkpoint `folder` holds.

        Args:
            experiment: the experiment; that of the checkpoint, if there is one.
            game: the experiment's game.
            folder: the run's folder.

        Raises:
            RunError: the checkpoint is damaged or does not fit, or the GPU has too little memory.
        """
        with _enough_memory(experiment):
            self._begin(experiment, game, folder)

    def _begin(self, experiment: Experiment, game: Game, folder: Path) -> None:
        torch.set_num_threads(experiment.threads)
        self.experiment, self.folder = experiment, folder
        learner = experiment.learner
        self.budget = TimeBudget(learner.steps, learner.minutes)
        self.bouts = 0  # finished bouts
        self.seconds = 0.0  # of training, at its end or at the checkpoint
        self.stop = StopSignal()

        # The bouts, and who plays in them.
        self.pool = Pool(folder, game, experiment)
        seed, rules, threads = experiment.seed, experiment.rules, experiment.threads
        batch = Batch(game, learner.bouts, seed, rules, threads=threads, **experiment.terms)
        self.seats = LearnerSeats(batch, self.pool, experiment.seed)
        advisors = self.pool.advisors
        self.env = AdvisedVecEnv(self.seats, advisors) if advisors else LearnerSeatsVecEnv(self.seats)

        # The network: of the checkpoint, of another run, or new.
        self.model = _SelfPlayPPO(self)
        resumed = checkpoint.resume(folder, self.model, self.seats, self.pool)
        if resumed is None:
            snapshots = [weights_of(self.model.policy)]
            if learner.start:
                begin_with(self.model.policy, Path(learner.start), game, learner.hidden, learner.advisors)
                snapshots.append(weights_of(self.model.policy))
            self.pool.begin(*snapshots)
        else:
            self.bouts, self.seconds = resumed

        # Get ready, and remember where this run begins.
        self.model.prepare()
        self.began_at = self.model.num_timesteps
        self._snapshot_at = self.began_at

    def learn(self, watch: RunProgress) -> None:
        """Learn until the budget is spent; the result is the last checkpoint.

        Raises:
            KeyboardInterrupt: after Ctrl-C or SIGTERM; a checkpoint has been written, unless it came twice.
            WriteError: the disk is full, for example; the last checkpoint is intact.
            RunError: the GPU has too little memory; the last checkpoint is intact.
        """
        with _enough_memory(self.experiment):
            self._learn(watch)

    def _learn(self, watch: RunProgress) -> None:
        remaining = self.experiment.learner.steps - self.model.num_timesteps
        self.budget.before = self.seconds
        if remaining > 0:
            tensorboard = self.folder / "tensorboard"
            self.model.set_logger(Logger(str(tensorboard), [_TensorBoard(tensorboard, self.began_at)]))
            with self.stop.noted():
                self.model.learn(remaining, _Teller(self, watch), reset_num_timesteps=self.began_at == 0)
            self.seconds = self.budget.seconds
            self.keep(last=True)

    def keep(self, last: bool = False) -> None:
        """Between two updates: write a snapshot and a checkpoint if due, and stop if requested."""
        model = self.model
        rollouts = model.num_timesteps // (model.n_steps * model.n_envs)
        if (last or rollouts % self.experiment.league.every == 0) and self._snapshot_at != model.num_timesteps:
            self._snapshot_at = model.num_timesteps
            self.pool.turn(weights_of(model.policy), model.num_timesteps, last)
        due = last or (rollouts and (self.stop.asked or rollouts % self.experiment.checkpoint_every == 0))
        if due:
            spent = checkpoint.Spent(self.bouts, self.budget.seconds)
            checkpoint.write(self.folder, model, self.seats, self.pool, spent)
        if rollouts:  # the promised checkpoint is written
            self.stop.obey()

    def facts(self) -> dict[str, Any]:
        """The cost of the run so far."""
        return {
            "steps": self.model.num_timesteps,
            "bouts": self.bouts,
            "snapshots": len(self.pool.of_kind(POOL)),
            "seconds": round(self.seconds, 1),
        }


class _SelfPlayPPO(MaskablePPO):
    """MaskablePPO on the bouts of a run, which is saved before each rollout and may end by the clock."""

    def __init__(self, training: Training) -> None:
        self._training = training
        learner = training.experiment.learner
        super().__init__(
            policy=FastMaskedPolicy,
            env=training.env,
            learning_rate=learner.rate_at,
            n_steps=learner.n_steps,
            batch_size=learner.batch_size,
            n_epochs=learner.n_epochs,
            gamma=learner.gamma,
            gae_lambda=learner.gae_lambda,
            clip_range=learner.clip_range,
            ent_coef=learner.ent_coef,
            vf_coef=learner.vf_coef,
            max_grad_norm=learner.max_grad_norm,
            rollout_buffer_class=FastRolloutBuffer,
            policy_kwargs=policy_settings(learner.hidden, learner.precision, len(learner.advisors)),
            stats_window_size=EPISODES,
            device=learner.device,
            seed=training.experiment.seed,
        )
        self._on_gpu: GpuUpdate | None = None

    def prepare(self) -> None:
        """Prepare for the first rollout, after a checkpoint is restored."""
        if self.device.type == "cuda":
            self._on_gpu = GpuUpdate(self)

    def train(self) -> None:
        """Update like the library; on a GPU, faster."""
        if self._on_gpu is None:
            super().train()
        else:
            self._on_gpu.train()

    def collect_rollouts(self, *args: Any, **kwargs: Any) -> bool:
        """Collect like the library, unless the time is up: then training ends."""
        self._training.keep()
        budget = self._training.budget
        return budget.part(self.num_timesteps) < 1 and super().collect_rollouts(*args, **kwargs)

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        self._current_progress_remaining = 1.0 - self._training.budget.part(num_timesteps)


class _Teller(BaseCallback):
    """Counts the outcomes of bouts, and reports them to the progress bar and TensorBoard."""

    def __init__(self, training: Training, watch: RunProgress) -> None:
        super().__init__()
        self._training, self._watch = training, watch
        self._ended: list[dict[str, Any]] = []

    def _on_step(self) -> bool:
        self._training.budget.begin()
        seats, over = self._training.seats, np.flatnonzero(self.locals["dones"])
        self._ended += [self.locals["infos"][bout] for bout in over]
        self._training.pool.note(seats.opponents[over], seats.outcomes[over])
        return True

    def _on_rollout_end(self) -> None:
        training, ended = self._training, self._ended
        training.bouts += len(ended)
        spent = max(1e-9, training.budget.seconds - training.budget.before)
        speed = (training.model.num_timesteps - training.began_at) / spent
        words = f"{training.model.num_timesteps:,} decisions, {speed:,.0f}/s, {training.bouts:,} bouts"
        if ended:
            outcomes = np.array([info["outcome"] for info in ended])
            self.logger.record("bouts/wins", float((outcomes > 0).mean()))
            self.logger.record("bouts/draws", float((outcomes == 0).mean()))
            self.logger.record("bouts/truncated", float(np.mean([info["truncated"] for info in ended])))
        self.logger.record("bouts/ended", training.bouts)
        self.logger.record("time/processor_seconds", time.process_time())  # for nexus_env.agents.learning.curve
        self.logger.record("bouts/snapshots", len(training.pool.of_kind(POOL)))
        for member in training.pool.members:
            if member.kind in (ANCHORS, TARGETS):
                self.logger.record(f"score/{member.file.removesuffix(NETWORK)}", member.rate)
        self._watch.show(training.budget.part(training.model.num_timesteps), words)
        self._ended = []


class _TensorBoard(TensorBoardOutputFormat):
    """The library's writer, which discards what a killed run wrote after `step`."""

    def __init__(self, folder: Path, step: int) -> None:
        self.writer = SummaryWriter(str(folder), purge_step=step)
        self._is_closed = False
