"""Lessons and positions are gathered in parts: the same ones wherever, and none twice."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nexus_env.agents.search import gathering
from nexus_env.agents.search.gathering import PART, Gathering, gather, parts_of, seed_of
from nexus_env.system.processes import pooled_by

JOBS = [(size, seed_of(7, part)) for part, size in enumerate(parts_of(5 * PART // 2))]
done: list[int] = []  # the seeds of the parts that were gathered


@pytest.fixture(autouse=True)
def _nothing_done() -> Iterator[None]:
    done.clear()
    yield


def rows_of(size: int, seed: int) -> tuple[Any, ...]:
    """A few rows for many."""
    done.append(seed)
    rng = np.random.default_rng(seed)
    return rng.integers(100, size=(size // 10_000, 3), dtype=np.int8), rng.random(size // 10_000, np.float32)


def same(one: Any, other: Any) -> bool:
    return all(
        a.tobytes() == b.tobytes() for parts in zip(one, other, strict=True) for a, b in zip(*parts, strict=True)
    )


def test_parts_depend_on_the_seed_and_on_no_process() -> None:
    assert parts_of(1000) == [1000] and sum(parts_of(5 * PART // 2)) == 5 * PART // 2
    assert JOBS[0][1] == 7 and len({seed for _, seed in JOBS}) == len(JOBS) == 2
    with pooled_by(ThreadPoolExecutor(2)):
        beside = gather(rows_of, JOBS, Gathering(2), "wish")
        alone = gather(rows_of, JOBS, Gathering(1), "wish")
    assert same(beside, gather(rows_of, JOBS, Gathering(), "wish")) and same(beside, alone)


def test_what_is_done_is_kept_until_all_of_it_is_used(tmp_path: Path) -> None:
    way = Gathering(folder=tmp_path / "judge.npz.parts")

    def killed(size: int, seed: int) -> tuple[Any, ...]:
        if seed == JOBS[1][1]:
            raise KeyboardInterrupt
        return rows_of(size, seed)

    with pytest.raises(KeyboardInterrupt):
        gather(killed, JOBS, way, "wish")
    whole = gather(rows_of, JOBS, way, "wish")
    assert done == [seed for _, seed in JOBS] and same(whole, gather(rows_of, JOBS, Gathering(), "wish"))
    first = min(way.folder.iterdir())  # type: ignore[union-attr]
    first.write_bytes(first.read_bytes()[:-9])
    done.clear()
    assert same(gather(rows_of, JOBS, way, "wish"), whole) and done == [7], "a damaged part is gathered anew"
    gather(rows_of, JOBS, way, "another wish")
    assert len(done) == 3
    way.forget()
    assert not way.folder.exists()  # type: ignore[union-attr]


def test_a_file_is_told_from_another_one_under_its_name(tmp_path: Path) -> None:
    file = tmp_path / "agent.onnx"
    assert gathering.marks_of(file) == []
    file.write_bytes(b"one")
    before = gathering.marks_of(file)
    file.write_bytes(b"other")
    assert before != gathering.marks_of(file)
