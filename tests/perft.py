"""Counts of all sequences of decisions from drawn positions, with every face of every die as a decision of its own.

A rule that lets one action too many or too few through, or rolls one die too many, changes a count. The positions and
their counts stand in the `perft.toml` of each game; `make record` counts anew.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from games import GAMES
from recordings import RECORDED

from nexus_env.core import slots
from nexus_env.game import contract
from nexus_env.machine.compiled import compiled

FOLDER = Path(__file__).parent


@compiled
def count_sequences(rows: Any, masks: Any, depth: int) -> int:
    """How many sequences of exactly `depth` decisions and dice lead on from the first row."""
    cursors = np.full(depth, -1, np.int64)
    contract.write_mask(rows[0], masks[0])
    level, total = 0, 0
    while level >= 0:
        if level == depth - 1:
            total += int(masks[level].sum())
            level -= 1
            continue
        action = cursors[level] + 1
        while action < masks.shape[1] and masks[level, action] == 0:
            action += 1
        cursors[level] = action
        if action == masks.shape[1]:
            level -= 1
            continue
        rows[level + 1] = rows[level]
        contract.play(rows[level + 1], action)
        level += 1
        cursors[level] = -1
        contract.write_mask(rows[level], masks[level])
    return total


def perft(game: str, position: dict[str, Any], depth: int) -> int:
    """See `count_sequences`: of a position that is drawn as `tests/<game>/recorded.py` reads it."""
    rows = slots.rows_of(GAMES[game].dtype, depth)
    rows[0] = RECORDED[game].bout_of(position)
    return int(count_sequences(rows, np.zeros((depth, len(GAMES[game].actions)), np.int8), depth))


def path_of(game: str) -> Path:
    """Where the positions of a game stand."""
    return FOLDER / game / "perft.toml"


def positions(game: str) -> list[dict[str, Any]]:
    """The positions of a game."""
    found: list[dict[str, Any]] = tomllib.loads(path_of(game).read_text(encoding="utf-8"))["position"]
    return found


def counts(game: str, position: dict[str, Any], most: int) -> list[int]:
    """The counts for each depth, as far as they are recorded and at most `most` are to be counted."""
    depths = range(1, 1 + sum(count <= most for count in position["counts"]))
    return [perft(game, position, depth) for depth in depths]


def recorded_anew(game: str) -> str:
    """The text of the file with new counts; positions and remarks stay."""
    text = path_of(game).read_text(encoding="utf-8")
    found = iter([[perft(game, one, depth + 1) for depth in range(len(one["counts"]))] for one in positions(game)])
    return re.sub(r"^counts = .*$", lambda _: f"counts = {next(found)}", text, flags=re.M)
