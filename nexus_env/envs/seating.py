"""Turn a user's keywords into learners' seats in many bouts."""

from collections.abc import Mapping
from typing import Any

from nexus_env.contract.game import Game
from nexus_env.envs.batch import Batch, at_least_one
from nexus_env.envs.keywords import OF_LEARNER, TERMS, Learner, described, read_learner, read_rules
from nexus_env.envs.learner_seats import LearnerSeats
from nexus_env.envs.opponents import find_opponents


class Seated:
    """Common base of environments over `LearnerSeats`: the names of actions, the opponent, and the `repr`."""

    _learners: LearnerSeats
    _rules: Mapping[str, Any]  # the game's own options, as they were given
    opponent: Any

    @property
    def action_names(self) -> tuple[str, ...]:
        """The name of each action, by its number."""
        return self._learners.batch.action_names

    def set_opponent(self, opponent: Any) -> None:
        """Set who plays the other seats from the next decision on: an `opponent` as in `keywords.Learner`."""
        self._learners.set_opponents(find_opponents(opponent, self._learners.batch.game))
        self.opponent = opponent

    def __repr__(self) -> str:
        batch = self._learners.batch
        more = {"num_envs": batch.bouts, "opponent": self.opponent}
        return described(self, batch.game, batch.rewards.shape[1], self._rules, **more)


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
