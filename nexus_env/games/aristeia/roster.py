"""The players of Aristeia!: scripted players, trained levels, and proposals to the search."""

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.roster import RANDOM, Levels, Roster, Scripted
from nexus_env.games.aristeia.rules.bout import SEATS
from nexus_env.games.aristeia.rules.options import SCENARIOS

PLAYERS = "nexus_env.agents.aristeia.player"
DRAFT = {"teams": "draft"}


def count_seats(observations: NDArray[np.float32]) -> NDArray[np.int64]:
    """The number of seats in play in each row's bout, int64 [n]: always two."""
    return np.full(len(observations), SEATS, np.int64)


ROSTER = Roster(
    scripted={
        "greedy": Scripted(f"{PLAYERS}:play_greedy", "attacks at once, and straight into the zone"),
        "runner": Scripted(f"{PLAYERS}:play_runner", "fast ways into the zone"),
        "brawler": Scripted(f"{PLAYERS}:play_brawler", "enemies in the infirmary"),
        "sentry": Scripted(f"{PLAYERS}:play_sentry", "holds the zone and clears it"),
    },
    levels=Levels("nexus_env.agents:trained/aristeia", count_seats),
    rivals=("champion", "sentry"),
    opponents=(RANDOM, "greedy"),
    care=0.25,
    rules=DRAFT,
    taught=({}, {}, *({**DRAFT, "scenario": scenario} for scenario in SCENARIOS)),
    benchmark="nexus_env.agents.aristeia:benchmark.toml",
    compiled=("sentry",),
    proposals="nexus_env.agents.aristeia.proposals",
    cast="nexus_env.agents.aristeia.cast",
)
"""See `Roster`. The most various bouts are those whose teams are drafted."""
