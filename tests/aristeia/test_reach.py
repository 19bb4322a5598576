"""How far MP carry a Character (A-077 to A-080)."""

from typing import Any

import numpy as np
import pytest

from aristeia.board import Place, marks, position, real_position, there
from nexus_env.games.aristeia.rules import reach
from nexus_env.games.aristeia.rules.bout import SPACES
from nexus_env.games.aristeia.rules.geometry import beside_zone, zone_of
from nexus_env.kit.ways import FAR
from nexus_env.machine.compiled import compiled

FAR_ENOUGH = 12


@compiled
def count(bout: Any, unit: int, movement: int, may_disengage: bool, steps: Any) -> None:
    reach.count_steps(bout, unit, movement, may_disengage, steps)


def ways(bout: Any, movement: int, unit: int = 0, may_disengage: bool = False) -> Any:
    """[space] -> MP to it, or FAR."""
    steps = np.zeros(SPACES, np.int8)
    count(bout, unit, movement, may_disengage, steps)
    return steps


def to(steps: Any, *places: Place) -> list[int]:
    return [int(steps[there(place)]) for place in places]


def test_each_mp_is_one_space():
    """On an empty board 1, 6, 12 and 18 spaces lie 0, 1, 2 and 3 MP away (A-077)."""
    steps = ways(position(characters=[(0, 0)]), 3)
    assert [np.count_nonzero(steps == spent) for spent in range(5)] == [1, 6, 12, 18, 0]
    assert np.count_nonzero(ways(position(characters=[(0, 0)]), 0) != FAR) == 1


ONE_WAY_OUT = """
  #
.   #
  V   T
#   #
  #
"""


def test_ways_lead_around_what_is_not_free():
    """Blocked spaces, obstacles and Characters, friend or enemy, cannot be entered or crossed (A-078)."""
    drawn = marks(ONE_WAY_OUT)
    (target,), (way_out,), wall = drawn["T"], drawn["."], drawn["#"]
    for bout in (
        position(blocked=wall, characters=[(0, 0)]),
        position(obstacles=wall, characters=[(0, 0)]),
        position(characters=[(0, 0), *wall[:3]], blocked=wall[3:]),
    ):
        steps = ways(bout, FAR_ENOUGH)
        assert to(steps, way_out, target) == [1, 6] and to(steps, *wall) == [FAR] * len(wall)


@pytest.mark.parametrize(("may_disengage", "beyond"), [(False, FAR), (True, 3)])
def test_a_way_that_comes_beside_an_enemy_ends_there(may_disengage: bool, beyond: int):
    """Entering is free, leaving needs a roll for each step (A-079)."""
    gate = [(1, r) for r in range(-9, 9) if r != -1]
    bout = position(blocked=gate, characters=[(0, 0), None, None, None, (2, -2)])
    assert to(ways(bout, FAR_ENOUGH, may_disengage=may_disengage), (1, -1), (3, -2)) == [1, beyond]


def test_beside_an_enemy_a_character_goes_nowhere_without_a_roll():
    """A friend does not hold it (A-079)."""
    held = position(characters=[(0, 0), (0, 1), None, None, (1, 0)])
    assert np.count_nonzero(ways(held, 3) != FAR) == 1
    assert np.count_nonzero(ways(held, 3, may_disengage=True) != FAR) > 20
    free = position(characters=[(0, 0), (0, 1), None, None, (2, 0)])
    assert to(ways(free, 1), (1, 0), (-1, 0), (0, 1)) == [1, 1, FAR]


def test_off_the_board_nothing_is_reached():
    """(A-096)."""
    assert (ways(position(characters=[None]), 5) == FAR).all()


def test_maximus_needs_two_moves_to_the_central_zone():
    """From (-6,-1) it is six steps to (0,-1), and no fewer to any space of the Zone (A-EX-04)."""
    steps = ways(real_position(None, (-6, -1)), FAR_ENOUGH, unit=1)
    assert to(steps, (0, -1)) == [6]
    assert min(steps[cell] for cell in range(SPACES) if zone_of(cell) == 0) > 3


@pytest.mark.parametrize(("start", "least"), [((-2, 7), 6), ((-1, 6), 6), ((2, 5), 6)])
def test_three_spaces_beside_zone_1_are_six_steps_from_the_center(start: Place, least: int):
    """With the obstacles of Assault (A-EX-G10)."""
    assert beside_zone(there(start), 1)
    assert steps_to_center(start) == least


def test_inside_zone_1_it_is_farther():
    """No space of it is nearer than seven steps (A-EX-G10)."""
    inside = [(q, r) for q in range(-1, 2) for r in range(6, 9) if zone_of(there((q, r))) == 1]
    assert len(inside) == 7
    assert min(steps_to_center(place) for place in inside) == 7


def steps_to_center(start: Place) -> int:
    steps = ways(real_position(start), FAR_ENOUGH)
    return min(int(steps[cell]) for cell in range(SPACES) if zone_of(cell) == 0 and steps[cell] != FAR)
