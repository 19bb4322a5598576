"""A few thousand positions that nobody could have come to; in large: python tests/long/strange_positions.py."""

import pytest
import strange_positions
import toy
from games import every_game

from nexus_env.contract.game import Game
from nexus_env.core.session import Session
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN
from nexus_env.text import position


@every_game
@pytest.mark.parametrize("kind", strange_positions.KINDS)
def test_strange_positions_are_refused_by_name_or_played_to_their_end(game: Game, kind: str) -> None:
    """No law is broken and nothing stops on the way; `make test-bounds` looks at every index too."""
    count = 200 if game is toy.GAME else 4 if PLAIN else 400
    seen = strange_positions.meet_some(game, kind, 7, 0, count)
    assert seen.strange == []
    assert seen.refused.total() + seen.accepted == count
    if kind == strange_positions.TRUE:
        assert seen.accepted == count
    else:
        assert PLAIN or min(seen.refused.total(), seen.accepted) > count // 50, "all of one kind tell nothing"


def test_a_strange_position_that_were_accepted_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven coins too many, and nobody has looked."""
    session = Session(NEXUS, NEXUS.read_options(), seed=1)
    strange = session.rows
    strange["table"]["box"] += 7
    text, seen = position.write(NEXUS, strange), strange_positions.Seen()
    strange_positions.meet(NEXUS, text, 1, seen)
    assert (seen.accepted, seen.strange, dict(seen.refused)) == (0, [], {"position, coins": 1})
    monkeypatch.setattr(position, "unsound", lambda game, bouts: "")
    strange_positions.meet(NEXUS, text, 1, seen)
    assert seen.accepted == 1 and seen.strange == [f"broken: All 700 coins are somewhere (R-009).\n{text}"]
