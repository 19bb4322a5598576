"""The players of NEXUS: the scripted lanistas and the trained levels."""

import numpy as np
from numpy.typing import NDArray

from nexus_env.contract.roster import RANDOM, Levels, Roster, Scripted
from nexus_env.games.nexus.learning.layout import ClockSeen, Seen

LANISTAS = "nexus_env.agents.nexus.lanistas.player"


def count_seats(observations: NDArray[np.float32]) -> NDArray[np.int64]:
    """The number of seats in play in each row's bout, int64 [n]."""
    in_play = observations[:, Seen.CLOCK + ClockSeen.SEATS_IN_PLAY]
    counts: NDArray[np.int64] = np.rint(in_play / ClockSeen.SEATS_IN_PLAY.scale).astype(np.int64)
    return counts


ROSTER = Roster(
    scripted={
        "greedy": Scripted(f"{LANISTAS}:play_greedy", "the command that promises the most right now"),
        "brawler": Scripted(f"{LANISTAS}:play_brawler", "combos and finishing blows"),
        "grappler": Scripted(f"{LANISTAS}:play_grappler", "drags and throws into hazards"),
        "showman": Scripted(f"{LANISTAS}:play_showman", "Cred, gloating and the crowd"),
        "survivor": Scripted(f"{LANISTAS}:play_survivor", "position, healing and shields"),
    },
    levels=Levels("nexus_env.agents:trained/nexus", count_seats),
    rivals=("contender", "greedy"),
    opponents=(RANDOM, "greedy"),
    care=0.75,
    rules={"barge": "roll"},
    benchmark="nexus_env.agents.nexus:benchmark.toml",
    compiled=("survivor",),
    proposals="nexus_env.agents.nexus.proposals",
    cast="nexus_env.agents.nexus.cast",
)
