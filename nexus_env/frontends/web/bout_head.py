"""The terms of a served bout, fixed at its creation."""

from dataclasses import dataclass, field
from typing import Any

from nexus_env.frontends.web.messages import PERSON, Agreed
from nexus_env.frontends.web.store_tables import Body


@dataclass(frozen=True)
class Head:
    """The terms of a bout, which never change."""

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
    advice: bool = False  # `advise` and `evaluate` are allowed
    kept: bool = False  # its seats are reserved for the players of the previous bout
    tokens: dict[str, str] = field(default_factory=dict)  # the tokens given at the beginning: hash -> seat

    def as_body(self) -> Body:
        """The form in which the store keeps it."""
        return {**self.__dict__, "seats": list(self.seats)}

    @classmethod
    def of(cls, body: Body) -> "Head":
        """Restore it from the store's form."""
        return cls(**{**body, "seats": tuple(body["seats"])})

    @property
    def is_rolled_by_one(self) -> bool:
        """Whether a single client rolls all "own" dice: the only person, or the creator of a bout of agents."""
        return self.own_dice and self.seats.count(PERSON) < 2

    @property
    def agreed(self) -> Agreed:
        """The form that viewers receive."""
        return Agreed(
            dice="own" if self.own_dice else "service",
            clock=self.clock,
            options=self.options,
            undo=self.undo,
            time=self.time,
            away=self.away,
            advice=self.advice,
        )
