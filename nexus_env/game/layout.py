"""The layout of an observation, defined once: an enum whose members are its fields and whose values are their offsets.

    class Clock(Field):
        CYCLE = 1, "the cycle", 1 / 20
        SEATS = 1, "the seats in play", 1 / 4

    class Seen(Field):
        QUESTION = len(Question), "what is being asked, one-hot"
        CLOCK = block(Clock, "when it is")

Compiled code writes `out[Seen.CLOCK + Clock.SEATS]`, readers use the same expression, and `pieces(Seen)` is what the
contract expects. No offset is counted by hand.
"""

from enum import IntEnum
from typing import Any, NamedTuple

from nexus_env.game.contract import Piece

Scale = float | tuple[float, ...]


class Field(IntEnum):
    """A slice of the observation; its value is the offset of its first number.

    A member is written as `length, meaning`, as `length, meaning, scale`, where the scale is one number or one per
    place, or as a `block`. The offsets follow from the order of the members.
    """

    length: int
    meaning: str
    scale: Scale
    parts: "type[Field] | None"  # the fields that a block is made of

    def __new__(cls, length: int, meaning: str, scale: Scale = 1, parts: "type[Field] | None" = None) -> "Field":
        """The next field: it begins where the last one ends."""
        if length < 1 or (isinstance(scale, tuple) and length % len(scale)):
            raise TypeError(f"{cls.__name__}: got {length} numbers; expected one or more for each of the scales.")
        field = int.__new__(cls, size_of(cls))
        field._value_ = int(field)
        field.length, field.meaning, field.scale, field.parts = length, meaning, scale, parts
        return field

    @property
    def scales(self) -> tuple[float, ...]:
        """The scale of each number of the field."""
        each = self.scale if isinstance(self.scale, tuple) else (self.scale,)
        return each * (self.length // len(each))


class Block(NamedTuple):
    """The definition of a member that has fields of its own: see `block`."""

    length: int
    meaning: str
    scale: Scale
    parts: type[Field]


def block(parts: type[Field], meaning: str, times: int = 1) -> Block:
    """A field that consists of all fields of another enum, `times` times in a row."""
    return Block(times * size_of(parts), meaning, tuple(scale for part in parts for scale in part.scales), parts)


def size_of(fields: type[Field]) -> int:
    """The total length of an enum of fields."""
    members: Any = fields.__members__.values()
    return sum(field.length for field in members)


def pieces(fields: type[Field]) -> tuple[Piece, ...]:
    """The fields as the contract expects them, named like the members, in words."""
    return tuple(
        Piece(
            field.name.lower().replace("_", " "),
            field.length,
            field.meaning,
            field.scale,
            pieces(field.parts) if field.parts else (),
        )
        for field in fields
    )
