"""Checkpoints: writing, finding, reading and checking them, and resuming a run.

A checkpoint is taken between two updates and holds everything that the rest of the run depends on. So a killed run
resumes from its last checkpoint as if nothing had happened, and with the same number of threads reaches the same
weights, bit for bit. `run_folder.py` first checks that a folder holds a run of the same config; `agents/weights.py`
reads only the network of a checkpoint.
"""

import io
import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from nexus_env.agents.advisors import told_of
from nexus_env.agents.agent import AgentError
from nexus_env.agents.learning.league import Pool
from nexus_env.agents.learning.run_folder import RunError
from nexus_env.agents.model_files import read_zip, write_zip
from nexus_env.agents.weights import STAMPS
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.system.wording import spoken

KEPT = 2  # checkpoints kept per run
FORMAT = 2  # of a checkpoint; raised when its contents change
RAY = "ray 1"  # the format of a run on a cluster
REMEDY = "delete it to resume from the previous one"


class Spent(NamedTuple):
    """The cost of a run so far."""

    bouts: int  # finished bouts
    seconds: float  # of training


def latest_checkpoint(folder: Path) -> Path | None:
    """The newest checkpoint of the run in `folder`, if it has one."""
    return max((folder / "checkpoints").glob("*.pt"), default=None)


def write(folder: Path, model: MaskablePPO, seats: LearnerSeats, pool: Pool, spent: Spent) -> None:
    """Write everything that the rest of the run depends on, unless it exists, and delete old checkpoints.

    Args:
        folder: the run's folder.
        model: the learner.
        seats: its bouts.
        pool: its opponents.
        spent: its cost so far.
    """
    keep(folder, model.num_timesteps, lambda: _state(model, seats, pool, spent))


def keep(folder: Path, steps: int, state: Callable[[], dict[str, Any]]) -> None:
    """Write the state of a run after `steps` decisions, unless it exists, and delete old checkpoints."""
    path = folder / "checkpoints" / f"{steps:012d}.pt"
    if path.exists():
        return
    room = io.BytesIO()
    torch.save(state(), room)
    write_zip(path, room.getvalue())
    for old in sorted(path.parent.glob("*.pt"))[:-KEPT]:
        old.unlink()


def resume(folder: Path, model: MaskablePPO, seats: LearnerSeats, pool: Pool) -> Spent | None:
    """Restore the learner, its bouts and its pool from the newest checkpoint of the run in `folder`.

    Returns:
        The cost of the run until then; None if there is no checkpoint, and nothing has changed.

    Raises:
        RunError: another version of this package has written it, it is damaged, or it does not fit this run.
    """
    path = latest_checkpoint(folder)
    if path is None:
        return None
    with fitting(path):
        state = read(path, FORMAT)
        _restore(model, seats, pool, state)
        return Spent(state["bouts"], state["seconds"])


def _state(model: MaskablePPO, learner_seats: LearnerSeats, pool: Pool, spent: Spent) -> dict[str, Any]:
    """Everything that the rest of the run depends on, as tensors and plain values."""
    seats = learner_seats.save()
    _, words, position, *_ = np.random.get_state()  # the library shuffles with NumPy's global generator
    return {
        "format": FORMAT,
        STAMPS: {**learner_seats.batch.game.stamps, **told_of(pool.advisors.names)},
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "numpy_rng": torch.from_numpy(np.asarray(words, np.int64)),
        "numpy_rng_position": int(position),
        "torch_rng": torch.get_rng_state(),
        "seats_rng": json.dumps(seats.pop("rng")),
        "batch": torch.from_numpy(np.frombuffer(seats.pop("batch"), np.uint8).copy()),
        "seats": {name: torch.from_numpy(array) for name, array in seats.items()},
        "advice": torch.from_numpy(np.asarray(model._last_obs)[:, learner_seats.observations.shape[1] :].copy()),
        "episode_starts": torch.from_numpy(np.asarray(model._last_episode_starts, np.bool_).copy()),
        "episodes": list(model.ep_info_buffer or ()),
        "league": pool.save(),
        "steps": model.num_timesteps,
        "updates": model._n_updates,
        "bouts": spent.bouts,
        "seconds": spent.seconds,
    }


def _restore(model: MaskablePPO, seats: LearnerSeats, pool: Pool, state: dict[str, Any]) -> None:
    """Restore the state of a checkpoint."""
    pool.restore(state["league"], state["steps"])
    arrays = {name: tensor.numpy() for name, tensor in state["seats"].items()}
    seats.restore({**arrays, "batch": state["batch"].numpy().tobytes(), "rng": json.loads(state["seats_rng"])})
    model.policy.load_state_dict(state["policy"])
    model.policy.optimizer.load_state_dict(state["optimizer"])
    model.num_timesteps, model._n_updates = state["steps"], state["updates"]
    none = torch.zeros(len(seats.observations), 0)  # for checkpoints from before there were advisors
    model._last_obs = np.column_stack([seats.observations, state.get("advice", none).numpy()])
    model._last_episode_starts = state["episode_starts"].numpy()
    model.ep_info_buffer = deque(state["episodes"], model._stats_window_size)
    model.ep_success_buffer = deque(maxlen=model._stats_window_size)
    torch.set_rng_state(state["torch_rng"])
    words = state["numpy_rng"].numpy().astype(np.uint32)
    np.random.set_state(("MT19937", words, state["numpy_rng_position"], 0, 0.0))


def read(path: Path, kind: int | str) -> dict[str, Any]:
    """Read what `keep` has saved for a run of this kind, its `format`.

    Raises:
        RunError: another version of this package has saved it, or the file is damaged.
    """
    remedy = f"start over with --fresh, or in another folder with --set learner.start={path}."
    data = read_zip(path, REMEDY)
    state: dict[str, Any]
    try:
        state = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises a class of its own for each kind of damage
        raise RunError(f"{path}: got a file that cannot be read; expected a checkpoint; {REMEDY}.") from error
    found = state.get("format") if isinstance(state, dict) else None
    if kind != found and RAY in (kind, found):
        known, used = ("with", "without") if found == RAY else ("without", "with")
        raise RunError(f"{path}: got a checkpoint of a run {known} --ray, which cannot be resumed {used} it; {remedy}")
    if found != kind:
        raise RunError(f"{path}: got a checkpoint of an incompatible version of this package; {remedy}")
    return state


@contextmanager
def fitting(checkpoint: Path) -> Iterator[None]:
    """Turn errors from a checkpoint that does not fit the run into one sentence."""
    try:
        yield
    except (AgentError, RunError, OSError, torch.OutOfMemoryError):
        raise
    except Exception as error:  # any use of it may fail
        what = f"{type(error).__name__}: {spoken(error)}"
        raise RunError(f"{checkpoint}: got a checkpoint that does not fit ({what}); {REMEDY}.") from error
