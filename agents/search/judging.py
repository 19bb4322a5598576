"""The judge of a game: predicts a seat's chances of winning and losing, and its margin, from its observation.

The scripted players of the game and, with the fewest seats, a trained network play each other, some of them with
blunders. At the start of every second turn on average, which is where a search has its horizon, each seat's observation
is recorded, and the result is added after the bout. A network of one hidden layer learns to predict it. In a game
without levels, or with `--scripted`, only the scripted players play.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.level import network_of
from nexus_env.agents.search import gathering
from nexus_env.agents.search.gathering import HERE, Gathering, marks_of, parts_of, seed_of
from nexus_env.agents.search.self_play import UNTRAINED, duel_of, make_stage, options_of, read_duelist
from nexus_env.agents.search.small_training import fit
from nexus_env.contract.game import Game
from nexus_env.machine.compiled import announced

DUELS = 10  # bouts with the fewest seats for one bout with each other seat count
EPOCHS = 3


def positions(
    game: Game, count: int, seed: int, player: Path | None = None, *, scripted: bool = False, way: Gathering = HERE
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Observations and the results that followed: at most `count` rows, int8 [n, size] and float32 [n, 3] (won, lost,
    margin).

    If `scripted`, no network plays.

    Raises:
        AgentError: `player` is not a network of this game.
    """
    alone = scripted or not (player or game.agents.has_levels)
    if not alone:
        read_duelist(game, player)  # fail early if it is unusable
    jobs = [(game, size, seed_of(seed, part), player, alone) for part, size in enumerate(parts_of(count))]
    networks = [] if alone else marks_of(player or network_of(game, duel_of(game)))
    wish = ["positions", game.stamps, networks, count, seed, alone]
    found = gathering.gather(positions_of, jobs, way, wish)
    seen, ends = (np.concatenate(rows) for rows in zip(*found, strict=True))
    return seen, ends


def positions_of(
    game: Game, count: int, seed: int, player: Path | None, alone: bool
) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """One part of `positions`; if `alone`, no network plays."""
    seen, ends = np.zeros((count, game.observation_size), np.int8), np.zeros((count, 3), np.float32)
    duel, cast = duel_of(game), import_module(game.agents.cast).CAST
    numbers = [*[duel] * DUELS, *(seats for seats in game.seats if seats != duel)]
    stage = make_stage(game, None if alone else read_duelist(game, player), cast.numbers)
    with announced(f"the positions of {game.name}", game.compile_seconds, cast.home, game.record):
        rows = cast.collect_ends(stage, options_of(game, numbers), UNTRAINED if alone else duel, seed, seen, ends)
    return seen[:rows], ends[:rows]


def learn(
    game: Game, seen: NDArray[np.int8], ends: NDArray[np.float32], hidden: int, seed: int
) -> tuple[dict[str, Any], NDArray[np.float32]]:
    """Train a judge: its weights, and the share of variance it explains in the held-out last rows, float32 [3]."""
    import torch

    def loss(told: Any, rows: slice) -> Any:
        """The squared error."""
        return ((told - torch.from_numpy(ends[rows])) ** 2).sum(1).mean()

    weights, told = fit(seen, ends.shape[1], loss, game, hidden, seed, EPOCHS)
    rest = ends[len(ends) - len(told) :]
    return weights, 1 - ((told - rest) ** 2).mean(0) / rest.var(0)
