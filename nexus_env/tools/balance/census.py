"""Many bouts with one agent in every seat, and what each seat had in each of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.balance_facts import Ledger
from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.kit.tape import NOBODY
from nexus_env.play.episodes import Bouts
from nexus_env.players.agents_by_name import LOADER, find_loader
from nexus_env.system.processes import is_done_here, pool
from nexus_env.system.wording import InputError

JOB = 128  # bouts side by side: so what is played does not depend on the number of processes
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Census:
    """What was counted in a number of bouts.

    - `had`: int8 [bouts, seats, columns], 1 where the seat has had the thing in this column of the ledger.
    - `wins`: float64 [bouts, seats], 1 for the winner, a part of it for each of several, zeros for a draw.
    - `truncated`: bool [bouts], ended by its limit.
    - `decisions`: of all bouts together.
    """

    had: NDArray[np.int8]
    wins: NDArray[np.float64]
    truncated: NDArray[np.bool_]
    decisions: int

    @property
    def draws(self) -> NDArray[np.bool_]:
        """The bouts that nobody has won, bool [bouts]."""
        return np.asarray(self.wins.sum(axis=1) == 0)

    @property
    def scores(self) -> NDArray[np.float64]:
        """As `wins`, but a draw is an even share for each seat: every bout adds up to 1."""
        return np.asarray(np.where(self.draws[:, None], 1 / self.wins.shape[1], self.wins))


def joined(parts: Sequence[Census]) -> Census:
    """All bouts of all parts, in their order."""
    return Census(
        np.concatenate([part.had for part in parts]),
        np.concatenate([part.wins for part in parts]),
        np.concatenate([part.truncated for part in parts]),
        sum(part.decisions for part in parts),
    )


@dataclass(frozen=True)
class Plan:
    """All that a process must know to play its part. `agent` is a name, found by `loader`."""

    game: Game
    agent: str
    options: Mapping[str, Any]
    seed: int
    loader: str = LOADER

    def __post_init__(self) -> None:
        """Refuse a game that says nothing of what to count: a `ValueError`."""
        if self.game.ledger is None:
            raise InputError(f"balance: got {self.game.name}; expected a game that says what to count.")

    def options_of(self, number: int) -> dict[str, Any]:
        """The options of a bout: those of the plan, and what the ledger has the bouts take by turns."""
        turns = self.ledger.turns.items()
        return {**{name: values[number % len(values)] for name, values in turns}, **self.options}

    @property
    def ledger(self) -> Ledger:
        """What is counted."""
        assert self.game.ledger is not None
        return self.game.ledger

    def load(self) -> Any:
        """The agent.

        Raises:
            ValueError: no agent has this name.
        """
        return find_loader(self.loader)(self.agent, self.game)


def play(plan: Plan, bouts: int, processes: int = 1, progress: Progress = lambda ended: None) -> Census:
    """Play `bouts` bouts; the same ones whatever the number of processes.

    Args:
        plan: what is played, and by whom.
        bouts: how many, at least 1. Every bout that begins is counted, however long it lasts.
        processes: how many play side by side.
        progress: called with a number of bouts that have ended since the last call.

    Raises:
        ValueError: the agent or an option is wrong, or the agent gives an illegal action.
    """
    plan.game.read_options(**plan.options)
    agent = plan.load()
    slots.prepare(plan.game)
    jobs = [range(first, min(first + JOB, bouts)) for first in range(0, bouts, JOB)]
    if is_done_here(processes):
        return joined([play_job(plan, agent, job, progress) for job in jobs])
    return joined(list(_played_by_processes(plan, jobs, processes, progress)))


def play_job(plan: Plan, agent: Any, numbers: range, progress: Progress = lambda ended: None) -> Census:
    """The bouts of these numbers side by side; each has its dice from its own number."""
    table = _Job(plan, numbers)
    rng = np.random.default_rng([plan.seed, numbers.start])
    playing = table.bouts.playing
    while playing.size:
        actions = table.bouts.ask(agent, plan.agent, playing, rng)
        for place, action in zip(playing.tolist(), actions.tolist(), strict=True):
            table.step(place, action)
        still = table.bouts.seats[playing] != NOBODY
        progress(int((~still).sum()))
        playing = playing[still]
    return table.census()


class _Job:
    """The bouts of one job, and what has been noted of them."""

    def __init__(self, plan: Plan, numbers: range) -> None:
        self.plan, game, count = plan, plan.game, len(numbers)
        self.bouts = Bouts(game, count)
        for place, number in enumerate(numbers):
            options = game.read_options(**plan.options_of(number))
            house = slots.make_house(game, options, read_terms())
            self.bouts.deal(place, house, slots.entropy_of(plan.seed, number))
        seats = int(self.bouts.rows["bout"]["table"]["seats"][0])
        self.had = np.zeros((count, seats, plan.ledger.columns), np.int8)
        for place in range(count):
            plan.ledger.note(self.bouts.rows, place, self.had[place])
        self.decisions = 0

    def step(self, place: int, action: int) -> None:
        """Carry out an action in one bout and note what it tells."""
        self.bouts.step(place, action, self.plan.agent)
        self.decisions += 1
        self.plan.ledger.note(self.bouts.rows, place, self.had[place])

    def census(self) -> Census:
        """What was counted, once all bouts are over. Who is paid most at the end, and more than nothing, has won."""
        outcomes = self.bouts.outcomes()[:, : self.had.shape[1]]
        won = (outcomes > 0) & (outcomes == outcomes.max(axis=1, keepdims=True))
        wins = won / np.maximum(1, won.sum(axis=1, keepdims=True))
        return Census(self.had, wins, self.bouts.truncated(), self.decisions)


def _played_by_processes(plan: Plan, jobs: list[range], processes: int, progress: Progress) -> Iterator[Census]:
    """The jobs in their order."""
    with pool(processes) as workers:
        futures: list[Future[Census]] = [workers.submit(_play_job, plan, job) for job in jobs]
        try:
            for job, future in zip(jobs, futures, strict=True):
                yield future.result()
                progress(len(job))
        finally:
            for future in futures:
                future.cancel()


_agents: dict[tuple[str, str], Any] = {}


def _play_job(plan: Plan, numbers: range) -> Census:
    """One job, in whatever process; the agent is made once."""
    key = plan.loader, plan.agent
    if key not in _agents:
        _agents[key] = plan.load()
    return play_job(plan, _agents[key], numbers)
