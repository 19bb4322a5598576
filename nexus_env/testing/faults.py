"""The errors of checks: an `AssertionError` in one sentence, in the form of all errors of this package."""

from typing import Any

from nexus_env.system.wording import one_line


class CheckError(AssertionError):
    """A game does not keep a promise: "PLACE: got X; expected Y.", on one line."""


class NotCheckedError(Exception):
    """The check cannot be made here, or not for this game; the text says why."""


def fault(place: object, found: object, expected: object) -> CheckError:
    """The error for a value that differs from the expected one."""
    return CheckError(one_line(f"{place}: got {found}; expected {expected}."))


def expect(holds: Any, place: object, found: object, expected: object) -> None:
    """Raise a `CheckError` unless `holds`.

    Args:
        holds: whether all is well.
        place: the seats, the seed, the decision, the part of the game.
        found: the value found, as a part of the sentence.
        expected: the value expected.
    """
    if not holds:
        raise fault(place, found, expected)
