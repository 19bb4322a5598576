"""Boards of hexagons: numbers, neighbors, distances, rings; compiled and plain against plain geometry."""

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
    cells_within,
    center_of,
    polygon_of,
)
from nexus_env.machine.compiled import PLAIN, compiled

BOARD = cells_within(3 if PLAIN else 9)


@compiled
def measure(cells: int, distances: Any) -> None:
    """[one, other] -> steps between them."""
    for one in range(cells):
        for other in range(cells):
            distances[one, other] = hexes.distance(one, other)


@compiled
def step(cells: int, neighbors: Any) -> None:
    """[cell, direction] -> the neighbor on a board of so many cells."""
    for cell in range(cells):
        for direction in range(DIRECTIONS):
            neighbors[cell, direction] = hexes.neighbor(cell, direction, cells)


@compiled
def draw_ring(center: int, radius: int, cells: int, ring: Any) -> None:
    for nth in range(len(ring)):
        ring[nth] = hexes.ring_cell(center, radius, nth, cells)


def measured() -> Any:
    distances = np.zeros((BOARD, BOARD), np.int64)
    measure(BOARD, distances)
    return distances


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
    distances = measured()
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


@pytest.mark.parametrize(("center", "radius"), [(0, 0), (0, 1), (0, 2), (3, 1), (3, 2), (18, 2)])
def test_a_ring_is_all_cells_at_one_distance(center: int, radius: int) -> None:
    ring = np.zeros(max(1, 6 * radius), np.int64)
    draw_ring(center, radius, 19, ring)
    expected = {cell for cell in range(19) if hexes.distance(center, cell) == radius}
    on_board = [cell for cell in ring.tolist() if cell != OFF]
    assert set(on_board) == expected and len(on_board) == len(expected)


def test_polygons_tile_the_plane_and_directions_point_to_the_neighbors() -> None:
    def middle(one: int, other: int) -> tuple[float, float]:
        (x, y), (to_x, to_y) = center_of(one), center_of(other)
        return (x + to_x) / 2, (y + to_y) / 2

    for cell in range(7):
        corners = polygon_of(cell)
        assert len(corners) == 6
        assert all(abs(dist(corner, center_of(cell)) - 1) < 0.001 for corner in corners)
    shared = [set(polygon_of(0)), set(polygon_of(1))]
    assert sum(min(dist(corner, other) for other in shared[1]) < 0.001 for corner in shared[0]) == 2
    for direction in range(DIRECTIONS):
        x, y = middle(0, 1 + direction)
        assert abs(np.degrees(np.arctan2(x, -y)) % 360 - 60 * direction) < 0.01
        name = FLAT[direction]
        assert ("n" in name) == (y < -0.01) and ("s" in name) == (y > 0.01)
        assert ("e" in name) == (x > 0.01) and ("w" in name) == (x < -0.01)
