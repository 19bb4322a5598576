"""Ends of a bout before the rules end it: by resignation, agreed draw or claim.

Each is an event of the bout. It ends a duel; with more than two seats, an agent plays on for those who left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nexus_env.frontends.web.protocol.bouts import EndedBy


@dataclass(frozen=True)
class Ending:
    """An end outside the rules."""

    by: EndedBy
    result: tuple[float, ...]  # each seat's result: 1, 0 or -1
    winners: tuple[str, ...]
    text: str  # in a sentence


class Parting:
    """The players who have left or offer a draw, and whether this has ended the bout."""

    def __init__(self, seats: Sequence[str]) -> None:
        """Start with everybody present."""
        self._seats = tuple(seats)
        self.stand_ins: dict[str, str] = {}  # the agents that decide for seats whose people no longer do
        self.skipped: set[str] = set()  # the seats that skip to the end
        self.offered_by: str | None = None
        self.accepted: set[str] = set()
        self.offers: dict[str, int] = {}  # the number of turns before a seat's last draw offer
        self.ending: Ending | None = None

    def has_left(self, seat: str) -> bool:
        """Whether the seat resigned or was left behind by a claim, so that an agent plays on."""
        return seat in self.stand_ins and seat not in self.skipped

    def take(self, event: dict[str, Any], people: Sequence[str], turns: int) -> None:
        """Apply an event, if it is of this kind.

        Args:
            event: the event, as stored.
            people: the seats of people who have not left.
            turns: the number of turns so far.
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
                self.stand_ins[str(seat)] = event["by"]  # for questions about its cards

    def forget_turns(self, turns: int) -> None:
        """Some turns were taken back, and `turns` remain: what was offered after them counts as offered now."""
        self.offers = {seat: min(turns, before) for seat, before in self.offers.items()}

    def _leave(self, left: Sequence[str], stand_in: str | None, by: EndedBy, told: str) -> None:
        self.offered_by = None
        if stand_in is not None:
            self.stand_ins |= dict.fromkeys(left, stand_in)
            return
        winners = tuple(seat for seat in self._seats if seat not in left)
        worth = tuple(-1.0 if seat in left else 1.0 for seat in self._seats)
        self.ending = Ending(by, worth, winners, f"{told}: {' and '.join(winners)} wins.")
