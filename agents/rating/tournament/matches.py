"""The matches of a tournament: the plan, the bouts of each match, and the thinking time of an agent.

The unit is the match: one seed, and as many bouts as there are seats. Seats rotate from bout to bout, so every agent
plays once with what the seed deals to each seat. Match number k has the same seed in every meeting.

Matches are played in jobs: all bouts at once, with one call of an agent for all its decisions.
"""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.kit.tape import NOBODY
from nexus_env.play.episodes import Episodes, Places
from nexus_env.players.agents_by_name import LOADER, find_loader
from nexus_env.players.text_agent import TextAgent
from nexus_env.system.wording import InputError

FIRST_SEED = 2**62  # seeds of rated bouts; those for training are smaller (see `draw_seed`)
TOGETHER, TOGETHER_SEARCHING = 16, 2  # matches played at once
TIMED, LEAST_TIMED = 300, 5  # decisions that are timed; when the seconds are up, at least so many
TIMED_SECONDS = 5.0

Meeting = tuple[str, ...]
"""The agents who meet, one for each seat; the same one may come several times."""


@dataclass(frozen=True)
class Plan:
    """The plan, which determines all bouts, independently of the number of processes.

    - `agents`: the names of the agents, for `loader`.
    - `seats`: the seat counts; each has its own meetings.
    - `rules`: the game's options except `seats`; if there are several sets, the matches use them in turn.
    - `challenger`: if named, it meets each of the others, who then fill all other seats; otherwise all meet all.
    - `searchers`: those of `agents` that search, and are slow.
    """

    game: Game
    agents: tuple[str, ...]
    seats: tuple[int, ...] = (2,)
    rules: tuple[Mapping[str, Any], ...] = ({},)
    seed: int = 0
    challenger: str = ""
    searchers: frozenset[str] = frozenset()
    loader: str = LOADER

    def meetings(self) -> list[Meeting]:
        """All meetings, those with few seats first."""
        return [meeting for seats in self.seats for meeting in self._meetings(seats)]

    def _meetings(self, seats: int) -> list[Meeting]:
        if self.challenger:
            rivals = [name for name in self.agents if name != self.challenger]
            return [(self.challenger, *[rival] * (seats - 1)) for rival in rivals]
        if seats <= len(self.agents):
            return list(combinations(self.agents, seats))
        everybody = set(self.agents)
        return [one for one in combinations_with_replacement(self.agents, seats) if set(one) == everybody]

    def together(self, meeting: Meeting) -> int:
        """The number of matches of a meeting that are played at once."""
        return TOGETHER if self.searchers.isdisjoint(meeting) else TOGETHER_SEARCHING

    def seed_of(self, number: int) -> int:
        """The seed of all bouts of match `number`, 2**62 to 2**63 - 1."""
        return FIRST_SEED + slots.entropy_of(self.seed, number) % FIRST_SEED

    def rules_of(self, number: int, seats: int) -> dict[str, Any]:
        """The game's options in match `number`."""
        return {**self.rules[number % len(self.rules)], "seats": seats}

    def seatings(self, meeting: Meeting, number: int) -> list[Meeting]:
        """The seating of each bout of match `number`: all rotations of a circle drawn from the seed."""
        order = np.random.default_rng([self.seed, number]).permutation(len(meeting)).tolist()
        return [tuple(meeting[place] for place in order[turn:] + order[:turn]) for turn in range(len(meeting))]


@dataclass(frozen=True)
class Job:
    """Matches of one meeting that are played at once: the `number`-th block of them."""

    meeting: Meeting
    number: int

    def matches(self, plan: Plan) -> range:
        """The numbers of its matches."""
        together = plan.together(self.meeting)
        return range(self.number * together, (self.number + 1) * together)

    def rng(self, plan: Plan) -> np.random.Generator:
        """The random generator of the agents in this job."""
        return np.random.default_rng([plan.seed, self.number, crc32("\n".join(self.meeting).encode())])


@dataclass(frozen=True)
class PlayedBout:
    """The result of a bout. The fields after `decisions` are empty for a game without a chronicle.

    - `seats`: the agent in each seat; `outcome`, `decisions`: of each seat.
    - `truncated`: whether it reached its limit.
    - `scores`: for each seat, and for other holders: its score at the beginning of each cycle, and at the end.
    - `commands`: for each seat, the number of times it gave each command.
    """

    seats: tuple[str, ...]
    outcome: tuple[float, ...]
    truncated: bool
    decisions: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...] = ()
    commands: tuple[Mapping[str, int], ...] = ()

    @property
    def cycles(self) -> int:
        """The cycle in which it ended."""
        return len(self.scores[0]) - 1 if self.scores else 0


@dataclass(frozen=True)
class Match:
    """The bouts of one seed, in which each agent plays each seat once."""

    meeting: Meeting
    number: int
    seed: int
    bouts: tuple[PlayedBout, ...]

    def as_table(self) -> dict[str, Any]:
        """The match as JSON values."""
        return asdict(self)

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> "Match":
        """The inverse of `as_table`, from parsed JSON.

        Raises:
            KeyError, TypeError, ValueError: the value is not a match.
        """
        bouts = tuple(
            PlayedBout(
                tuple(one["seats"]),
                tuple(one["outcome"]),
                one["truncated"],
                tuple(one["decisions"]),
                tuple(map(tuple, one["scores"])),
                tuple(one["commands"]),
            )
            for one in table["bouts"]
        )
        match = cls(tuple(table["meeting"]), table["number"], table["seed"], bouts)
        match._check()
        return match

    def _check(self) -> None:
        """Raise a `ValueError` unless there is a bout for each seat, and a number for each seat of each."""
        seats, everybody = len(self.meeting), sorted(self.meeting)
        whole = len(self.bouts) == seats > 0 and type(self.number) is int
        for bout in self.bouts:
            told = len(bout.outcome) == len(bout.decisions) == seats and sorted(bout.seats) == everybody
            whole &= told and all(type(part) in (int, float) for part in (*bout.outcome, *bout.decisions))
        if not whole:
            raise InputError(f"got {len(self.bouts)} bouts; expected those of a match of {seats} seats")


@dataclass(frozen=True)
class Times:
    """Seconds of processor time for one decision, so other work on the machine does not count.

    For an agent in words they are seconds by the clock, since it may ask a remote service. `illegal` counts those of
    its `answers` that spelled no legal command.
    """

    median: float
    p99: float
    decisions: int
    answers: int = 0
    illegal: int = 0


# --- playing ----------------------------------------------------------------------------------------------------------


def play(plan: Plan, job: Job) -> list[Match]:
    """Play the matches of a job; the result does not depend on other jobs.

    Raises:
        ValueError: an agent fails or gives an illegal action.
    """
    numbers, names = job.matches(plan), tuple(dict.fromkeys(job.meeting))
    seatings = [seating for number in numbers for seating in plan.seatings(job.meeting, number)]
    bouts = Episodes(plan.game, len(seatings))
    turns = len(job.meeting)
    for place in range(len(seatings)):
        number = numbers[place // turns]
        bouts.begin(place, _env_config(plan, number, turns), plan.seed_of(number))
    who = np.array([[names.index(name) for name in seating] for seating in seatings])
    log, rng = _Log(bouts, turns), job.rng(plan)
    playing = bouts.playing
    while playing.size:
        asked = who[playing, bouts.seats[playing]]
        for index, name in enumerate(names):
            if (asked == index).any():
                _play_turns(bouts, log, name, _agent(plan.loader, name, plan.game), playing[asked == index], rng)
        log.note_scores()
        playing = playing[bouts.seats[playing] != NOBODY]
    results = log.results(seatings)
    return [
        Match(job.meeting, number, plan.seed_of(number), tuple(results[turns * k : turns * (k + 1)]))
        for k, number in enumerate(numbers)
    ]


def _play_turns(bouts: Episodes, log: "_Log", name: str, agent: Any, places: Places, rng: np.random.Generator) -> None:
    """Make one decision of an agent in each of its bouts."""
    actions = bouts.ask(agent, name, places, rng)
    log.note_actions(places, actions)
    for place, action in zip(places.tolist(), actions.tolist(), strict=True):
        bouts.step(place, action, name)


class _Log:
    """The records of a job in progress."""

    def __init__(self, bouts: Episodes, seats: int) -> None:
        self.bouts, self.chronicle = bouts, bouts.game.chronicle
        count = len(bouts.seats)
        self.decisions = np.zeros((count, seats), np.int64)
        self.actions = np.zeros((count, seats, len(bouts.game.actions)), np.int64)
        self.cycles = np.zeros(count, np.int64)
        self.scores: list[list[NDArray[np.int64]]] = [[] for _ in range(count)]
        self.note_scores()

    def note_actions(self, places: Places, actions: NDArray[np.int64]) -> None:
        """Count actions that are about to be carried out, if they are legal."""
        seats = self.bouts.seats[places]
        known = (actions >= 0) & (actions < self.actions.shape[2])
        self.decisions[places, seats] += 1
        self.actions[places[known], seats[known], actions[known]] += 1

    def note_scores(self) -> None:
        """Record all scores of bouts in which a cycle has begun since the last call."""
        if self.chronicle is None:
            return
        begun = self.chronicle.cycles(self.bouts.rows["bout"])
        new = begun - self.cycles
        if new.any():
            scores = self._scores()
            for place in np.flatnonzero(new).tolist():
                self.scores[place] += [scores[place]] * int(new[place])
            self.cycles = begun

    def results(self, seatings: list[Meeting]) -> list[PlayedBout]:
        """The results of all bouts, which must be over."""
        outcomes, truncated = self.bouts.outcomes(), self.bouts.truncated()
        final = None if self.chronicle is None else self._scores()
        return [
            PlayedBout(
                seating,
                tuple(float(paid) for paid in outcomes[place, : len(seating)]),
                bool(truncated[place]),
                tuple(self.decisions[place].tolist()),
                () if final is None else tuple(map(tuple, np.array([*self.scores[place], final[place]]).T.tolist())),
                tuple(self._commands(place, seat) for seat in range(len(seating))) if self.chronicle else (),
            )
            for place, seating in enumerate(seatings)
        ]

    def _scores(self) -> NDArray[np.int64]:
        """The scores of the seats, then of other holders, int64 [bouts, holders]."""
        assert self.chronicle is not None
        scores, seats = self.chronicle.scores(self.bouts.rows["bout"]), self.decisions.shape[1]
        return np.concatenate([scores[:, :seats], scores[:, scores.shape[1] - len(self.chronicle.others) :]], axis=1)

    def _commands(self, place: int, seat: int) -> dict[str, int]:
        """The number of times a seat gave each command."""
        assert self.chronicle is not None
        counted: dict[str, int] = {}
        for action in np.flatnonzero(self.actions[place, seat]).tolist():
            if command := self.chronicle.commands[action]:
                counted[command] = counted.get(command, 0) + int(self.actions[place, seat, action])
        return counted


_env_configs: dict[Any, slots.Rows] = {}


def _env_config(plan: Plan, number: int, seats: int) -> slots.Rows:
    """The environment config of the bouts of match `number`, made once per process and set of rules."""
    rules = plan.rules_of(number, seats)
    key = plan.game.name, repr(rules)
    if key not in _env_configs:
        options = plan.game.read_options(**rules)
        _env_configs[key] = slots.make_env_config(plan.game, options, read_terms(), silent=True)
    return _env_configs[key]


@cache
def _agent(loader: str, name: str, game: Game) -> Any:
    """The agent, created once per process."""
    return find_loader(loader)(name, game)


# --- timing -----------------------------------------------------------------------------------------------------------


def times_of(plan: Plan, name: str, agent: Any) -> Times:
    """The times of `agent` for decisions with a choice, in bouts in which it plays every seat."""
    _time_bout(plan, name, agent, 0, [], 0.0, most=1)  # not counted: the first choice may compile
    spent: list[float] = []
    began, number = time.perf_counter(), 0
    answers, illegal = (agent.answers, agent.illegal) if isinstance(agent, TextAgent) else (0, 0)
    while not _enough(spent, began):
        _time_bout(plan, name, agent, number, spent, began)
        number += 1
    times = Times(float(np.median(spent)), float(np.quantile(spent, 0.99)), len(spent))
    if isinstance(agent, TextAgent):
        times = replace(times, answers=agent.answers - answers, illegal=agent.illegal - illegal)
    return times


def _time_bout(
    plan: Plan, name: str, agent: Any, number: int, spent: list[float], began: float, most: int = TIMED
) -> None:
    """Add the seconds of each choice of a bout, until there are `most` or the time is up."""
    clock = time.perf_counter if isinstance(agent, TextAgent) else time.process_time
    bouts, rng = Episodes(plan.game, 1), np.random.default_rng(number)
    bouts.begin(0, _env_config(plan, number, plan.seats[0]), plan.seed_of(number))
    while bouts.playing.size and not _enough(spent, began, most):
        a_choice = bouts.masks[0].sum() > 1
        before = clock()
        (action,) = bouts.ask(agent, name, bouts.playing, rng).tolist()
        if a_choice:
            spent.append(clock() - before)
        bouts.step(0, action, name)


def _enough(spent: list[float], began: float, most: int = TIMED) -> bool:
    return len(spent) >= most or (len(spent) >= LEAST_TIMED and time.perf_counter() - began > TIMED_SECONDS)
