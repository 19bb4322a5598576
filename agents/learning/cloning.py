"""Behavior cloning: train a network on another player's decisions, from bouts or transcripts.

It learns the choice, by cross-entropy over the legal actions, and the return of the decision under the experiment's
reward. A learner may start from it, and a league may have it as an opponent.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from os.path import isdir
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import mse_loss

from nexus_env.agents.agent import AgentError, Player
from nexus_env.agents.learning.experiment import Experiment
from nexus_env.agents.learning.network import FastMaskedPolicy, begin_with, new_policy, weights_of
from nexus_env.agents.loading import load
from nexus_env.agents.rate import ask_at
from nexus_env.agents.report import RunProgress
from nexus_env.agents.weights import Snapshot, read_weights, save_snapshot
from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.envs.batch import Batch
from nexus_env.players.any_legal import AnyLegal
from nexus_env.text.transcript import Transcript, read, steps

HELD_OUT = 10  # one bout in this many is held out
WATCHING = 0.4  # the approximate share of the time spent on watching bouts
SIDE_BY_SIDE = 512  # bouts that are watched in parallel
CHUNK = 8192  # rows per forward pass outside training
Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Examples:
    """Decisions with more than one legal action, one per row, in any order.

    `observations` int8 [n, size] (to be multiplied by `Game.observation_scales`), `masks` bool [n, actions], `actions`
    int64 [n], `returns` float32 [n], and `bouts` int64 [n], the bout of each.
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    returns: NDArray[np.float32]
    bouts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.actions)

    @property
    def held_out(self) -> NDArray[np.bool_]:
        """The held-out rows: whole bouts, since decisions of one bout are similar."""
        rows: NDArray[np.bool_] = self.bouts % HELD_OUT == 0
        return rows


@dataclass(frozen=True)
class Cloned:
    """The result of cloning: the network, its data, and its quality on held-out bouts."""

    policy: FastMaskedPolicy
    examples: int
    bouts: int
    agreement: float  # the share of choices that are the same
    explained: float  # the share of the variance of the returns that its value head explains
    seconds: float
    rows: tuple[NDArray[np.float32], NDArray[np.bool_]]  # some observations and masks, to check an export

    def facts(self) -> dict[str, Any]:
        """These figures for the card of an agent."""
        return {
            "steps": self.examples,
            "bouts": self.bouts,
            "seconds": round(self.seconds, 1),
            "agreement": round(self.agreement, 4),
            "value_explained": round(self.explained, 4),
        }

    def __str__(self) -> str:
        return (
            f"{self.examples:,} decisions of {self.bouts:,} bouts; in held-out bouts, {self.agreement:.1%} of the "
            f"choices agree, and the value head explains {self.explained:.0%} of the variance of the returns"
        )


def clone(experiment: Experiment, game: Game, source: str, watch: RunProgress) -> Cloned:
    """A network of the learner's shape that plays like `source`: the name of an agent, or a folder of transcripts.

    It starts from the network of `learner.start`, if given.

    The global random generators of torch and NumPy stay untouched: the same experiment gives the same clone.

    Raises:
        AgentError: there is no such agent, no transcript to learn from, or no such start.
    """
    slots.prepare(game)  # the first compilation is not part of the time
    began, learner = time.perf_counter(), experiment.learner
    torch.set_num_threads(experiment.threads)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(experiment.seed)
        policy = new_policy(game, learner.hidden, learner.learning_rate, learner.device, learner.precision)
    if learner.start:
        begin_with(policy, Path(learner.start), game, learner.hidden)
    examples = see(experiment, game, source, watch)
    fit(policy, game, examples, experiment, watch)
    held_out = np.flatnonzero(examples.held_out)
    choices, values = choices_of(policy, game, examples, held_out)
    returns, some = examples.returns[held_out], held_out[:CHUNK]
    return Cloned(
        policy=policy,
        examples=len(examples),
        bouts=len(np.unique(examples.bouts)),
        agreement=float((choices == examples.actions[held_out]).mean()),
        explained=float(1 - (returns - values).var() / max(returns.var(), 1e-9)),
        seconds=time.perf_counter() - began,
        rows=(examples.observations[some] * game.observation_scales, examples.masks[some]),
    )


def begun(experiment: Experiment, game: Game, folder: Path, watch: RunProgress) -> Experiment:
    """The experiment with a clone of `clone.begin` as its `learner.start`, if it asks for one.

    The clone is kept as `clone.npz` in the run's `folder`, and is not made again when the run is resumed.

    Raises:
        AgentError: as for `clone`.
    """
    learner, source, path = experiment.learner, experiment.clone.begin, folder / "clone.npz"
    if not source or learner.start:
        return experiment
    if not path.is_file():
        watch.begin(f"cloning {source}")
        save_snapshot(path, weights_of(clone(experiment, game, source, watch).policy), game)
    watch.begin("learning")
    return replace(experiment, learner=replace(learner, start=str(path)))


# --- watching ---------------------------------------------------------------------------------------------------------


def see(experiment: Experiment, game: Game, source: str, watch: RunProgress) -> Examples:
    """The decisions of `source`, which is as in `clone`."""
    if isdir(source):
        return read_transcripts(experiment, game, Path(source), watch)
    return watch_agent(experiment, game, load(source, game), watch)


class _Notes:
    """Collects decisions, and the rewards of each seat until its next one."""

    def __init__(self, game: Game, bouts: int, seats: int) -> None:
        self._scales = game.observation_scales
        self._last = np.full((bouts, seats), -1)  # the number of the last decision of each seat
        self._rows: list[tuple[NDArray[Any], ...]] = []
        self._paid: list[tuple[Rows, NDArray[np.float32]]] = []
        self._count = 0

    def decided(self, bouts: Rows, seats: Rows, observations: Any, masks: Any, actions: Rows) -> None:
        """Add decisions of seats, each in a different bout; rows with a single legal action are skipped."""
        free = np.count_nonzero(masks, axis=1) > 1
        bouts, seats = bouts[free], seats[free]
        self._last[bouts, seats] = self._count + np.arange(len(bouts))
        self._count += len(bouts)
        whole = np.rint(observations[free] / self._scales).astype(np.int8)
        self._rows.append((bouts, seats, whole, masks[free] != 0, actions[free]))

    def paid(self, bouts: Rows, rewards: NDArray[np.float32]) -> None:
        """Add the `rewards` [k, seats] of a move in each of `bouts` [k]."""
        rows, seats = np.nonzero(rewards)
        owed = self._last[bouts[rows], seats]
        self._paid.append((owed[owed >= 0], rewards[rows, seats][owed >= 0]))

    def examples(self, gamma: float) -> Examples:
        """All decisions, with their discounted returns."""
        gains = np.zeros(self._count, np.float32)
        for rows, rewards in self._paid:
            np.add.at(gains, rows, rewards)
        following, end = np.zeros(self._last.shape, np.float32), self._count
        for bouts, seats, *_ in reversed(self._rows):
            begin = end - len(bouts)
            following[bouts, seats] = gains[begin:end] = gains[begin:end] + gamma * following[bouts, seats]
            end = begin
        bouts, _, observations, masks, actions = (np.concatenate(parts) for parts in zip(*self._rows, strict=True))
        return Examples(observations, masks, actions, gains, bouts)


def watch_agent(experiment: Experiment, game: Game, agent: Player, watch: RunProgress) -> Examples:
    """The decisions of `agent` in every seat of `clone.bouts` bouts.

    A share of its moves (`clone.stray`) is recorded but replaced by a random move, to reach states that the agent
    avoids but its clone will not. In a share of the seats (`clone.led`), the network of `learner.start` moves for the
    same reason: the agent shows what to do where a clone goes astray.
    """
    plan, seed = experiment.clone, experiment.seed
    batch = Batch(game, plan.bouts, seed, experiment.rules, **experiment.terms)
    notes, rng = _Notes(game, batch.bouts, batch.num_seats), np.random.default_rng(seed)
    leader = Snapshot(read_weights(Path(experiment.learner.start), game), drawing=True) if plan.led else agent
    leads = np.random.default_rng([seed, 1]).random((batch.bouts, batch.num_seats)) < plan.led
    playing = np.arange(batch.bouts)
    while playing.size:
        for which in np.array_split(playing, -(-playing.size // SIDE_BY_SIDE)):
            observations, masks = batch.observations[which], batch.masks[which]
            actions = ask_at(batch, agent, which, rng)
            notes.decided(which, batch.seats[which], observations, masks, actions)
            led = leads[which, batch.seats[which]]
            if led.any():
                actions[led] = ask_at(batch, leader, which[led], rng)
            astray = rng.random(which.size) < plan.stray
            if astray.any():
                actions[astray] = AnyLegal().choose(observations[astray], masks[astray], rng)
            batch.step(actions, which)
            notes.paid(which, batch.rewards[which])
            playing = np.setdiff1d(playing, which[batch.terminated[which] | batch.truncated[which]])
        watch.show(WATCHING * (1 - playing.size / batch.bouts), f"{batch.bouts - playing.size:,} bouts seen")
    return notes.examples(experiment.learner.gamma)


def read_transcripts(experiment: Experiment, game: Game, folder: Path, watch: RunProgress) -> Examples:
    """The decisions in all transcripts of `folder` that have a result: those of `clone.players`, or all if it is empty.

    Raises:
        AgentError: there are too few, or one cannot be replayed.
    """
    paths = sorted(path for path in folder.iterdir() if path.suffix in (".txt", ".json"))
    notes, bouts = _Notes(game, len(paths), max(game.seats)), 0
    for number, path in enumerate(paths):
        try:
            bouts += _replay(read(path.read_text(encoding="utf-8")), bouts, game, experiment, notes)
        except ValueError as error:
            raise AgentError(f"{path}: {error}") from error
        watch.show(WATCHING * (number + 1) / len(paths), f"{number + 1:,} transcripts read")
    if bouts < 2:  # one to learn from, and one held out
        whose = f" by {' or '.join(experiment.clone.players)}" if experiment.clone.players else ""
        found = f"{bouts} of {len(paths)} transcripts with decisions{whose} and a result"
        raise AgentError(f"{folder}: got {found}; expected at least 2.")
    return notes.examples(experiment.learner.gamma)


def _replay(transcript: Transcript, bout: int, game: Game, experiment: Experiment, notes: _Notes) -> bool:
    """Add the wanted decisions of a transcript; False if it has none, or no result, which their returns need."""
    wanted, which = experiment.clone.players, np.array([bout])
    names = transcript.players or ("",) * len(transcript.result)
    seats = [seat for seat, name in enumerate(names) if name in wanted or not wanted]
    if not transcript.result or not seats:
        return False
    replayed = steps(game, transcript, terms=read_terms(**experiment.terms))
    for (turn, session), following in zip(replayed, [*transcript.turns, None], strict=True):
        if turn is not None:
            notes.paid(which, session.rewards[None])
        if following is not None and session.seat in seats:
            seen = session.observation[None], session.mask[None], np.array([session.read(following.words)])
            notes.decided(which, np.array([session.seat]), *seen)
    return True


# --- learning ---------------------------------------------------------------------------------------------------------


def fit(policy: FastMaskedPolicy, game: Game, examples: Examples, experiment: Experiment, watch: RunProgress) -> None:
    """Train `policy` on the rows of `examples` that are not held out.

    Batches and the learning rate, which falls to 0, are those of the experiment's learner. The value head uses the
    features learned for the choices: with so few bouts, the trunk would memorize their outcomes.
    """
    detached = policy.value_net.register_forward_pre_hook(lambda _, inputs: (inputs[0].detach(),))
    learner, epochs = experiment.learner, experiment.clone.epochs
    rows, rng = np.flatnonzero(~examples.held_out), np.random.default_rng(experiment.seed)
    total = epochs * -(-rows.size // learner.batch_size)
    for number, part in enumerate(_minibatches(rows, learner.batch_size, epochs, rng)):
        for group in policy.optimizer.param_groups:
            group["lr"] = learner.learning_rate * (1 - number / total)
        observations, masks = _inputs(policy, game, examples, part)
        actions, returns = (
            torch.from_numpy(each[part]).to(policy.device) for each in (examples.actions, examples.returns)
        )
        values, logs, _ = policy.evaluate_actions(observations, actions, masks)
        loss = learner.vf_coef * mse_loss(values[:, 0], returns) - logs.mean()
        policy.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        policy.optimizer.step()
        done = (number + 1) / total
        watch.show(WATCHING + (1 - WATCHING) * done, f"{done * epochs:.1f} of {epochs} epochs, {-logs.mean():.3f} nats")
    detached.remove()


def choices_of(
    policy: FastMaskedPolicy, game: Game, examples: Examples, rows: Rows
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The most probable actions of `policy` in these rows of `examples`, int64 [k], and its values, float32 [k]."""
    actions, values = [np.zeros(0, np.int64)], [np.zeros(0, np.float32)]
    with torch.inference_mode():
        for part in np.split(rows, range(CHUNK, rows.size, CHUNK)):
            observations, masks = _inputs(policy, game, examples, part)
            chosen, worth, _ = policy(observations, deterministic=True, action_masks=masks)
            actions.append(chosen.cpu().numpy())
            values.append(worth[:, 0].cpu().numpy())
    return np.concatenate(actions), np.concatenate(values)


def _minibatches(rows: Rows, size: int, epochs: int, rng: np.random.Generator) -> Iterator[Rows]:
    """All rows in random order, `size` at a time, once per epoch."""
    for _ in range(epochs):
        shuffled = rng.permutation(rows)
        yield from np.split(shuffled, range(size, rows.size, size))


def _inputs(policy: FastMaskedPolicy, game: Game, examples: Examples, rows: Rows) -> tuple[torch.Tensor, torch.Tensor]:
    """The inputs of a network for these rows."""
    observations = examples.observations[rows] * game.observation_scales
    return torch.from_numpy(observations).to(policy.device), torch.from_numpy(examples.masks[rows]).to(policy.device)
