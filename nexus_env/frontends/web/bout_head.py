"""The terms of a served bout, fixed at its creation."""

from dataclasses import dataclass, field
from typing import Any

from nexus_env.frontends.web.messages import PERSON, Agreed
from nexus_env.frontends.web.store import Body


@dataclass(frozen=True)
class Head:
    """What a bout was begun with. Nothing of it ever changes."""

    rules: str  # the game's name and version, as in `Game.stamps`
    stock: str
    seats: tuple[str, ...]  # PERSON or the name of an agent
    options: dict[str, Any]
    seed: int
    own_dice: bool
    time: float
    clock: float | None
    undo: bool
    away: float | None = None  # seconds after which others may claim the bout
    advice: bool = False  # agents may be asked what they would do, and who is ahead
    kept: bool = False  # its seats are kept for those who sat in the bout before
    tokens: dict[str, str] = field(default_factory=dict)  # of those who had one from the beginning: hash -> seat

    def as_body(self) -> Body:
        """As the store keeps it."""
        return {**self.__dict__, "seats": list(self.seats)}

    @classmethod
    def of(cls, body: Body) -> "Head":
        """From what the store has kept."""
        return cls(**{**body, "seats": tuple(body["seats"])})

    @property
    def is_rolled_by_one(self) -> bool:
        """Dice of one's own are those of a single person, or of whoever has begun a bout of agents."""
        return self.own_dice and self.seats.count(PERSON) < 2

    @property
    def agreed(self) -> Agreed:
        """As viewers are told of it."""
        return Agreed(
            dice="own" if self.own_dice else "service",
            clock=self.clock,
            options=self.options,
            undo=self.undo,
            time=self.time,
            away=self.away,
            advice=self.advice,
        )
