"""Questions to agents of the service: what comes with a question, and what may be returned besides a choice.

An agent chooses or searches (see `nexus_env.players.agent_protocol`). It may have more methods:

- `think(world, seed, stop)`: searches in one world until a `threading.Event` is set or it has finished, and returns
  `actions` with the best first, their value for each seat as `values` [k, seats], the expected `line` as pairs of seat
  and action, and, if it counts them, the number of simulations of each as `visits` [k];
- `judge(world)`: the value of one world for each seat, float [seats], -1 to 1;
- `weigh(observations, masks, rng)`: the probability of each action, float [n, actions], each row a distribution.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nexus_env.core.session import Session, name_of
from nexus_env.core.slots import Rows
from nexus_env.kit.dice import MOST_SEED
from nexus_env.players import agent_protocol
from nexus_env.players.expectation import expects
from nexus_env.system.wording import InputError

JUDGED = 8  # worlds over which a judgment is averaged, with hidden values dealt anew in each
Expected = tuple[float, ...]  # of each seat, -1 to 1


@dataclass(frozen=True)
class WeighedChoice:
    """An action as an agent sees it."""

    action: int
    probability: float | None = None  # by the agent's network, or its share of the simulations
    expected: Expected | None = None


@dataclass(frozen=True)
class Choice:
    """An agent's decision, and its assessment of the bout, if any."""

    action: int
    agent: str  # the agent that decided
    instead_of: str | None = None  # the agent that was asked, if another decided
    expected: Expected | None = None
    line: tuple[str, ...] = ()  # the decisions that it expects, beginning with this one, as in a transcript
    weighed: tuple[WeighedChoice, ...] = ()  # its best choices, its decision first


@dataclass(frozen=True)
class Estimate:
    """An agent's expected result of a bout."""

    agent: str
    expected: Expected | None  # None if it cannot say


class LegalQuestion:
    """An agent's knowledge of a decision, taken from the bout at the moment of the question."""

    def __init__(self, session: Session, seed: int | Sequence[int], *, explained: bool = True, count: int = 0) -> None:
        """Prepare a question for the seat to act.

        Args:
            session: the bout, which may change afterwards.
            seed: seeds all randomness.
            explained: include the expected result and the best line.
            count: the number of best choices to report.
        """
        self._explained, self._seed, self._count = explained, np.random.SeedSequence(seed), count
        self._game = session.game
        self._seat, self._masks, self._seen = session.seat, session.mask[None], session.observations[[session.seat]]
        seeds = self._chance().integers(MOST_SEED, size=JUDGED if explained else 1)
        self._worlds = session.imagine(session.seat, seeds)
        self._worlds["tape"]["dictated"] = 0  # an imagined bout rolls its own dice

    @property
    def _world(self) -> Rows:
        """A copy: another agent may have to answer after one that writes into it."""
        return self._worlds[:1].copy()

    def _chance(self) -> np.random.Generator:
        return np.random.default_rng(self._seed)

    def put_to(self, agent: Any, name: str, enough: threading.Event) -> Choice:
        """The choice of the agent.

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
        """The choice of an agent that thinks."""
        thought = agent.think(self._world, int(self._chance().integers(MOST_SEED)), enough)
        action = self._legal(thought.actions[0])
        if not self._explained:
            return Choice(action, name)
        visits = getattr(thought, "visits", None)
        total = 0 if visits is None else int(visits.sum())
        weighed = tuple(
            WeighedChoice(
                self._legal(thought.actions[place]),
                float(visits[place] / total) if visits is not None and total else None,
                _known(thought.values[place]),
            )
            for place in range(min(self._count, len(thought.actions)))
        )
        return Choice(action, name, None, _known(thought.values[0]), self._told(thought.line), weighed)

    def _weighed(self, agent: Any, action: int) -> tuple[WeighedChoice, ...]:
        """The best choices of an agent that does not think; only its decision if it does not weigh choices."""
        if not self._count:
            return ()
        if not weighs(agent):
            return (WeighedChoice(action),)
        likely = np.asarray(agent.weigh(self._seen.copy(), self._masks.copy(), self._chance())[0], np.float64)
        legal = np.flatnonzero(self._masks[0])
        others = sorted(legal[legal != action].tolist(), key=lambda one: -likely[one])
        return tuple(WeighedChoice(one, float(likely[one])) for one in [action, *others][: self._count])

    def _legal(self, action: Any) -> int:
        if not (0 <= action < self._masks.shape[1] and self._masks[0, action]):
            raise InputError(f"the agent chose action {action}, which is not legal")
        return int(action)

    def _told(self, line: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        """Decisions in words, as long as they are legal in the imagined world, whose dice may fall differently; after
        that, their names in the action table.
        """
        session, told, fits = Session.at(self._game, self._world), [], True
        for seat, action in line:
            while session.mask.sum() == 1 and (session.seat, int(session.mask.argmax())) != (seat, action):
                session.act(int(session.mask.argmax()))  # forced decisions are not in the line
            fits = fits and session.seat == seat and bool(session.mask[action])
            told.append(f"{name_of(seat)}: {session.spell(action) if fits else self._game.actions[action]}")
            if fits:
                session.act(action)
        return tuple(told)


class Viewpoint:
    """A viewer's knowledge of a bout, for an agent that estimates its result."""

    def __init__(self, worlds: Rows, seed: int | Sequence[int]) -> None:
        """Take the bout as the viewer imagines it, as rows of the game's record, and the seed of all randomness."""
        self._worlds, self._seed = worlds.copy(), np.random.SeedSequence(seed)
        self._worlds["tape"]["dictated"] = 0

    def put_to(self, agent: Any, name: str, enough: threading.Event) -> Estimate:
        """The result that the agent expects."""
        if callable(getattr(agent, "judge", None)):
            return Estimate(name, _judged(agent, self._worlds))
        if self._worlds["table"]["request"]["seat"][0] < 0:  # no seat is to act
            return Estimate(name, None)
        seed = int(np.random.default_rng(self._seed).integers(MOST_SEED))
        return Estimate(name, _known(agent.think(self._worlds[:1].copy(), seed, enough).values[0]))


def _judged(agent: Any, worlds: Rows) -> Expected | None:
    """The average judgment of an agent over some worlds."""
    judged = np.mean([np.asarray(agent.judge(worlds[row : row + 1].copy())) for row in range(len(worlds))], axis=0)
    return _known(judged)


def _known(values: Iterable[float]) -> Expected | None:
    """The expected result of each seat; None unless all are numbers."""
    expected = tuple(float(worth) for worth in values)
    return expected if np.isfinite(expected).all() else None


def weighs(agent: Any) -> bool:
    """Whether an agent reports the probabilities of its choices."""
    return any(callable(getattr(agent, name, None)) for name in ("think", "weigh"))
