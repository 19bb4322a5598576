"""Refusals: the error message, which says what is wrong and what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from pydantic import Field

from nexus_env.frontends.web.protocol.base import Answer, Id
from nexus_env.system.wording import mismatch, one_line

STATUS = {
    "unknown bout": 404,
    "wrong token": 403,
    "not your turn": 409,
    "stale": 409,
    "not now": 409,
    "full": 409,
    "too much": 413,
    "too often": 429,
    "damaged": 410,
    "broken": 500,
    "busy": 503,
    "not kept": 503,
}
"""The HTTP status of a code; 400 for all others."""
REMEDIES = {
    "no JSON": 'Send one JSON object on one line, such as {"type": "ping"}.',
    "unknown type": "docs/protocol.md lists the messages.",
    "unknown field": "Leave it out: docs/protocol.md lists the fields of each message.",
    "wrong value": "docs/protocol.md lists the fields of each message and their values.",
    "unknown game": "Send `hello`: the answer lists the games.",
    "unknown agent": "Send `hello`: the answer lists the agents of each game.",
    "wrong options": "Send `hello`: the answer lists the options of each game.",
    "wrong command": "Send `command` in words, or `action` as a number.",
    "illegal": "Choose one of `legal`; `why` explains why another one is not legal.",
    "wrong position": "docs/text.md describes how to write a position.",
    "wrong transcript": "docs/text.md describes how to write a transcript.",
    "wrong token": "Send `join` to get one while a seat is free; watching needs no token.",
    "unknown bout": "Send `create` to begin a bout; the answer has its name.",
    "not your turn": "Wait for an update whose `legal` is not empty.",
    "full": "Watching needs no token.",
    "too much": "Send less at once.",
    "too often": "Wait a second, then send more slowly.",
}
"""The default remedy for each code."""
MOST = 600  # characters of each part of a refusal
SENTENCE = re.compile(
    r"(?P<place>.+?): (?:got |(?=no ))(?P<found>.+?)"
    r"(?:; expected (?P<expected>.+?))?(?:; d(?P<hint>id you mean .+\?))?",
    re.DOTALL,
)


class Error(Answer):
    """Why a request was refused. The bout is unchanged."""

    type: Literal["error"] = "error"
    code: str
    place: str = Field(description="the part of the request")
    found: str
    expected: str
    advice: str = ""


class Refusal(Exception):
    """A request is refused, and nothing has been changed. Whatever it repeats, each part is one short line."""

    def __init__(self, code: str, place: str, found: str, expected: str, remedy: str = "") -> None:
        place, found, expected, remedy = (one_line(part, MOST) for part in (place, found, expected, remedy))
        super().__init__(mismatch(place, found, expected))
        self.code, self.place, self.found, self.expected = code, place, found, expected
        self.remedy = remedy or REMEDIES.get(code, "")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, 400)

    def message(self, to: Id | None = None) -> Error:
        """The error message; `to` is the id of the request."""
        return Error(
            to=to, code=self.code, place=self.place, found=self.found, expected=self.expected, advice=self.remedy
        )

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, ...]]:
        """Pickle it, to pass it between processes."""
        return Refusal, (self.code, self.place, self.found, self.expected, self.remedy)


class Overtaken(Refusal):
    """Another server was first, perhaps with the same message; the bout is up to date again."""

    def __init__(self) -> None:
        super().__init__("stale", "at", "a bout that has moved on elsewhere", "its current state", "Look again.")


ENDING = Refusal("busy", "message", "a process that is stopping", "the process that replaces it", "Ask again.")
"""The refusal of a request that is under way when the service stops."""


def stale(at: int, cursor: int) -> Refusal:
    """The refusal of a request about a state that is not the present one, whose cursor is `cursor`."""
    return Refusal("stale", "at", str(at), str(cursor), "The bout has moved on: look at it and decide again.")


def broken() -> Refusal:
    """The refusal for an error of our own."""
    return Refusal("broken", "message", "an error in the service", "an answer", "See the log of the service.")


@contextmanager
def refusing(code: str, place: str, expected: str) -> Iterator[None]:
    """Turn the errors of lower layers, most of which have the same form, into refusals."""
    try:
        yield
    except (ValueError, TypeError, OverflowError) as error:
        told = str(error).rstrip(".")
        if same := SENTENCE.fullmatch(told):
            where = same["place"] if same["place"].startswith(place) else f"{place}: {same['place']}"
            remedy = f"D{same['hint']}" if same["hint"] else ""
            raise Refusal(code, where, same["found"], same["expected"] or expected, remedy) from error
        where, colon, found = told.partition(": ")
        if colon and where.startswith(place):
            raise Refusal(code, where, found, expected) from error
        raise Refusal(code, place, told, expected) from error
