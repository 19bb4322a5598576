"""What requests about the decision that a seat has to make are answered from."""

from typing import Any, Protocol

from nexus_env.frontends.web.refusals import Refusal
from nexus_env.frontends.web.served_bout import DICE, Bout
from nexus_env.frontends.web.served_games import ServedGames
from nexus_env.play.session import Sitting


class Room(Protocol):
    """Where bouts are: the hall."""

    served: ServedGames

    async def enter(self, request: Any) -> tuple[Bout, str | None]:
        """The bout that a request is about, and the seat of whoever asks."""


def asked_in(bout: Bout, seat: str | None) -> Sitting:
    """The bout as it stands now, if a seat is asked for a decision there. It may go on while an agent thinks.

    Raises:
        Refusal: it is not, or a die is due.
    """
    if bout.asked == DICE and bout.may_know(seat):
        raise Refusal(
            "not now", "bout", "a bout that waits for a die", "a position in which a seat decides", "Roll it first."
        )
    if seat is None or seat != bout.decider or seat not in bout.seats:
        raise Refusal("not your turn", "token", f"the token of {seat}", "the token of the seat to act")
    return bout.sitting.clone()
