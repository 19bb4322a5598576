"""Wide sets do what sets of Python do, compiled and plain, at the borders of their words too."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from nexus_env.kit import cells
from nexus_env.kit.cells import NONE, words_for
from nexus_env.machine.compiled import compiled

MOST = 271
numbers = some.sets(some.sampled_from([*range(0, 271, 7), 0, 62, 63, 64, 65, 127, 128, 191, 192, 255, 256, 270]))


@compiled
def put_in(words: Any, members: Any) -> None:
    for cell in members:
        cells.add(words, cell)


@compiled
def take_out(words: Any, members: Any) -> None:
    for cell in members:
        cells.remove(words, cell)


@compiled
def listed(words: Any, out: Any) -> int:
    """Write the members down in their order; returns how many there are."""
    found, cell = 0, cells.first_cell(words)
    while cell != NONE:
        out[found] = cell
        found += 1
        cell = cells.next_cell(words, cell)
    return found


@compiled
def facts(words: Any, out: Any) -> tuple[int, bool]:
    for cell in range(len(out)):
        out[cell] = cells.has(words, cell)
    return cells.count(words), cells.is_empty(words)


@compiled
def empty(words: Any) -> None:
    cells.clear(words)


def set_of(members: set[int]) -> Any:
    words = np.zeros(words_for(MOST), np.int64)
    put_in(words, np.array(sorted(members), np.int64))
    return words


def members_of(words: Any) -> list[int]:
    out = np.zeros(MOST, np.int64)
    return out[: listed(words, out)].tolist()


@given(numbers, numbers)
def test_members_are_those_that_were_put_in_and_not_taken_out(members: set[int], gone: set[int]) -> None:
    words = set_of(members)
    assert members_of(words) == sorted(members) and words.dtype == np.int64
    take_out(words, np.array(sorted(gone), np.int64))
    left, is_in = members - gone, np.zeros(MOST, np.int8)
    assert facts(words, is_in) == (len(left), not left)
    assert members_of(words) == sorted(left) == np.flatnonzero(is_in).tolist()


@given(numbers)
def test_nothing_is_left_in_a_set_that_is_cleared(members: set[int]) -> None:
    words = set_of(members)
    empty(words)
    assert not words.any()


@pytest.mark.parametrize(("members", "words"), [(1, 1), (64, 1), (65, 2), (128, 2), (271, 5)])
def test_a_set_has_as_many_words_as_it_needs(members: int, words: int) -> None:
    assert words_for(members) == words
