"""Turn a user's keywords into learners' seats in many bouts."""

from collections.abc import Mapping
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch, at_least_one
from nexus_env.envs.keywords import OF_LEARNER, TERMS, Learner, read_learner, read_rules
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.opponents import find_opponents


def take_seats(
    game: Game, num_envs: int, threads: int, arguments: Mapping[str, Any], *others: str
) -> tuple[LearnerSeats, Learner]:
    """One seat in each of many bouts, and the keywords of `Learner` that were given.

    Args:
        game: the game.
        num_envs: the number of bouts, at least 1.
        threads: see `Batch`.
        arguments: the keywords of `Learner`.
        *others: further keywords of the environment, suggested for a misspelled one.

    Raises:
        ValueError: a keyword is wrong.
    """
    num_envs, learner = at_least_one("num_envs", num_envs), read_learner(game, arguments)
    read_rules(game, learner.options, *OF_LEARNER, *TERMS, "num_envs", "threads", *others)
    batch = Batch(game, num_envs, learner.seed or 0, learner.options, threads=threads, **learner.terms)
    seats = LearnerSeats(
        batch,
        find_opponents(learner.opponent, game),
        learner.seed,
        seat=learner.seat,
        illegal=learner.illegal,
        most_decisions=learner.max_episode_steps,
    )
    return seats, learner
