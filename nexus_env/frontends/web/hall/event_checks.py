"""Checks of stored events before they are applied: an event of a damaged or foreign store must not spoil its bout."""

from collections.abc import Sequence
from typing import Any, Protocol

from nexus_env.core.session import Session, name_of

KINDS = ("resigned", "claimed", "draw_offered", "draw_answered", "undo_asked", "undo_answered", "skipped")
TEXTS, SWITCHES = ("seat", "by", "instead_of", "roller"), ("accepted", "by_clock", "forced", "stands_in", "private")


class Played(Protocol):
    """A bout so far."""

    seats: list[str]
    turns: list[int]
    session: Session


def what_is_wrong(event: Any, bout: Played) -> str:
    """Why an event cannot be applied to a bout; empty if it can."""
    if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
        return "it is not an event"
    for kind, names in ((str, TEXTS), (bool, SWITCHES), (list, ("left", "consented"))):
        if wrong := [name for name in names if not isinstance(event.get(name, kind()), kind)]:
            return f"its {wrong[0]!r} is {event[wrong[0]]!r}"

    # The fields that its kind needs.
    match event["kind"]:
        case "turn":
            return _wrong_turn(event.get("seat"), event.get("action"), bout)
        case "undone":
            turns = event.get("turns")
            if type(turns) is not int or not 0 <= turns <= len(bout.turns):
                return f"there are no {turns!r} turns"
            return _wrong_seats(event.get("consented", ()), bout.seats)
        case "next":
            return _without(event, "bout")
        case "joined":
            return _wrong_seats([event.get("seat")], bout.seats) or _without(event, "name", "token")
        case kind if kind in KINDS:
            seats = event.get("left", ()) if kind == "claimed" else ()
            if kind == "claimed" and not (isinstance(seats, list) and seats):
                return "it has no `left`"
            if kind in ("draw_answered", "undo_answered") and not isinstance(event.get("accepted"), bool):
                return "it has no `accepted`"
            return _wrong_seats([event.get("seat"), *seats], bout.seats) or (
                _without(event, "by") if kind == "skipped" else ""
            )
        case kind:
            return f"this version knows no event {kind!r}"


def _wrong_turn(seat: Any, action: Any, bout: Played) -> str:
    mask, asked = bout.session.mask, name_of(bout.session.seat)
    if seat != asked:
        return f"it is of {seat}, while {asked} decides"
    if type(action) is int and 0 <= action < len(mask) and mask[action]:
        return ""
    return f"the action {action!r} is not legal there"


def _without(event: dict[str, Any], *names: str) -> str:
    missing = [name for name in names if not isinstance(event.get(name), str)]
    return f"it has no {missing[0]!r}" if missing else ""


def _wrong_seats(found: Sequence[Any], seats: Sequence[str]) -> str:
    wrong = [seat for seat in found if seat not in seats]
    return f"there is no seat {wrong[0]!r}" if wrong else ""
