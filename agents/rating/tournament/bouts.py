"""Play a job of a tournament: all bouts at once, with one call of an agent for all its decisions."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nexus_env.agents.rating.tournament.plan import Job, Meeting, Plan
from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.core.rewards import read_terms
from nexus_env.kit.tape import NOBODY
from nexus_env.play.episodes import Episodes, Places
from nexus_env.players.agents_by_name import find_loader
from nexus_env.system.wording import InputError


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
        bouts.begin(place, _env_config(plan, number % len(plan.rules), turns), plan.seed_of(number))
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


_houses: dict[Any, slots.Rows] = {}


def _env_config(plan: Plan, variant: int, seats: int) -> slots.Rows:
    """The environment config of bouts with these rules and this seat count."""
    key = plan.game.name, repr(plan.rules[variant]), seats
    if key not in _houses:
        options = plan.game.read_options(**plan.rules_of(variant, seats))
        _houses[key] = slots.make_env_config(plan.game, options, read_terms(), silent=True)
    return _houses[key]


@cache
def _agent(loader: str, name: str, game: Game) -> Any:
    """The agent, created once per process."""
    return find_loader(loader)(name, game)
