"""Jobs on a Ray cluster come to what they come to in processes, byte for byte; a node that dies loses nothing.

Ray has an environment of its own: `make test-ray`.
"""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy
import toy_players
from test_gathering import JOBS, rows_of, same

from nexus_env.agents.rating.tournament.holding import NUMBERS
from nexus_env.agents.search import gathering, judging, teaching
from nexus_env.agents.search.gathering import Gathering, gather
from nexus_env.cli import arguments
from nexus_env.cli.arguments import LOCAL, cluster, on_ray
from nexus_env.cli.main import main, read_arguments
from nexus_env.games.nexus import NEXUS
from nexus_env.system import processes
from nexus_env.system.cluster import _terms
from nexus_env.system.processes import pool
from nexus_env.tools import balance, fuzz
from nexus_env.tools.balance.census import JOB

ADDRESSES = ["local", "auto", "10.0.0.1:6379", "ray://head:10001", "ray://head"]


@pytest.mark.parametrize("word", ADDRESSES)
def test_an_address_is_read(word: str) -> None:
    assert cluster(word) == word


@pytest.mark.parametrize("word", ["greedy", "", "host", "http://a:1", "runs/agent.onnx"])
def test_what_is_no_address_is_refused_and_not_taken_for_one(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`tournament --ray greedy` would take the agent for an address."""
    with pytest.raises(SystemExit):
        main(["tournament", "--ray", word, "random"])
    assert "expected auto, HOST:PORT or ray://HOST:PORT" in capsys.readouterr().err


def test_without_ray_it_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["fuzz", "--game", "toy:GAME", "--decisions", "10", "--ray"]) == 2
    assert "pip install -e '.[ray]'" in capsys.readouterr().err


@pytest.mark.parametrize(("said", "used"), [([], 7), (["--processes", "1"], 1), (["--processes", "3"], 3)])
def test_processes_that_somebody_names_are_kept_on_a_cluster(
    said: list[str], used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arguments, "on_ray", lambda address: nullcontext(7))
    given = read_arguments(["fuzz", "--game", "toy:GAME", *said, "--ray"])
    with arguments.working(given):
        assert given.processes == used


def test_jobs_import_from_folders_that_only_begin_like_those_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    own = f"{sys.prefix}-mine"
    monkeypatch.setattr(sys, "path", [own, f"{sys.prefix}/lib", ""])
    folders = _terms("auto")["runtime_env"]["env_vars"]["PYTHONPATH"].split(os.pathsep)
    assert folders == [own, os.getcwd()]


@pytest.mark.parametrize("address", ADDRESSES)
def test_ray_is_always_told_the_address(address: str) -> None:
    """Without one it joins whatever cluster has run here before, which `--ray` alone does not mean."""
    assert _terms(address)["address"] == address


def test_a_process_that_is_killed_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def killed(*given: Any, **others: Any) -> int:
        raise BrokenProcessPool("OutOfMemoryError: too much")

    monkeypatch.setattr(fuzz, "run", killed)
    assert main(["fuzz", "--game", "toy:GAME", "--decisions", "10"]) == 2
    assert capsys.readouterr().err.startswith("A worker process was killed (OutOfMemoryError: too much); the same")


# --- with Ray ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def joined() -> Iterator[int]:
    """A cluster of this machine."""
    pytest.importorskip("ray", reason="Ray has an environment of its own: make test-ray")
    with on_ray(LOCAL) as cpus:
        yield cpus


def test_jobs_give_what_they_give_here(joined: int) -> None:
    with pool(2) as workers:
        assert [future.result() for future in [workers.submit(divmod, 7, n) for n in (1, 2, 3)]] == [
            (7, 0),
            (3, 1),
            (2, 1),
        ]


def test_an_error_of_a_job_is_its_own(joined: int) -> None:
    with pool(2) as workers, pytest.raises(ZeroDivisionError, match="zero"):
        workers.submit(divmod, 7, 0).result()


def test_a_job_whose_process_dies_is_told(joined: int) -> None:
    with pool(2) as workers, pytest.raises(BrokenProcessPool):
        workers.submit(die).result()


def die() -> None:
    import os

    os._exit(1)


@contextmanager
def apart() -> Iterator[None]:
    """As long as this lasts, no cluster stands behind the pool of processes."""
    known, processes._others[:] = processes._others[:], []
    try:
        yield
    finally:
        processes._others[:] = known


def test_fuzz_finds_the_same(joined: int) -> None:
    with apart():
        here = fuzz.fuzz(toy.GAME, 600, seed=3)
    for number in (1, 2):
        assert replace(fuzz.fuzz(toy.GAME, 600, seed=3, processes=number), seconds=0) == replace(here, seconds=0)


def test_what_small_networks_learn_from_is_the_same(joined: int) -> None:
    """`teaching` and `judging` gather so."""
    with apart():
        here = gather(rows_of, JOBS, Gathering(), "wish")
    assert same(gather(rows_of, JOBS, Gathering(2), "wish"), here)


def test_what_a_judge_learns_from_is_the_same(joined: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two parts, whose bouts are played in compiled code."""
    monkeypatch.setattr(gathering, "PART", 4100)
    with apart():
        here = judging.positions(toy_players.GAME, 8200, 1, scripted=True)
    there = judging.positions(toy_players.GAME, 8200, 1, scripted=True, way=Gathering(2))
    assert len(here[0]) > 0 and all(np.array_equal(one, other) for one, other in zip(here, there, strict=True))


def test_what_a_student_learns_from_is_the_same(joined: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four parts: two of them of duels, whose networks play in compiled code."""
    monkeypatch.setattr(gathering, "PART", 100)
    with apart():
        here = teaching.gather(NEXUS, 300, 1)
    there = teaching.gather(NEXUS, 300, 1, way=Gathering(2))
    assert here[1].any() and all(np.array_equal(one, other) for one, other in zip(here, there, strict=True))


@pytest.mark.parametrize(
    "words",
    [
        ["tournament", "random", "first", "last", "--game", "toy_players:GAME", "--bouts", "8"],
        ["benchmark", "first", "--game", "toy_players:GAME", "--bouts", "4"],
    ],
    ids=["tournament", "benchmark"],
)
def test_results_are_the_same_byte_for_byte(joined: int, words: list[str], tmp_path: Path) -> None:
    """`joined` stands behind the pool of processes from the second run on; the third goes on from a line cut short."""
    words = [*words, "--seed", "5"]
    with apart():
        assert main([*words, "--out", str(tmp_path / "here")]) == 0
    assert main([*words, "--processes", "2", "--out", str(tmp_path / "there")]) == 0
    (file,) = (tmp_path / "here").glob("*.jsonl")
    lines = file.read_bytes().splitlines(keepends=True)
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / file.name).write_bytes(b"".join(lines[:4]) + lines[4][:20])
    assert main([*words, "--processes", "2", "--out", str(tmp_path / "cut")]) == 0
    assert played(tmp_path / "here") == played(tmp_path / "there") == played(tmp_path / "cut")


def played(folder: Path) -> Any:
    """The bouts that a folder of results holds, in whatever order they ended, and what the report makes of them but for
    the time that decisions took.
    """
    (file,) = folder.glob("*.jsonl")
    report = json.loads((folder / NUMBERS).read_text())
    for standing in report["standings"]:
        del standing["times"]
    lines = (json.dumps(json.loads(line), sort_keys=True) for line in file.read_text().splitlines())
    return sorted(lines), report


def test_a_report_on_balance_is_the_same_byte_for_byte(
    joined: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two jobs in processes and on the cluster; only how long they took is not compared."""
    report_on = balance.report_on
    monkeypatch.setattr(balance, "report_on", lambda plan, census, seconds: report_on(plan, census, 1.0))
    words = ["balance", "--agent", "random", "--game", "toy_players:GAME", "--bouts", str(JOB + 8), "--processes", "2"]
    with apart():
        assert main([*words, "--seed", "5", "--out", str(tmp_path / "here")]) == 0
    assert main([*words, "--seed", "5", "--out", str(tmp_path / "there")]) == 0
    assert main([*words, "--seed", "6", "--out", str(tmp_path / "other")]) == 0
    here, there, other = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("here", "there", "other")
    )
    assert here.keys() == {balance.PAGE, balance.NUMBERS, balance.TABLES} and here == there != other


def test_a_node_that_dies_loses_nothing() -> None:
    """Two nodes on this machine; one is taken away while its jobs run."""
    pytest.importorskip("ray", reason="Ray has an environment of its own: make test-ray")
    import ray
    from ray.cluster_utils import Cluster

    ray.shutdown()
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    doomed = nodes.add_node(num_cpus=1)
    try:
        with on_ray(nodes.address) as cpus, pool(2) as workers:
            assert cpus == 2
            jobs = [workers.submit(slowly, number) for number in range(6)]
            jobs[0].result()
            nodes.remove_node(doomed)
            assert [job.result() for job in jobs] == [number * number for number in range(6)]
    finally:
        nodes.shutdown()


def slowly(number: int) -> int:
    import time

    time.sleep(0.5)
    return number * number
