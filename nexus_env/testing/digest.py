"""Play some bouts and print a hash of all their bytes: `python -m nexus_env.testing.digest GAME DECISIONS`.

With `--seen` the bytes of records do not count, only what players experience: seats to act, observations, masks and
payments. That hash survives a change of a record's layout.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import numpy as np

from nexus_env.contract import registry
from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch
from nexus_env.machine.compiled import PLAIN
from nexus_env.testing.driven import DrivenBout
from nexus_env.testing.extent import Extent
from nexus_env.testing.faults import NotCheckedError, expect

CASES, PART = 24, 5  # kinds of bouts besides the plain ones, each over one part in five of the decisions
DICTATED = 6  # of so many of them one has dictated dice
PAID = 4  # bouts whose rewards are compared
MOST_TOLD = 400  # characters of what plain Python says when it fails


def digest(game: Game, decisions: int, *, records: bool = True) -> str:
    """A hash of bouts, masks, payments and observations over `decisions` decisions of each kind of bout.

    Args:
        game: the game.
        decisions: the number of decisions of each kind of bout.
        records: whether the bytes of records count.
    """
    total = sha256()
    for options, part in _kinds(game):
        seed, left = 0, decisions // part
        while left > 0:
            session = DrivenBout(game, seed, shaping=0.5, **options)
            while not session.over and left > 0:
                bout = session.slots.tobytes() if records else session.seat.to_bytes(1, signed=True)
                total.update(bout + session.observation.tobytes() + session.mask.tobytes())
                session.act(session.any_action())
                left -= 1
            total.update(session.slots.tobytes() if records else session.observation.tobytes())
            seed += 1
    batch, rng = Batch(game, PAID, seed=1, shaping=0.5), np.random.default_rng(1)
    for _ in range(decisions):
        batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
        total.update(batch.rewards.tobytes())
    return total.hexdigest()


def _kinds(game: Game) -> Iterator[tuple[dict[str, Any], int]]:
    """Options of plain bouts with every number of seats, then the game's variety, some with dictated dice."""
    for seats in game.seats:
        yield {"seats": seats}, 1
    if game.invariants is None:
        return
    for number in range(CASES):
        yield {**game.invariants.variety(number), "dictated": number % DICTATED == 0}, PART


def check_plain_python(game: Game, extent: Extent) -> None:
    """Check that compiled and plain Python agree byte for byte."""
    if PLAIN or not extent.compared:
        raise NotCheckedError("nothing is compiled" if PLAIN else "left out by --quick")
    paths = os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
    plain = subprocess.run(
        [sys.executable, "-m", "nexus_env.testing.digest", registry.name_of(game), str(extent.compared)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    expect(plain.returncode == 0, "plain Python", f"an error: {plain.stderr.strip()[-MOST_TOLD:]}", "bouts")
    same = plain.stdout.strip() == digest(game, extent.compared)
    expect(same, f"game {game.name!r}", "other bytes in machine code than in plain Python", "the same")


if __name__ == "__main__":
    print(digest(registry.find(sys.argv[1]), int(sys.argv[2]), records="--seen" not in sys.argv[3:]))
