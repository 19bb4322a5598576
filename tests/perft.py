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

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import Terms
from nexus_env.core.slots import Rows

FOLDER = Path(__file__).parent
AT_ONCE = 256  # bouts that are played on side by side


class Tree:
    """All that may follow, in slots like any batch's: a way of its own would be compiled for these counts alone."""

    def __init__(self, game: Game, bout: Rows, depth: int) -> None:
        """Count what leads on from a bout, by up to `depth` decisions and dice."""
        self.counts = [0] * depth
        self._slots = slots.rows_of(slots.slot_dtype(game), AT_ONCE)
        self._env_config = slots.make_env_config(game, bout["options"], np.zeros(1, Terms.dtype), dictated=True)
        seats, size = slots.most_seats(game), game.observation_size
        self._observations = np.zeros((AT_ONCE, size), np.float32)
        self._masks, self._seats = np.zeros((AT_ONCE, len(game.actions)), np.int8), np.zeros(AT_ONCE, np.int32)
        self._ended = np.zeros((2, AT_ONCE), np.bool_)
        self._finals = np.zeros((AT_ONCE, seats, size), np.float32)
        self._paid = np.zeros((2, AT_ONCE, seats), np.float32)
        self._slots["bout"][:1] = bout
        slots.show_all(self._slots[:1], self._env_config, self._observations[:1], self._masks[:1], self._seats[:1])
        self._count(whole(self._slots["bout"])[:1].copy(), self._masks[:1].copy(), 0)

    def _count(self, bouts: Rows, masks: Rows, depth: int) -> None:
        """Count what is legal in some bouts, and go on from there."""
        self.counts[depth] += int(masks.sum())
        if depth + 1 == len(self.counts):
            return
        parents, actions = map(np.ascontiguousarray, np.nonzero(masks))
        for first in range(0, len(parents), AT_ONCE):
            some = parents[first : first + AT_ONCE]
            self._play(bouts[some], masks[some], actions[first : first + AT_ONCE])
            going_on = np.flatnonzero(~self._ended[:, : len(some)].any(axis=0))
            self._count(whole(self._slots["bout"])[going_on], self._slots["mask"][going_on], depth + 1)

    def _play(self, bouts: Rows, masks: Rows, actions: Rows) -> None:
        """Carry out one action in each of some bouts."""
        count = len(bouts)
        whole(self._slots["bout"])[:count], self._slots["mask"][:count], self._ended[:] = bouts, masks, False
        slots.step_all(
            *(self._slots, self._env_config, np.arange(count), actions, self._observations, self._masks, self._paid[0]),
            *(*self._ended, self._seats, self._finals, self._paid[1]),
        )


def whole(rows: Rows) -> Rows:
    """Rows to be copied byte for byte: field by field, NumPy takes a hundred times as long."""
    return rows.view(np.dtype((np.void, rows.dtype.itemsize)))


def perft(game: str, position: dict[str, Any], depth: int) -> list[int]:
    """How many sequences of 1 to `depth` decisions and dice lead on from a position that is drawn as
    `tests/<game>/recorded.py` reads it.
    """
    rows = slots.rows_of(GAMES[game].dtype, 1)
    rows[0] = RECORDED[game].bout_of(position)
    return Tree(GAMES[game], rows, depth).counts


def path_of(game: str) -> Path:
    """Where the positions of a game stand."""
    return FOLDER / game / "perft.toml"


def positions(game: str) -> list[dict[str, Any]]:
    """The positions of a game."""
    found: list[dict[str, Any]] = tomllib.loads(path_of(game).read_text(encoding="utf-8"))["position"]
    return found


def counts(game: str, position: dict[str, Any], most: int) -> list[int]:
    """The counts for each depth, as far as they are recorded and at most `most` are to be counted."""
    return perft(game, position, sum(count <= most for count in position["counts"]))


def recorded_anew(game: str) -> str:
    """The text of the file with new counts; positions and remarks stay."""
    text = path_of(game).read_text(encoding="utf-8")
    found = iter([perft(game, one, len(one["counts"])) for one in positions(game)])
    return re.sub(r"^counts = .*$", lambda _: f"counts = {next(found)}", text, flags=re.M)
