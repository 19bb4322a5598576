"""Machine code is never that of other sources; what is seldom lies apart; what is lent is not counted."""

import os
import subprocess
import sys
import tomllib
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

import numba
import numpy as np
import pytest
from numba import typeof, types
from numba.core import callconv, event
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from numba.np import arrayobj
from numpy.typing import NDArray
from processes import environment
from typing_extensions import TypeAliasType

from nexus_env import agents, machine
from nexus_env.machine.compiled import PLAIN, cache_of, compiled, compiled_apart
from nexus_env.machine.dispatch import stands_for
from nexus_env.machine.record import TAKEN, Record, anonymous, record
from nexus_env.system.wording import InputError

ROOT = Path(__file__).parent.parent
PIECES = {
    "__init__.py": "",
    "deep.py": "ANSWER = 1\n",
    "inner/__init__.py": "from ..deep import ANSWER\n",
    "inner/numbers.py": "from . import ANSWER\n",
    "elsewhere.py": "",
    "answers.py": """
from nexus_env.machine.compiled import compiled
from stranger.inner import numbers

ANSWER = numbers.ANSWER


@compiled
def answer():
    return ANSWER


if __name__ == "__main__":
    print(answer())
""",
}


IMPORTED = ("-c", "from stranger.answers import answer; print(answer())")
STARTED = ("-m", "stranger.answers")


def answer_of_a_new_process(folder: Path, cache: Path, how: tuple[str, str]) -> str:
    places = environment(folder, ROOT, NUMBA_CACHE_DIR=str(cache))
    done = subprocess.run([sys.executable, *how], env=places, capture_output=True, text=True, check=True)
    return done.stdout.strip()


DATA = """
import tomllib
from pathlib import Path
from nexus_env.machine.compiled import compiled

ANSWER = tomllib.loads(Path(__file__).with_name("answer.toml").read_text())["answer"]
"""
BY_NAME = """
from importlib import import_module
from nexus_env.machine.compiled import compiled
from nexus_env.machine.sources import also_reaches

also_reaches(__name__, "stranger.elsewhere")
ANSWER = import_module("stranger.elsewhere").ANSWER
"""


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
@pytest.mark.parametrize("how", [IMPORTED, STARTED])
@pytest.mark.parametrize(
    ("head", "file", "text"), [(DATA, "answer.toml", "answer"), (BY_NAME, "elsewhere.py", "ANSWER")]
)
def test_an_edit_of_what_another_package_reads_is_noticed(
    tmp_path: Path, how: tuple[str, str], head: str, file: str, text: str
) -> None:
    """Data beside its modules, and modules that it finds by name."""
    package, cache = tmp_path / "stranger", tmp_path / "cache"
    package.mkdir()
    answers = head + PIECES["answers.py"].partition("ANSWER = numbers.ANSWER")[2]
    for name, content in {"__init__.py": "", "answers.py": answers}.items():
        (package / name).write_text(content)
    for number in (1, 12):  # of another length, too: within a second, Python's own cache looks at that alone
        (package / file).write_text(f"{text} = {number}\n")
        assert answer_of_a_new_process(tmp_path, cache, how) == str(number)


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
@pytest.mark.parametrize("how", [IMPORTED, STARTED])
def test_an_edit_in_another_file_of_another_package_is_noticed(tmp_path: Path, how: tuple[str, str]) -> None:
    """Numba looks at the file of the function alone; a number that it was given may come from another one. An edit in a
    file that it does not import is none of its business.
    """
    package, cache = tmp_path / "stranger", tmp_path / "cache"
    (package / "inner").mkdir(parents=True)
    for name, text in PIECES.items():
        (package / name).write_text(text)
    assert answer_of_a_new_process(tmp_path, cache, how) == "1"
    kept = list(cache.glob("*/stranger.answers-*"))
    assert len(kept) == 1 and list(kept[0].rglob("*.nbi")), "the package has no folder of its own"
    (package / "elsewhere.py").write_text("ANSWER = 3\n")
    assert answer_of_a_new_process(tmp_path, cache, how) == "1"
    assert list(cache.glob("*/stranger.answers-*")) == kept, "unchanged sources were compiled anew"
    (package / "deep.py").write_text("ANSWER = 2\n")
    assert answer_of_a_new_process(tmp_path, cache, how) == "2"


def test_the_machine_code_of_everybody_lies_within_that_of_the_shared_part() -> None:
    shared = cache_of("nexus_env")
    assert shared == cache_of("nexus_env.core.slots") == cache_of("nexus_env.games") == cache_of("")
    assert shared == cache_of(agents.__name__).parent == cache_of(__name__).parent
    assert cache_of("nexus_env.games.nexus").parent == shared
    assert cache_of("nexus_env.games.nexus") == cache_of("nexus_env.games.nexus.rules.bout")


@compiled_apart
def half(number: int) -> int:
    return number // 2


@compiled
def quarter(number: int) -> int:
    return half(half(number))


def test_what_is_seldom_does_the_same() -> None:
    """By itself and called by another function."""
    assert (half(12), quarter(12)) == (6, 3)


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_the_compiler_is_told_what_is_seldom() -> None:
    """And that alone: everything called cold would be as slow as nothing called so."""
    assert quarter(8) == 2
    assert is_cold(half)
    assert not is_cold(quarter)


def is_cold(function: Any) -> bool:
    function._lower((types.int64,))
    (lowered,) = function._lowered.values()
    machine = lowered.library._final_module.get_function(lowered.fndesc.llvm_func_name)
    return b"cold" in b" ".join(machine.attributes).split()


class Lent(NamedTuple):
    first: Any
    second: Any


@compiled
def look(lent: Lent, place: int) -> float:
    if lent.second[0] > 5:
        return 0.0
    return float(lent.first[place % 4] + lent.second[:2].sum())


@compiled
def look_often(lent: Lent, count: int) -> float:
    total = 0.0
    for place in range(count):
        total += look(lent, place) if place % 3 else look(lent, place + 1)
    return total


@compiled
def only_lend(lent: Lent, count: int) -> float:
    return look_often(lent, count)


@compiled
def make(number: int) -> Any:
    return np.full(100, float(number))


@compiled
def pick(lent: Lent, place: int) -> Any:
    return lent.first if place % 2 else lent.second


@compiled
def make_and_pick(lent: Lent, count: int) -> float:
    total = 0.0
    for place in range(count):
        made, picked = make(place), pick(lent, place)
        total += made[:2].sum() + picked[0] + look(Lent(made, picked), place)
    return total


def test_what_is_lent_is_used_and_goes_back_to_whom_it_belongs() -> None:
    """As often as one likes: neither is it given up too early, nor held for ever, be it lent, made or picked."""
    lent = Lent(np.arange(4.0), np.ones(4))
    held = [sys.getrefcount(array) for array in lent]
    assert only_lend(lent, 6) == 17.0
    assert make_and_pick(lent, 3000) == getattr(make_and_pick, "py_func", make_and_pick)(lent, 3000)
    assert [sys.getrefcount(array) for array in lent] == held


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_what_is_lent_is_not_counted() -> None:
    """What is made or given back is: an array must be held by somebody."""
    lent, number = typeof(Lent(np.ones(4), np.ones(4))), types.int64
    for lends in (look, look_often):
        assert "rule_borrows" in called_by(lends, lent, number) and "NRT_incref" not in called_by(lends, lent, number)
    for gives, taken in ((make, (number,)), (pick, (lent, number))):
        assert "rule_borrows" not in called_by(gives, *taken)
    assert "NRT_incref" in called_by(pick, lent, number)


def called_by(function: Any, *taken: Any) -> set[str]:
    """The names of what a function calls and its own, lowered for these types."""
    return {one.name for one in lowered(function, *taken).functions}


def lowered(function: Any, *taken: Any) -> Any:
    """The module of a function for these types, before it is optimized as a part of another."""
    function._lower(taken)
    return function._lowered[taken].library._final_module


@compiled
def burn(step: int, last: int) -> int:
    if step == last:
        raise OverflowError
    return step


@compiled
def hold(last: int) -> int:
    step = 0
    while step < 5:
        step += 1
        burn(step, last)
    return step


@compiled
def catch(last: int) -> int:
    try:
        steps = hold(last)
    except Exception:
        steps = -1
    return steps


@compiled
def raise_after_catch(last: int) -> int:
    if catch(last) == -1:
        raise KeyError
    return last


@compiled
def go_on_after(last: int) -> int:
    try:
        steps = catch(last)
        steps += catch(last)
    except Exception:
        steps = -9
    return steps


def loop_within_try(last: int) -> int:
    try:
        for step in range(5):
            burn(step, last)
    except Exception:
        return -1
    return 5


def try_twice(last: int) -> int:
    caught = 0
    for step in range(5):
        try:
            burn(step, last)
        except Exception:
            caught += 1
    try:
        burn(0, last)
    except Exception:
        caught += 1
    return caught


def call_after_try(last: int) -> int:
    try:
        burn(0, last)
    except Exception:
        last = 0
    return hold(last)


@pytest.mark.parametrize("last", range(1, 7))
def test_what_a_loop_raises_is_caught_whatever_turn_it_is(last: int) -> None:
    assert catch(last) == (5 if last == 6 else -1)


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_no_call_makes_room_for_an_exception_of_its_own() -> None:
    """There is room for what is returned alone, and it is wiped at the call, not when the function begins."""
    assert str(lowered(hold, types.int64)).count(" = alloca ") == 1


def test_python_gets_what_was_raised_last() -> None:
    """However deep, and whatever was caught before."""
    with pytest.raises(OverflowError):
        hold(3)
    with pytest.raises(KeyError):
        raise_after_catch(3)


@pytest.mark.skipif(PLAIN, reason="plain Python catches all")
@pytest.mark.parametrize(
    ("function", "found"),
    [
        (loop_within_try, "a loop within `try`"),
        (try_twice, "2 times `try`"),
        (call_after_try, "a call after `try`"),
    ],
)
def test_what_would_get_away_is_refused(function: Any, found: str) -> None:
    """Numba would compile it, and not catch."""
    with pytest.raises(ValueError, match=f"{function.__name__} has {found}.* of its own$"):
        compiled(function)


@numba.njit  # type: ignore[misc]
def of_another_package(numbers: Any) -> float:
    return float(numbers[-1] + numbers.sum() + look_often(Lent(numbers, numbers), 3))


@compiled
def calls_another_package(numbers: Any) -> float:
    return of_another_package(numbers) + numbers[0]


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_numba_compiles_for_others_as_it_always_does() -> None:
    """Also what calls us, and what we call: our kinds of library, index, call and cache are for rules alone."""
    codegen, numbers = cpu_target.target_context.codegen(), np.arange(4.0)
    assert calls_another_package(numbers) == of_another_package.py_func(numbers)
    assert codegen._library_class is JITCodeLibrary
    assert "_library_class" not in vars(codegen)
    assert arrayobj.fix_integer_index.__module__ == arrayobj.__name__
    assert callconv.CPUCallConv.call_function.__module__ == callconv.__name__
    assert os.environ.get("NUMBA_CACHE_DIR", "") == numba.config.CACHE_DIR
    plain = numba.njit(of_another_package.py_func)
    assert plain(numbers) == of_another_package(numbers)
    (library,) = [result.library for result in plain.overloads.values()]
    assert type(library) is JITCodeLibrary


@compiled
def of_a_whole_number(number: int) -> int:
    return number // 2


@compiled
def of_any_other(number: float) -> float:
    return number / 4


def chosen(number: Any) -> Any:
    """By the type of the number, one of the above."""
    return (of_a_whole_number if isinstance(number, int) else of_any_other)(number)


stands_for(chosen, lambda number: of_a_whole_number if isinstance(number, types.Integer) else of_any_other)


@compiled
def choose(whole: int, other: float) -> float:
    return float(chosen(whole) + chosen(other))


def test_what_stands_for_others_is_chosen_by_the_types_of_what_it_is_given() -> None:
    assert choose(7, 8.0) == chosen(7) + chosen(8.0) == 5.0


@pytest.mark.skipif(PLAIN, reason="plain Python has no machine code")
def test_what_was_chosen_is_compiled_into_its_caller_alone() -> None:
    """Once more by itself, where nobody calls it, the rules of a game would take seconds."""
    with event.install_listener("numba:compile", event.RecordingListener()) as seen:
        lowered(choose, types.float32, types.float32)
    made = [data.data["dispatcher"] for _when, data in seen.buffer if data.is_start]
    assert made == [choose, of_any_other]


def test_a_numba_that_no_test_has_seen_is_refused() -> None:
    """In one sentence; pip takes none such in the first place."""
    tried = ".".join(map(str, machine.TRIED[-1]))
    for version in (f"{tried}.0", f"{tried}.1", f"{tried}.0rc1"):
        machine.refuse_another_numba(version)
    for version in ("0.67.1", "0.69.0", "0.69.0dev0+3.gabcdef", "1.0"):
        with pytest.raises(ImportError, match=f"got Numba {version.replace('+', '.')}; expected {tried}: pip install"):
            machine.refuse_another_numba(version)
    major, minor = machine.TRIED[-1]
    allowed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert f"numba>=0.{machine.TRIED[0][1]},<{major}.{minor + 1}" in allowed


S = TypeVar("S", bound=np.generic)
Row = TypeAliasType("Row", np.ndarray[tuple[Any, ...], np.dtype[S]], type_params=(S,))
Small = TypeAliasType("Small", Annotated[int, np.int8])


def test_a_record_knows_what_an_alias_stands_for() -> None:
    """NumPy's `NDArray` is one from Python 3.12 on."""

    @record
    class Named(Record):
        rows: Annotated[Row[np.int32], (2, 3)]
        few: Annotated[list[Small], 5]
        one: Small

    @record
    class Meant(Record):
        rows: Annotated[NDArray[np.int32], (2, 3)]
        few: Annotated[list[np.int8], 5]
        one: np.int8

    assert anonymous(Named.dtype) == anonymous(Meant.dtype) and Meant.dtype["rows"].shape == (2, 3)


class Kind(IntEnum):
    """Numbers with names, for a rule."""

    FEW = 3
    MANY = 200


@compiled
def kind_or(few: bool, kinds: Any) -> int:
    """A named number, or one of a record's width."""
    return Kind.MANY if few else kinds[0]


@compiled
def value_or(few: bool, kinds: Any) -> int:
    """The same, with the value written out, as Numba by itself wants it."""
    return Kind.MANY.value if few else kinds[0]


def test_a_member_of_an_enum_is_a_whole_number() -> None:
    """So rules name it as it is, also where it meets the number of a narrow field; Numba by itself unites no two."""
    kinds = np.array((Kind.FEW,), np.int8)
    assert [kind_or(few, kinds) for few in (True, False)] == [Kind.MANY, Kind.FEW]
    assert [value_or(few, kinds) for few in (True, False)] == [Kind.MANY, Kind.FEW]
    if not PLAIN:
        assert type(kind_or(True, kinds)) is int


@pytest.mark.parametrize(
    "name", ["round", "sum", "max", "item", "size", "fill", "copy", "choose", "take", "dtype", "T"]
)
def test_a_field_named_like_an_attribute_of_an_array_is_refused(name: str) -> None:
    """Compiled it would work; in plain Python `bout.round` is a method."""
    found = type("Table", (Record,), {"__annotations__": {"seats": int, name: int}})
    expected = rf"^Table\.{name}: got the name of an attribute of NumPy's arrays; expected another one"
    with pytest.raises(InputError, match=expected):
        record(found)


def test_all_other_names_of_fields_can_be_read_in_plain_python() -> None:
    names = [
        name for name in ("rounds", "sums", "number", "kind", "value", "name", "count", "index") if name not in TAKEN
    ]
    row = record(type("Table", (Record,), {"__annotations__": dict.fromkeys(names, int)}))
    table = np.zeros(1, row.dtype).view(np.recarray)[0]
    assert len(names) == 8
    for number, name in enumerate(names):
        table[name] = number
        assert getattr(table, name) == number
