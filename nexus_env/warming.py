"""Compile everything ahead of time: before a measurement, or while an image is built."""

import time

import numpy as np

from nexus_env.batch import Batch
from nexus_env.contract import Game
from nexus_env.lineup import Lineup
from nexus_env.machine.compiled import CACHE, announced


def warm(game: Game) -> str:
    """Compile what play and training need, unless the cache holds it already; returns a sentence."""
    began = time.perf_counter()
    batch = Batch(game, 1)
    network = Lineup(1, [game.observation_size, len(game.actions)])
    players, gains = np.zeros(batch.rewards.shape, np.int32), np.zeros(1, np.float32)
    owing, over = np.ones(1, np.bool_), np.zeros(1, np.bool_)
    with announced(f"{game.name} for networks", game.compile_seconds):
        batch.play_on(np.zeros(1, np.int64), batch.seats.copy(), players, owing, network, gains, over)
    return f"{game.name} is ready after {time.perf_counter() - began:.1f} s; its machine code lies in {CACHE}"
