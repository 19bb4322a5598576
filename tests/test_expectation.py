"""What an agent expects of a bout, in the scale of results."""

import pytest

from nexus_env.players.expectation import balanced


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ([-1.0, -1.0], [0.0, 0.0]),  # a draw that is thought as bad as a defeat
        ([0.5, -0.1], [0.3, -0.3]),
        ([1.0, -1.0], [1.0, -1.0]),
        ([1.0, -1.0, -1.0], [1.0, -0.5, -0.5]),
        ([1.0, -0.5, -0.5], [1.0, -0.5, -0.5]),
    ],
)
def test_what_one_seat_wins_the_others_lose(expected: list[float], told: list[float]) -> None:
    """As the results of the game do."""
    assert balanced(expected) == pytest.approx(told)
