"""What must run on every Python, with nothing installed but the package itself: `python tests/smoke_bouts.py README`.

README's ten lines, a hundred bouts with every number of seats, and the beginning of a few of these once more in plain
Python, which must agree on every byte.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path

import numpy as np

import nexus_env
from nexus_env.envs.batch import Batch
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

BOUTS, SLOTS = 100, 20
COMPARED, STEPS = 4, 30  # the bouts that plain Python plays, too, and the decisions of each


def batch(seats: int, slots: int) -> Iterator[tuple[Batch, int]]:
    """Random legal play: the batch after each step, and how many of its bouts have ended."""
    playing = nexus_env.batch(slots, seed=seats, options={"seats": seats})
    rng, ended = np.random.default_rng(seats), 0
    while True:
        playing.step((playing.masks * rng.random(playing.masks.shape)).argmax(axis=1))
        ended += int((playing.terminated | playing.truncated).sum())
        yield playing, ended


def play(seats: int) -> str:
    """A hash of the first decisions of a few bouts with so many seats."""
    total = sha256()
    for playing, _ in islice(batch(seats, COMPARED), STEPS):
        for array in (playing.observations, playing.masks, playing.seats, playing.rewards):
            total.update(array.tobytes())
    return total.hexdigest()


def run_ten_lines(readme: Path) -> None:
    """Run what stands in README."""
    (lines,) = re.findall(r"## Ten lines\n+```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(lines, str(readme), "exec"), {})


def main(readme: Path) -> int:
    """Play all; 1 if plain and compiled Python differ."""
    if not PLAIN:
        run_ten_lines(readme)
        for seats in NEXUS.seats:
            next(ended for _, ended in batch(seats, SLOTS) if ended >= BOUTS)
    found = [play(seats) for seats in NEXUS.seats]
    print(*found)
    if PLAIN:
        return 0
    plain = subprocess.run(
        [sys.executable, __file__, str(readme)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    if plain.stdout.split() == found:
        return 0
    print(f"Plain Python plays other bouts:\n{plain.stdout}{plain.stderr}")
    return 1


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
