"""Play many bouts with one agent in every seat, and record what each seat had."""

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
from nexus_env.play.episodes import Episodes
from nexus_env.players.agents_by_name import LOADER, find_loader
from nexus_env.system.processes import is_done_here, pool
from nexus_env.system.wording import InputError

JOB = 128  # bouts per job, so that the bouts do not depend on the number of processes
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Census:
    """The counts over a number of bouts.

    - `had`: int8 [bouts, seats, columns], 1 if the seat had the thing in this column of the ledger.
    - `wins`: float64 [bouts, seats], 1 for the winner, shared by several winners, zeros for a draw.
    - `truncated`: bool [bouts], whether it reached its limit.
    - `decisions`: the total over all bouts.
    """

    had: NDArray[np.int8]
    wins: NDArray[np.float64]
    truncated: NDArray[np.bool_]
    decisions: int

    @property
    def draws(self) -> NDArray[np.bool_]:
        """The bouts without a winner, bool [bouts]."""
        return np.asarray(self.wins.sum(axis=1) == 0)

    @property
    def scores(self) -> NDArray[np.float64]:
        """Like `wins`, but a draw is an even share for each seat, so every bout sums to 1."""
        return np.asarray(np.where(self.draws[:, None], 1 / self.wins.shape[1], self.wins))


def joined(parts: Sequence[Census]) -> Census:
    """The concatenation of all parts, in order."""
    return Census(
        np.concatenate([part.had for part in parts]),
        np.concatenate([part.wins for part in parts]),
        np.concatenate([part.truncated for part in parts]),
        sum(part.decisions for part in parts),
    )


@dataclass(frozen=True)
class CensusPlan:
    """All that a process needs to play its part. `loader` finds the agent by its name."""

    game: Game
    agent: str
    options: Mapping[str, Any]
    seed: int
    loader: str = LOADER

    def __post_init__(self) -> None:
        """Raise a `ValueError` for a game without a ledger."""
        if self.game.ledger is None:
            raise InputError(f"balance: got {self.game.name}; expected a game that says what to count.")

    def options_of(self, number: int) -> dict[str, Any]:
        """The options of a bout: those of the plan, and those that the ledger varies in turn."""
        turns = self.ledger.turns.items()
        return {**{name: values[number % len(values)] for name, values in turns}, **self.options}

    @property
    def ledger(self) -> Ledger:
        """The game's ledger."""
        assert self.game.ledger is not None
        return self.game.ledger

    def load(self) -> Any:
        """Load the agent.

        Raises:
            ValueError: no agent has this name.
        """
        return find_loader(self.loader)(self.agent, self.game)


def play(plan: CensusPlan, bouts: int, processes: int = 1, progress: Progress = lambda ended: None) -> Census:
    """Play `bouts` bouts, which do not depend on the number of processes.

    Args:
        plan: the plan.
        bouts: the number of bouts, at least 1. Every bout that begins is counted, however long it lasts.
        processes: the number of parallel processes.
        progress: called with the number of bouts that have ended since the last call.

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


def play_job(plan: CensusPlan, agent: Any, numbers: range, progress: Progress = lambda ended: None) -> Census:
    """Play the bouts with these numbers at once; each is seeded by its own number."""
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
    """The bouts of one job, and their counts."""

    def __init__(self, plan: CensusPlan, numbers: range) -> None:
        self.plan, game, count = plan, plan.game, len(numbers)
        self.bouts = Episodes(game, count)
        for place, number in enumerate(numbers):
            options = game.read_options(**plan.options_of(number))
            env_config = slots.make_env_config(game, options, read_terms())
            self.bouts.deal(place, env_config, slots.entropy_of(plan.seed, number))
        seats = int(self.bouts.rows["bout"]["table"]["seats"][0])
        self.had = np.zeros((count, seats, plan.ledger.columns), np.int8)
        for place in range(count):
            plan.ledger.note(self.bouts.rows, place, self.had[place])
        self.decisions = 0

    def step(self, place: int, action: int) -> None:
        """Carry out an action in one bout and count what it shows."""
        self.bouts.step(place, action, self.plan.agent)
        self.decisions += 1
        self.plan.ledger.note(self.bouts.rows, place, self.had[place])

    def census(self) -> Census:
        """The counts, after all bouts are over. The seat with the highest positive result wins."""
        outcomes = self.bouts.outcomes()[:, : self.had.shape[1]]
        won = (outcomes > 0) & (outcomes == outcomes.max(axis=1, keepdims=True))
        wins = won / np.maximum(1, won.sum(axis=1, keepdims=True))
        return Census(self.had, wins, self.bouts.truncated(), self.decisions)


def _played_by_processes(plan: CensusPlan, jobs: list[range], processes: int, progress: Progress) -> Iterator[Census]:
    """The results of the jobs, in order."""
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


def _play_job(plan: CensusPlan, numbers: range) -> Census:
    """Play one job in any process; the agent is created once per process."""
    key = plan.loader, plan.agent
    if key not in _agents:
        _agents[key] = plan.load()
    return play_job(plan, _agents[key], numbers)
