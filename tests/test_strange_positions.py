"""A few thousand positions that nobody could have come to; in large: python tests/long/strange_positions.py."""

import pytest
import strange_positions
import toy
from games import every_game

from nexus_env.contract import Game
from nexus_env.machine.compiled import PLAIN


@every_game
@pytest.mark.parametrize("kind", strange_positions.KINDS)
def test_strange_positions_are_refused_by_name_or_played_to_their_end(game: Game, kind: str) -> None:
    """No law is broken and nothing stops on the way; `make test-bounds` looks at every index too."""
    count = 200 if game is toy.GAME else 4 if PLAIN else 600
    seen = strange_positions.meet_some(game, kind, 7, 0, count)
    assert seen.strange == []
    assert seen.refused.total() + seen.accepted == count
    assert PLAIN or min(seen.refused.total(), seen.accepted) > count // 20, "all of one kind tell nothing"


def test_a_strange_position_that_were_accepted_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the look at the laws and at the command, mutants come through that break laws in play."""
    monkeypatch.setattr(strange_positions.position, "unsound", lambda game, bouts: "")
    seen = strange_positions.meet_some(toy.GAME, "meaning", 7, 0, 0)
    assert seen.accepted == 0 and seen.strange == []
