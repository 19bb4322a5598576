"""Simulates the service, bout after bout, until a law is broken: see `tests/simulation`.

PYTHONPATH=.:tests python tests/long/simulate_service.py --bouts 10000
PYTHONPATH=.:tests python tests/long/simulate_service.py --first 17 --bouts 25    one world again

It goes on where it was interrupted with the same arguments; exit status 1 if a law is broken.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

from simulation.laws import Broken
from simulation.story import AGAIN, simulate

WIDTH = 30  # characters of the bar


def main(words: list[str] | None = None) -> int:
    """One world after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bouts", type=int, default=10_000, help="in all (default 10000)")
    parser.add_argument("--seed", type=int, default=0, help="added to the numbers of the worlds (default 0)")
    parser.add_argument("--first", type=int, default=0, help="the first world (default 0)")
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    given = parser.parse_args(words)
    progress = Path(tempfile.gettempdir()) / f"simulated-{given.bouts}-{given.seed}-{given.first}.json"
    worlds = -(-given.bouts // AGAIN)
    done, told = _done(progress) if not given.fresh else (0, 0)
    began, trace = time.monotonic(), ""
    for number in range(done, worlds):
        bouts = min(AGAIN, given.bouts - number * AGAIN)
        try:
            laws = simulate(given.seed + given.first + number, bouts).laws
        except Broken as broken:
            print(f"\n{broken}", file=sys.stderr)
            return 1
        told, trace = told + laws.acknowledged, laws.trace
        progress.write_text(json.dumps([number + 1, told]), encoding="utf-8")
        _show(number + 1 - done, worlds - done, number + 1, worlds, began)
    progress.unlink(missing_ok=True)
    print(f"\n{given.bouts} bouts in {worlds} worlds, {told} events told, no law broken; the last world: {trace[:16]}.")
    return 0


def _done(progress: Path) -> tuple[int, int]:
    """How many worlds an earlier run has seen, and how many events were told in them."""
    try:
        number, told = json.loads(progress.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0, 0
    return int(number), int(told)


def _show(here: int, most: int, number: int, worlds: int, began: float) -> Any:
    """A bar."""
    left = (time.monotonic() - began) / here * (most - here)
    bar = "#" * round(WIDTH * number / worlds)
    end = "" if sys.stderr.isatty() else "\n"
    if end == "" or number % 20 == 0 or number == worlds:
        print(f"\r[{bar:<{WIDTH}}] {number} of {worlds} worlds, {left / 60:.0f} min left ", end=end, file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
