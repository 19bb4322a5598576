"""From drawn positions exactly the recorded number of sequences of decisions and dice leads on."""

from typing import Any

import pytest
from perft import counts, positions
from recordings import RECORDED

from nexus_env.machine.compiled import PLAIN

MOST = 300 if PLAIN else 10**9
POSITIONS = [pytest.param(game, one, id=f"{game}: {one['name']}") for game in RECORDED for one in positions(game)]


@pytest.mark.parametrize(("game", "position"), POSITIONS)
def test_as_many_sequences_lead_on_as_were_counted(game: str, position: dict[str, Any]):
    """Where the rules have changed on purpose, `make record` counts anew."""
    found = counts(game, position, MOST)
    assert found == position["counts"][: len(found)] and len(found) > 0
