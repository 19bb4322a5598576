"""The layout of an observation, defined once: an enum whose members are its fields and whose values are their offsets.

    SEATS = Things("seats", 2)

    class Clock(ObservationField):
        CYCLE = 1, "the cycle", 1 / 20, (0, 100)
        SEATS = 1, "the seats in play", 1 / 4, (2, 4)

    class Player(ObservationField):
        POINTS = 1, "its points", 1 / 8, (0, 20)

    class Seen(ObservationField):
        QUESTION = len(Question), "what is being asked, one-hot"
        CLOCK = block(Clock, "when it is")
        PLAYERS = block(Player, "each player, clockwise from one's own", of=SEATS)
        LEADS = each(SEATS, "who leads")

Compiled code writes `out[Seen.CLOCK + Clock.SEATS]`, readers use the same expression, and `pieces(Seen)` is what the
contract expects. No offset is counted by hand. A number is an int8: `capped` cuts it off where more makes no
difference, and one that may be greater is `wide` and takes two fields, which `write_wide` fills.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from nexus_env.kit.spelling import plain
from nexus_env.machine.compiled import compiled

Scale = float | tuple[float, ...]
Span = tuple[int, int]
MOST = 127  # of a number
INT8: Span = (-MOST, MOST)
FLAG: Span = (0, 1)
COUNT: Span = (0, MOST)  # a count, capped at an int8


@dataclass(frozen=True)
class Things:
    """A set of like things with one row each in the observation: seats, pieces, cards, the cells of a board.

    - `name`: their name in the plural.
    - `count`: their number.
    - `places`: for cells, the place of each on the board: column and row, or two axial coordinates.
    """

    name: str
    count: int
    places: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a wrong number of places: a `TypeError`."""
        if self.count < 1 or (self.places and len(self.places) != self.count):
            raise TypeError(
                f"things {self.name!r}: got {len(self.places)} places; expected one for each of {self.count}."
            )


@dataclass(frozen=True)
class NamedSlice:
    """A named slice of the observation vector: `length` integers that, multiplied by their scale, mean `meaning`.

    - `scale`: of each number; a tuple of scales is repeated to fill the length.
    - `fields`: its parts in order, if any; repeated to fill the length.
    - `span`: the least and the greatest value of its integers.
    - `of`: the things that it has rows of, of equal length, one after the other; None if it is about the table.
    """

    name: str
    length: int
    meaning: str
    scale: float | tuple[float, ...] = 1
    fields: tuple["NamedSlice", ...] = ()
    span: Span = INT8
    of: Things | None = None

    def __post_init__(self) -> None:
        """Refuse rows of unequal length or an invalid span: a `TypeError`."""
        if self.of is not None and self.length % self.of.count:
            raise TypeError(f"{self.name}: got {self.length} numbers; expected as many for each of {self.of.count}.")
        if not (len(self.span) == 2 and all(isinstance(edge, int) for edge in self.span)):
            raise TypeError(f"{self.name}: got the span {self.span!r}; expected the least and the most of a number.")

    @property
    def spans(self) -> list[Span]:
        """The span of each of its integers."""
        if not self.fields:
            return [self.span] * self.length
        once = [span for field in self.fields for span in field.spans]
        return once * (self.length // len(once))


class ObservationField(IntEnum):
    """A slice of the observation; its value is the offset of its first number.

    A member is written as `length, meaning`, `length, meaning, scale`, or `length, meaning, scale, span`; or as a
    `block`, or as `each` of some things. The scale is one number or one per element. The span is the least and the
    greatest value of the integers before scaling; by default they are flags. The offsets follow from the order of the
    members.
    """

    length: int
    meaning: str
    scale: Scale
    span: Span
    of: Things | None  # the things whose rows it has, one after the other
    parts: "type[ObservationField] | None"  # the fields of a block

    def __new__(
        cls,
        length: int,
        meaning: str,
        scale: Scale = 1,
        span: Span = FLAG,
        of: Things | None = None,
        parts: "type[ObservationField] | None" = None,
    ) -> "ObservationField":
        """Create the next field, which begins where the last one ends."""
        if length < 1 or (isinstance(scale, tuple) and length % len(scale)):
            raise TypeError(f"{cls.__name__}: got {length} numbers; expected one or more for each of the scales.")
        field = int.__new__(cls, size_of(cls))
        field._value_ = int(field)
        field.length, field.meaning, field.scale, field.span = length, meaning, scale, span
        field.of, field.parts = of, parts
        return field

    @property
    def scales(self) -> tuple[float, ...]:
        """The scale of each number of the field."""
        each = self.scale if isinstance(self.scale, tuple) else (self.scale,)
        return each * (self.length // len(each))


class Member(NamedTuple):
    """The definition of a member with all that `ObservationField` takes: see `block` and `each`."""

    length: int
    meaning: str
    scale: Scale
    span: Span
    of: Things | None
    parts: type[ObservationField] | None = None


def block(parts: type[ObservationField], meaning: str, of: Things | None = None) -> Member:
    """A field that consists of all fields of another enum; with `of`, one copy for each of these things."""
    scale = tuple(scale for part in parts for scale in part.scales)
    span = min(part.span[0] for part in parts), max(part.span[1] for part in parts)
    return Member((of.count if of else 1) * size_of(parts), meaning, scale, span, of, parts)


def each(of: Things, meaning: str, scale: float = 1, span: Span = FLAG) -> Member:
    """A field with one number for each of these things."""
    return Member(of.count, meaning, scale, span, of)


def wide(meaning: str, scale: float, span: Span, apart: int) -> tuple[Member, Member]:
    """Two fields for a number that an int8 cannot hold: how many times `apart` it is, rounded down, and the rest.

        PILE_SIXTEENS, PILE_REST = wide("the pile", 1 / 100, (0, 900), apart=16)

    Args:
        meaning: of the number.
        scale: of the number.
        span: the least and the greatest number.
        apart: such that the quotient is at most 127.
    """
    least, most = (edge // max(1, apart) for edge in span)
    if not -MOST <= least <= most <= MOST or not 0 < apart <= MOST:
        raise TypeError(f"{meaning}: got {span} in steps of {apart}; expected {MOST} steps of {MOST} at most.")
    whole = Member(1, f"{meaning}, divided by {apart} and rounded down", scale * apart, (least, most), None)
    return whole, Member(1, f"{meaning}, the rest of that division", scale, (0, apart - 1), None)


@compiled
def write_wide(out: Any, place: int, number: int, apart: int) -> None:
    """Write a number of the fields that `wide` made; `place` is that of the first."""
    out[place], out[place + 1] = number // apart, number % apart


@compiled
def read_wide(seen: Any, place: int, apart: int) -> int:
    """The number of the fields that `wide` made; `place` is that of the first."""
    return apart * int(seen[place]) + int(seen[place + 1])


@compiled
def capped(number: int) -> int:
    """The number, or the nearest one that an int8 holds."""
    return max(-MOST, min(MOST, int(number)))


def size_of(fields: type[ObservationField]) -> int:
    """The total length of an enum of fields."""
    members: Any = fields.__members__.values()
    return sum(field.length for field in members)


def pieces(fields: type[ObservationField]) -> tuple[NamedSlice, ...]:
    """The fields as the contract expects them, named like the members, in words."""
    return tuple(
        NamedSlice(
            plain(field),
            field.length,
            field.meaning,
            field.scale,
            pieces(field.parts) if field.parts else (),
            field.span,
            field.of,
        )
        for field in fields
    )
