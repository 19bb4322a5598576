"""Shortest paths over a board with closed cells; a table of neighbors defines the shape of the board."""

from typing import Any

import numpy as np

from nexus_env.machine.compiled import compiled

FAR = 127  # for unreachable cells: more steps than any path has


@compiled
def spread(neighbors: Any, closed: Any, ends: Any, most: int, steps: Any, before: Any) -> None:
    """Count the steps to each cell along the shortest path from the starting cells.

    Args:
        neighbors: [cell, direction] -> the next cell; a number that is not a cell leads nowhere.
        closed: [cell] -> whether paths may not enter it.
        ends: [cell] -> whether paths stop there, unless they start there.
        most: the length of the longest path.
        steps: [cell]; 0 for starting cells, FAR for all others. Overwritten by the steps to each cell, or FAR.
        before: [cell]. Overwritten by the previous cell on the path, for each cell that is reached.
    """
    cells = len(steps)
    queue, read, end = np.empty(cells, np.int64), 0, 0
    for cell in range(cells):
        if steps[cell] == 0:
            queue[end] = cell
            end += 1
    while read < end:
        here = queue[read]
        read += 1
        if steps[here] >= most or (ends[here] and steps[here] > 0):
            continue
        for direction in range(neighbors.shape[1]):
            near = neighbors[here, direction]
            if 0 <= near < cells and steps[near] == FAR and not closed[near]:
                steps[near], before[near], queue[end] = steps[here] + 1, here, near
                end += 1
