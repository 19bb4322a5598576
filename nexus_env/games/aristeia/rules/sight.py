"""Line of Sight, Cover, and the possible targets of a Character.

A view is 36 segments, from each corner of the viewer's space to each corner of the target's: see `kit.sight`.

Rulebook: (A-029 to A-041).
"""

from enum import IntEnum, unique

from nexus_env.games.aristeia.rules.bout import SPACE_WORDS, Bout
from nexus_env.games.aristeia.rules.geometry import in_range
from nexus_env.games.aristeia.rules.states import bears_tokens, farthest_seen
from nexus_env.kit import cells, hexes
from nexus_env.kit.sight import CORNERS, best_free, cut, free_from
from nexus_env.kit.units import NO_CELL
from nexus_env.machine.compiled import compiled

ALL = len(CORNERS)  # corners of a space, and segments from one corner
ENOUGH = 2  # free segments from one corner that make a Line of Sight
COVER_FROM = 2  # the least distance at which there is Cover


@unique
class View(IntEnum):
    """The quality of a view. Rulebook: (A-034)."""

    BLOCKED = 0
    LIMITED = 1
    CLEAR = 2


# --- between spaces ---------------------------------------------------------------------------------------------------


@compiled
def obstructed(bout: Bout, one: int, other: int, over_obstacles: bool, beside: int) -> int:
    """The segments from one space to another that are obstructed, one bit each, six for each corner of the first.

    Spaces are hexagons; their inside, or two of their corners, obstruct. Blocked spaces obstruct, spaces with a
    Character, and those with an obstacle unless `over_obstacles`. If `beside` is a space, only those adjacent to it
    count; `cells.NONE` means all.

    Rulebook: (A-031, A-032, A-033, A-039).
    """
    found = 0
    for word in range(SPACE_WORDS):
        standing = int(bout.options.blocked[word]) | int(bout.table.occupied[word])
        if not over_obstacles:
            standing |= int(bout.options.obstacles[word])
        found |= cut(one, other, standing, word, beside)
    return found


@compiled
def corners_seen(bout: Bout, one: int, other: int) -> int:
    """The number of corners of another space that are visible from the best corner of the own. Rulebook: (A-034)."""
    return best_free(obstructed(bout, one, other, over_obstacles=True, beside=cells.NONE))


@compiled
def view_of(bout: Bout, one: int, other: int) -> int:
    """The quality of the view from one space to another. Rulebook: (A-034, A-035)."""
    seen = corners_seen(bout, one, other)
    if seen < ENOUGH:
        return View.BLOCKED
    return View.CLEAR if seen == ALL else View.LIMITED


@compiled
def has_sight(bout: Bout, one: int, other: int) -> bool:
    """The view from one space to another is Clear or Limited; adjacent spaces always see each other.

    Rulebook: (A-034, A-035).
    """
    return corners_seen(bout, one, other) >= ENOUGH


@compiled
def gives_cover(bout: Bout, cell: int, enemy: int) -> bool:
    """A Character on a space has Cover against an enemy on another one.

    It has Cover if from none of the enemy's best corners, those that see most of the space, the view is free of
    obstructions adjacent to that space, including obstacles.

    Rulebook: (A-037, A-038, A-039, A-041).
    """
    if hexes.distance(cell, enemy) < COVER_FROM:
        return False
    segments = obstructed(bout, enemy, cell, over_obstacles=False, beside=cells.NONE)
    best = best_free(segments)
    if best == ALL:
        return False
    # Ruling: the same test holds if obstacles leave less than Line of Sight.
    # Ruling: the enemy looks from a corner that denies the Cover, if there is one.
    beside = obstructed(bout, enemy, cell, over_obstacles=False, beside=cell)
    for corner in range(ALL):
        if free_from(segments, corner) == best and free_from(beside, corner) == ALL:
            return False
    return True


# --- between Characters -----------------------------------------------------------------------------------------------


@compiled
def sees_space(bout: Bout, unit: int, cell: int) -> bool:
    """A Character on the board has Line of Sight to a space; a Dazzled one only to near spaces.

    Rulebook: (A-034, A-035, A-110).
    """
    one = bout.table.characters[unit]
    here = int(one.cell)
    if here == NO_CELL or (bears_tokens(one) and hexes.distance(here, cell) > farthest_seen(bout, unit)):
        return False
    return has_sight(bout, here, cell)


@compiled
def sees(bout: Bout, unit: int, other: int) -> bool:
    """A Character has Line of Sight to another; both are on the board. Rulebook: (A-034, A-035, A-096, A-110)."""
    cell = int(bout.table.characters[other].cell)
    return cell != NO_CELL and sees_space(bout, unit, cell)


@compiled
def can_target(bout: Bout, unit: int, other: int, least: int, most: int, needs_sight: bool) -> bool:
    """Another Character, or itself, is in Range, and seen if that is needed.

    Rulebook: (A-029, A-030, A-088, A-096).
    """
    here, there = int(bout.table.characters[unit].cell), int(bout.table.characters[other].cell)
    if here == NO_CELL or there == NO_CELL or not in_range(here, there, least, most):
        return False
    return not needs_sight or sees(bout, unit, other)


@compiled
def has_cover(bout: Bout, unit: int, enemy: int) -> bool:
    """A Character has Cover in an attack of an enemy, or in its own attack on that enemy, in the current positions.

    Dazzled makes no difference.

    Rulebook: (A-037, A-038, A-039, A-096).
    """
    cell, other = int(bout.table.characters[unit].cell), int(bout.table.characters[enemy].cell)
    return cell != NO_CELL and other != NO_CELL and gives_cover(bout, cell, other)
