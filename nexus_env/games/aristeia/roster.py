"""Who plays Aristeia!: the scripted players, and what the search hears from them."""

from nexus_env.game.roster import RANDOM, Roster, Scripted

PLAYERS = "agents.aristeia.player"

ROSTER = Roster(
    scripted={
        "greedy": Scripted(f"{PLAYERS}:play_greedy", "attacks at once, and straight into the zone"),
        "runner": Scripted(f"{PLAYERS}:play_runner", "fast ways into the zone"),
        "brawler": Scripted(f"{PLAYERS}:play_brawler", "enemies in the infirmary"),
        "sentry": Scripted(f"{PLAYERS}:play_sentry", "holds the zone and clears it"),
    },
    rivals=("sentry",),
    opponents=(RANDOM, "greedy"),
    rules={"teams": "draft"},
    benchmark="agents.aristeia:benchmark.toml",
    compiled=("sentry",),
    proposals="agents.aristeia.proposals",
)
"""See `Roster`. The most various bouts are those whose teams are drafted."""
