"""Seats as numbers of a record: their ranges depend on the number of seats at the table."""

from dataclasses import dataclass

from nexus_env.machine.record import Within

MOST_SEATS = 8  # of any game
NOBODY, CHANCE = -1, -2


@dataclass(frozen=True)
class SeatNumber(Within):
    """The range of a seat number, from `least` on; NOBODY and CHANCE are negative."""

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
    """The range of a set of seats, one bit each."""

    least: int = 0
    most: int = (1 << MOST_SEATS) - 1

    def at(self, seats: int) -> Within:
        """See `Within`."""
        return SeatSet(0, (1 << seats) - 1)
