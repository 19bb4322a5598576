"""No test waits for time where it can wait for an event, and none asks that something be done in time.

A machine may be as busy as it likes: what sleeps for a while and then looks fails there one day.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# The clock of the simulation is a simulated one: a sleep takes no time there.
SOURCES = sorted({*HERE.glob("**/*.py")} - {*HERE.glob("long/*.py"), *HERE.glob("simulation/*.py")})
CLOCKS = {"monotonic", "perf_counter", "process_time", "time"}
PAUSES = {"sleep", "wait_for_timeout"}
ALLOWED = {
    "processes.py wait_until": "another process sends no event; it looks again and again, for as long as that lives",
    "test_processes.py": "a sleep of hours, for a signal to interrupt",
    "test_ray.py slowly": "a job that lasts, so that its node goes while it works; the result is the same without",
    "test_strangers.py answer_late": "longer than a limit under test; longer still does no harm",
    "test_strangers.py drip": "bytes that come one by one, longer than a limit under test; longer still does no harm",
}


def named(node: ast.AST) -> str:
    """The last name of what is called or meant."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def with_homes(tree: ast.AST, home: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Each node with the name of the function that it is in."""
    for node in ast.iter_child_nodes(tree):
        is_home = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        yield home, node
        yield from with_homes(node, node.name if is_home else home)  # type: ignore[attr-defined]


def turns_only(call: ast.AST) -> bool:
    """`sleep(0)` lets others have their turn, and waits for nothing."""
    return isinstance(call, ast.Call) and [ast.unparse(given) for given in call.args] == ["0"]


def pauses(source: str) -> list[str]:
    """The functions of a module that sleep, or mean to."""
    nodes = list(with_homes(ast.parse(source)))
    turns = {id(node.func) for _, node in nodes if isinstance(node, ast.Call) and turns_only(node)}
    return [home for home, node in nodes if named(node) in PAUSES and id(node) not in turns]


def hurries(source: str) -> list[str]:
    """Comparisons that want less time than something, and limits of waiting that are numbers of their own."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for left, order, right in zip(sides, node.ops, sides[1:], strict=False):
                late = left if isinstance(order, ast.Lt | ast.LtE) else right
                is_order = isinstance(order, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
                if is_order and any(isinstance(part, ast.Call) and reads_a_clock(part) for part in ast.walk(late)):
                    found.append(ast.unparse(node))
        elif isinstance(node, ast.Call) and named(node.func) == "wait_for":
            found += [ast.unparse(node) for given in node.args[1:] if isinstance(given, ast.Constant)]
    return found


def reads_a_clock(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and named(call.func.value) == "time" and call.func.attr in CLOCKS


def test_no_test_sleeps() -> None:
    found = {f"{path.name} {home}": path for path in SOURCES for home in pauses(path.read_text(encoding="utf-8"))}
    strange = {where for where in found if where not in ALLOWED and where.split()[0] not in ALLOWED}
    assert not strange
    assert not {one for one in ALLOWED if not any(where.startswith(one) for where in found)}, "allowed for nothing"


def test_no_test_is_in_a_hurry() -> None:
    assert not {path.name: found for path in SOURCES if (found := hurries(path.read_text(encoding="utf-8")))}


@pytest.mark.parametrize(
    ("source", "sleeps", "hurry"),
    [
        ("def f():\n    time.sleep(0.1)", ["f"], 0),
        ("async def f():\n    await asyncio.sleep(0)", [], 0),
        ("def f():\n    page.wait_for_timeout(300)", ["f"], 0),
        ("submit(sleep, 3)", [""], 0),
        ("assert time.monotonic() - began < 3", [], 1),
        ("assert 3 > time.process_time() - began", [], 1),
        ("assert time.monotonic() - began >= 3", [], 0),
        ("await asyncio.wait_for(come(), 30)", [], 1),
        ("await asyncio.wait_for(come(), LIMIT)", [], 0),
    ],
)
def test_the_guard_sees_each_of_them(source: str, sleeps: list[str], hurry: int) -> None:
    source = source if "await" not in source or source.startswith("async") else f"async def f():\n    {source}"
    assert (pauses(source), len(hurries(source))) == (sleeps, hurry)
