"""Requests to leave a bout: resigning, offering a draw, claiming the bout, skipping to the end."""

from collections.abc import Callable
from typing import Any, Protocol

from nexus_env.frontends.web.hall.bout import ServedBout
from nexus_env.frontends.web.hall.opponents import ServedGames
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.messages import Update
from nexus_env.frontends.web.protocol.refusals import Refusal


class Room(Protocol):
    """Finds bouts: the hall."""

    served: ServedGames

    async def enter(self, request: Any) -> tuple[ServedBout, str | None]:
        """The bout of a request, and the client's seat."""

    async def accept(self, bout: ServedBout, event: Body) -> None:
        """Save an event, then apply it."""

    def wake(self, bout: ServedBout) -> None:
        """Start automatic decisions if they are due."""


class Leaving:
    """Carries out these requests. A repeated one is acknowledged again."""

    def __init__(self, hall: Room) -> None:
        """For the bouts of a hall."""
        self._hall = hall

    async def resign(self, request: messages.Resign) -> Update:
        """Resign."""

        def event(bout: ServedBout, seat: str) -> Body | None:
            if self._has_left(bout, seat):
                return None
            _need_seat(bout, seat, "resign")
            return {"kind": "resigned", "seat": seat, **self._stand_in(bout)}

        return await self._carry_out(request, event)

    async def offer_draw(self, request: messages.OfferDraw) -> Update:
        """Offer a draw."""

        def event(bout: ServedBout, seat: str) -> Body | None:
            if bout.parting.offered_by == seat or _is_drawn(bout):
                return None
            if (found := bout.why_no_draw(seat)) is not None:
                expected = "a bout of people in which nobody has offered a draw lately"
                raise Refusal("not now", "offer_draw", found, expected, "Play on.")
            return {"kind": "draw_offered", "seat": seat}

        return await self._carry_out(request, event)

    async def answer_draw(self, request: messages.AnswerDraw) -> Update:
        """Accept or decline a draw."""

        def event(bout: ServedBout, seat: str) -> Body | None:
            if request.accept and (_is_drawn(bout) or _has_accepted(bout, seat)):
                return None
            if not bout.must_answer_draw(seat):
                raise Refusal("not now", "answer_draw", "no offer to you", "a draw offered by another seat")
            return {"kind": "draw_answered", "seat": seat, "accepted": request.accept}

        return await self._carry_out(request, event)

    async def claim(self, request: messages.Claim) -> Update:
        """Claim the bout because the others have left."""

        def event(bout: ServedBout, seat: str) -> Body | None:
            ending = bout.parting.ending
            if ending is not None and ending.by == "claim" and seat in ending.winners:
                return None
            _need_seat(bout, seat, "claim")
            if not (left := bout.claimable(seat)):
                seconds = bout.head.away
                found = "others who are here, or were recently"
                expected = (
                    "none, since this bout has no limit on absence"
                    if seconds is None
                    else f"somebody who has been away for {seconds:g} s"
                )
                raise Refusal("not now", "claim", found, expected, "Wait until the state says `claimable`.")
            return {"kind": "claimed", "seat": seat, "left": left, **self._stand_in(bout)}

        return await self._carry_out(request, event)

    async def skip(self, request: messages.Skip) -> Update:
        """Skip to the end."""

        def event(bout: ServedBout, seat: str) -> Body | None:
            if bout.parting.skipped:
                return None
            if (found := bout.why_no_skip(seat)) is not None:
                expected = "a bout in which only agents can still act"
                raise Refusal("not now", "skip", found, expected, "Wait until the state says `may_skip`.")
            return {
                "kind": "skipped",
                "seat": seat,
                "by": self._hall.served.agents(bout.game).stand_in(len(bout.seats)),
            }

        return await self._carry_out(request, event)

    async def _carry_out(self, request: Any, event_of: Callable[[ServedBout, str], Body | None]) -> Update:
        """Apply the event of a request, if any; returns the state after it."""
        bout, seat = await self._hall.enter(request)
        async with bout.lock:
            before = bout.hearing.cursor(seat)
            if (event := event_of(bout, str(seat))) is not None:
                await self._hall.accept(bout, event)
        self._hall.wake(bout)
        return bout.update(seat, before)

    def _stand_in(self, bout: ServedBout) -> Body:
        """The agent that plays on for those who leave; none in a duel, which ends."""
        seats = len(bout.seats)
        return {} if seats == 2 else {"by": self._hall.served.agents(bout.game).stand_in(seats)}

    @staticmethod
    def _has_left(bout: ServedBout, seat: str) -> bool:
        ending = bout.parting.ending
        is_lost = ending is not None and ending.by == "resignation" and seat not in ending.winners
        return is_lost or bout.parting.has_left(seat)


def _is_drawn(bout: ServedBout) -> bool:
    return bout.parting.ending is not None and bout.parting.ending.by == "draw"


def _has_accepted(bout: ServedBout, seat: str) -> bool:
    return bout.parting.offered_by not in (None, seat) and seat in bout.parting.accepted


def _need_seat(bout: ServedBout, seat: str, kind: str) -> None:
    """Raise a `Refusal` unless a person plays there now."""
    if bout.phase != "playing":
        raise Refusal("not now", kind, f"a bout that is {bout.phase}", "a bout in progress")
    if seat not in bout.people:
        raise Refusal("not here", "token", f"the token of {seat}", "the token of a person in the bout")
