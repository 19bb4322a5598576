"""The cells of any board as positions in lines of text, from their centers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from nexus_env.contract.view import Cell

NEAR = 1e-6
PARTS = re.compile(r"([A-Za-z]+)\W*(\d+)|(\d+)\W*([A-Za-z]+)|(\w+)\W+(\w+)")  # of an id that names column and row


@dataclass(frozen=True)
class Grid:
    """The lines of a board, from the top."""

    rows: tuple[tuple[tuple[float, Cell], ...], ...]  # of each line its cells, and how many widths from the left
    columns: tuple[str, ...]  # what the columns are called; empty where the ids name none
    lines: tuple[str, ...]  # what the lines are called; empty likewise

    @property
    def is_staggered(self) -> bool:
        """Whether the cells of one line are offset from those of the next, as in a hexagonal grid."""
        return any(abs(place - round(place)) > NEAR for row in self.rows for place, _ in row)


def grid_of(cells: Sequence[Cell]) -> Grid:
    """The position of each cell in lines of text; empty without cells."""
    by_line: dict[float, list[Cell]] = {}
    for cell in cells:
        by_line.setdefault(round(cell["at"][1], 3), []).append(cell)
    rows = [sorted(by_line[y], key=lambda cell: cell["at"][0]) for y in sorted(by_line)]
    steps = [right["at"][0] - left["at"][0] for row in rows for left, right in pairwise(row)]
    step = min((one for one in steps if one > NEAR), default=1.0)
    left = min((cell["at"][0] for cell in cells), default=0.0)
    placed = tuple(tuple(((cell["at"][0] - left) / step, cell) for cell in row) for row in rows)
    plain = Grid(placed, (), ())
    return plain if plain.is_staggered else Grid(placed, *_names(placed))


def _names(rows: tuple[tuple[tuple[float, Cell], ...], ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of columns and lines, if the ids of cells are made of both."""
    found = {cell["id"]: PARTS.fullmatch(cell["id"]) for row in rows for _, cell in row}
    parts = {name: [part for part in match.groups() if part] for name, match in found.items() if match}
    if len(parts) < len(found):
        return (), ()
    for first, second in ((0, 1), (1, 0)):
        columns: dict[int, set[str]] = {}
        lines: dict[int, set[str]] = {}
        for number, row in enumerate(rows):
            for place, cell in row:
                columns.setdefault(round(place), set()).add(parts[cell["id"]][first])
                lines.setdefault(number, set()).add(parts[cell["id"]][second])
        if all(len(names) == 1 for names in (*columns.values(), *lines.values())):
            across = [next(iter(columns.get(place, {""}))) for place in range(max(columns, default=-1) + 1)]
            return tuple(across), tuple(next(iter(lines[number])) for number in sorted(lines))
    return (), ()
