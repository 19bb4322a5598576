"""Learners of the toy game, small enough for tests."""

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import toy
from processes import environment, wait_until
from rich.console import Console

from nexus_env.agents.learning.checkpoint import latest_checkpoint
from nexus_env.agents.learning.experiment import Experiment, League, LearnerConfig, RatingConfig, Reward
from nexus_env.agents.learning.export import export
from nexus_env.agents.learning.league import Pool
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.report import RunProgress
from nexus_env.games.nexus import NEXUS

ROOT = Path(__file__).parent.parent
SMALL = LearnerConfig(
    steps=60_000, bouts=128, n_steps=16, batch_size=512, hidden=(64, 64), learning_rate=1e-3, gamma=0.99, device="cpu"
)


def experiment(**changes: Any) -> Experiment:
    """One over bare bouts, which are learned in seconds."""
    usual = Experiment(
        "toy:GAME", SMALL, Reward(), League(), RatingConfig(against=("random",)), threads=1, checkpoint_every=5
    )
    bare = {} if changes.get("game", usual.game) != usual.game else toy.BARE
    return replace(usual, **{**changes, "rules": {**bare, **changes.get("rules", {})}})


def train(folder: Path, **changes: Any) -> Training:
    training = Training(experiment(**changes), toy.GAME, folder)
    with RunProgress(Console(quiet=True)) as watch:
        training.learn(watch)
    return training


def begun(folder: Path, learner: LearnerConfig, **changes: Any) -> Training:
    """A run that joins a snapshot to its league every other rollout, and writes no checkpoint before it ends."""
    usual = {"learner": learner, "league": League(every=2, latest=0.5), "checkpoint_every": 1000}
    return Training(experiment(**{**usual, **changes}), toy.GAME, folder)


def learn(training: Training) -> Training:
    """Learn to the end, and export the agent."""
    with RunProgress(Console(quiet=True)) as watch:
        training.learn(watch)
    seats = training.seats
    export(training.model.policy, toy.GAME, training.folder / "agent.onnx", seats.observations, seats.masks)
    return training


def biased(action: int) -> dict[str, Any]:
    """The weights of a network that always chooses `action`."""
    bias = np.full(len(toy.ACTIONS), -50, np.float32)
    bias[action] = 50
    return {"weight_0": np.zeros((len(toy.ACTIONS), toy.GAME.observation_size), np.float32), "bias_0": bias}


def pool_of(folder: Path, *actions: int, **league: Any) -> Pool:
    """A pool whose snapshots always choose these actions."""
    pool = Pool(folder, toy.GAME, experiment(league=League(**league)))
    pool.begin(biased(actions[0]))
    for number, action in enumerate(actions[1:]):
        pool.turn(biased(action), 100 * (number + 1))
    return pool


def shares(pool: Pool) -> Any:
    """How often each member is drawn."""
    return np.bincount(pool.draw(30_000, np.random.default_rng(0)), minlength=len(pool.members)) / 30_000


TOML = """
game = "toy:GAME"
seed = 4
threads = 1
checkpoint_every = 2
rules.rounds = 4
rules.bare = true
learner = { steps = 40_000, bouts = 64, n_steps = 16, batch_size = 256, hidden = [64, 64] }
league.every = 1
rating = { bouts = 200, against = ["random"] }
"""


KILLED = """
import os, pathlib, runpy, signal, sys

replace, least = os.replace, int(sys.argv.pop())

def replace_or_die(source, target):
    path = pathlib.Path(target)
    if path.suffix == ".pt" and int(path.stem) > least:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(source, target)

os.replace = replace_or_die
sys.argv.pop(0)
sys.path.insert(0, "")
runpy.run_path("train.py", run_name="__main__")
"""
"""`train.py` that is killed when it has written a checkpoint after so many decisions, and not given it its name."""


def start(config: Path, folder: Path, *, killed_after: int = 0, most_bytes: int = 0) -> "subprocess.Popen[str]":
    """`train.py` as a process of its own; if asked for, killed after so many decisions, or able to write
    no larger file.
    """
    words = ["train.py", str(config), "--folder", str(folder)]
    limit = ["prlimit", f"--fsize={most_bytes}"] if most_bytes else []
    return subprocess.Popen(
        [*limit, sys.executable, *(["-c", KILLED, *words, str(killed_after)] if killed_after else words)],
        cwd=ROOT,
        env=environment(ROOT / "tests"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def train_until_killed(config: Path, folder: Path, decisions: int) -> None:
    """`train.py`, ended by `kill -9` after so many decisions while it writes a checkpoint; one before that is there."""
    process = start(config, folder, killed_after=decisions)
    _, errors = process.communicate()
    assert process.returncode == -signal.SIGKILL, errors
    assert latest_checkpoint(folder) is not None


def wait_for_a_checkpoint(process: "subprocess.Popen[str]", folder: Path, least: int) -> None:
    """Until `folder` has a checkpoint after at least `least` decisions."""
    wait_until(process, lambda: any(int(path.stem) >= least for path in (folder / "checkpoints").glob("*.pt")))


def same_result(one: Path, other: Path, least: int = 40_000) -> bool:
    """The last checkpoints, of at least so many decisions, the pools and the agents are the same, bit for bit."""
    states = []
    for folder in (one, other):
        checkpoint = latest_checkpoint(folder)
        assert checkpoint is not None
        states.append(torch.load(checkpoint, weights_only=True))
    for state in states:
        state.pop("seconds")
        state["episodes"] = [(episode["r"], episode["l"]) for episode in state["episodes"]]
    assert equal(*states)
    assert states[0]["steps"] >= least
    files = [sorted(path.name for path in (folder / "pool").iterdir()) for folder in (one, other)]
    assert files[0] == files[1]
    names = [f"pool/{name}" for name in files[0]]
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in ["agent.onnx", *names])


def equal(one: Any, other: Any) -> bool:
    """Nested dicts and lists of tensors and plain values are the same."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(equal(*pair) for pair in zip(one, other, strict=True))
    return torch.equal(one, other) if isinstance(one, torch.Tensor) else bool(one == other)


def fought(folder: Path, **changes: Any) -> Training:
    """A learner of NEXUS after two rollouts and as many updates."""
    learner = replace(SMALL, bouts=64, steps=2_048, batch_size=256, ent_coef=0.01, **changes)
    training = Training(experiment(game="nexus", learner=learner), NEXUS, folder)
    with RunProgress(Console(quiet=True)) as watch:
        training.learn(watch)
    return training
