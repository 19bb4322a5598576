"""What a check raises: an `AssertionError` in one sentence, as errors of this package read."""

from typing import Any

from nexus_env.system.wording import one_line


class CheckError(AssertionError):
    """A game does not keep a promise: "PLACE: got X; expected Y.", on one line."""


class NotCheckedError(Exception):
    """A check that cannot be made here, or not of this game; its text says why."""


def fault(place: object, found: object, expected: object) -> CheckError:
    """The error for what is found at a place where something else should be."""
    return CheckError(one_line(f"{place}: got {found}; expected {expected}."))


def expect(holds: Any, place: object, found: object, expected: object) -> None:
    """Raise a `CheckError` unless `holds`.

    Args:
        holds: whether all is well.
        place: where: the seats, the seed, the decision, the part of the game.
        found: what is there, as a part of the sentence.
        expected: what should be there.
    """
    if not holds:
        raise fault(place, found, expected)
