"""Self-play with sb3-contrib's MaskablePPO: building it, keeping it on disk, and going on where it was.

A checkpoint is taken between two updates and holds all that the rest of the run depends on. So a run that was killed
goes on from its last checkpoint as if nothing had happened: to the same weights, bit for bit, with as many threads.
"""

import io
import json
import time
from collections import deque
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

from agents.agent import AgentError, spoken
from agents.checksum import read_zip, write_zip
from agents.learning.experiment import Experiment
from agents.learning.league import ANCHORS, NETWORK, POOL, TARGETS, Pool
from agents.learning.network import FastMaskedPolicy, FastRolloutBuffer, begin_with, policy_settings, weights_of
from agents.learning.report import Watch
from agents.learning.run_folder import RunError
from agents.learning.stopping import Stop
from agents.weights import STAMPS
from nexus_env.envs.batch import Batch
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.sb3 import LearnerSeatsVecEnv
from nexus_env.game.contract import Game

KEPT = 2  # checkpoints
FORMAT = 2  # of a checkpoint; raised when it holds something else
ADVICE = "remove it to go on from the one before"
EPISODES = 1000  # ended bouts over which the library's own averages run


@dataclass
class Budget:
    """How much of the learning is done: by decisions, or by the clock if that runs out first."""

    steps: int
    minutes: float  # 0: no limit
    began: float  # when learning began, by `time.perf_counter`; earlier, less the time that former starts have learned

    @property
    def seconds(self) -> float:
        """The time spent."""
        return time.perf_counter() - self.began

    def part(self, steps: int) -> float:
        """The part of the budget that is spent after `steps` decisions, 0 to 1."""
        by_clock = self.seconds / (60 * self.minutes) if self.minutes else 0.0
        return min(1.0, max(steps / self.steps, by_clock))


class Training:
    """One run: a learner, its bouts, its pool, and the folder where all that is kept."""

    def __init__(self, experiment: Experiment, game: Game, folder: Path) -> None:
        """A new run, or the one whose checkpoint `folder` holds.

        Args:
            experiment: what to do; that of the checkpoint, if there is one.
            game: the experiment's game.
            folder: where the run is kept.
        """
        torch.set_num_threads(experiment.threads)
        self.experiment, self.folder = experiment, folder
        learner = experiment.learner
        self.budget = Budget(learner.steps, learner.minutes, time.perf_counter())
        self.bouts = 0  # that have ended
        self.seconds = 0.0  # of learning, at its end or at the checkpoint
        self.stop = Stop()
        self.pool = Pool(folder, game, experiment)
        batch = Batch(game, learner.bouts, experiment.seed, experiment.rules, **experiment.terms)
        self.seats = LearnerSeats(batch, self.pool, experiment.seed)
        self.env = LearnerSeatsVecEnv(self.seats)
        self.model = _SelfPlayPPO(self)
        checkpoint = latest_checkpoint(folder)
        if checkpoint is None:
            snapshots = [weights_of(self.model.policy)]
            if learner.start:
                begin_with(self.model.policy, Path(learner.start), game, learner.hidden)
                snapshots.append(weights_of(self.model.policy))
            self.pool.begin(*snapshots)
        else:
            with _fitting(checkpoint):
                self._restore(_read_checkpoint(checkpoint))
        self.began_at = self.model.num_timesteps
        self._snapshot_at = self.began_at

    def learn(self, watch: Watch) -> None:
        """Learn until the budget is spent; the result is the last checkpoint.

        Raises:
            KeyboardInterrupt: Ctrl-C or SIGTERM has come; a checkpoint has been written, unless it came twice.
            WriteError: the disk is full, say; the last checkpoint is whole.
        """
        remaining = self.experiment.learner.steps - self.model.num_timesteps
        self.budget.began = time.perf_counter() - self.seconds
        if remaining > 0:
            tensorboard = self.folder / "tensorboard"
            self.model.set_logger(Logger(str(tensorboard), [_TensorBoard(tensorboard, self.began_at)]))
            with self.stop.noted():
                self.model.learn(remaining, _Teller(self, watch), reset_num_timesteps=self.began_at == 0)
            self.seconds = self.budget.seconds
            self.keep(last=True)

    def keep(self, last: bool = False) -> None:
        """Between two updates: a snapshot and a checkpoint where they are due, and the end if somebody asks for it."""
        model = self.model
        rollouts = model.num_timesteps // (model.n_steps * model.n_envs)
        if (last or rollouts % self.experiment.league.every == 0) and self._snapshot_at != model.num_timesteps:
            self._snapshot_at = model.num_timesteps
            self.pool.turn(weights_of(model.policy), model.num_timesteps, last)
        due = last or (rollouts and (self.stop.asked or rollouts % self.experiment.checkpoint_every == 0))
        path = self.folder / "checkpoints" / f"{model.num_timesteps:012d}.pt"
        if due and not path.exists():
            self._write_checkpoint(path)
        if rollouts:  # what was promised to who asked for the end is there
            self.stop.obey()

    def _write_checkpoint(self, path: Path) -> None:
        """Write all that the rest of the run depends on, and forget what was written long before."""
        room = io.BytesIO()
        torch.save(self._state(), room)
        write_zip(path, room.getvalue())
        for old in sorted(path.parent.glob("*.pt"))[:-KEPT]:
            old.unlink()

    def facts(self) -> dict[str, Any]:
        """What the run has cost so far."""
        return {
            "steps": self.model.num_timesteps,
            "bouts": self.bouts,
            "snapshots": len(self.pool.of_kind(POOL)),
            "seconds": round(self.seconds, 1),
        }

    def _state(self) -> dict[str, Any]:
        """All that the rest of the run depends on, as tensors and plain values."""
        model, seats = self.model, self.seats.save()
        _, words, position, *_ = np.random.get_state()  # the library shuffles with NumPy's global generator
        return {
            "format": FORMAT,
            STAMPS: dict(self.seats.batch.game.stamps),
            "policy": model.policy.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "torch_rng": torch.get_rng_state(),
            "numpy_rng": torch.from_numpy(np.asarray(words, np.int64)),
            "numpy_rng_position": int(position),
            "seats_rng": json.dumps(seats.pop("rng")),
            "batch": torch.from_numpy(np.frombuffer(seats.pop("batch"), np.uint8).copy()),
            "seats": {name: torch.from_numpy(array) for name, array in seats.items()},
            "episode_starts": torch.from_numpy(np.asarray(model._last_episode_starts, np.bool_)),
            "episodes": list(model.ep_info_buffer or ()),
            "league": self.pool.save(),
            "steps": model.num_timesteps,
            "updates": model._n_updates,
            "bouts": self.bouts,
            "seconds": self.budget.seconds,
        }

    def _restore(self, state: dict[str, Any]) -> None:
        """Be as at the checkpoint."""
        model = self.model
        self.pool.restore(state["league"], state["steps"])
        seats = {name: tensor.numpy() for name, tensor in state["seats"].items()}
        self.seats.restore({**seats, "batch": state["batch"].numpy().tobytes(), "rng": json.loads(state["seats_rng"])})
        model.policy.load_state_dict(state["policy"])
        model.policy.optimizer.load_state_dict(state["optimizer"])
        model.num_timesteps, model._n_updates = state["steps"], state["updates"]
        model._last_obs = self.seats.observations.copy()
        model._last_episode_starts = state["episode_starts"].numpy()
        model.ep_info_buffer, model.ep_success_buffer = deque(state["episodes"], EPISODES), deque(maxlen=EPISODES)
        self.bouts, self.seconds = state["bouts"], state["seconds"]
        torch.set_rng_state(state["torch_rng"])
        words = state["numpy_rng"].numpy().astype(np.uint32)
        np.random.set_state(("MT19937", words, state["numpy_rng_position"], 0, 0.0))


class _SelfPlayPPO(MaskablePPO):
    """MaskablePPO on the bouts of a run, which is kept before each rollout and may end by the clock."""

    def __init__(self, training: Training) -> None:
        learner, seed = training.experiment.learner, training.experiment.seed
        self._training = training

        def learning_rate(remaining: float) -> float:
            return learner.final_learning_rate + remaining * (learner.learning_rate - learner.final_learning_rate)

        super().__init__(
            FastMaskedPolicy,
            training.env,
            learning_rate=learning_rate,
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
            policy_kwargs=policy_settings(learner.hidden, learner.precision),
            stats_window_size=EPISODES,
            seed=seed,
            device=learner.device,
        )

    def collect_rollouts(self, *args: Any, **kwargs: Any) -> bool:
        """As the library, unless the time is over: then learning ends."""
        self._training.keep()
        budget = self._training.budget
        return budget.part(self.num_timesteps) < 1 and super().collect_rollouts(*args, **kwargs)

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        self._current_progress_remaining = 1.0 - self._training.budget.part(num_timesteps)


class _Teller(BaseCallback):
    """Counts how bouts end, and tells it to the progress bar and to TensorBoard."""

    def __init__(self, training: Training, watch: Watch) -> None:
        super().__init__()
        self._training, self._watch = training, watch
        self._began = time.perf_counter()
        self._ended: list[dict[str, Any]] = []

    def _on_step(self) -> bool:
        infos = self.locals["infos"]
        over, seats = np.flatnonzero(self.locals["dones"]), self._training.seats
        self._ended += [infos[bout] for bout in over]
        self._training.pool.note(seats.opponents[over], seats.outcomes[over])
        return True

    def _on_rollout_end(self) -> None:
        training, ended = self._training, self._ended
        training.bouts += len(ended)
        speed = (self.num_timesteps - training.began_at) / (time.perf_counter() - self._began)
        words = f"{self.num_timesteps:,} decisions, {speed:,.0f}/s, {training.bouts:,} bouts"
        if ended:
            outcomes = np.array([info["outcome"] for info in ended])
            self.logger.record("bouts/wins", float((outcomes > 0).mean()))
            self.logger.record("bouts/draws", float((outcomes == 0).mean()))
            self.logger.record("bouts/truncated", float(np.mean([info["truncated"] for info in ended])))
        self.logger.record("bouts/ended", training.bouts)
        self.logger.record("time/processor_seconds", time.process_time())  # for agents.learning.curve
        self.logger.record("bouts/snapshots", len(training.pool.of_kind(POOL)))
        for member in training.pool.members:
            if member.kind in (ANCHORS, TARGETS):
                self.logger.record(f"score/{member.file.removesuffix(NETWORK)}", member.rate)
        self._watch.show(training.budget.part(self.num_timesteps), words)
        self._ended = []


def latest_checkpoint(folder: Path) -> Path | None:
    """The newest checkpoint of the run in `folder`, if it has one."""
    return max((folder / "checkpoints").glob("*.pt"), default=None)


def _read_checkpoint(path: Path) -> dict[str, Any]:
    """What `Training` has saved.

    Raises:
        RunError: another version of this package has, or the file is damaged.
    """
    advice = f"begin anew with --fresh, or in another folder with --set learner.start={path}."
    data = read_zip(path, ADVICE)
    try:
        state: Any = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises a class of its own for each kind of damage
        raise RunError(f"{path}: found no readable checkpoint; {ADVICE}.") from error
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise RunError(f"{path}: found a checkpoint of another version of this package, which cannot go on; {advice}")
    return state


@contextmanager
def _fitting(checkpoint: Path) -> Iterator[None]:
    """Tell in one sentence what a checkpoint lacks, or has otherwise than the run that is to go on with it."""
    try:
        yield
    except (AgentError, RunError, OSError):
        raise
    except Exception as error:  # whatever is done with it may fail
        what = f"{type(error).__name__}: {spoken(error)}"
        raise RunError(f"{checkpoint}: found a checkpoint that does not fit ({what}); {ADVICE}.") from error


class _TensorBoard(TensorBoardOutputFormat):
    """The library's writer, which takes back what a killed start wrote after `step`."""

    def __init__(self, folder: Path, step: int) -> None:
        self.writer = SummaryWriter(str(folder), purge_step=step)
        self._is_closed = False
