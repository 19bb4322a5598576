"""Files that this version of the rules wrote before the package had its present layout are read as ever.

The transcripts are of agents that play by themselves. A position stands behind the number of its turn.
"""

from pathlib import Path

import pytest

from nexus_env.games.nexus import NEXUS
from nexus_env.text import position, transcript

EARLIER = Path(__file__).parent / "earlier"
SEATS = [2, 4]


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
