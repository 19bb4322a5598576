"""A run on a Ray cluster: workers play, learners learn from their rollouts, and the run's folder stays here.

Between two updates, all workers play with the same network. If a worker is lost, its bouts are lost, too; a replacement
starts wherever there is room, and the run continues meanwhile.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from numpy.typing import NDArray
from torch.utils.tensorboard.writer import SummaryWriter

from nexus_env.agents.learning import checkpoint
from nexus_env.agents.learning.cluster.ppo import Learners
from nexus_env.agents.learning.cluster.worker import Opposition, Rollout, RolloutWorker
from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.learning.league import POOL, Pool
from nexus_env.agents.learning.learner import TimeBudget
from nexus_env.agents.learning.network import begin_with, load_weights, new_policy, weights_of
from nexus_env.agents.learning.stopping import StopSignal
from nexus_env.agents.report import RunProgress
from nexus_env.agents.weights import STAMPS
from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch
from nexus_env.players.any_legal import AnyLegal

ROWS, TURNS = 256, 20  # rows for checking the exported agent: bouts after this many random decisions


class Crew:
    """The workers. A lost one is replaced; the replacement plays from the first update before which it is ready."""

    def __init__(self, experiment: Experiment, workers: int, room: int, begun: int) -> None:
        """Start the workers.

        Args:
            experiment: the experiment, whose bouts they share.
            workers: the number of workers.
            room: the number of workers for which the cluster has CPUs now; the others start when it grows.
            begun: the decisions of the run so far, so that a resumed run plays other bouts.
        """
        bouts = experiment.learner.bouts
        self._experiment, self._begun, self._started = experiment, begun, 0
        self._shares = [len(part) for part in np.array_split(np.arange(bouts), min(workers, bouts))]
        self._actor = ray.remote(num_cpus=1)(RolloutWorker)
        self._awaited = max(1, min(room, len(self._shares)))  # workers that must be ready before the first rollout
        self._workers: dict[int, Any] = {}  # ready workers, by number
        self._coming: dict[Any, tuple[int, Any]] = {}  # starting workers, by the reference that reports them ready
        for number in range(len(self._shares)):
            self._start(number)

    def roll(self, weights: Any, cast: Any) -> list[Rollout]:
        """The rollouts of all ready workers, in the order of their numbers; waits for at least one.

        Args:
            weights: a reference to the learner's network.
            cast: a reference to the `Opposition`.

        Raises:
            Exception: an error in the code of a worker.
        """
        rollouts: list[Rollout] = []
        while not rollouts:
            self._welcome()
            playing = {number: self._workers[number].roll.remote(weights, cast) for number in sorted(self._workers)}
            for number, answer in playing.items():
                try:
                    rollouts.append(ray.get(answer))
                except ray.exceptions.RayTaskError as error:
                    raise error.cause or error from error
                except ray.exceptions.RayError:  # the worker's process or node is gone
                    del self._workers[number]
                    self._start(number)
        return rollouts

    def _start(self, number: int) -> None:
        experiment = self._experiment
        seed = int(np.random.SeedSequence((experiment.seed, self._begun, self._started)).generate_state(1)[0])
        worker = self._actor.remote(experiment, self._shares[number], seed)
        self._coming[worker.ready.remote()] = number, worker
        self._started += 1

    def _welcome(self) -> None:
        """Add workers that are ready: at first wait for all for which there is room, later take any."""
        least, self._awaited = max(self._awaited, int(not self._workers)), 0
        if not self._coming:
            return
        come, _ = ray.wait(list(self._coming), num_returns=least or len(self._coming), timeout=None if least else 0)
        for there in come:
            number, worker = self._coming.pop(there)
            try:
                ray.get(there)
            except ray.exceptions.RayTaskError as error:
                raise error.cause or error from error
            except ray.exceptions.RayError:
                self._start(number)
            else:
                self._workers[number] = worker

    def dismiss(self) -> None:
        """End all workers."""
        for worker in [*self._workers.values(), *(worker for _, worker in self._coming.values())]:
            ray.kill(worker)


class ClusterTraining:
    """One run on the cluster that this process has joined; see `agents.learning.learner.Training` for a local one."""

    def __init__(self, experiment: Experiment, game: Game, folder: Path, cpus: int) -> None:
        """A new run, or the one whose checkpoint `folder` holds.

        Args:
            experiment: the experiment; that of the checkpoint, if there is one.
            game: the experiment's game.
            folder: the run's folder.
            cpus: the number of CPUs of the cluster.
        """
        torch.set_num_threads(experiment.threads)
        learner = experiment.learner
        self.experiment, self.game, self.folder = experiment, game, folder
        self.budget = TimeBudget(learner.steps, learner.minutes)
        self._room = max(1, cpus - experiment.cluster.learners)
        self.workers = experiment.cluster.workers or self._room
        self.stop, self.pool = StopSignal(), Pool(folder, game, experiment)
        self.steps, self.bouts, self.seconds, self.rollouts = 0, 0, 0.0, 0
        torch.manual_seed(experiment.seed)
        self.policy = new_policy(game, learner.hidden, learner.learning_rate, "cpu")
        snapshots = [weights_of(self.policy)]
        if learner.start:
            begin_with(self.policy, Path(learner.start), game, learner.hidden)
            snapshots.append(weights_of(self.policy))
        self.learners = Learners(experiment, game, snapshots[-1])
        if not self._resume():
            self.pool.begin(*snapshots)
        self._snapshot_at = self.began_at = self.steps
        self._casts = 0

    def _resume(self) -> bool:
        """Resume from the newest checkpoint, if there is one.

        Raises:
            RunError: see `checkpoint.read`.
        """
        path = checkpoint.latest_checkpoint(self.folder)
        if path is None:
            return False
        with checkpoint.fitting(path):
            state = checkpoint.read(path, checkpoint.RAY)
            self.pool.restore(state["league"], state["steps"])
            self.learners.restore(state["policy"], state["optimizer"])
            self.steps, self.bouts, self.seconds = state["steps"], state["bouts"], state["seconds"]
            self.rollouts = state["rollouts"]
        return True

    def learn(self, watch: RunProgress) -> None:
        """Learn until the budget is spent; the result is the last checkpoint, and the network of `policy`.

        Raises:
            KeyboardInterrupt: after Ctrl-C or SIGTERM; a checkpoint has been written, unless it came twice.
            WriteError: the disk is full, for example; the last checkpoint is intact.
        """
        self.budget.before = self.seconds
        try:
            if self.budget.part(self.steps) < 1:
                self._learn(watch)
            load_weights(self.policy, self.learners.weights())
        finally:
            self.learners.shutdown()

    def _learn(self, watch: RunProgress) -> None:
        crew = Crew(self.experiment, self.workers, self._room, self.steps)
        board = SummaryWriter(str(self.folder / "tensorboard"), purge_step=self.began_at)
        cast = self.cast()
        try:
            with self.stop.noted():
                while self.budget.part(self.steps) < 1:
                    if self._keep():
                        cast = self.cast()
                    rollouts = crew.roll(ray.put(self.learners.weights()), cast)
                    self.budget.begin()  # the workers have compiled what they play
                    self.learners.learn(rollouts, self.experiment.learner.rate_at(1 - self.budget.part(self.steps)))
                    self._note(rollouts, board)
                    speed = (self.steps - self.began_at) / max(1e-9, self.budget.seconds - self.seconds)
                    words = f"{self.steps:,} decisions, {speed:,.0f}/s, {self.bouts:,} bouts, {len(rollouts)} workers"
                    watch.show(self.budget.part(self.steps), words)
            self.seconds = self.budget.seconds
            self._keep(last=True)
        finally:
            board.close()
            crew.dismiss()

    def cast(self) -> Any:
        """A reference to the opponents from now on."""
        members = tuple(replace(member, untold=[0, 0, 0]) for member in self.pool.members)
        playing = [number for number, member in enumerate(members) if member.odds and member.is_network]
        self._casts += 1
        return ray.put(Opposition(self._casts, members, {number: self.pool.weights_of(number) for number in playing}))

    def _note(self, rollouts: list[Rollout], board: SummaryWriter) -> None:
        """Count the rollouts, and report them to the league and TensorBoard."""
        self.rollouts += 1
        self.steps += sum(len(rollout.actions) for rollout in rollouts)
        outcomes = np.concatenate([rollout.outcomes for rollout in rollouts])
        for rollout in rollouts:
            self.pool.note(rollout.opponents, rollout.outcomes)
        self.bouts += len(outcomes)
        if len(outcomes):
            board.add_scalar("bouts/wins", float((outcomes > 0).mean()), self.steps)
            board.add_scalar("bouts/draws", float((outcomes == 0).mean()), self.steps)
        board.add_scalar("bouts/workers", len(rollouts), self.steps)

    def _keep(self, last: bool = False) -> bool:
        """Write a snapshot and a checkpoint if due, and stop if requested; returns whether there is a snapshot."""
        turns = (last or self.rollouts % self.experiment.league.every == 0) and self._snapshot_at != self.steps
        if turns:
            self._snapshot_at = self.steps
            self.pool.turn(self.learners.weights(), self.steps, last)
        due = self.rollouts and (self.stop.asked or self.rollouts % self.experiment.checkpoint_every == 0)
        if last or due:
            checkpoint.keep(self.folder, self.steps, self._state)
        if self.rollouts:
            self.stop.obey()
        return turns

    def _state(self) -> dict[str, Any]:
        """Everything that a resumed run needs; its bouts restart."""
        policy, optimizer = self.learners.state()
        return {
            "format": checkpoint.RAY,
            STAMPS: dict(self.game.stamps),
            "policy": policy,
            "optimizer": optimizer,
            "league": self.pool.save(),
            "steps": self.steps,
            "rollouts": self.rollouts,
            "bouts": self.bouts,
            "seconds": self.budget.seconds,
        }

    def rows(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Observations and masks of some bouts, for checking the exported agent."""
        batch, rng = Batch(self.game, ROWS, self.experiment.seed, self.experiment.rules), np.random.default_rng(0)
        for _ in range(TURNS):
            batch.step(AnyLegal().choose(batch.observations, batch.masks, rng))
        return batch.observations, batch.masks.view(np.bool_)

    def facts(self) -> dict[str, Any]:
        """The cost of the run so far."""
        return {
            "steps": self.steps,
            "bouts": self.bouts,
            "snapshots": len(self.pool.of_kind(POOL)),
            "seconds": round(self.seconds, 1),
            "workers": self.workers,
            "learners": self.experiment.cluster.learners,
        }
