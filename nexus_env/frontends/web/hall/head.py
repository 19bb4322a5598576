"""The terms of a served bout, fixed at its creation."""

from dataclasses import dataclass, field
from typing import Any

from pydantic import FiniteFloat, TypeAdapter

from nexus_env.core.session import name_of
from nexus_env.frontends.web.hall.tables import Body
from nexus_env.frontends.web.protocol.messages import PERSON, Agreed
from nexus_env.kit.tape import CHANCE
from nexus_env.system.wording import InputError


@dataclass(frozen=True)
class Head:
    """The terms of a bout, which never change."""

    rules: str  # the game's name and version, as in `Game.stamps`
    stock: str
    seats: tuple[str, ...]  # PERSON or the name of an agent
    options: dict[str, Any]
    seed: int
    own_dice: bool
    time: FiniteFloat
    clock: FiniteFloat | None
    undo: bool
    away: FiniteFloat | None = None  # seconds after which others may claim the bout
    advice: bool = False  # `advise` and `evaluate` are allowed
    kept: bool = False  # its seats are reserved for the players of the previous bout
    tokens: dict[str, str] = field(default_factory=dict)  # the tokens given at the beginning: hash -> seat

    def as_body(self) -> Body:
        """The form in which the store keeps it."""
        return {**self.__dict__, "seats": list(self.seats)}

    @classmethod
    def of(cls, body: Body) -> "Head":
        """Restore it from the store's form.

        Raises:
            TypeError, ValueError: it has another form.
        """
        cls(**body)  # no others
        read: Head = HEADS.validate_python(body)
        known = [name_of(seat) for seat in (*range(len(read.seats)), CHANCE)]
        if wrong := [seat for seat in read.tokens.values() if seat not in known]:
            raise InputError(f"tokens: got {wrong[0]!r}; expected one of {', '.join(known)}")
        return read

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


HEADS = TypeAdapter(Head)
