"""Files that version 3 of the rules wrote are read where that is asked for; these bouts are the same in version 4.

The transcripts are of agents that play by themselves. A position stands behind the number of its turn. The run has
learned for two updates; of its two checkpoints the first is here, and of its snapshots all.
"""

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console

from nexus_env.agents.learning.checkpoint import FORMAT, keep, read
from nexus_env.agents.learning.experiment import Experiment, League, LearnerConfig, RatingConfig, Reward
from nexus_env.agents.learning.learner import Training
from nexus_env.agents.learning.run_folder import RunError, open_folder
from nexus_env.agents.report import RunProgress
from nexus_env.agents.weights import read_start, read_weights
from nexus_env.core import slots
from nexus_env.core.snapshots import pack
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN
from nexus_env.machine.record import lay_out
from nexus_env.text import position, transcript

EARLIER = Path(__file__).parent / "earlier"
SEATS = [2, 4]
RUN = Experiment(
    "nexus",
    LearnerConfig(steps=64, bouts=2, hidden=(2,), n_steps=16, batch_size=32, minutes=0.0),
    Reward(kind="outcome", shaping=0.0),
    League(every=1),
    RatingConfig(against=("random", "greedy")),
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
    """Its result and ending are compared while it is replayed. Unasked, it is refused for its version."""
    made = told(seats)
    assert (made.version, made.actions) == (3, NEXUS.action_stamp) and made.stock and made.state
    with pytest.raises(transcript.TranscriptError, match="got rules of version 3; expected 4; `replay --any-version`"):
        transcript.replay(NEXUS, made)
    session = transcript.replay(NEXUS, made, any_version=True)
    assert session.is_over and transcript.state_of(session) == made.state


@pytest.mark.parametrize("seats", SEATS)
def test_an_earlier_position_is_that_of_its_turn(seats: int):
    made = told(seats)
    lines = (EARLIER / f"seats_{seats}_positions.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    for turn, line in (line.split(" ", 1) for line in lines):
        written = position.write(NEXUS, position.read(NEXUS, line, any_version=True))
        assert written == line.replace("nexus 3 ", "nexus 4 ", 1)
        assert position.write(NEXUS, transcript.replay(NEXUS, made, int(turn), any_version=True).rows) == written


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


def restamp(run: Path) -> None:
    """Let the checkpoint say that this version wrote its bouts: the rules that have changed do not touch them. Its
    slots did not count decisions yet.
    """
    state = read(run / CHECKPOINT, FORMAT)
    line, _, payload = state["batch"].numpy().tobytes().partition(b"\n")
    head, now = json.loads(line), slots.slot_dtype(NEXUS)
    kept = [name for name in now.names or () if name not in ("decisions", "recent")]
    before = np.frombuffer(payload, lay_out([(name, now[name]) for name in kept], ("bout", "mask", "seen"), rows=True))
    rows = slots.rows_of(now, head["rows"])
    for name in kept:
        rows[name] = before[name]
    bouts = pack("batch", NEXUS, head["fields"], rows)
    state["batch"] = torch.from_numpy(np.frombuffer(bouts, np.uint8).copy())
    (run / CHECKPOINT).unlink()
    keep(run, int(state["steps"]), lambda: state)


@pytest.mark.skipif(PLAIN, reason="learns compiled")
def test_an_earlier_run_goes_on_from_its_checkpoint(run: Path):
    """Its bouts, dice and opponents too: it comes to the weights to which the earlier version came. As its bouts are of
    other rules, it is refused unless they are stamped anew.
    """
    last = (run / SNAPSHOTS[2]).rename(run / "expected.npz")
    open_folder(run, RUN)
    with pytest.raises(RunError, match="got the game 'nexus-v3'; expected 'nexus-v4'"):
        Training(RUN, NEXUS, run)
    restamp(run)
    training = Training(RUN, NEXUS, run)
    assert training.began_at == 32
    with RunProgress(Console(quiet=True)) as watch:
        training.learn(watch)
    begun, found, expected = (read_weights(path, NEXUS) for path in (run / SNAPSHOTS[1], run / SNAPSHOTS[2], last))
    assert any(not np.array_equal(begun[name], found[name]) for name in begun)
    assert all(np.allclose(found[name], expected[name], atol=1e-5) for name in expected)
