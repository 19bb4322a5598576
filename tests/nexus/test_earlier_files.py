"""Files that this version of the rules wrote before the package had its present layout are read as ever.

The transcripts are of agents that play by themselves. A position stands behind the number of its turn. The run has
learned for two updates; of its two checkpoints the first is here, and of its snapshots all.
"""

import zipfile
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from agents.learning.experiment import Experiment, League, Learner, Rating, Reward
from agents.learning.learner import Training
from agents.learning.report import Watch
from agents.learning.run_folder import open_folder
from agents.weights import read_start, read_weights
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN
from nexus_env.text import position, transcript

EARLIER = Path(__file__).parent / "earlier"
SEATS = [2, 4]
RUN = Experiment(
    "nexus",
    Learner(steps=64, bouts=2, hidden=(2,), n_steps=16, batch_size=32, minutes=0.0),
    Reward(kind="outcome", shaping=0.0),
    League(every=1),
    Rating(against=("random", "greedy")),
    rules={"seats": 2},
    seed=1,
    threads=1,
    checkpoint_every=1,
)
CHECKPOINT, SNAPSHOTS = "checkpoints/000000000032.pt", [f"pool/{number:06d}.npz" for number in range(3)]


def told(seats: int) -> transcript.Transcript:
    return transcript.read((EARLIER / f"seats_{seats}.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seats", SEATS)
def test_an_earlier_transcript_leads_to_the_same_table(seats: int):
    """Its stamps, result, ending and state are compared while it is replayed."""
    made = told(seats)
    assert (made.version, made.actions) == (NEXUS.version, NEXUS.action_stamp) and made.stock and made.state
    sitting = transcript.replay(NEXUS, made)
    assert sitting.is_over and transcript.state_of(sitting) == made.state


@pytest.mark.parametrize("seats", SEATS)
def test_an_earlier_position_is_that_of_its_turn(seats: int):
    made = told(seats)
    lines = (EARLIER / f"seats_{seats}_positions.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    for turn, line in (line.split(" ", 1) for line in lines):
        assert position.write(NEXUS, position.read(NEXUS, line)) == line
        assert position.write(NEXUS, transcript.replay(NEXUS, made, int(turn)).rows) == line


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of the run as it was after its first update."""
    with zipfile.ZipFile(EARLIER / "run.zip") as files:
        files.extractall(tmp_path)
    return tmp_path


def test_a_network_of_an_earlier_checkpoint_can_be_the_start(run: Path):
    start, snapshot = read_start(run / CHECKPOINT, NEXUS, [2]), read_weights(run / SNAPSHOTS[1], NEXUS)
    assert start.keys() >= snapshot.keys()
    assert all(np.array_equal(start[name], snapshot[name]) for name in snapshot)


@pytest.mark.skipif(PLAIN, reason="learns compiled")
def test_an_earlier_run_goes_on_from_its_checkpoint(run: Path):
    """Its bouts, dice and opponents too: it comes to the weights to which the earlier version came."""
    last = (run / SNAPSHOTS[2]).rename(run / "expected.npz")
    open_folder(run, RUN)
    training = Training(RUN, NEXUS, run)
    assert training.began_at == 32
    with Watch(Console(quiet=True)) as watch:
        training.learn(watch)
    begun, found, expected = (read_weights(path, NEXUS) for path in (run / SNAPSHOTS[1], run / SNAPSHOTS[2], last))
    assert any(not np.array_equal(begun[name], found[name]) for name in begun)
    assert all(np.allclose(found[name], expected[name], atol=1e-5) for name in expected)
