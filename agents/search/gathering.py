"""Training data for small networks, gathered in parts: in this process, in several, or on a cluster.

A part depends only on the seed and on its number, so it does not matter where it was gathered. Parts are kept next to
the output file until that is written, so an interrupted command resumes with the parts that are missing.
"""

import hashlib
import io
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from os.path import isfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.agent import AgentError
from nexus_env.agents.model_files import read_zip, write_zip, writing
from nexus_env.kit.dice import MOST_SEED
from nexus_env.system.processes import is_done_here, pool

PART = 200_000  # rows of one job
Rows = tuple[NDArray[Any], ...]
"""Arrays of as many rows each."""
NAMES = ("seen", "said")


@dataclass(frozen=True)
class Gathering:
    """The way to gather parts: the number of processes, and the folder for finished parts."""

    processes: int = 1
    folder: Path | None = None  # the folder of finished parts; None keeps none

    def forget(self) -> None:
        """Delete the parts that were kept, once the result is written."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


HERE = Gathering()


def parts_of(rows: int) -> list[int]:
    """The sizes of the parts for `rows` rows in all; none is smaller than half of `PART` unless it is the only one."""
    number = max(1, round(rows / PART))
    return [len(part) for part in np.array_split(np.arange(rows), number)]


def seed_of(seed: int, part: int) -> int:
    """The seed of a part; the first part has the seed of the whole."""
    drawn = int(np.random.SeedSequence((seed, part)).generate_state(1, np.uint64)[0])
    return drawn % MOST_SEED if part else seed


def marks_of(*files: Path) -> list[str]:
    """Markers that distinguish files of the same name, for the `wish` of `gather`."""
    return [hashlib.sha256(path.read_bytes()).hexdigest() for path in files if path.is_file()]


def gather(work: Callable[..., Rows], jobs: Sequence[tuple[Any, ...]], way: Gathering, wish: Any) -> list[Rows]:
    """The results of `work` for each job, in the order of `jobs`.

    Args:
        work: a module-level function, so that other processes can find it.
        jobs: the arguments of each call.
        way: how to gather.
        wish: everything the parts depend on, as JSON values: kept parts of another wish are not reused.

    Raises:
        WriteError: a part cannot be written.
    """
    paths = [_path(way.folder, number, wish) for number in range(len(jobs))]
    found = {number: rows for number, path in enumerate(paths) if path and (rows := _read(path))}
    missing = [number for number in range(len(jobs)) if number not in found]
    for number, rows in _carried_out(work, jobs, missing, way.processes):
        found[number] = rows
        if path := paths[number]:
            _keep(path, rows)
    return [found[number] for number in range(len(jobs))]


def _carried_out(
    work: Callable[..., Rows], jobs: Sequence[tuple[Any, ...]], missing: Sequence[int], processes: int
) -> Iterator[tuple[int, Rows]]:
    """Yield missing parts with their numbers as they finish; a fixed number run at a time."""
    if is_done_here(processes):
        yield from ((number, work(*jobs[number])) for number in missing)
        return
    with pool(processes) as workers:
        for first in range(0, len(missing), processes):
            some = missing[first : first + processes]
            running = [workers.submit(work, *jobs[number]) for number in some]
            yield from ((number, one.result()) for number, one in zip(some, running, strict=True))


def _path(folder: Path | None, number: int, wish: Any) -> Path | None:
    if folder is None:
        return None
    stamp = hashlib.sha256(json.dumps([PART, wish], sort_keys=True).encode()).hexdigest()[:16]
    return folder / f"{stamp}-{number:06d}.npz"


def _keep(path: Path, rows: Rows) -> None:
    room = io.BytesIO()
    np.savez_compressed(room, **dict(zip(NAMES, rows, strict=True)))  # type: ignore[arg-type]
    with writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_zip(path, room.getvalue())


def _read(path: Path) -> Rows | None:
    """A kept part; None if it does not exist or is damaged."""
    if not isfile(path):
        return None
    try:
        with np.load(io.BytesIO(read_zip(path)), allow_pickle=False) as arrays:
            return tuple(arrays[name] for name in NAMES)
    except (AgentError, ValueError, KeyError):
        return None
