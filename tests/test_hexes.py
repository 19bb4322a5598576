"""Boards of hexagons: numbers, neighbors, distances, rows, rings, lines; compiled and plain against plain geometry."""

from itertools import pairwise
from math import dist, sqrt
from typing import Any

import numpy as np
import pytest

from nexus_env.kit import hexes
from nexus_env.kit.hexes import (
    CELL_Q,
    CELL_R,
    CELLS,
    DIRECTIONS,
    FLAT,
    OFF,
    POINTY,
    angle_of,
    cells_within,
    center_of,
    polygon_of,
)
from nexus_env.machine.compiled import PLAIN, compiled

BOARD = cells_within(3 if PLAIN else 9)


@compiled
def measure(cells: int, distances: Any, directions: Any) -> None:
    """[one, other] -> steps and direction between them."""
    for one in range(cells):
        for other in range(cells):
            distances[one, other] = hexes.distance(one, other)
            directions[one, other] = hexes.direction_to(one, other)


@compiled
def step(cells: int, neighbors: Any) -> None:
    """[cell, direction] -> the neighbor on a board of so many cells."""
    for cell in range(cells):
        for direction in range(DIRECTIONS):
            neighbors[cell, direction] = hexes.neighbor(cell, direction, cells)


@compiled
def draw_line(one: int, other: int, leaning: int, line: Any) -> None:
    for nth in range(len(line)):
        line[nth] = hexes.line_cell(one, other, nth, leaning)


@compiled
def draw_ring(center: int, radius: int, cells: int, ring: Any) -> None:
    for nth in range(len(ring)):
        ring[nth] = hexes.ring_cell(center, radius, nth, cells)


def measured() -> tuple[Any, Any]:
    distances, directions = np.zeros((BOARD, BOARD), np.int64), np.zeros((BOARD, BOARD), np.int64)
    measure(BOARD, distances, directions)
    return distances, directions


def test_a_board_of_nine_rings_has_271_cells_with_a_number_each() -> None:
    assert [cells_within(radius) for radius in (0, 1, 2, 9)] == [1, 7, 19, 271] and len(CELL_Q) == CELLS == 271
    assert len(set(zip(CELL_Q.tolist(), CELL_R.tolist(), strict=True))) == CELLS
    assert [hexes.cell_at(int(q), int(r), CELLS) for q, r in zip(CELL_Q, CELL_R, strict=True)] == list(range(CELLS))
    assert hexes.cell_at(10, 0, CELLS) == hexes.cell_at(9, 9, CELLS) == hexes.cell_at(2, 0, 7) == OFF


@pytest.mark.parametrize("radius", [1, 2, 3])
def test_neighbors_are_those_whose_centers_are_one_step_away(radius: int) -> None:
    cells = cells_within(radius)
    neighbors = np.zeros((cells, DIRECTIONS), np.int64)
    step(cells, neighbors)
    for cell in range(cells):
        beside = {other for other in range(cells) if abs(dist(center_of(cell), center_of(other)) - sqrt(3)) < 0.01}
        assert set(neighbors[cell].tolist()) - {OFF} == beside
    assert [(neighbors[0, side], FLAT[side]) for side in range(DIRECTIONS)] == list(zip(range(1, 7), FLAT, strict=True))


def test_distances_are_those_of_the_shortest_ways() -> None:
    distances, _ = measured()
    neighbors = np.zeros((BOARD, DIRECTIONS), np.int64)
    step(BOARD, neighbors)
    for start in (0, 5, BOARD - 1):
        found, edge = {start: 0}, [start]
        while edge:
            cell = edge.pop(0)
            for other in neighbors[cell].tolist():
                if other != OFF and other not in found:
                    found[other] = found[cell] + 1
                    edge.append(other)
        assert distances[start].tolist() == [found[cell] for cell in range(BOARD)]
    assert (distances == distances.T).all()


def test_a_direction_leads_to_the_cell_that_lies_in_it() -> None:
    distances, directions = measured()
    for one in range(0, BOARD, 5):
        for other in range(BOARD):
            on, cell = directions[one, other], one
            for _ in range(distances[one, other] if on != OFF else 0):
                cell = hexes.neighbor(cell, int(on), CELLS)
            assert (cell == other) == (on != OFF) or one == other
    assert directions[0, 0] == OFF


@pytest.mark.parametrize("leaning", [1, -1])
def test_a_line_goes_step_by_step_and_stays_near_the_straight_one(leaning: int) -> None:
    distances, _ = measured()
    for one in range(0, BOARD, 4):
        for other in range(0, BOARD, 3):
            line = np.zeros(distances[one, other] + 1, np.int64)
            draw_line(one, other, leaning, line)
            assert (line[0], line[-1]) == (one, other)
            assert all(distances[here, there] == 1 for here, there in pairwise(line))
            for nth, cell in enumerate(line.tolist()):
                part = nth / max(1, len(line) - 1)
                (x, y), (to_x, to_y) = center_of(one), center_of(other)
                straight = x + part * (to_x - x), y + part * (to_y - y)
                assert dist(center_of(cell), straight) <= 1.001, "within the hexagon"


def test_a_line_along_an_edge_leans_to_either_side() -> None:
    two_steps = next(other for other in range(7, 19) if hexes.direction_to(0, other) == OFF)
    lines = [np.zeros(3, np.int64) for _ in range(2)]
    draw_line(0, two_steps, 1, lines[0])
    draw_line(0, two_steps, -1, lines[1])
    assert lines[0][1] != lines[1][1] and {hexes.distance(int(line[1]), two_steps) for line in lines} == {1}


@pytest.mark.parametrize(("center", "radius"), [(0, 0), (0, 1), (0, 2), (3, 1), (3, 2), (18, 2)])
def test_a_ring_is_all_cells_at_one_distance(center: int, radius: int) -> None:
    ring = np.zeros(max(1, 6 * radius), np.int64)
    draw_ring(center, radius, 19, ring)
    expected = {cell for cell in range(19) if hexes.distance(center, cell) == radius}
    on_board = [cell for cell in ring.tolist() if cell != OFF]
    assert set(on_board) == expected and len(on_board) == len(expected)


@pytest.mark.parametrize("pointy", [False, True])
def test_polygons_tile_the_plane_and_directions_point_to_the_neighbors(pointy: bool) -> None:
    def middle(one: int, other: int) -> tuple[float, float]:
        (x, y), (to_x, to_y) = center_of(one, pointy=pointy), center_of(other, pointy=pointy)
        return (x + to_x) / 2, (y + to_y) / 2

    for cell in range(7):
        corners = polygon_of(cell, pointy=pointy)
        assert len(corners) == 6
        assert all(abs(dist(corner, center_of(cell, pointy=pointy)) - 1) < 0.001 for corner in corners)
    shared = [set(polygon_of(0, pointy=pointy)), set(polygon_of(1, pointy=pointy))]
    assert sum(min(dist(corner, other) for other in shared[1]) < 0.001 for corner in shared[0]) == 2
    for direction in range(DIRECTIONS):
        x, y = middle(0, 1 + direction)
        angle = np.degrees(np.arctan2(x, -y)) % 360
        assert abs(angle - angle_of(direction, pointy=pointy)) < 0.01
        name = (POINTY if pointy else FLAT)[direction]
        assert ("n" in name) == (y < -0.01) and ("s" in name) == (y > 0.01)
        assert ("e" in name) == (x > 0.01) and ("w" in name) == (x < -0.01)
