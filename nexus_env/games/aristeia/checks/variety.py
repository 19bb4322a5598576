"""The bouts that the invariants are tested with, by number: all scenarios and options."""

import random
from typing import Any

from nexus_env.games.aristeia.rules.bout import TEAM
from nexus_env.games.aristeia.rules.options import SCENARIOS, TEAMS, WINDOWS

ROUNDS = (1, 2, 3, 5, 5)
GOALS = (1, 4, 8, 8)
NAMES = ("hEXx3r", "Maximus", "Major Lunah", "Parvati", "Wild Bill", "Gata", "8-Ball", "Miyamoto Mushashi")


def variety(number: int) -> dict[str, Any]:
    """Keyword options by number, always the same ones: scenarios, teams and windows in turn, all else random."""
    rng = random.Random(number)
    teams = tuple(TEAMS)[number // len(SCENARIOS) % len(TEAMS)]
    options: dict[str, Any] = {
        "scenario": SCENARIOS[number % len(SCENARIOS)],
        "teams": teams,
        "windows": WINDOWS[number // (len(SCENARIOS) * len(TEAMS)) % len(WINDOWS)],
        "redraw": rng.random() < 0.5,
        "contender": rng.random() < 0.5,
        "round_limit": rng.choice(ROUNDS),
        "goal": rng.choice(GOALS),
    }
    if teams == "named":
        names = rng.sample(NAMES, len(NAMES))
        options["green"], options["orange"] = names[:TEAM], names[TEAM:]
    return options
