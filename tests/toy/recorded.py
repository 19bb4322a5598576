"""What is recorded of the toy: positions that a few decisions lead to, and a bout for each number of seats."""

from typing import Any

from games import DrivenBout

import toy

BOUTS: dict[str, tuple[str, int, dict[str, Any]]] = {
    f"seats_{seats}": (f"{seats} seats", seats, {"seats": seats, "rounds": 6}) for seats in toy.GAME.seats
}
"""By the name of its file: what it is called, its seed, its options."""
TRANSCRIPTS: dict[str, Any] = {}
"""Whole transcripts, by the name of their file, and what makes them."""


def bout_of(position: dict[str, Any]) -> Any:
    """The bout after the decisions of a position of `perft.toml`, with dictated dice."""
    session = DrivenBout(toy.GAME, 1, dictated=True, **position.get("options", {}))
    for played in position["played"]:  # an action by its name, a face by its number
        action = played if isinstance(played, int) else toy.GAME.actions.index(played)
        assert session.act(action), f"{played!r} is not legal"
    return session.bout
