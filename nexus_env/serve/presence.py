"""Which people are at a bout: those who watch it over a connection that is open, or have asked for it just now."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable

LINGER = 15.0  # seconds that somebody counts as here who has asked without a connection that stays open
BEAT = 5.0  # seconds between two looks at who is here by way of other servers


class Presence:
    """The people of one bout. A seat of which nothing has been heard yet counts as left since the bout came in."""

    def __init__(self, tell: Callable[[], None]) -> None:
        """Nobody is here; `tell` is called when somebody has come, or has been away for some time of interest."""
        self._tell = tell
        self._connections: Counter[str] = Counter()
        self._begun = time.monotonic()
        self._heard: dict[str, float] = {}  # when they were last here, or asked
        self._elsewhere: dict[str, float] = {}  # when another server said that they are there
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self.compared = -BEAT  # when this was last compared with other servers

    def come(self, seat: str) -> None:
        """A connection of theirs is open."""
        was_here = self.is_here(seat)
        self._connections[seat] += 1
        if not was_here:
            self._tell()

    def go(self, seat: str, away: float | None) -> None:
        """A connection of theirs has ended; they may be back in a moment."""
        self._connections[seat] -= 1
        self._hear(seat, away)

    def expect(self, seat: str, away: float | None) -> None:
        """They are here, and something else tells that at once: their joining. Arguments as those of `see`."""
        self._hear(seat, away)

    def see(self, seat: str, away: float | None) -> None:
        """They have asked for something.

        Args:
            seat: whose token it was.
            away: seconds after which it matters that they have left.
        """
        was_here = self.is_here(seat)
        self._hear(seat, away)
        if not was_here:
            self._tell()

    def _hear(self, seat: str, away: float | None) -> None:
        self._heard[seat] = time.monotonic()
        if not self._connections[seat] and seat not in self._timers:
            self._wake_after(LINGER, seat, away)

    def _wake_after(self, seconds: float, seat: str, away: float | None) -> None:
        self._timers[seat] = asyncio.get_running_loop().call_later(seconds, self._look_after, seat, away)

    def _look_after(self, seat: str, away: float | None) -> None:
        """Somebody may be gone, or gone for so long that others may claim the bout."""
        del self._timers[seat]
        if self._connections[seat]:
            return
        gone = self.gone(seat)
        if gone < LINGER:
            self._wake_after(LINGER - gone, seat, away)
            return
        self._tell()
        if away is not None and gone < away:
            self._wake_after(away - gone, seat, away)

    def hear_of(self, seats: dict[str, float]) -> None:
        """What other servers say: so many seconds ago somebody was there."""
        here = self.here(seats)
        now = time.monotonic()
        for seat, seconds in seats.items():
            self._elsewhere[seat] = max(now - seconds, self._elsewhere.get(seat, 0.0))
        if self.here(seats) != here:
            self._tell()

    def gone(self, seat: str) -> float:
        """For how many seconds they have been away; 0 while a connection is open."""
        if self._connections[seat]:
            return 0.0
        heard = max(self._heard.get(seat, self._begun), self._elsewhere.get(seat, self._begun))
        return time.monotonic() - heard

    def is_here(self, seat: str) -> bool:
        """Whether they are, or were a moment ago."""
        if self._connections[seat]:
            return True
        heard = max(self._heard.get(seat, -LINGER), self._elsewhere.get(seat, -LINGER))
        return time.monotonic() - heard < LINGER

    def here_itself(self, seats: Iterable[str]) -> list[str]:
        """Those of some seats whose people are here by way of this very server."""
        now = time.monotonic()
        return [seat for seat in seats if self._connections[seat] or now - self._heard.get(seat, -LINGER) < LINGER]

    def here(self, seats: Iterable[str]) -> list[str]:
        """Those of some seats whose people are here."""
        return [seat for seat in seats if self.is_here(seat)]
