"""Fill every `?` of a seat's view with a possible value, for the `deal` of a game's notation.

`imagine` deals fairly afterwards.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from nexus_env.contract.notation import Hole, Way
from nexus_env.system.wording import InputError

Possible = Callable[[Any, Way, Hole], Sequence[int]]
"""The numbers, or members of a set, that may be missing at a path in a bout, each as often as it may be."""


def fill(bout: Any, holes: Mapping[Way, Hole], rng: np.random.Generator, possible: Mapping[str, Possible]) -> None:
    """Fill in missing values, field by field, first on the table and then on the table before the command.

    Args:
        bout: the record of a bout, without what the seat does not know.
        holes: what is missing: see `Notation.deal`.
        rng: chooses among the possible values.
        possible: the possible values of each hidden field, by name; they may depend on fields filled before.

    Raises:
        ValueError: another field is missing, or more values are missing than are possible.
    """
    for way, hole in holes.items():
        if hole.missing and way[-1] not in possible:
            raise InputError(f"position: got ? in {way[-1]}; expected it only in {', '.join(possible)}.")
    for table in ("table", "start"):
        for name, numbers in possible.items():
            for way in [way for way in holes if way[0] == table and way[-1] == name]:
                _fill_one(bout, way, holes[way], rng.permutation(list(numbers(bout, way, holes[way]))).tolist())
                before = "start", *way[1:]
                if before not in holes:  # unchanged since the command began
                    _write(bout, before, value_at(bout, way))


def among(bout: Any, way: Way, hole: Hole) -> Sequence[int]:
    """The missing values if the view itself lists them, as it does for the places of cards."""
    return hole.among


def value_at(bout: Any, way: Way) -> Any:
    """The number or the array at the path `way` in a bout."""
    for step in way:
        bout = bout[step]
    return bout


def _write(bout: Any, way: Way, value: Any) -> None:
    value_at(bout, way[:-1])[way[-1]] = value


def _fill_one(bout: Any, way: Way, hole: Hole, numbers: list[int]) -> None:
    """Fill one field; the table before the command gets the same values as the table, if possible."""
    if len(numbers) < hole.missing:
        found = f"{hole.missing} unknown in {' '.join(map(str, way[1:]))}"
        raise InputError(f"position: got {found}; expected at most {len(numbers)}.")
    value, now = value_at(bout, way), value_at(bout, ("table", *way[1:]))
    if not hole.missing and not np.ndim(value):
        return  # a known number or set
    if hole.missing and not hole.places:
        _write(bout, way, int(value) | _members_for(hole, numbers, int(value), int(now)))
        return
    row, as_now = np.array(value).reshape(-1), np.array(now).reshape(-1)
    places = list(hole.places)
    if way[0] == "start":
        row[hole.told :] = as_now[hole.told :]
        numbers = _in_order(numbers, as_now[places].tolist())
    row[places] = numbers[: hole.missing]
    _write(bout, way, row.reshape(np.shape(value)))


def _members_for(hole: Hole, numbers: list[int], known: int, likely: int) -> int:
    """As many members as are missing, one bit each, the likely ones first."""
    free = [number for number in numbers if not known >> number & 1]
    free.sort(key=lambda number: not likely >> number & 1)
    return sum(1 << number for number in free[: hole.missing])


def _in_order(numbers: list[int], wanted: list[int]) -> list[int]:
    """The missing values in order: for each place the wanted value if there is one left, else another."""
    left, chosen = list(numbers), list[int | None]()
    for number in wanted:
        is_there = number in left
        chosen.append(number if is_there else None)
        if is_there:
            left.remove(number)
    return [left.pop() if number is None else number for number in chosen]
