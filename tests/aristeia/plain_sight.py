"""Line of Sight and Cover once more: a walk along each segment, in fractions, to compare the tables with."""

from fractions import Fraction
from itertools import product

Place = tuple[int, int]
Point = tuple[int, int]
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
EDGES = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # a space is where all six of these lead less than 2 away


def steps(one: Place, other: Place) -> int:
    """How far apart two spaces lie."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def corners(place: Place) -> list[Point]:
    """The six corners of a space."""
    return [(3 * place[0] + x, 2 * place[1] + place[0] + y) for x, y in CORNERS]


def passes_inside(start: Point, end: Point, place: Place) -> bool:
    """Walk along the segment: is any part of it on the inner side of all six edges?"""
    x, y = 3 * place[0], 2 * place[1] + place[0]
    enters, leaves = Fraction(0), Fraction(1)
    for along, down in EDGES:
        begin = Fraction(2 - along * (start[0] - x) - down * (start[1] - y))
        change = Fraction(along * (end[0] - start[0]) + down * (end[1] - start[1]))
        if change == 0 and begin <= 0:
            return False
        if change > 0:
            leaves = min(leaves, begin / change)
        if change < 0:
            enters = max(enters, begin / change)
    return enters < leaves


def lies_on(point: Point, start: Point, end: Point) -> bool:
    """A point of a segment, its ends included."""
    right, down = end[0] - start[0], end[1] - start[1]
    off_right, off_down = point[0] - start[0], point[1] - start[1]
    along = off_right * right + off_down * down
    if start == end:
        return point == start
    return right * off_down == down * off_right and 0 <= along <= right * right + down * down


def is_cut(start: Point, end: Point, place: Place) -> bool:
    """A space obstructs a segment: it passes through the inside, or touches two corners."""
    touched = sum(lies_on(corner, start, end) for corner in corners(place))
    return touched >= 2 or (start != end and passes_inside(start, end, place))


def cut_segments(viewer: Place, target: Place, obstructing: set[Place]) -> dict[tuple[int, int], set[Place]]:
    """Which spaces cut the segment from each corner of one space to each of the other."""
    others = obstructing - {viewer, target}
    return {
        (one, other): {place for place in others if is_cut(corners(viewer)[one], corners(target)[other], place)}
        for one, other in product(range(6), repeat=2)
    }


def counts(cut: dict[tuple[int, int], set[Place]]) -> list[int]:
    """How many corners of the target each corner of the viewer sees."""
    return [sum(not cut[one, other] for other in range(6)) for one in range(6)]


def seen(viewer: Place, target: Place, obstructing: set[Place]) -> int:
    """The best of them."""
    return max(counts(cut_segments(viewer, target, obstructing)))


def covered(place: Place, enemy: Place, obstructing: set[Place]) -> bool:
    """Whether somebody has Cover against an enemy; obstacles obstruct, too."""
    cut = cut_segments(enemy, place, obstructing)
    free = counts(cut)
    best = max(free)
    return (
        steps(place, enemy) >= 2
        and best < 6
        and all(
            any(steps(other, place) == 1 for to in range(6) for other in cut[corner, to])
            for corner in range(6)
            if free[corner] == best
        )
    )
