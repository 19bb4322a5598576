"""The pool of frozen snapshots: the learner's opponents are itself, as it was a moment or a long time ago."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.weights import load_snapshot, save_snapshot, widths_of
from nexus_env.contract import Game
from nexus_env.lineup import Lineup, Weights

Players = NDArray[np.int32]
MOST_LOADED = 128  # snapshots held in memory; far more than are played at one time


class Pool:
    """Snapshots in a folder, one file each, numbered from 0; a file once written never changes.

    A bout draws its opponents when it begins and keeps them to its end: with probability `first` the first snapshot,
    which has learned nothing and plays at random; of the rest, with probability `latest` the newest one, else one of up
    to `older` that lie evenly spread over all the others.
    """

    def __init__(self, folder: Path, game: Game, latest: float, older: int, first: float = 0.0) -> None:
        """An empty pool of players of `game` that writes into `folder`."""
        self._folder, self._game, self._latest, self._older, self._first = folder, game, latest, older, first
        self.size = 0
        self.drawn = np.zeros(0, np.int64)  # how often each snapshot has been drawn
        self.lineup = Lineup(0, [1, 1])  # until the first snapshot is played
        self._row_of: dict[int, int] = {}

    def add(self, weights: Weights) -> int:
        """Freeze `weights` as the newest snapshot; returns its number."""
        save_snapshot(self._path(self.size), weights, self._game)
        self.size += 1
        self.drawn = np.append(self.drawn, 0)
        return self.size - 1

    def resume(self, drawn: NDArray[np.int64]) -> None:
        """Be as at a checkpoint: keep the first `len(drawn)` snapshots and forget what was written after them."""
        self.size, self.drawn = len(drawn), drawn.copy()
        for path in self._folder.glob("*.npz"):
            if int(path.stem) >= self.size:
                path.unlink()

    def draw(self, count: int, rng: np.random.Generator) -> Players:
        """The numbers of `count` opponents for bouts that begin."""
        players = np.full(count, self.size - 1, np.int32)
        older = np.unique(np.linspace(0, self.size - 2, self._older).astype(np.int32)) if self.size > 1 else players[:0]
        if older.size:
            replaced = rng.random(count) >= self._latest
            players[replaced] = rng.choice(older, int(replaced.sum()))
        players[rng.random(count) < self._first] = 0
        self.drawn += np.bincount(players, minlength=self.size)
        return players

    def rows(self, players: Players) -> NDArray[np.int32]:
        """The row of `lineup` in which each of `players` lies; those not there yet are read from their files."""
        wanted = np.unique(players).tolist()
        for number in wanted:
            if number not in self._row_of:
                self._load(number, set(wanted))
        rows = np.zeros(self.size, np.int32)
        rows[list(self._row_of)] = list(self._row_of.values())
        return rows[players]

    def _load(self, number: int, wanted: set[int]) -> None:
        """Read snapshot `number` into a free row, or into that of one that nobody plays now."""
        weights = load_snapshot(self._path(number))
        if not self._row_of:
            self.lineup = Lineup(MOST_LOADED, widths_of(weights))
        row = len(self._row_of)
        if row == len(self.lineup.weights):
            row = self._row_of.pop(next(known for known in self._row_of if known not in wanted))
        self.lineup.put(row, weights)
        self._row_of[number] = row

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06d}.npz"
