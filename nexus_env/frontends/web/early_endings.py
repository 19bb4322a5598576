"""Ends of a bout before the rules end it: by resignation, agreed draw or claim.

Each is an event of the bout. A duel ends with it. Where more than two sit, an agent plays on for who is out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nexus_env.frontends.web.bout_messages import EndedBy


@dataclass(frozen=True)
class Ending:
    """An end that the rules do not know."""

    by: EndedBy
    result: tuple[float, ...]  # what it is worth to each seat: 1, 0 or -1
    winners: tuple[str, ...]
    text: str  # as a sentence


class Parting:
    """Who has left, who offers a draw, and whether that has ended the bout."""

    def __init__(self, seats: Sequence[str]) -> None:
        """Everybody is there."""
        self._seats = tuple(seats)
        self.stand_ins: dict[str, str] = {}  # the seats whose people decide no more, and the agents that do
        self.skipped: set[str] = set()  # the seats that want no more than the end
        self.offered_by: str | None = None
        self.accepted: set[str] = set()
        self.offers: dict[str, int] = {}  # after how many turns a seat has last offered a draw
        self.ending: Ending | None = None

    def has_left(self, seat: str) -> bool:
        """It has resigned, or others have claimed the bout, and an agent plays on."""
        return seat in self.stand_ins and seat not in self.skipped

    def take(self, event: dict[str, Any], people: Sequence[str], turns: int) -> None:
        """Let an event happen, if it is one of these.

        Args:
            event: as the store has it.
            people: the seats of people who have not left.
            turns: how many there have been.
        """
        seat = event.get("seat")
        match event["kind"]:
            case "resigned":
                self._leave([str(seat)], event.get("by"), "resignation", f"{seat} has resigned")
            case "claimed":
                left = event["left"]
                self._leave(left, event.get("by"), "claim", f"{' and '.join(left)} left, and {seat} claims the bout")
            case "draw_offered":
                self.offered_by, self.accepted = seat, {str(seat)}
                self.offers[str(seat)] = turns
            case "draw_answered" if event["accepted"]:
                self.accepted.add(str(seat))
                if self.accepted >= set(people):
                    worth = (0.0,) * len(self._seats)
                    self.ending = Ending("draw", worth, (), f"{' and '.join(people)} agree on a draw.")
                    self.offered_by = None
            case "draw_answered":
                self.offered_by = None
            case "skipped":
                self.skipped.add(str(seat))
                self.stand_ins[str(seat)] = event["by"]  # what its cards may still be asked for

    def _leave(self, left: Sequence[str], stand_in: str | None, by: EndedBy, told: str) -> None:
        self.offered_by = None
        if stand_in is not None:
            self.stand_ins |= dict.fromkeys(left, stand_in)
            return
        winners = tuple(seat for seat in self._seats if seat not in left)
        worth = tuple(-1.0 if seat in left else 1.0 for seat in self._seats)
        self.ending = Ending(
            by, worth, winners, f"{told}: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
        )
