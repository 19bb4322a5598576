"""What must run on every Python, with nothing installed but the package: `python tests/smoke_bouts.py README GAME`.

README's ten lines and the beginnings of bouts of NEXUS run in plain Python. A hundred bouts of GAME with every number
of seats run compiled, and the beginnings of a few of them in plain Python too. The hashes of what was played are
printed: for one game they must be the same everywhere.
"""

import json
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
from nexus_env.contract.game import Game
from nexus_env.contract.registry import find
from nexus_env.envs.batch import Batch
from nexus_env.machine.compiled import PLAIN

EVERYWHERE = "nexus"
BOUTS, SLOTS = 100, 20
COMPARED, STEPS = 4, 30  # the bouts that plain Python plays, too, and the decisions of each


def batch(game: Game, seats: int, slots: int) -> Iterator[tuple[Batch, int]]:
    """Random legal play: the batch after each step, and how many of its bouts have ended."""
    playing = nexus_env.batch(slots, game=game, seed=seats, options={"seats": seats})
    rng, ended = np.random.default_rng(seats), 0
    while True:
        playing.step((playing.masks * rng.random(playing.masks.shape)).argmax(axis=1))
        ended += int((playing.terminated | playing.truncated).sum())
        yield playing, ended


def play(game: Game) -> str:
    """A hash of the first decisions of a few bouts with every number of seats."""
    total = sha256()
    for seats in game.seats:
        for playing, _ in islice(batch(game, seats, COMPARED), STEPS):
            for array in (playing.observations, playing.masks, playing.seats, playing.rewards):
                total.update(array.tobytes())
    return total.hexdigest()


def run_ten_lines(readme: Path) -> None:
    """Run what stands in README."""
    (lines,) = re.findall(r"## Ten lines\n+```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(lines, str(readme), "exec"), {})


def main(readme: Path, name: str) -> int:
    """Play all; 1 if plain and compiled Python differ."""
    if PLAIN:
        run_ten_lines(readme)
        print(json.dumps({each: play(find(each)) for each in {name, EVERYWHERE}}))
        return 0
    game = find(name)
    for seats in game.seats:
        next(ended for _, ended in batch(game, seats, SLOTS) if ended >= BOUTS)
    plain = subprocess.run(
        [sys.executable, __file__, str(readme), name],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    if plain.returncode or json.loads(plain.stdout)[name] != play(game):
        print(f"Plain Python plays other bouts of {name}:\n{plain.stdout}{plain.stderr}")
        return 1
    print(plain.stdout, end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), sys.argv[2]))
