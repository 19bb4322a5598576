"""The pool of frozen snapshots: the learner's opponents are itself, as it was a moment or a long time ago."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.agent import Actions, Masks, Observations, sample
from agents.checkpoint import write_whole
from agents.network import FrozenNetwork, Weights

Players = NDArray[np.int32]
MOST_LOADED = 64  # snapshots held in memory


class Pool:
    """Snapshots in a folder, one file each, numbered from 0; a file once written never changes.

    A bout draws its opponents when it begins and keeps them to its end: with probability `first` the first snapshot,
    which has learned nothing and plays at random; of the rest, with probability `latest` the newest one, else one of up
    to `older` that lie evenly spread over all the others.
    """

    def __init__(self, folder: Path, latest: float, older: int, first: float = 0.0) -> None:
        """An empty pool that writes into `folder`."""
        self._folder, self._latest, self._older, self._first = folder, latest, older, first
        self.size = 0
        self.drawn = np.zeros(0, np.int64)  # how often each snapshot has been drawn
        self._loaded: dict[int, FrozenNetwork] = {}

    def add(self, weights: Weights) -> int:
        """Freeze `weights` as the newest snapshot; returns its number."""
        path = self._path(self.size)
        write_whole(path, lambda partial: _save(partial, weights))
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

    def choose(self, players: Players, observations: Observations, masks: Masks, rng: np.random.Generator) -> Actions:
        """The action of each of `players` [n]; each snapshot is asked once for all its rows."""
        logits = np.empty(masks.shape, np.float32)
        for player in np.unique(players).tolist():
            rows = np.flatnonzero(players == player)
            logits[rows] = self.network(player).logits(observations[rows])
        return sample(logits, masks, rng)

    def network(self, number: int) -> FrozenNetwork:
        """Snapshot `number`, read from its file when it is first wanted."""
        if number not in self._loaded:
            if len(self._loaded) == MOST_LOADED:
                self._loaded.pop(next(iter(self._loaded)))
            with np.load(self._path(number), allow_pickle=False) as weights:
                self._loaded[number] = FrozenNetwork(dict(weights))
        return self._loaded[number]

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06d}.npz"


def _save(path: Path, weights: Weights) -> None:
    with path.open("wb") as file:
        np.savez(file, **weights)  # type: ignore[arg-type]
