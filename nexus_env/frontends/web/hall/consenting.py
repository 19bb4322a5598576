"""Requests to take back a decision between people: asking the others, and answering."""

from collections.abc import Callable
from typing import Any

from nexus_env.frontends.web.hall.bout import ServedBout
from nexus_env.frontends.web.hall.leaving import Room
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.frontends.web.protocol import messages
from nexus_env.frontends.web.protocol.messages import Event, Update
from nexus_env.frontends.web.protocol.refusals import Refusal, stale

Told = list[tuple[Event, Body]]  # events that a seat has been told, each with its stored form


class Consenting:
    """Carries out these requests. A repeated one is acknowledged again.

    Both name the cursor of a state, `at`: a late one must not meet another decision than its sender saw.
    """

    def __init__(self, hall: Room) -> None:
        """For the bouts of a hall."""
        self._hall = hall

    async def ask_undo(self, request: messages.AskUndo) -> Update:
        """Ask the other people to take back the last decision of a seat."""

        def event(bout: ServedBout, seat: str, since: Told) -> Body | None:
            if any(event.kind == "undo_asked" and event.seat == seat for event, _ in since):
                return None
            _refuse_stale(bout, request.at, seat, any(_is_other_decision(*told, seat) for told in since))
            if bout.take_backs.asked_by == seat:
                return None
            if (found := bout.take_backs.why_not(seat)) is not None:
                expected = (
                    "a bout between people in which take-backs were agreed, no open request, and a last decision of "
                    "yours that nobody has refused to take back"
                )
                raise Refusal("not now", "ask_undo", found, expected, "Play on.")
            return {"kind": "undo_asked", "seat": seat}

        return await self._carry_out(request, event)

    async def answer_undo(self, request: messages.AnswerUndo) -> Update:
        """Agree to a take-back, or refuse it. The last one who agrees takes the bout back."""

        def event(bout: ServedBout, seat: str, since: Told) -> Body | None:
            if any(_is_answer(event, seat, accept=request.accept) for event, _ in since):
                return None
            _refuse_stale(bout, request.at, seat, any(event.kind == "undo_asked" for event, _ in since))
            asked_by, awaited = bout.take_backs.asked_by, bout.take_backs.awaited
            if seat not in awaited:
                found = "a request of your own" if asked_by == seat else "no request to you"
                raise Refusal("not now", "answer_undo", found, "a take-back that another seat asks for", "Play on.")
            if not request.accept or awaited != [seat]:
                return {"kind": "undo_answered", "seat": seat, "accepted": request.accept}
            consented = [other for other in bout.people if other != asked_by]
            return {"kind": "undone", "seat": asked_by, "turns": bout.take_backs.turns, "consented": consented}

        return await self._carry_out(request, event)

    async def _carry_out(self, request: Any, event_of: Callable[[ServedBout, str, Told], Body | None]) -> Update:
        """Apply the event of a request, if any; returns the state after it."""
        bout, seat = await self._hall.enter(request)
        async with bout.lock:
            since: Told = list(bout.hearing.events(seat, request.at))
            if (event := event_of(bout, str(seat), since)) is not None:
                await self._hall.accept(bout, event)
        self._hall.wake(bout)
        return bout.update(seat, request.at)


def _is_other_decision(event: Event, body: Body, seat: str) -> bool:
    """Whether the last decision of a seat is another one after an event."""
    return event.kind == "undone" or (event.kind == "turn" and event.seat == seat and not body.get("forced"))


def _is_answer(event: Event, seat: str, *, accept: bool) -> bool:
    """Whether an event came of this answer of a seat."""
    if event.kind == "undone":
        return accept and seat in (event.consented or ())
    return event.kind == "undo_answered" and event.seat == seat and event.accepted == accept


def _refuse_stale(bout: ServedBout, at: int, seat: str, is_stale: bool) -> None:
    """Raise a `Refusal` if the sender has not seen what the request is about."""
    cursor = bout.hearing.cursor(seat)
    if is_stale or at > cursor:
        raise stale(at, cursor)
