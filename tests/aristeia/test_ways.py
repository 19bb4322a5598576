"""The steps to the Zones: what is known beforehand is what is counted, and any board can be counted."""

import numpy as np
import pytest

from aristeia.table import GREEN, ORANGE, Drawn, cell_at
from nexus_env.games.aristeia.learning.ways import MOST_AWAY, count_steps, is_known, measure
from nexus_env.games.aristeia.rules.bout import NO_ZONE, NOBODY, SPACES, ZONES
from nexus_env.games.aristeia.rules.options import SCENARIOS
from nexus_env.kit import cells, hexes


def ways(table: Drawn, how=measure) -> np.ndarray:
    """The steps from every space, for the first seat."""
    away = np.full(SPACES, 99, np.int8)
    how(table.bout, GREEN, away)
    return away


def ring(radius: int) -> list[int]:
    """The spaces of a ring, clockwise from north."""
    return list(range(hexes.cells_within(radius - 1), hexes.cells_within(radius)))


def open_line(table: Drawn) -> list[int]:
    """Leave one way open: out from the center, once around it, then back farther out; the spaces along it."""
    line = [0, ring(1)[0], *ring(2)[1:-1], ring(3)[-2], *ring(4)[-3::-1]]
    for cell in range(SPACES):
        (cells.remove if cell in line else cells.add)(table.bout.options.blocked, cell)
    cells.clear(table.bout.options.obstacles)
    return line


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_known_is_what_is_counted(scenario: str):
    """A-024, A-026, A-188, A-197: of each Scoring Zone, and of any Zones that a seat holds."""
    table, rng = Drawn(scenario=scenario), np.random.default_rng(5)
    assert is_known(table.bout.options)
    for scoring in range(ZONES):
        table.table.scoring = scoring
        assert (ways(table) == ways(table, count_steps)).all() and ways(table).min() == 0
    table.table.scoring = NO_ZONE
    for _ in range(5):
        table.table.holders[:] = rng.choice([NOBODY, GREEN, ORANGE], ZONES)
        assert (ways(table) == ways(table, count_steps)).all()
    table.table.holders[:] = GREEN
    assert (ways(table) == MOST_AWAY).all()


def test_another_board_is_counted():
    """An obstacle more, beside the Central Zone, is in the way."""
    table, cell = Drawn(), cell_at((1, 1))
    before = ways(table)
    cells.add(table.bout.options.obstacles, cell)
    assert not is_known(table.bout.options)
    assert before[cell] == 1 and ways(table)[cell] == MOST_AWAY and (ways(table) == ways(table, count_steps)).all()


def test_a_way_that_is_too_long_leads_nowhere():
    table = Drawn()
    line = open_line(table)
    assert not is_known(table.bout.options) and len(line) > 30
    assert ways(table)[line].tolist() == [min(MOST_AWAY, max(0, step - 1)) for step in range(len(line))]
