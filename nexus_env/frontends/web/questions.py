"""What an agent of the service is told when it is asked, and what it may say beside its choice.

An agent chooses or searches (see `nexus_env.players.agent_protocol`). It may have more to say:

- `think(world, seed, stop)`: looks ahead in one world until a `threading.Event` is set or it has had enough, and tells
  `actions` with the best first, what they are worth to each seat as `values` [k, seats], the `line` that it expects
  as pairs of seat and action, and, if it counts them, how often it tried each as `visits` [k];
- `judge(world)`: what one world is worth to each seat, float [seats], -1 to 1;
- `weigh(observations, masks, rng)`: how probable it holds each action, float [n, actions], each row a distribution.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.core.slots import Rows
from nexus_env.play.session import Sitting, name_of
from nexus_env.players import agent_protocol
from nexus_env.players.expectation import expects
from nexus_env.tabletop.dice import MOST_SEED

JUDGED = 8  # worlds over which a judgment is averaged: what is hidden is dealt otherwise in each
Expected = tuple[float, ...]  # of each seat, -1 to 1


@dataclass(frozen=True)
class Weighed:
    """An action as an agent sees it."""

    action: int
    probability: float | None = None  # how likely the agent holds it to be the best, or how often it would take it
    expected: Expected | None = None


@dataclass(frozen=True)
class Choice:
    """What an agent has decided, and what it thinks of the bout, if it says so."""

    action: int
    agent: str  # who decided
    instead_of: str | None = None  # who was asked, if that is another one
    expected: Expected | None = None
    line: tuple[str, ...] = ()  # what it expects to follow, from this decision on, as in a transcript
    weighed: tuple[Weighed, ...] = ()  # its first choices, the one that it takes before all others


@dataclass(frozen=True)
class Estimate:
    """What an agent expects of a bout, whoever is asked there."""

    agent: str
    expected: Expected | None  # None where it cannot say


class Question:
    """What an agent may know of a decision, drawn from the bout in the moment in which it is asked."""

    def __init__(self, sitting: Sitting, seed: int | Sequence[int], *, explained: bool = True, count: int = 0) -> None:
        """For the seat that is asked.

        Args:
            sitting: the bout. It may change from then on.
            seed: of all chance.
            explained: with what the agent expects and what is to follow.
            count: how many of its first choices it is to weigh.
        """
        self._explained, self._seed, self._count = explained, np.random.SeedSequence(seed), count
        self._game = sitting.game
        self._seat, self._masks, self._seen = sitting.seat, sitting.mask[None], sitting.observations[[sitting.seat]]
        seeds = self._chance().integers(MOST_SEED, size=JUDGED if explained else 1)
        self._worlds = sitting.imagine(sitting.seat, seeds)
        self._worlds["tape"]["dictated"] = 0  # what is imagined rolls its own dice

    @property
    def _world(self) -> Rows:
        return self._worlds[:1]

    def _chance(self) -> np.random.Generator:
        return np.random.default_rng(self._seed)

    def put_to(self, agent: Any, name: str, enough: threading.Event) -> Choice:
        """What the agent chooses.

        Raises:
            ValueError: the agent chose something that is not a legal action.
        """
        if self._masks.sum() == 1 and not self._explained:
            return Choice(int(self._masks.argmax()), name)
        if callable(getattr(agent, "think", None)):
            return self._thought(agent, name, enough)
        action = self._legal(
            agent_protocol.ask(agent, self._seen, self._masks, lambda _: self._world, self._chance())[0]
        )
        if not self._explained:
            return Choice(action, name)
        judged = _judged(agent, self._worlds) if expects(agent) else None
        weighed = self._weighed(agent, action)
        return Choice(action, name, None, judged, self._told([(self._seat, action)]), weighed)

    def _thought(self, agent: Any, name: str, enough: threading.Event) -> Choice:
        """The choice of an agent that looks ahead."""
        thought = agent.think(self._world, int(self._chance().integers(MOST_SEED)), enough)
        action = self._legal(thought.actions[0])
        if not self._explained:
            return Choice(action, name)
        visits = getattr(thought, "visits", None)
        total = 0 if visits is None else int(visits.sum())
        weighed = tuple(
            Weighed(
                self._legal(thought.actions[place]),
                float(visits[place] / total) if visits is not None and total else None,
                _known(thought.values[place]),
            )
            for place in range(min(self._count, len(thought.actions)))
        )
        return Choice(action, name, None, _known(thought.values[0]), self._told(thought.line), weighed)

    def _weighed(self, agent: Any, action: int) -> tuple[Weighed, ...]:
        """The first choices of an agent that does not look ahead; of one that weighs nothing, its choice alone."""
        if not self._count:
            return ()
        if not weighs(agent):
            return (Weighed(action),)
        likely = np.asarray(agent.weigh(self._seen, self._masks, self._chance())[0], np.float64)
        legal = np.flatnonzero(self._masks[0])
        others = sorted(legal[legal != action].tolist(), key=lambda one: -likely[one])
        return tuple(Weighed(one, float(likely[one])) for one in [action, *others][: self._count])

    def _legal(self, action: Any) -> int:
        if not (0 <= action < self._masks.shape[1] and self._masks[0, action]):
            raise ValueError(f"the agent chose action {action}, which is not legal")
        return int(action)

    def _told(self, line: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        """Decisions in words, as far as they can be made one after the other in the imagined world: the dice may fall
        otherwise there, and from then on they are named without those whom they are aimed at.
        """
        sitting, told, fits = Sitting.at(self._game, self._world), [], True
        for seat, action in line:
            while sitting.mask.sum() == 1 and (sitting.seat, int(sitting.mask.argmax())) != (seat, action):
                sitting.act(int(sitting.mask.argmax()))  # what has no alternative goes without saying
            fits = fits and sitting.seat == seat and bool(sitting.mask[action])
            told.append(f"{name_of(seat)}: {sitting.spell(action) if fits else self._game.actions[action]}")
            if fits:
                sitting.act(action)
        return tuple(told)


class Viewpoint:
    """What a viewer may know of a bout, for an agent that estimates its result."""

    def __init__(self, worlds: Rows, seed: int | Sequence[int]) -> None:
        """With the bout as the viewer imagines it, some rows of the game's record, and the seed of all chance."""
        self._worlds, self._seed = worlds.copy(), np.random.SeedSequence(seed)
        self._worlds["tape"]["dictated"] = 0

    def put_to(self, agent: Any, name: str, enough: threading.Event) -> Estimate:
        """What the agent expects."""
        if callable(getattr(agent, "judge", None)):
            return Estimate(name, _judged(agent, self._worlds))
        if self._worlds["table"]["request"]["seat"][0] < 0:  # nobody is asked whose choices could be thought through
            return Estimate(name, None)
        seed = int(np.random.default_rng(self._seed).integers(MOST_SEED))
        return Estimate(name, _known(agent.think(self._worlds[:1], seed, enough).values[0]))


def _judged(agent: Any, worlds: Rows) -> Expected | None:
    """What an agent that judges expects of some worlds, on average."""
    judged = np.mean([np.asarray(agent.judge(worlds[row : row + 1])) for row in range(len(worlds))], axis=0)
    return _known(judged)


def _known(values: Iterable[float]) -> Expected | None:
    """What each seat expects; None unless all of it is a number."""
    expected = tuple(float(worth) for worth in values)
    return expected if np.isfinite(expected).all() else None


def weighs(agent: Any) -> bool:
    """Whether an agent tells how probable its choices are."""
    return any(callable(getattr(agent, name, None)) for name in ("think", "weigh"))
