"""What a processor does in one step comes to the same as what it stands for, written out."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llvmlite import binding

from nexus_env.games.nexus.rules.bout import Table
from nexus_env.kit.bitsets import counted, nth_member
from nexus_env.kit.dice import Generator
from nexus_env.machine.compiled import PLAIN, compiled
from nexus_env.machine.processor import (
    HALF,
    WORD,
    eight_from,
    fetch,
    filled,
    filled_by,
    look_up_by,
    move,
    put_eight,
    shuffle_by,
    spread_by,
    which_are,
    wipe,
)

ROOT = Path(__file__).parent.parent
ORDERS = np.array([np.rot90(np.arange(WORD).reshape(8, 8), turns).ravel() for turns in range(4)])
turn = shuffle_by(ORDERS)
equal, at_least = which_are("=="), which_are(">=")
TABLES, APART = np.array([[0, 5, -1, 0], [1, 0, 0, 127], [0, 0, 0, 0]], np.int8), 25
look_up = look_up_by(TABLES, APART)
COUNTS = (1, 2, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 40, 48, 63, WORD)
# What a processor knows of vectors decides which code there is.
OTHERS = ("generic", *(pytest.param(name, marks=pytest.mark.long) for name in ("haswell", "skylake-avx512")))


@compiled
def filled_from(numbers: Any, first: int) -> int:
    return filled(numbers, first)


@compiled
def like(numbers: Any, number: int) -> tuple[int, int]:
    return equal(numbers, number), at_least(numbers, number)


@compiled
def look_up_in(numbers: Any, place: int) -> None:
    look_up(numbers, place)


@compiled
def moved(source: Any, out: Any, place: int) -> None:
    move(source, out, place)


@compiled
def eight_moved(numbers: Any, place: int, other: int) -> int:
    eight = eight_from(numbers, place)
    put_eight(eight >> 8, numbers, other)
    return eight


@compiled
def turn_into(source: Any, which: int, out: Any) -> None:
    turn(source, which, out[3 : 3 + WORD])


@compiled
def nth_of(members: int, nth: int) -> int:
    return nth_member(members, nth)


compiled_count = compiled(counted)


@compiled
def fetched(rows: Any) -> int:
    fetch(rows[0])
    return int(rows[0].counter)


@compiled
def wiped(rows: Any, which: int) -> None:
    wipe(rows[which])


def test_what_is_not_0_is_found_by_its_bit() -> None:
    """In a row from any place on, and in a table of wider numbers; the last bit is the sign in machine code."""
    drawn = random.Random(1)
    for first in (0, 1, 245):
        row = np.array([drawn.choice((0, 0, 1, -1)) for _ in range(309)], np.int8)
        expected = sum(1 << place for place in range(WORD) if row[first + place])
        assert filled_from(row, first) % (1 << WORD) == expected
    table = np.zeros((8, 8), np.int16)
    table[2, 1], table[7, 7] = 256, 1
    assert filled_from(table, 0) % (1 << WORD) == 1 << 17 | 1 << 63


def test_numbers_are_compared_all_at_once() -> None:
    """With any number that an int8 may be; what lies behind the first WORD does not count."""
    drawn = random.Random(2)
    for number in (-128, -1, 0, 4, 127):
        row = np.array([drawn.choice((number, -128, 0, 5, 127)) for _ in range(WORD + 9)], np.int8)
        expected = (row[:WORD] == number, row[:WORD] >= number)
        for found, one_by_one in zip(like(row, number), expected, strict=True):
            assert found % (1 << WORD) == sum(1 << int(place) for place in np.flatnonzero(one_by_one))
        table = row[:WORD].reshape(8, 8)
        assert like(table, number)[0] % (1 << WORD) == like(row, number)[0] % (1 << WORD)


@pytest.mark.parametrize("count", COUNTS)
def test_as_few_numbers_as_one_likes_are_looked_at(count: int) -> None:
    """What lies beyond them does not count."""
    some, same = filled_by(count), which_are("==", count)

    @compiled
    def look(numbers: Any, number: int) -> tuple[int, int, int]:
        return some(numbers, 0), some(numbers, 3), same(numbers, number)

    drawn = random.Random(count)
    for number in (0, 4, -128):
        row = np.array([drawn.choice((0, 4, -128)) for _ in range(count + 3)], np.int8)
        expected = (row[:count] != 0, row[3:] != 0, row[:count] == number)
        for found, one_by_one in zip(look(row, number), expected, strict=True):
            assert found % (1 << WORD) == sum(1 << int(place) for place in np.flatnonzero(one_by_one))


@pytest.mark.parametrize("width", [1, 7, 24, 63, 65, 91, 512])
def test_a_board_of_any_size_is_written_in_another_order(width: int) -> None:
    """And nothing beside it."""
    orders = np.array([np.random.default_rng(seed).permutation(width) for seed in range(3)])
    order = shuffle_by(orders)

    @compiled
    def order_into(source: Any, which: int, out: Any) -> None:
        order(source, which, out[3 : 3 + width])

    source = np.random.default_rng(width).integers(-128, 128, width).astype(np.int8)
    for which in range(len(orders)):
        out = np.full(width + 6, -1, np.int8)
        order_into(source, which, out)
        assert out[3:-3].tolist() == source[orders[which]].tolist()
        assert set(out[:3]) | set(out[-3:]) == {-1}


def test_numbers_are_looked_up_in_tables_that_lie_one_behind_the_other() -> None:
    """The next table covers what the one before wrote beyond `apart`; nothing is written before or behind them."""
    drawn = random.Random(3)
    numbers = np.array([drawn.randrange(4) for _ in range(120)], np.int8)
    before, place = numbers.copy(), 9
    look_up_in(numbers, place)
    for n, table in enumerate(TABLES):
        reach = APART if n < len(TABLES) - 1 else HALF
        expected = table[before[place : place + reach]]
        assert numbers[place + n * APART :][:reach].tolist() == expected.tolist()
    end = place + (len(TABLES) - 1) * APART + HALF
    assert numbers[:place].tolist() == before[:place].tolist() and numbers[end:].tolist() == before[end:].tolist()


def test_numbers_are_copied_to_the_same_place_and_nothing_beside_them() -> None:
    source, out = np.arange(100, dtype=np.int8), np.full(100, -1, np.int8)
    moved(source, out, 7)
    assert out.tolist() == [-1] * 7 + list(range(7, 7 + WORD)) + [-1] * (100 - 7 - WORD)


def test_eight_numbers_are_one_of_64_bits() -> None:
    """The first is the lowest byte, wherever they lie."""
    numbers = np.arange(20, dtype=np.int8)
    assert eight_moved(numbers, 3, 11) == int.from_bytes(bytes(range(3, 11)), "little")
    assert numbers.tolist() == [*range(11), *range(4, 11), 0, 19]


def test_numbers_are_written_in_another_order_and_nothing_beside_them() -> None:
    source = np.arange(WORD, dtype=np.int8).reshape(8, 8)
    for which in range(4):
        out = np.full(WORD + 6, -1, np.int8)
        turn_into(source, which, out)
        assert out[3:-3].tolist() == ORDERS[which].tolist()
        assert set(out[:3]) | set(out[-3:]) == {-1}


@pytest.mark.parametrize("count", COUNTS)
def test_members_are_written_one_by_one_and_nothing_beside_them(count: int) -> None:
    """However large the set; in machine code its last member is the sign."""
    spread = spread_by(count)

    @compiled
    def spread_into(members: int, out: Any) -> None:
        spread(members, out, 3)

    for members in (0, 1, 0b1011001, 0x5A_C3_17_F1_2E_99_64_0B, 1 << 62 | 1 << 7, -1, -(1 << 63) | 5):
        out = np.full(count + 6, -1, np.int8)
        spread_into(members, out)
        assert out[3:-3].tolist() == [members >> number & 1 for number in range(count)]
        assert set(out[:3]) | set(out[-3:]) == {-1}


@pytest.mark.parametrize("find", [nth_of, compiled_count])
def test_each_member_of_a_set_is_found_and_none_beyond(find: Callable[[int, int], int]) -> None:
    """As this processor does it, and as any does."""
    drawn = random.Random(2)
    for _ in range(300):
        members = [place for place in range(63) if drawn.random() < drawn.choice((0.05, 0.5, 0.95))]
        bits = sum(1 << place for place in members)
        assert [find(bits, nth) for nth in range(len(members))] == members
        assert find(bits, len(members)) == 0


@pytest.mark.skipif(PLAIN, reason="compiled only")
def test_machine_code_for_any_processor_does_without_what_this_one_can(tmp_path: Path) -> None:
    """As Numba makes it where it is told so: the compiler would end the process otherwise."""
    asked = "from nexus_env.kit.bitsets import nth_member; print(nth_member(0b1010010, 2))"
    told = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", asked], env=told, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout.strip()) == (0, "6"), done.stderr


@pytest.mark.skipif(PLAIN, reason="compiled only")
@pytest.mark.parametrize("processor", OTHERS)
def test_machine_code_for_other_processors_does_the_same(processor: str, tmp_path: Path) -> None:
    """The tests of this file once more, with the code that other processors get."""
    if processor == "skylake-avx512" and not binding.get_host_cpu_features().get("avx512bw", False):
        pytest.skip("this processor has no AVX-512")
    told = {**os.environ, "NUMBA_CPU_NAME": processor, "NUMBA_CPU_FEATURES": "", "NUMBA_CACHE_DIR": str(tmp_path)}
    words = ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", __file__, "-k", "not machine_code_for"]
    done = subprocess.run([sys.executable, *words], env=told, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_to_fetch_a_record_changes_nothing() -> None:
    rows = np.zeros(2, Generator.dtype).view(np.recarray)
    rows["counter"] = 7
    assert fetched(rows) == 7 and rows["counter"].tolist() == [7, 7]


def test_a_record_is_wiped_and_none_beside_it() -> None:
    rows, blank = np.zeros(3, Table.dtype).view(np.recarray), np.zeros(1, Table.dtype)
    rows.view(np.uint8)[:] = 255
    wiped(rows, 1)
    assert [rows[which : which + 1] == blank for which in range(3)] == [False, True, False]
    assert (rows.view(np.uint8).reshape(3, -1)[::2] == 255).all()
