"""The state from which requests about a seat's current decision are answered."""

from typing import Any, Protocol

from nexus_env.core.session import Session
from nexus_env.frontends.web.hall.bout import DICE, ServedBout
from nexus_env.frontends.web.hall.served_games import ServedGames
from nexus_env.frontends.web.hall.surroundings import Surroundings
from nexus_env.frontends.web.protocol.refusals import Refusal


class AskedRoom(Protocol):
    """Finds bouts: the hall."""

    served: ServedGames
    surroundings: Surroundings

    async def enter(self, request: Any) -> tuple[ServedBout, str | None]:
        """The bout of a request, and the client's seat."""


def asked_in(bout: ServedBout, seat: str | None) -> Session:
    """A copy of the bout at this moment, if the seat is to act. The bout may continue while an agent thinks.

    Raises:
        Refusal: the seat is not to act, or a die is due.
    """
    if bout.asked == DICE and bout.may_know(seat):
        raise Refusal(
            "not now", "bout", "a bout that waits for a die", "a position in which a seat decides", "Roll it first."
        )
    if seat is None or seat != bout.decider or seat not in bout.seats:
        raise Refusal("not your turn", "token", f"the token of {seat}", "the token of the seat to act")
    return bout.session.clone()
