"""What a view leaves open is filled in on the table, and what it tells is kept."""

import numpy as np

from nexus_env.contract.filling import fill
from nexus_env.contract.notation import Hole

TABLE, START = ("table", "players", 0, "hand"), ("start", "players", 0, "hand")


def test_a_set_that_the_view_tells_is_kept_beside_one_that_it_does_not() -> None:
    """The hand before the command is told; that of now misses a member."""
    bout = {"table": {"players": [{"hand": 0b0001}]}, "start": {"players": [{"hand": 0b1000}]}}
    fill(bout, {TABLE: Hole(1), START: Hole(0)}, np.random.default_rng(1), {"hand": lambda bout, way, hole: [1, 2]})
    assert bout["start"]["players"][0]["hand"] == 0b1000
    assert bout["table"]["players"][0]["hand"] in (0b0011, 0b0101)


def test_a_set_of_which_the_view_says_nothing_before_is_as_now() -> None:
    bout = {"table": {"players": [{"hand": 0b0001}]}, "start": {"players": [{"hand": 0b1000}]}}
    fill(bout, {TABLE: Hole(1)}, np.random.default_rng(1), {"hand": lambda bout, way, hole: [1, 2]})
    assert bout["start"] == bout["table"]
