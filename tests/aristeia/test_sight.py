"""Line of Sight and Cover (A-029 to A-041), drawn by hand and compared with a walk along every segment."""

import random
from typing import Any

import numpy as np
import pytest

from aristeia import plain_sight
from aristeia.board import Place, marks, position, real_position, there
from nexus_env.games.aristeia.cards.verbs import State
from nexus_env.games.aristeia.rules import sight
from nexus_env.games.aristeia.rules.bout import NO_CELL, SPACE_WORDS, SPACES, UNITS
from nexus_env.games.aristeia.rules.geometry import in_range
from nexus_env.games.aristeia.rules.sight import View
from nexus_env.kit import cells, hexes
from nexus_env.kit import sight as sight_tables
from nexus_env.machine.compiled import compiled


@compiled
def look(bout: Any, viewers: Any, targets: Any, out: Any) -> None:
    """[n] -> corners seen, the view, whether there is Line of Sight, and whether the viewer has Cover."""
    for n in range(len(viewers)):
        one, other = int(viewers[n]), int(targets[n])
        out[n, 0], out[n, 1] = sight.corners_seen(bout, one, other), sight.view_of(bout, one, other)
        out[n, 2], out[n, 3] = sight.has_sight(bout, one, other), sight.gives_cover(bout, one, other)


@compiled
def look_around(bout: Any, unit: int, least: int, most: int, out: Any, spaces: Any, seen: Any) -> None:
    """Whom a Character can target with and without sight; whom it sees; against whom it has Cover."""
    here = int(bout.table.characters[unit].cell)
    for cell in range(SPACES):
        if here != NO_CELL and in_range(here, cell, least, most) and sight.sees_space(bout, unit, cell):
            cells.add(spaces, cell)
    for other in range(UNITS):
        out[0] |= int(sight.can_target(bout, unit, other, least, most, needs_sight=True)) << other
        out[1] |= int(sight.can_target(bout, unit, other, least, most, needs_sight=False)) << other
        seen[0, other], seen[1, other] = sight.sees(bout, unit, other), sight.has_cover(bout, unit, other)


def looked(bout: Any, viewer: Place, target: Place, at: Place = (0, 0)) -> tuple[int, View, bool]:
    """Corners seen, the view, and whether the viewer has Cover against somebody on the target."""
    out = np.zeros((1, 4), np.int64)
    look(bout, np.array([there(viewer, at)]), np.array([there(target, at)]), out)
    seen, view, sees, cover = out[0].tolist()
    assert sees == (view != View.BLOCKED)
    return seen, View(view), bool(cover)


class Around:
    """What a Character sees, in a Range."""

    def __init__(self, bout: Any, unit: int, least: int, most: int) -> None:
        out, self.spaces, seen = np.zeros(2, np.int64), np.zeros(SPACE_WORDS, np.int64), np.zeros((2, UNITS), np.int64)
        look_around(bout, unit, least, most, out, self.spaces, seen)
        self.seen_targets, self.targets = ({n for n in range(UNITS) if (int(part) >> n) & 1} for part in out)
        self.sees, self.cover = (set(np.flatnonzero(row).tolist()) for row in seen)


# --- Line of Sight ----------------------------------------------------------------------------------------------------

NEXT = """
V
  T
"""
TWO_APART = """
V
  .
    T
"""
ONE_BETWEEN = """
V
  #
    T
"""
LAST_OF_THREE = """
V
  .
    #
      T
"""
BESIDE_BORDER = """
V   T
  #
"""
GATE_OF_TWO = """
  #
V   T
  #
"""
BENT = """
V
  #   T
"""
DOWN_BORDER = """
V
  #
.
  T
"""
DOWN_GATE = """
V
  #
#
  T
"""
SCRIPT = [
    (NEXT, 6, View.CLEAR),
    (TWO_APART, 6, View.CLEAR),
    (ONE_BETWEEN, 1, View.BLOCKED),
    (LAST_OF_THREE, 1, View.BLOCKED),
    (BESIDE_BORDER, 5, View.LIMITED),
    (GATE_OF_TWO, 0, View.BLOCKED),
    (BENT, 5, View.LIMITED),
    (DOWN_BORDER, 5, View.LIMITED),
    (DOWN_GATE, 0, View.BLOCKED),
]
"""A-EX-G01 to G07. In the fifth and the eighth the line of the centers runs along a border: one side alone does not
block it, both do.
"""


@pytest.mark.parametrize(("drawing", "corners", "view"), SCRIPT)
def test_what_stands_between_hides(drawing: str, corners: int, view: View):
    """Blocked spaces and Characters of either team alike; over an obstacle one sees all (A-032, A-033, A-034)."""
    drawn = marks(drawing)
    between, (target,) = drawn.get("#", []), drawn["T"]
    seen = [
        looked(position(blocked=between), (0, 0), target)[:2],
        looked(position(characters=between), (0, 0), target)[:2],
        looked(position(characters=[None] * 4 + between), (0, 0), target)[:2],
    ]
    assert seen == [(corners, view)] * 3
    assert looked(position(obstacles=between), (0, 0), target)[:2] == (6, View.CLEAR)


def test_the_way_back_may_be_seen_worse():
    """From (0,0) five corners of (3,-1), from there only two of (0,0): both Limited (A-035, A-EX-G06)."""
    drawn = marks(BENT)
    bout, (target,) = position(blocked=drawn["#"]), drawn["T"]
    assert target == (3, -1)
    assert [looked(bout, (0, 0), target)[0], looked(bout, target, (0, 0))[0]] == [5, 2]


def test_adjacent_spaces_see_each_other_whatever_is_around():
    """(A-035)."""
    around = [place for place in plain_around((0, 0), 3) if place != (0, 0)]
    bout = position(blocked=around)
    for target in plain_around((0, 0), 1):
        seen, view, cover = looked(bout, (0, 0), target)
        assert seen == (4 if target == (0, 0) else 5) and view == View.LIMITED and not cover
    assert all(
        looked(bout, (0, 0), target)[1] == View.BLOCKED for target in around if plain_sight.steps(target, (0, 0)) > 1
    )


def test_who_looks_and_who_is_looked_at_hide_nothing():
    """Both spaces hold Characters, or are Blocked (A-032)."""
    assert looked(position(characters=[(0, 0), (2, 0)]), (0, 0), (2, 0))[0] == 6
    assert looked(position(blocked=[(0, 0), (2, 0)]), (0, 0), (2, 0))[0] == 6


def test_a_wall_along_the_line_hides_only_what_is_behind_it():
    """A row of Blocked spaces beside the row along which one looks leaves a Limited view."""
    wall = [(q, -1) for q in range(1, 5)]
    seen = [looked(position(blocked=wall), (0, 0), (q, 0))[0] for q in range(1, 5)]
    assert seen == [6, 5, 5, 5]
    assert (
        looked(position(blocked=wall), (0, 0), (4, -3))[1]
        == looked(position(blocked=wall), (0, 0), (3, -2))[1]
        == View.BLOCKED
    )


def test_three_zones_do_not_see_the_center():
    """On the real board without Characters: from the centers of Zones 1, 4 and 5 no corner of (0,0) (A-EX-G09)."""
    bout = real_position()
    assert [looked(bout, center, (0, 0))[:2] for center in ((0, 7), (0, -7), (7, -7))] == [(0, View.BLOCKED)] * 3


def test_sight_does_not_change_when_the_board_is_turned_or_mirrored():
    """Nor when all of it stands elsewhere."""
    rng = random.Random(5)
    places = [place for place in plain_around((0, 0), 4) if place != (0, 0)]
    for _ in range(10):
        target, *between = rng.sample(places, 9)
        expected = looked(position(blocked=between), (0, 0), target)
        for _ in range(6):
            target, *between = [(-r, q + r) for q, r in (target, *between)]
            assert looked(position(blocked=between, at=(2, -5)), (0, 0), target, at=(2, -5)) == expected
        target, *between = [(r, q) for q, r in (target, *between)]
        assert looked(position(blocked=between), (0, 0), target) == expected


# --- the tables -------------------------------------------------------------------------------------------------------


def test_the_tables_agree_with_a_walk_along_each_segment():
    """Every space around every target near by: the 36 segments one by one (A-032)."""
    for q, r in ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (5, 0)):
        table = iter(sight_tables.table_of(q, r).tolist())
        for place in [(column, row) for column in range(-1, q + 2) for row in range(-1, r + 2)]:
            expected = plain_sight.cut_segments((0, 0), (q, r), {place})
            assert next(table) == sum(bool(cut) << n for n, cut in enumerate(expected.values())), (q, r, place)


def test_every_displacement_has_its_way_through_a_table():
    """Viewer and target stand where nothing is ever obstructed in a table: all 1027 of them (A-032)."""
    reach, found = sight_tables.REACH, 0
    for right in range(-reach, reach + 1):
        for down in range(-reach, reach + 1):
            if abs(right + down) <= reach:
                first, along_q, along_r = sight_tables.WAYS[right + reach, down + reach].tolist()
                for place in (first, first + along_q * right + along_r * down):
                    assert sight_tables.OBSTRUCTED[place] == 0
                found += 1
    assert found == hexes.cells_within(reach) == 1027


def test_sight_and_cover_agree_with_a_walk_anywhere_on_a_crowded_board():
    """Random boards, near and far (A-034, A-039)."""
    rng = random.Random(3)
    places = [(int(q), int(r)) for q, r in zip(hexes.CELL_Q, hexes.CELL_R, strict=True)]
    covered = 0
    for crowd in (20, 40, 80):
        standing = rng.sample(places, crowd)
        parts = standing[8 : crowd // 2], standing[crowd // 2 :], standing[:8]
        bout = position(*parts)
        for far in (2, 3, 4, 6, 12):
            viewer = rng.choice(places)
            target = rng.choice([place for place in places if plain_sight.steps(place, viewer) <= far])
            hiding = {*parts[0], *parts[2]}
            seen, _, cover = looked(bout, viewer, target)
            assert seen == plain_sight.seen(viewer, target, hiding), (viewer, target)
            assert cover == plain_sight.covered(viewer, target, hiding | set(parts[1])), (viewer, target)
            covered += cover
    assert 0 < covered < 20


# --- Cover ------------------------------------------------------------------------------------------------------------

NOTHING_NEAR = """
V
  .
    .
      T
"""
BEHIND_OBSTACLE = """
V   .   T
  o
"""
OBSTACLE_BEHIND_ENEMY_SIDE = """
V   .   T
      o
"""
BETWEEN_BOTH = """
V
  o
    T
"""
HALF_WAY_AND_BESIDE = """
  o
V

.
  o
.

    T
"""


@pytest.mark.parametrize(
    ("drawing", "mine", "theirs"),
    [
        (NOTHING_NEAR, False, False),
        (BEHIND_OBSTACLE, True, False),
        (OBSTACLE_BEHIND_ENEMY_SIDE, False, True),
        (BETWEEN_BOTH, True, True),
    ],
)
def test_cover_is_what_stands_beside_a_character_and_in_the_way(drawing: str, mine: bool, theirs: bool):
    """An obstacle, a Blocked space and a Character cover alike (A-037, A-038, A-039)."""
    drawn = marks(drawing)
    (target,), beside = drawn["T"], drawn.get("o", [])
    for bout in (position(obstacles=beside), position(blocked=beside), position(characters=beside)):
        assert looked(bout, (0, 0), target)[2] == mine
        assert looked(bout, target, (0, 0))[2] == theirs


def test_an_obstacle_that_hides_all_gives_cover_and_leaves_the_sight():
    """With the obstacle counted the view would be Blocked; Cover is judged all the same (A-041)."""
    bout = position(obstacles=marks(BETWEEN_BOTH)["o"])
    assert looked(bout, (0, 0), (2, 0)) == (6, View.CLEAR, True)


def test_there_is_no_cover_between_neighbors():
    """(A-037): at distance 1 there is none, whatever stands around."""
    around = [place for place in plain_around((0, 0), 2) if place not in ((0, 0), (1, 0))]
    assert not looked(position(obstacles=around), (0, 0), (1, 0))[2]
    assert looked(position(obstacles=around), (0, 0), (2, 0))[2]


def test_the_enemy_picks_the_corner_that_denies_the_cover():
    """All corners of the enemy show as little; from some nothing beside the Character is in the way (A-039)."""
    drawn = marks(HALF_WAY_AND_BESIDE)
    (target,), (beside, between) = drawn["T"], drawn["o"]
    cut = plain_sight.cut_segments(target, (0, 0), {beside, between})
    in_the_way = [any(beside in cut[corner, to] for to in range(6)) for corner in range(6)]
    assert plain_sight.counts(cut) == [0] * 6 and 0 < sum(in_the_way) < 6
    assert looked(position(obstacles=[beside, between]), (0, 0), target) == (6, View.CLEAR, False)


# --- the example round ------------------------------------------------------------------------------------------------

HEXX3R, MAXIMUS, LUNAH, PARVATI, BILL, GATA, EIGHT_BALL, MUSHASHI = range(UNITS)


def test_in_the_open_neither_has_cover():
    """8-Ball at (2,0) attacks Maximus at (0,-1): Clear, no Cover for either (A-EX-05)."""
    bout = real_position((-7, -1), (0, -1), (-8, 2), (-6, 1), (7, -1), (6, 0), (2, 0), (6, 1))
    assert looked(bout, (2, 0), (0, -1)) == (6, View.CLEAR, False)
    assert MAXIMUS in Around(bout, EIGHT_BALL, 1, 3).seen_targets
    assert not Around(bout, MAXIMUS, 1, 3).cover & {EIGHT_BALL}


def test_wild_bill_and_hexx3r_both_have_cover():
    """From (3,-1) past two Characters to (-2,-2), six spaces away: Limited (A-EX-19)."""
    bout = real_position((-2, -2), (1, 0), (-8, 2), (-6, 1), (3, -1), (6, 0), (2, 0), (-1, 0))
    assert looked(bout, (3, -1), (-2, -2))[1] == View.LIMITED
    assert HEXX3R in Around(bout, BILL, 2, 6).seen_targets
    assert HEXX3R in Around(bout, BILL, 2, 6).cover and BILL in Around(bout, HEXX3R, 1, 3).cover


def test_lunah_aims_across_the_board_from_cover():
    """From (-8,2) at Mushashi at (-1,0), seven spaces away: Limited, Cover for both (A-EX-27)."""
    bout = real_position(None, (1, 0), (-8, 2), (-1, -1), (3, -1), (6, 0), (2, 0), (-1, 0))
    assert looked(bout, (-8, 2), (-1, 0))[1] == View.LIMITED
    lunah = Around(bout, LUNAH, 3, 8)
    assert MUSHASHI in lunah.seen_targets and MUSHASHI in lunah.cover
    assert LUNAH in Around(bout, MUSHASHI, 1, 1).cover


def test_nobody_is_left_in_range_for_lunah():
    """When Mushashi is gone too, the nearest enemy is ten spaces away (A-EX-30)."""
    bout = real_position(None, (1, 0), (-8, 2), (-1, -1), (3, -1), (6, 0), (2, 0), None)
    assert not Around(bout, LUNAH, 3, 8).targets & {BILL, GATA, EIGHT_BALL, MUSHASHI}


# --- Characters -------------------------------------------------------------------------------------------------------


def test_a_target_lies_in_range_and_is_on_the_board():
    """With Line of Sight or without (A-029, A-030, A-096)."""
    bout = position(blocked=[(1, 0)], characters=[(0, 0), (2, 0), None, (0, 1), (0, 3), (0, -8)])
    here = Around(bout, 0, 0, 3)
    assert here.targets == {0, 1, 3, 4} and here.seen_targets == {0, 3}
    assert Around(bout, 0, 2, 8).targets == {1, 4, 5}
    assert Around(bout, 2, 0, 8).targets == set(), "off the board"


def test_a_dazzled_character_sees_its_neighbors_alone():
    """On either side of the token; others see it, and its Cover is what it was (A-039, A-110)."""
    bout = position(obstacles=[(1, 0)], characters=[(0, 0), (0, 1), (0, 2), (0, -3), (2, 0)])
    free = Around(bout, 0, 0, 8)
    assert free.sees == {0, 1, 3, 4} and free.cover == {2, 4}
    for side in (bout.table.characters[0].red, bout.table.characters[0].blue):
        side[State.DAZZLED] = 1
        dazzled = Around(bout, 0, 0, 8)
        assert dazzled.sees == {0, 1} and dazzled.seen_targets == {0, 1} and dazzled.targets == {0, 1, 2, 3, 4}
        assert dazzled.cover == free.cover
        assert cells.count(dazzled.spaces) == 7
        assert 0 in Around(bout, 3, 0, 8).sees
        side[State.DAZZLED] = 0


def test_the_spaces_in_range_that_are_seen_are_not_hidden():
    """Two Blocked spaces hide those behind them (A-029, A-034)."""
    bout = position(blocked=[(1, 0), (-1, 2)], characters=[(0, 0)])
    found = Around(bout, 0, 1, 2).spaces
    expected = {
        there(place)
        for place in plain_around((0, 0), 2)
        if place != (0, 0) and plain_sight.seen((0, 0), place, {(1, 0), (-1, 2)}) >= 2
    }
    assert {cell for cell in range(SPACES) if cells.has(found, cell)} == expected
    assert there((2, 0)) not in expected


def plain_around(center: Place, radius: int) -> list[Place]:
    """The spaces up to a distance."""
    reach = range(-radius, radius + 1)
    return [(center[0] + q, center[1] + r) for q in reach for r in reach if abs(q + r) <= radius]
