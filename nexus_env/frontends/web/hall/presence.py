"""The presence of people in a bout: who is connected, and how long others have been away."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

LINGER = 15.0  # seconds that a person counts as connected after the connection has ended, to allow a reconnection
BEAT = 5.0  # seconds between two exchanges with other servers
NEVER = -1e9
MARGIN = 0.05  # seconds by which a timer is late, so that rounding does not make it come too early again and again


@dataclass(frozen=True)
class Seen:
    """A person's last presence, in seconds before now."""

    connected: float
    asked: float


class Presence:
    """The people of one bout: those who watch it or wait for its news are connected.

    A request without a lasting connection also counts as presence. Nobody counts as away before the bout was loaded.
    """

    def __init__(
        self, tell: Callable[[], None], away: float | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Start with nobody here.

        Args:
            tell: called when a person arrives, or has been away long enough to matter.
            away: the seconds after which an absence matters; None if it never does.
            now: the time in seconds.
        """
        self._tell, self._away, self._now = tell, away, now
        self._connections: Counter[str] = Counter()
        self._connected: dict[str, float] = {}  # when the last connection ended
        self._asked: dict[str, float] = {}
        self._begun = now()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._told: dict[str, tuple[bool, bool]] = {}  # what was told of each: whether it is here, whether it is gone
        self._compared = -BEAT

    def come(self, seat: str) -> None:
        """Note a new connection."""
        self._connections[seat] += 1
        self._tell_change(seat)

    def go(self, seat: str) -> None:
        """Note the end of a connection."""
        self._connections[seat] -= 1
        self.expect(seat)

    def expect(self, seat: str) -> None:
        """Count a person as here for a moment."""
        self._connected[seat] = self._now()
        self._told[seat] = True, False  # whoever has brought the person tells it
        self.mind(seat)

    def ask(self, seat: str) -> None:
        """Note a request."""
        self._asked[seat] = self._now()
        if self._told.get(seat) == (False, True):  # back, and perhaps gone again later
            self._tell_change(seat)
            self.mind(seat)

    def _tell_change(self, seat: str) -> None:
        """Tell what has changed about a person, if anything has."""
        found = self.is_here(seat), self._away is not None and self.gone(seat) >= self._away
        if found != self._told.get(seat, (False, False)):
            self._told[seat] = found
            self._tell()

    def rest(self) -> None:
        """Stop telling anything: nobody listens anymore."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def mind(self, *seats: str) -> None:
        """Tell when these people have been away for too long, whether or not they have been here since the start."""
        for seat in seats:
            if not self._connections[seat] and seat not in self._timers:
                self._wake_after(self._until_change(seat), seat)

    def _wake_after(self, seconds: float | None, seat: str) -> None:
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._timers[seat] = loop.call_later(max(0.0, seconds) + MARGIN, self.look_after, seat)

    def look_after(self, seat: str) -> None:
        """Tell that a person is no longer connected, or that others may claim the bout, and wait for the next such."""
        self._timers.pop(seat).cancel()
        if not self._connections[seat]:
            self._tell_change(seat)
            self._wake_after(self._until_change(seat), seat)

    def _until_change(self, seat: str) -> float | None:
        """The seconds until a person counts as disconnected, or as away for too long; None if neither will happen."""
        if self.is_here(seat):
            return LINGER - (self._now() - self._connected[seat])
        return None if self._away is None or (left := self._away - self.gone(seat)) <= 0 else left

    def gone(self, seat: str) -> float:
        """The seconds that a person has been away; 0 while a connection is open."""
        if self._connections[seat]:
            return 0.0
        return self._now() - max(self._begun, self._asked.get(seat, NEVER), self._connected.get(seat, NEVER))

    def is_here(self, seat: str) -> bool:
        """Whether a person is connected, or was a moment ago."""
        return self._connections[seat] > 0 or self._now() - self._connected.get(seat, NEVER) < LINGER

    def here(self, seats: Iterable[str]) -> list[str]:
        """Those seats whose people are connected."""
        return [seat for seat in seats if self.is_here(seat)]

    # --- other servers ---

    def is_to_be_compared(self) -> bool:
        """Whether an exchange with other servers is due."""
        is_due = self._now() - self._compared >= BEAT
        self._compared = self._now() if is_due else self._compared
        return is_due

    def seen(self) -> dict[str, Seen]:
        """The last presence of each known person."""
        now = self._now()
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
        before, now = self.here(others), self._now()
        for seat, seen in others.items():
            self._connected[seat] = max(self._connected.get(seat, NEVER), now - seen.connected)
            self._asked[seat] = max(self._asked.get(seat, NEVER), now - seen.asked)
        if self.here(others) != before:
            self._told |= {seat: (self.is_here(seat), False) for seat in others}
            self._tell()
            self.mind(*others)
