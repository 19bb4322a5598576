"""Walks of a Character: a step for each MP, as far as no enemy stands beside the way."""

import numpy as np

from aristeia.table import Drawn, drawn
from nexus_env.core.session import Session
from nexus_env.games.aristeia import ARISTEIA
from nexus_env.play.walking import WalkPlan, walks


def found(table: Drawn) -> dict[str, WalkPlan]:
    """The walks in a position, by their cells."""
    rows = np.frombuffer(table.bout.tobytes(), ARISTEIA.dtype)
    return {walk.cell: walk for walk in walks(Session.at(ARISTEIA, rows))}


def test_a_walk_takes_a_movement_point_for_each_step():
    """A-077, A-078: to every Free space within reach, and so many MP are really paid."""
    table = drawn({"Parvati": (-5, 1)}, "Parvati", movement=2)
    far = found(table)["(-3,1)"]
    assert (far.unit, far.price, far.cost) == ("Parvati", {"MP": 2}, "2 MP")
    for step in far.steps:
        table.act(step.command)
    assert table.at("Parvati") == (-3, 1) and table.table.movement == 0


def test_a_walk_ends_beside_an_enemy():
    """A-079: leaving its side needs a Disengage, which rolls dice."""
    told = found(drawn({"Parvati": (-5, 1), "Miyamoto Mushashi": (-3, 1)}, "Parvati", movement=3))
    assert "(-4,1)" in told and "(-2,1)" not in told
    assert not any(step.cell == "(-4,1)" for walk in told.values() for step in walk.steps[:-1])
