"""Line of Sight, Cover, and what a Character sees or can aim at.

A view is 36 segments, from each corner of the viewer's space to each corner of the target's: see `sight_tables`. Only
the spaces between the two are looked at, and for each of them that obstructs one number tells which segments it cuts.

Rulebook: (A-029 to A-041).
"""

from enum import IntEnum, unique
from typing import Any

from nexus_env.games.aristeia.rules.bout import SPACE_WORDS, SPACES, UNITS, Bout
from nexus_env.games.aristeia.rules.geometry import in_range
from nexus_env.games.aristeia.rules.sight_tables import BELOW, BITS, CORNERS, LEAST, OBSTRUCTED, REACH, WAYS
from nexus_env.games.aristeia.rules.states import bears_tokens, farthest_seen
from nexus_env.kit import bitsets, cells, hexes
from nexus_env.kit.units import NO_CELL
from nexus_env.machine.compiled import compiled

ALL = len(CORNERS)  # corners of a space, and segments from one corner
EACH = (1 << ALL) - 1  # the segments from one corner of the viewer's space
ENOUGH = 2  # free segments from one corner that make a Line of Sight
COVER_FROM = 2  # the least distance at which there is Cover


@unique
class View(IntEnum):
    """How well a space is seen. Rulebook: (A-034)."""

    BLOCKED = 0
    LIMITED = 1
    CLEAR = 2


# --- between spaces ---------------------------------------------------------------------------------------------------


@compiled
def strip(axis: int, least: int, most: int, word: int) -> int:
    """A word of the set of spaces whose coordinate on an axis lies between two others, or one beyond them."""
    return int(BELOW[axis, most + 2 - LEAST, word]) & ~int(BELOW[axis, least - 1 - LEAST, word])


@compiled
def obstructed(bout: Bout, one: int, other: int, over_obstacles: bool, beside: int) -> int:
    """The segments from one space to another that are obstructed, a bit each, six for each corner of the first.

    Blocked spaces obstruct, those with a Character, and those with an obstacle unless one sees over them. With `beside`
    a space only those adjacent to it count; `cells.NONE` for all of them.
    Rulebook: (A-032, A-033, A-039).
    """
    q, r, to_q, to_r = column_of(one), row_of(one), column_of(other), row_of(other)
    along_q, along_r = (
        int(WAYS[to_q - q + REACH, to_r - r + REACH, 1]),
        int(WAYS[to_q - q + REACH, to_r - r + REACH, 2]),
    )
    first = int(WAYS[to_q - q + REACH, to_r - r + REACH, 0]) - along_q * q - along_r * r
    west, east, north, south = min(q, to_q), max(q, to_q), min(r, to_r), max(r, to_r)
    low, high = min(q + r, to_q + to_r), max(q + r, to_q + to_r)
    found = 0
    for word in range(SPACE_WORDS):
        left = strip(0, west, east, word) & strip(1, north, south, word) & strip(2, low, high, word)
        standing = int(bout.options.blocked[word]) | int(bout.table.occupied[word])
        if not over_obstacles:
            standing |= int(bout.options.obstacles[word])
        left &= standing
        while left != 0:
            bit = bitsets.first_member(left)
            left &= ~int(BITS[bit])
            cell = cells.WORD_BITS * word + bit
            if beside == cells.NONE or hexes.distance(cell, beside) == 1:
                found |= int(OBSTRUCTED[first + along_q * column_of(cell) + along_r * row_of(cell)])
    return found


@compiled
def column_of(cell: int) -> int:
    """The coordinate q of a space."""
    return int(hexes.CELL_Q[cell])


@compiled
def row_of(cell: int) -> int:
    """The coordinate r of a space."""
    return int(hexes.CELL_R[cell])


@compiled
def free_from(segments: int, corner: int) -> int:
    """How many segments from a corner are free. Rulebook: (A-034)."""
    return ALL - bitsets.how_many((segments >> (ALL * corner)) & EACH)


@compiled
def best_free(segments: int) -> int:
    """The count of the corner from which most are free. Rulebook: (A-034)."""
    best = 0
    for corner in range(ALL):
        best = max(best, free_from(segments, corner))
    return best


@compiled
def corners_seen(bout: Bout, one: int, other: int) -> int:
    """How many corners of another space one sees from the best corner of the own. Rulebook: (A-034)."""
    return best_free(obstructed(bout, one, other, over_obstacles=True, beside=cells.NONE))


@compiled
def view_of(bout: Bout, one: int, other: int) -> int:
    """How well one space sees another. Rulebook: (A-034, A-035)."""
    seen = corners_seen(bout, one, other)
    if seen < ENOUGH:
        return View.BLOCKED
    return View.CLEAR if seen == ALL else View.LIMITED


@compiled
def has_sight(bout: Bout, one: int, other: int) -> bool:
    """The view from one space to another is Clear or Limited; beside each other it always is.

    Rulebook: (A-034, A-035).
    """
    return corners_seen(bout, one, other) >= ENOUGH


@compiled
def gives_cover(bout: Bout, cell: int, enemy: int) -> bool:
    """Somebody on a space has Cover against an enemy on another: from no corner that shows the enemy most of the space
    is the view free of what is adjacent to that space, obstacles included. Rulebook: (A-037, A-038, A-039, A-041).
    """
    if hexes.distance(cell, enemy) < COVER_FROM:
        return False
    segments = obstructed(bout, enemy, cell, over_obstacles=False, beside=cells.NONE)
    best = best_free(segments)
    if best == ALL:
        return False
    # Ruling: the same test holds where obstacles leave less than Line of Sight.
    # Ruling: the enemy looks from the corner that denies the Cover, if there is one.
    beside = obstructed(bout, enemy, cell, over_obstacles=False, beside=cell)
    for corner in range(ALL):
        if free_from(segments, corner) == best and free_from(beside, corner) == ALL:
            return False
    return True


# --- between Characters -----------------------------------------------------------------------------------------------


@compiled
def sees_space(bout: Bout, unit: int, cell: int) -> bool:
    """A Character on the board has Line of Sight to a space; when Dazzled to those near it alone.

    Rulebook: (A-034, A-035, A-110).
    """
    one = bout.table.characters[unit]
    here = int(one.cell)
    if here == NO_CELL or (bears_tokens(one) and hexes.distance(here, cell) > farthest_seen(bout, unit)):
        return False
    return has_sight(bout, here, cell)


@compiled
def sees(bout: Bout, unit: int, other: int) -> bool:
    """A Character has Line of Sight to another; neither is off the board. Rulebook: (A-034, A-035, A-096, A-110)."""
    cell = int(bout.table.characters[other].cell)
    return cell != NO_CELL and sees_space(bout, unit, cell)


@compiled
def can_target(bout: Bout, unit: int, other: int, least: int, most: int, needs_sight: bool) -> bool:
    """Another Character, or itself, is in Range, and seen where that is needed.

    Rulebook: (A-029, A-030, A-088, A-096).
    """
    here, there = int(bout.table.characters[unit].cell), int(bout.table.characters[other].cell)
    if here == NO_CELL or there == NO_CELL or not in_range(here, there, least, most):
        return False
    return not needs_sight or sees(bout, unit, other)


@compiled
def units_in_range(bout: Bout, unit: int, least: int, most: int, needs_sight: bool) -> int:
    """All Characters that one can target so, friend or enemy, a bit each. Rulebook: (A-029, A-030, A-091)."""
    found = 0
    for other in range(UNITS):
        found |= int(can_target(bout, unit, other, least, most, needs_sight)) << other
    return found


@compiled
def add_spaces_in_range(bout: Bout, unit: int, least: int, most: int, needs_sight: bool, out: Any) -> None:
    """Add to a set the spaces on which a Character can target whoever stands there. Rulebook: (A-029, A-030, A-091)."""
    here = int(bout.table.characters[unit].cell)
    for cell in range(SPACES):
        if here != NO_CELL and in_range(here, cell, least, most) and not cells.has(bout.options.blocked, cell):
            if not needs_sight or sees_space(bout, unit, cell):
                cells.add(out, cell)


@compiled
def has_cover(bout: Bout, unit: int, enemy: int) -> bool:
    """A Character has Cover in an attack of an enemy, or in its own attack on that enemy, with the positions as they
    are; being Dazzled changes nothing. Rulebook: (A-037, A-038, A-039, A-096).
    """
    cell, other = int(bout.table.characters[unit].cell), int(bout.table.characters[enemy].cell)
    return cell != NO_CELL and other != NO_CELL and gives_cover(bout, cell, other)
