"""Play some bouts and print a hash of every byte on the way: `python tests/digest.py GAME DECISIONS`.

With `--seen` the bytes of records do not count, only what players meet: who is asked, what is seen and legal, and what
is paid. So it stays the same when a record is laid out anew.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import numpy as np
from games import GAMES, DrivenBout

from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch

CASES, PART = 24, 5  # kinds of bouts besides the plain ones, each over one part in five of the decisions
DICTATED = 6  # of so many of them one has dictated dice
PAID = 4  # bouts whose rewards are compared


def digest(name: str, decisions: int, *, records: bool = True) -> str:
    """A hash of bouts, masks, payments and observations over so many decisions of each kind of bout.

    Args:
        name: of the game.
        decisions: how many of each kind of bout.
        records: whether the bytes of records count.
    """
    game, total = GAMES[name], sha256()
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
    """Plain bouts with every number of seats, then those of the game's variety, some of them with dictated dice."""
    for seats in game.seats:
        yield {"seats": seats}, 1
    for number in range(CASES if game.invariants else 0):
        yield {**game.invariants.variety(number), "dictated": number % DICTATED == 0}, PART


if __name__ == "__main__":
    print(digest(sys.argv[1], int(sys.argv[2]), records="--seen" not in sys.argv[3:]))
