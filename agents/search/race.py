"""The race of the actions at the root: each is compared with the favorite in every lap, and the losers drop out."""

import numpy as np

from nexus_env.agents.search.tree_records import AHEAD, AHEAD_SQUARED, LAPS, Tree
from nexus_env.machine.compiled import compiled

LEAST_LAPS = 16  # before an action drops out


@compiled
def note_lap(tree: Tree, edge: int) -> None:
    """Record by how much this edge was ahead of the favorite in the same lap."""
    state = tree.state[0]
    value = float(tree.values[state.seat])
    if edge == tree.race[0]:
        state.mark = value
    ahead = value - state.mark
    tree.laps[edge, AHEAD] += ahead
    tree.laps[edge, AHEAD_SQUARED] += ahead * ahead
    tree.laps[edge, LAPS] += 1


@compiled
def ahead_of_favorite(tree: Tree, edge: int) -> float:
    """By how much an edge of the root was ahead of the favorite, on average."""
    return float(tree.laps[edge, AHEAD] / max(1.0, tree.laps[edge, LAPS]))


@compiled
def uncertainty(tree: Tree, edge: int) -> float:
    """The variance of `ahead_of_favorite`."""
    laps, mean = max(2.0, tree.laps[edge, LAPS]), ahead_of_favorite(tree, edge)
    return float(max(0.0, tree.laps[edge, AHEAD_SQUARED] / laps - mean * mean) / (laps - 1))


@compiled
def leader(tree: Tree) -> int:
    """The edge that leads the race, not counting a favorite that was beaten."""
    best = tree.race[tree.state[0].beaten]
    for place in range(1, tree.state[0].racing):
        if ahead_of_favorite(tree, tree.race[place]) > ahead_of_favorite(tree, best):
            best = tree.race[place]
    return int(best)


@compiled
def end_lap(tree: Tree) -> None:
    """Drop each edge that is clearly behind the leader, except the favorite, with which all are compared."""
    state, best = tree.state[0], leader(tree)
    if tree.laps[best, LAPS] < LEAST_LAPS:
        return
    drop, most = tree.knobs[0].drop, ahead_of_favorite(tree, best)
    if most > drop * np.sqrt(uncertainty(tree, best)):
        state.beaten = 1
    left = 1
    for place in range(1, state.racing):
        edge = tree.race[place]
        doubt = np.sqrt(uncertainty(tree, edge) + uncertainty(tree, best))
        if edge == best or most - ahead_of_favorite(tree, edge) <= drop * doubt:
            tree.race[left] = edge
            left += 1
    state.racing = left


@compiled
def chosen(tree: Tree) -> int:
    """The edge of the root to take: the favorite, unless the leader is clearly better."""
    best = leader(tree)
    sure = ahead_of_favorite(tree, best) > tree.knobs[0].doubt * np.sqrt(uncertainty(tree, best))
    sure = sure and tree.laps[best, LAPS] > 1
    return best if sure or tree.state[0].beaten else int(tree.race[0])
