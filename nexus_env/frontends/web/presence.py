"""The presence of people in a bout: who is connected, and how long others have been away."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

LINGER = 15.0  # seconds that a person counts as connected after the connection has ended, to allow a reconnection
BEAT = 5.0  # seconds between two exchanges with other servers
NEVER = -1e9


@dataclass(frozen=True)
class Seen:
    """When a person was last here, in seconds before now."""

    connected: float
    asked: float


class Presence:
    """The people of one bout: those who watch it or wait for its news are connected.

    A request without a lasting connection also counts as presence. Nobody counts as away before the bout was loaded.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        """Start with nobody here; `tell` is called when a person arrives, or has been away long enough to matter."""
        self._tell = tell
        self._connections: Counter[str] = Counter()
        self._connected: dict[str, float] = {}  # when the last connection ended
        self._asked: dict[str, float] = {}
        self._begun = time.monotonic()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._compared = -BEAT

    def come(self, seat: str) -> None:
        """Note a new connection."""
        was_here = self.is_here(seat)
        self._connections[seat] += 1
        if not was_here:
            self._tell()

    def go(self, seat: str, away: float | None) -> None:
        """Note the end of a connection.

        Args:
            seat: its seat.
            away: seconds after which an absence matters.
        """
        self._connections[seat] -= 1
        self.expect(seat, away)

    def expect(self, seat: str, away: float | None) -> None:
        """Count a person as here for a moment. The arguments are those of `go`."""
        self._connected[seat] = time.monotonic()
        if not self._connections[seat] and seat not in self._timers:
            self._wake_after(LINGER, seat, away)

    def ask(self, seat: str) -> None:
        """Note a request."""
        self._asked[seat] = time.monotonic()

    def _wake_after(self, seconds: float, seat: str, away: float | None) -> None:
        loop = asyncio.get_running_loop()
        self._timers[seat] = loop.call_later(seconds, self.look_after, seat, away)

    def look_after(self, seat: str, away: float | None) -> None:
        """Schedule checks whether a person is still connected, and whether others may claim the bout."""
        self._timers.pop(seat).cancel()
        if self._connections[seat]:
            return
        if self.is_here(seat):
            self._wake_after(LINGER, seat, away)
            return
        self._tell()
        if away is not None and (gone := self.gone(seat)) < away:
            self._wake_after(away - gone, seat, away)

    def gone(self, seat: str) -> float:
        """The seconds that a person has been away; 0 while a connection is open."""
        if self._connections[seat]:
            return 0.0
        return time.monotonic() - max(self._begun, self._asked.get(seat, NEVER), self._connected.get(seat, NEVER))

    def is_here(self, seat: str) -> bool:
        """Whether a person is connected, or was a moment ago."""
        return self._connections[seat] > 0 or time.monotonic() - self._connected.get(seat, NEVER) < LINGER

    def here(self, seats: Iterable[str]) -> list[str]:
        """Those seats whose people are connected."""
        return [seat for seat in seats if self.is_here(seat)]

    # --- other servers ---

    def is_to_be_compared(self) -> bool:
        """Whether an exchange with other servers is due."""
        is_due = time.monotonic() - self._compared >= BEAT
        self._compared = time.monotonic() if is_due else self._compared
        return is_due

    def seen(self) -> dict[str, Seen]:
        """When each known person was last here."""
        now = time.monotonic()
        known = self._connections.keys() | self._connected.keys() | self._asked.keys()
        return {
            seat: Seen(
                connected=0.0 if self._connections[seat] else now - self._connected.get(seat, NEVER),
                asked=now - self._asked.get(seat, NEVER),
            )
            for seat in sorted(known)
        }

    def hear(self, others: Mapping[str, Seen]) -> None:
        """Take over what all servers know."""
        before, now = self.here(others), time.monotonic()
        for seat, seen in others.items():
            self._connected[seat] = max(self._connected.get(seat, NEVER), now - seen.connected)
            self._asked[seat] = max(self._asked.get(seat, NEVER), now - seen.asked)
        if self.here(others) != before:
            self._tell()
