"""What cannot be compiled is told in one sentence: the line, what is wrong, the cure."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from copies import write_package
from processes import ROOT, environment

from nexus_env.machine.compile_errors import VARIABLE, CompileError
from nexus_env.machine.compiled import PLAIN
from nexus_env.machine.source_check import refuse_unsupported
from nexus_env.system.wording import InputError

HEAD = '''"""Rules."""

from enum import IntEnum
from typing import Any

import numpy as np

from nexus_env.kit import tape
from nexus_env.kit.tape import SUSPENDED
from nexus_env.machine.compiled import compiled
from toy.bout import Bout

COSTS = {1: 2}


class Kind(IntEnum):
    RED = 1


def plain(number):
    return number + 1


def as_it_is(function):
    return function


'''
LINE = HEAD.count("\n") + 3  # the first one inside a function
WRONG = {
    "a field": ("bout: Bout, n", "return bout.tabel", "`bout.tabel`; expected a field of Bout; did you mean `table`?"),
    "an inner field": (
        "bout: Bout, n",
        "return bout.table.players[n].poimts",
        "`bout.table.players[n].poimts`; expected a field of Seat; did you mean `points`?",
    ),
    "a helper": ("n", "return plain(n)", "plain(), which is not compiled; expected @compiled above `def plain`."),
    "a global dictionary": ("n", "return COSTS[n]", "COSTS, a dictionary; expected a NumPy array."),
    "a dictionary": ("n", "return {1: 2}[n]", "a dictionary; expected an array, or a field of a record."),
    "print": ("n", 'print(f"{n}")', "print; expected nothing, or the log"),
    "a format": ("n", 'return len("{}".format(n))', "a text with format(); expected no texts in rules"),
    "a generator": ("n", "return sum(k for k in range(n))", "a generator; expected a loop."),
    "yield": ("n", "yield n", "yield; expected a loop"),
    "an import": ("n", "import math", "an import inside a function; expected one at the head of the module."),
    "global": ("n", "global COSTS", "global; expected a field of the bout"),
    "a name": ("n", "return Kimd.RED", "the name Kimd; expected one that is defined; did you mean `Kind`?"),
    "a member": ("n", "return Kind.READ", "`Kind.READ`; expected a member of Kind; did you mean `RED`?"),
    "a module's name": ("n", "return tape.NOBODYS", "`tape.NOBODYS`; expected a name of the module nexus_env.kit.tape"),
    "a rest": ("n", "a, *b = (n, 1)", "`*b`; expected a name for each value."),
}
RIGHT = {
    "fields": ("bout: Bout, n", "seat = bout.table.players[n]\n    return seat.points + bout.table.seats"),
    "names that are set": ("bout: Bout, n", "bout = n\n    return bout.tabel"),  # it stands for something else now
    "arguments": ("plain, COSTS", "return plain(COSTS)"),
    "known functions": ("n", "return max(np.abs(n), len((n, 1))) + Kind.RED.value + tape.NOBODY"),
    "an answer": ("n", "try:\n        n += 1\n    except SUSPENDED:\n        n = 0\n    return n"),
    "comprehensions": ("n", "return [k for k in range(n)]"),
    "anything": ("bout: Any, n", "return bout.whatever[n].it.is_"),
}


def module_of(folder: Path, text: str, name: str = "rules_of_somebody") -> ModuleType:
    """A module with this text."""
    (folder / f"{name}.py").write_text(text)
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def rule(folder: Path, arguments: str, body: str) -> Callable[..., object]:
    """A function of a module, which is not compiled yet."""
    found: Callable[..., object] = module_of(folder, f"{HEAD}@as_it_is\ndef rule({arguments}):\n    {body}\n").rule
    return found


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told_with_its_line_and_the_cure(tmp_path: Path, what: str) -> None:
    arguments, body, told = WRONG[what]
    function = rule(tmp_path, arguments, body)
    for _ in range(2):  # not only the first time
        with pytest.raises(InputError) as refused:
            refuse_unsupported(function)
        assert str(refused.value).startswith(f"{tmp_path / 'rules_of_somebody.py'}:{LINE}: got {told}")


@pytest.mark.parametrize("what", RIGHT)
def test_what_may_be_right_is_not_refused(tmp_path: Path, what: str) -> None:
    refuse_unsupported(rule(tmp_path, *RIGHT[what]))


compiled_only = pytest.mark.skipif(PLAIN, reason="plain Python compiles nothing")


@compiled_only
def test_a_mistake_is_told_before_anything_that_reaches_it_is_compiled(tmp_path: Path) -> None:
    inner = "@compiled\ndef inner(n):\n    return plain(n)\n\n\n@compiled\ndef middle(n):\n    return inner(n)\n\n\n"
    module = module_of(tmp_path, f"{HEAD}{inner}@compiled\ndef outer(n):\n    return middle(n)\n")
    with pytest.raises(InputError, match=rf":{LINE}: got plain\(\), which is not compiled") as refused:
        module.outer(1)
    assert len(refused.traceback) < 6  # without the frames of the compiler


@compiled_only
@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return bout[0].table.poimts", r"got the field `poimts`, which its record lacks"),
        ("return bout + n", r"got what cannot be compiled \(No implementation of function .*add.*; expected types"),
        ('return n if n > 1 else "a"', r"got what cannot be compiled \(Cannot unify .*; expected one type for each"),
    ],
)
def test_what_the_compiler_says_is_one_sentence(tmp_path: Path, body: str, told: str) -> None:
    inner = f"@compiled\ndef inner(bout, n):\n    {body}\n\n\n"
    module = module_of(tmp_path, f"{HEAD}{inner}@compiled\ndef outer(bout, n):\n    return inner(bout, n)\n")
    rows = np.zeros(1, module.Bout.dtype)
    with pytest.raises(CompileError, match=told) as refused:
        module.outer(rows, 1)
    text = str(refused.value)
    assert text.startswith(f"{tmp_path / 'rules_of_somebody.py'}:{LINE}: ") and f"{VARIABLE}=1" in text
    assert len(text) < 600 and "\n" not in text and "offset=" not in text
    assert refused.value.__cause__ is None and refused.value.__suppress_context__


@compiled_only
def test_all_that_the_compiler_says_is_there_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1")
    module = module_of(tmp_path, f"{HEAD}@compiled\ndef outer(n):\n    return np.zeros(n) + 'a'\n")
    with pytest.raises(Exception, match="No implementation of function") as refused:
        module.outer(1)
    assert not isinstance(refused.value, CompileError) and str(refused.value).count("\n") > 10


@compiled_only
def test_a_command_shows_the_sentence_alone(tmp_path: Path) -> None:
    package = write_package(tmp_path, "sprint", 2)
    rules = package / "rules.py"
    text = rules.read_text(encoding="utf-8")
    wrong = text.replace("table.turn = 1 - me", "table.tum = 1 - me")
    assert wrong != text
    rules.write_text(wrong, encoding="utf-8")
    line = wrong[: wrong.index("table.tum")].count("\n") + 1
    words = [
        sys.executable,
        "-m",
        "nexus_env",
        "fuzz",
        "--decisions",
        "10",
        "--processes",
        "1",
        "--game",
        "sprint:GAME",
    ]
    places = environment(tmp_path, ROOT, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    done = subprocess.run(words, cwd=tmp_path, env=places, capture_output=True, text=True)
    assert done.returncode == 2
    (told,) = [one for one in done.stderr.splitlines() if not one.startswith(("Compil", "\r"))]
    assert told.startswith(f"sprint{os.sep}rules.py:{line}: got the field `tum`") and "did you mean `turn`?" in told


@compiled_only
def test_bounds_checks_name_the_place(tmp_path: Path) -> None:
    rules = f"{HEAD}@compiled\ndef inner(numbers, n):\n    return numbers[n]\n\n\n"
    rules += "@compiled\ndef outer(numbers, n):\n    return inner(numbers, n)\n\n\n"
    (tmp_path / "rules.py").write_text(f'{rules}if __name__ == "__main__":\n    outer(np.zeros(3), -1)\n')
    places = environment(tmp_path, ROOT, ROOT / "tests", NUMBA_CACHE_DIR=str(tmp_path / "cache"), NUMBA_BOUNDSCHECK="1")
    done = subprocess.run([sys.executable, "rules.py"], cwd=tmp_path, env=places, capture_output=True, text=True)
    place = f"rules.py:{LINE}: "
    assert f"{place}got the index -1; expected one below 3, from 0 up.\n" in done.stderr
    assert done.stderr.rstrip().endswith(f"{place}an index is out of range.")
