"""The plan of a tournament: pairings, seeds and seats.

The unit is the match: one seed, and as many bouts as there are seats. Seats rotate from bout to bout, so every agent
plays once with what the seed deals to each seat. Match number k has the same seed in every meeting.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any
from zlib import crc32

import numpy as np

from nexus_env.contract.game import Game
from nexus_env.core import slots
from nexus_env.players.agents_by_name import LOADER

FIRST_SEED = 2**62  # seeds of rated bouts; those for training are smaller (see `draw_seed`)
TOGETHER, TOGETHER_SEARCHING = 16, 2  # matches played at once

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
