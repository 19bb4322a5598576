"""The board: its spaces, distances, Zones and what is Blocked (A-020 to A-029)."""

from typing import Any

import numpy as np
import pytest

from aristeia.board import Place, real_marks, real_position, there
from nexus_env.games.aristeia.cards import stock
from nexus_env.games.aristeia.rules import geometry
from nexus_env.games.aristeia.rules.bout import CENTRAL, NO_ZONE, SPACES, ZONES, Options
from nexus_env.games.aristeia.rules.geometry import CENTERS, space
from nexus_env.kit import cells, hexes
from nexus_env.machine.compiled import compiled

NAMES = "C123456"


@compiled
def survey(zones: Any, beside: Any, opposites: Any) -> None:
    """What the board says of every space and every Zone."""
    for cell in range(SPACES):
        zones[cell] = geometry.zone_of(cell)
        for zone in range(ZONES):
            beside[cell, zone] = geometry.beside_zone(cell, zone)
    for zone in range(ZONES):
        opposites[zone] = geometry.opposite(zone)


@compiled
def ranges(one: int, least: int, most: int, out: Any) -> None:
    for cell in range(SPACES):
        out[cell] = geometry.in_range(one, cell, least, most)


class Survey:
    zones, opposites = np.zeros(SPACES, np.int64), np.zeros(ZONES, np.int64)
    beside = np.zeros((SPACES, ZONES), np.int64)


@pytest.fixture(scope="module")
def board() -> Survey:
    survey(Survey.zones, Survey.beside, Survey.opposites)
    return Survey()


def numbers(places: list[Place]) -> set[int]:
    return {there(place) for place in places}


def test_the_board_is_a_hexagon_of_271_spaces():
    """Nine rings around the center; beyond them there is nothing (A-020)."""
    places = {(q, r) for q in range(-12, 13) for r in range(-12, 13) if space(q, r) != hexes.OFF}
    assert len(places) == SPACES == 271
    assert places == {(q, r) for q, r in places if max(abs(q), abs(r), abs(q + r)) <= 9}
    assert {space(q, r) for q, r in places} == set(range(SPACES))


def test_a_space_in_the_middle_has_six_neighbors_and_a_corner_three():
    """(A-020)."""
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert set(hexes.NEIGHBORS[there((0, 0))].tolist()) == numbers(around)
    assert sorted(hexes.NEIGHBORS[there((0, -9))].tolist())[:4] == [hexes.OFF, hexes.OFF, hexes.OFF, there((0, -8))]


@pytest.mark.parametrize(
    ("one", "other", "steps"), [((2, 0), (-1, 0), 3), ((3, -1), (-2, -2), 6), ((-8, 2), (-1, 0), 7)]
)
def test_distance_is_counted_across_whatever_lies_between(one: Place, other: Place, steps: int):
    """8-Ball to Maximus, Wild Bill to hEXx3r, Lunah to Mushashi in the example round (A-021)."""
    assert hexes.distance(there(one), there(other)) == steps


def test_a_range_has_two_ends_and_the_own_space_is_range_0():
    """(A-029)."""
    seen = np.zeros(SPACES, np.int64)
    for least, most, count in ((0, 0, 1), (1, 1, 6), (2, 6, 120), (3, 8, 198)):
        ranges(there((0, 0)), least, most, seen)
        assert seen.sum() == count and seen[there((0, 0))] == (least == 0)


def test_there_are_seven_zones_of_seven_spaces(board: Survey):
    """Where the picture of the board has them (A-022)."""
    drawn = real_marks()
    for zone, name in enumerate(NAMES):
        inside = set(np.flatnonzero(board.zones == zone).tolist())
        center = there(CENTERS[zone])
        assert inside == {center, *hexes.NEIGHBORS[center].tolist()}
        assert numbers(drawn[name]) <= inside and len(inside) == 7
    assert np.count_nonzero(board.zones == NO_ZONE) == SPACES - 7 * ZONES


def test_a_character_beside_a_zone_is_not_inside_it(board: Survey):
    """(A-028): (-2,7), (-1,6) and (2,5) are adjacent to Zone 1, Lunah at (-8,2) is to Zone 3."""
    for place, zone in (((-2, 7), 1), ((-1, 6), 1), ((2, 5), 1), ((-8, 2), 3)):
        assert board.beside[there(place), zone] and board.zones[there(place)] == NO_ZONE
    for cell in range(SPACES):
        for zone in range(ZONES):
            near = any(board.zones[other] == zone for other in hexes.NEIGHBORS[cell].tolist() if other != hexes.OFF)
            assert board.beside[cell, zone] == (near and board.zones[cell] != zone)


def test_opposite_zones_lie_half_a_turn_apart(board: Survey):
    """1 and 4, 2 and 5, 3 and 6 (A-023)."""
    assert board.opposites[1:].tolist() == [4, 5, 6, 1, 2, 3] and board.opposites[CENTRAL] == CENTRAL
    for zone, center in enumerate(CENTERS):
        assert board.zones[there((-center[0], -center[1]))] == board.opposites[zone]


def test_the_stock_has_the_board_of_the_picture():
    """28 Blocked spaces, of which two are disputed, and five obstacles for Assault (A-024, A-025, A-026)."""
    drawn, bout = real_marks(), real_position()
    assert [cell for cell in range(SPACES) if cells.has(bout.options.blocked, cell)] == sorted(numbers(drawn["#"]))
    assert [cell for cell in range(SPACES) if cells.has(bout.options.obstacles, cell)] == sorted(numbers(drawn["o"]))
    assert len(drawn["#"]) == 28


@pytest.mark.parametrize("scenario", ["assault", "conquest", "king of the hill", "scorched earth"])
def test_obstacles_of_a_scenario_stand_on_free_spaces(scenario: str):
    """Five of them, none on a Blocked space (A-026, A-027)."""
    row = np.zeros(1, Options.dtype)
    stock.load().lay(row)
    stock.load().lay_scenario(row, scenario)
    assert cells.count(row["obstacles"][0]) == 5
    assert not (row["obstacles"] & row["blocked"]).any()
