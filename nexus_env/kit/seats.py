"""Seats as numbers of a record: those that there are at the table, and no others."""

from dataclasses import dataclass

from nexus_env.machine.record import Within

MOST_SEATS = 8  # of any game
NOBODY, CHANCE = -1, -2


@dataclass(frozen=True)
class SeatNumber(Within):
    """Beside a field: the number of a seat, from `least` on: NOBODY and CHANCE stand below 0."""

    least: int = 0
    most: int = MOST_SEATS - 1

    def __str__(self) -> str:
        others = {NOBODY: "nobody", CHANCE: "the dice"}
        below = [f"{number} for {name}" for number, name in others.items() if number >= self.least]
        return " or ".join([f"{self.least if self.least > 0 else 0} to {self.most}", *below])

    def at(self, seats: int) -> Within:
        """See `Within`."""
        return SeatNumber(self.least, seats - 1)


@dataclass(frozen=True)
class SeatSet(Within):
    """Beside a field: a set of seats, one bit for each."""

    least: int = 0
    most: int = (1 << MOST_SEATS) - 1

    def at(self, seats: int) -> Within:
        """See `Within`."""
        return SeatSet(0, (1 << seats) - 1)
