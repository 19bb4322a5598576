"""How many steps it is over a board, around what is closed; a table of neighbors tells the shape of the board."""

from typing import Any

import numpy as np

from nexus_env.machine.compiled import compiled

FAR = 127  # more steps than any way has: to where no way leads


@compiled
def spread(neighbors: Any, closed: Any, ends: Any, most: int, steps: Any, before: Any) -> None:
    """Count the steps to each cell from where ways begin, by the shortest way.

    Args:
        neighbors: [cell, direction] -> the next cell; one that the board has not leads nowhere.
        closed: [cell] -> whether no way may enter it.
        ends: [cell] -> whether ways go no further from it, unless they begin there.
        most: the longest way.
        steps: [cell]; 0 where ways begin, FAR everywhere else. Written: the steps to each cell, or FAR.
        before: [cell]. Written: the cell from which each is entered, where a way leads.
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
