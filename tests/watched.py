"""Bouts of NEXUS between players of the package, and what they saw: for tests of the networks that come with it.

They are played in a batch, whose machine code is there already; that of what the networks have learned from takes as
long to compile as a whole game.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.loading import load
from nexus_env.envs.batch import Batch
from nexus_env.games.nexus import NEXUS

SIDE_BY_SIDE = 32  # bouts
BLUNDERS = 0.1  # of the decisions
KEPT = 0.2  # of what is seen


@dataclass(frozen=True)
class Watched:
    """Some decisions of bouts that came to their ends: a row for each."""

    seen: NDArray[np.int8]  # [n, size]; by the seat that was asked
    masks: NDArray[np.int8]  # [n, actions]
    wanted: NDArray[np.float64]  # [n, actions]; how likely the network of the levels would do each
    ends: NDArray[np.float32]  # [n, 3]: whether the seat won, whether it lost, its margin


def watch(seats: int, bouts: int, seed: int) -> Watched:
    """Let a level and a scripted lanista play side by side, until so many bouts have ended."""
    batch, rng = (
        Batch(NEXUS, SIDE_BY_SIDE, seed, {"seats": seats}, reward="margin", shaping=0),
        np.random.default_rng(seed),
    )
    level, lanista = load("legend", NEXUS), load("survivor", NEXUS)
    scripted = rng.integers(2, size=(SIDE_BY_SIDE, seats)).astype(bool)
    rows: list[tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.float64], NDArray[np.float32]]] = []
    waiting: list[list[tuple[int, NDArray[np.int8], NDArray[np.int8], NDArray[np.float64]]]]
    waiting, every, ended = [[] for _ in range(SIDE_BY_SIDE)], np.arange(SIDE_BY_SIDE), 0
    while ended < bouts:
        masks, asked = batch.masks.astype(np.int8), batch.seats.copy()
        wanted = level.weigh(batch.observations, masks, rng)  # type: ignore[attr-defined]
        seen = np.rint(batch.observations / NEXUS.observation_scales).astype(np.int8)
        chosen = np.where(scripted[every, asked], lanista.choose(batch.observations, masks, rng), wanted.argmax(1))
        chance = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        for number in np.flatnonzero(rng.random(SIDE_BY_SIDE) < KEPT):
            waiting[number].append((int(asked[number]), seen[number], masks[number], wanted[number]))
        batch.step(np.where(rng.random(SIDE_BY_SIDE) < BLUNDERS, chance, chosen))
        for number in np.flatnonzero(batch.terminated | batch.truncated):
            for seat, *decision in waiting[number]:
                won, margin = batch.outcomes[number, seat], batch.rewards[number, seat]
                rows.append((*decision, np.array([max(won, 0), max(-won, 0), margin], np.float32)))  # type: ignore[arg-type]
            waiting[number], ended = [], ended + 1
    return Watched(*(np.array(column) for column in zip(*rows, strict=True)))
