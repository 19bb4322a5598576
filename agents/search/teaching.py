"""The student of a game: a small, fast network that imitates the strongest trained opponent.

The trained opponents of each seat count play against themselves and the scripted players, some of them with blunders.
At half of all decisions, no matter which player makes them, the trained opponent's probability of each action is
recorded. A network of one hidden layer learns to predict these probabilities. In a search, it plays below the tree.
"""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.level import network_of
from nexus_env.agents.search import gathering
from nexus_env.agents.search.gathering import HERE, Gathering, marks_of, parts_of, seed_of
from nexus_env.agents.search.policy_network import read_network
from nexus_env.agents.search.self_play import duel_of, make_stage, options_of
from nexus_env.agents.search.small_training import BATCH, REST, fit
from nexus_env.contract.game import Game
from nexus_env.machine.compiled import announced

DUELS = 0.6  # the share of lessons with the fewest seats; other seat counts share the rest equally
EPOCHS = 4
IMPOSSIBLE = -1e9  # the score of an action that is not legal
FEWEST = 2 * BATCH * REST  # lessons of which something can be learned


def shares_of(game: Game) -> dict[int, float]:
    """The share of the lessons for each seat count; they add up to 1."""
    duel, others = duel_of(game), len(game.seats) - 1
    return {seats: (DUELS if seats == duel else (1 - DUELS) / others) if others else 1.0 for seats in game.seats}


def gather(game: Game, count: int, seed: int, way: Gathering = HERE) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """Gather `count` lessons from the networks of all levels, in any order: see `self_play.collect_lessons`.

    Raises:
        AgentError: the game has no levels, or one of their files cannot be read.
    """
    jobs, left = [], count
    for seats, share in shares_of(game).items():
        rows = round(count * share) if seats < max(game.seats) else left
        left -= rows
        jobs += [(game, seats, size, seed_of(seed + seats, part)) for part, size in enumerate(parts_of(rows))]
    networks = marks_of(*{network_of(game, seats) for seats in game.seats})
    found = gathering.gather(lessons_of, jobs, way, ["lessons", game.stamps, sorted(networks), count, seed])
    order = np.random.default_rng(seed).permutation(count)
    seen, lessons = (np.concatenate(rows)[order] for rows in zip(*found, strict=True))
    return seen, lessons


def lessons_of(game: Game, seats: int, count: int, seed: int) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """`count` lessons from the network for `seats` seats."""
    seen = np.zeros((count, game.observation_size), np.int8)
    lessons = np.zeros((count, len(game.actions)), np.uint8)
    cast = import_module(game.agents.cast).CAST
    with announced(f"the lessons of {game.name}", game.compile_seconds, cast.home, game.record):
        stage = make_stage(game, read_network(network_of(game, seats), game), cast.numbers)
        cast.collect_lessons(stage, options_of(game, [seats]), seed, seen, lessons)
    return seen, lessons


def teach(
    game: Game, seen: NDArray[np.int8], lessons: NDArray[np.uint8], hidden: int, seed: int
) -> tuple[dict[str, Any], float]:
    """Train a student: its weights, and how often it agrees with the teacher on held-out lessons, 0 to 1."""
    import torch

    def loss(told: Any, rows: slice) -> Any:
        """The cross entropy."""
        lesson = torch.from_numpy(lessons[rows])
        expected = lesson.float().sub(1).clamp(min=0)
        said = torch.log_softmax(told.masked_fill(lesson == 0, IMPOSSIBLE), 1)
        return -(expected * said).sum(1).div(expected.sum(1)).mean()

    weights, told = fit(seen, lessons.shape[1], loss, game, hidden, seed, EPOCHS)
    rest = lessons[len(lessons) - len(told) :]
    return weights, float((np.where(rest > 0, told, -np.inf).argmax(1) == rest.argmax(1)).mean())
