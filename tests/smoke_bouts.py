"""What must run on every Python, with nothing installed but the package itself: `python tests/smoke_bouts.py README`.

README's ten lines, a hundred bouts with every number of seats, and the beginning of these once more in plain Python,
which must agree on every byte.
"""

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np

import nexus_env
from nexus_env.games.nexus import NEXUS
from nexus_env.machine.compiled import PLAIN

BOUTS, SLOTS = 100, 20
COMPARED = 25  # decisions of each slot that plain Python makes, too


def play(seats: int) -> str:
    """A hash of the first decisions of bouts with so many seats; compiled, these are played until BOUTS have ended."""
    batch = nexus_env.batch(SLOTS, seed=seats, options={"seats": seats})
    rng, total, steps, ended = np.random.default_rng(seats), sha256(), 0, 0
    while steps < COMPARED or (not PLAIN and ended < BOUTS):
        batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
        steps, ended = steps + 1, ended + int((batch.terminated | batch.truncated).sum())
        if steps <= COMPARED:
            for array in (batch.observations, batch.masks, batch.seats, batch.rewards):
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
