"""The knowledge that each viewer of a bout may have, and when; a viewer is a seat, or None for a spectator.

A question that depends on something hidden is private: others must not know that it was asked, that it was answered
with a pass, or that play paused. So the events before and after it are one entry of their story, which is told at the
next question that they may know.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from nexus_env.kit.tape import CHANCE, COMMAND, PASS, SECRET

T = TypeVar("T")
Viewer = int | None


def may_know(bout: Any, viewer: Viewer) -> bool:
    """Whether a viewer may know the open question of `bout`, a record."""
    request = bout["table"]["request"]
    return not request["private"] or bool(request["seat"] == viewer)


def is_untold(bout: Any, action: int) -> bool:
    """Whether only the seat that gives this answer may know it: a pass in a private window, a draw from a hidden set,
    or a secret choice.
    """
    request = bout["table"]["request"]
    return bool(request["private"]) and bool(
        action == PASS or request["seat"] == CHANCE or request["private"] == SECRET
    )


@dataclass
class _Waiting(Generic[T]):
    """An entry that has not been told yet; `first` is its first row of happenings, or None if it is not a turn."""

    entry: T
    first: int | None


class Story(Generic[T]):
    """The entries visible to one viewer, in order.

    Call `hear_turn` before each turn and `catch_up` after it. `hear` adds other entries.
    """

    def __init__(self, viewer: Viewer, finish: Callable[[T, Any, slice], T]) -> None:
        """A story without entries.

        Args:
            viewer: the viewer of the story.
            finish: makes the entry of a turn when it is told, from the record of the bout and the slice of its
                happenings that belong to that turn.
        """
        self.viewer, self.entries = viewer, list[T]()
        self._finish = finish
        self._waiting: list[_Waiting[T]] = []

    @property
    def waiting(self) -> list[T]:
        """The entries that have happened but have not been told yet."""
        return [waiting.entry for waiting in self._waiting]

    def hear_turn(self, bout: Any, seat: int, action: int, entry: T) -> None:
        """Note a turn that is about to be carried out in `bout`, the record."""
        if is_untold(bout, action) and seat != self.viewer:
            return
        is_new = bout["table"]["request"]["question"] == COMMAND
        self._waiting.append(_Waiting(entry, 0 if is_new else int(bout["told"])))

    def hear(self, entry: T) -> None:
        """Note another entry, which `catch_up` tells."""
        self._waiting.append(_Waiting(entry, None))

    def drop_turns(self) -> None:
        """Forget the untold turns, which were taken back."""
        self._waiting = [waiting for waiting in self._waiting if waiting.first is None]

    def catch_up(self, bout: Any, *, is_over: bool = False) -> None:
        """Tell what may be told in the present state of the bout, or everything if it `is_over` early."""
        if not self._waiting or not (is_over or may_know(bout, self.viewer)):
            return
        told = int(bout["told"])
        for waiting in reversed(self._waiting):
            if waiting.first is not None:
                waiting.entry = self._finish(waiting.entry, bout, slice(waiting.first, told))
                told = waiting.first
        self.entries += [waiting.entry for waiting in self._waiting]
        self._waiting.clear()
