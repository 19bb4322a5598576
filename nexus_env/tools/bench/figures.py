"""Figures: measurements made alternately in one run, with a description of the machine."""

import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

FORMAT = 1
ROUNDS = 9  # turns of each line; they alternate, so that other work on the machine affects all lines
PACKAGES = ("nexus-env", "numpy", "numba", "llvmlite", "pettingzoo")


@dataclass(frozen=True)
class Line:
    """A thing to measure: `work` does some of it and returns the amount, such as the number of decisions."""

    what: str
    work: Callable[[], int]
    remark: str = ""


@dataclass(frozen=True)
class Figure:
    """The median of all turns; `value` is None if it could not be measured, and `remark` says why."""

    what: str
    value: float | None
    unit: str
    remark: str = ""
    cores: float | None = None  # processor time divided by wall time
    best: float | None = None  # the best turn, with the least disturbance


def race(lines: Sequence[Line], seconds: float, unit: str = "decisions a second") -> list[Figure]:
    """The work of each line per second: median and best of ROUNDS turns that take `seconds` in all."""
    for line in lines:
        line.work()  # warm up
    turns: list[list[tuple[float, float]]] = [[] for _ in lines]
    tell = _progress(ROUNDS * len(lines))
    for _ in range(ROUNDS):
        for line, found in zip(lines, turns, strict=True):
            found.append(rate(line.work, seconds / ROUNDS))
            tell(line.what)
    return [_figure(line, found, unit) for line, found in zip(lines, turns, strict=True)]


def _figure(line: Line, turns: list[tuple[float, float]], unit: str) -> Figure:
    rates, cores = zip(*turns, strict=True)
    return Figure(line.what, statistics.median(rates), unit, line.remark, statistics.median(cores), max(rates))


def rate(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """The speed of `work` per second, and the cores that it had."""
    done, began, worked = 0, time.perf_counter(), time.process_time()
    while True:
        done += work()
        took = time.perf_counter() - began
        if took >= seconds:
            return done / took, (time.process_time() - worked) / took


def table(title: str, figures: Sequence[Figure]) -> str:
    """The figures as text."""
    wide = max(map(len, (title, *(figure.what for figure in figures)))) + 2
    rows = [f"{title:<{wide + 34}}{'best':>10}{'cores':>7}"]
    for figure in figures:
        row = f"{figure.what:<{wide}}{spelled(figure.value):>14} {figure.unit}".ljust(wide + 34)
        rows.append(f"{row}{spelled(figure.best):>10}{spelled(figure.cores):>7}  {figure.remark}".rstrip())
    return "\n".join(rows)


def spelled(value: float | None) -> str:
    """A number with a suitable number of decimal places."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"


def machine() -> dict[str, str]:
    """A description of the machine."""
    processor, description = platform.processor(), Path("/proc/cpuinfo")
    if description.exists():
        lines = description.read_text(encoding="utf-8").splitlines()
        processor = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), processor)
    system = f"{platform.system()} {platform.machine()}"
    return {"processor": processor, "cores": f"{os.cpu_count()} cores", "system": system}


def versions(packages: Sequence[str] = PACKAGES) -> dict[str, str]:
    """The versions of Python and of installed packages."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def as_json(command: str, tables: Mapping[str, Sequence[Figure]], packages: Sequence[str] = PACKAGES) -> str:
    """The figures as JSON, with the command, the versions and the machine."""
    figures = {title: [asdict(figure) for figure in figures] for title, figures in tables.items()}
    facts = {"format": FORMAT, "command": command, "versions": versions(packages), "machine": machine()}
    return json.dumps({**facts, "figures": figures}, indent=1) + "\n"


def _progress(turns: int) -> Callable[[str], None]:
    """A progress bar on stderr, in terminals only, with the current line and the remaining time."""
    watched, began, done = sys.stderr.isatty(), time.perf_counter(), 0

    def tell(what: str) -> None:
        nonlocal done
        done += 1
        left = (time.perf_counter() - began) * (turns - done) / done
        bar = ("#" * round(30 * done / turns)).ljust(30, ".")
        if watched:
            line = f"\r  [{bar}] about {left:.0f} s left, {what}"
            print(
                line[:100].ljust(100) if done < turns else "\r".ljust(101) + "\r", end="", file=sys.stderr, flush=True
            )

    return tell
