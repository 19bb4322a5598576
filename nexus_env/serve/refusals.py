"""Refusals: what is wrong with a request, as an error message that a person can act on."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from nexus_env.serve.messages import Error, Id

STATUS = {
    "unknown bout": 404,
    "wrong token": 403,
    "not your turn": 409,
    "stale": 409,
    "not now": 409,
    "full": 409,
    "too much": 413,
    "too often": 429,
    "broken": 500,
    "busy": 503,
    "not kept": 503,
}
"""The HTTP status of a code; 400 for all others."""
SENTENCE = re.compile(r"(?P<place>.+?): found (?P<found>.+), expected (?P<expected>.+)", re.DOTALL)


class Refusal(Exception):
    """A request is refused, and nothing has been changed."""

    def __init__(self, code: str, place: str, found: str, expected: str, advice: str = "") -> None:
        super().__init__(f"{place}: found {found}, expected {expected}.")
        self.code, self.place, self.found, self.expected, self.advice = code, place, found, expected, advice

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, 400)

    def message(self, to: Id | None = None) -> Error:
        """As a message; `to` is the id of the request."""
        return Error(
            to=to, code=self.code, place=self.place, found=self.found, expected=self.expected, advice=self.advice
        )

    def __reduce__(self) -> tuple[type["Refusal"], tuple[str, ...]]:
        """It comes out of another process as it was."""
        return Refusal, (self.code, self.place, self.found, self.expected, self.advice)


def broken() -> Refusal:
    """What is told of a mistake of ours."""
    return Refusal("broken", "message", "a mistake of the service", "an answer", "Its log says more.")


@contextmanager
def refusing(code: str, place: str, expected: str) -> Iterator[None]:
    """What lower layers say of a mistake becomes a refusal; they mostly say it in its very words."""
    try:
        yield
    except (ValueError, TypeError, OverflowError) as error:
        told = str(error).rstrip(".")
        if same := SENTENCE.fullmatch(told):
            where = same["place"] if same["place"].startswith(place) else f"{place}: {same['place']}"
            raise Refusal(code, where, same["found"], same["expected"]) from error
        where, colon, found = told.partition(": ")
        if colon and where.startswith(place):
            raise Refusal(code, where, found, expected) from error
        raise Refusal(code, place, told, expected) from error
