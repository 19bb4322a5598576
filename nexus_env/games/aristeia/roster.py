"""Who plays Aristeia!: the scripted players."""

from nexus_env.game.roster import RANDOM, Roster, Scripted

PLAYERS = "agents.aristeia.player"

ROSTER = Roster(
    scripted={
        "greedy": Scripted(f"{PLAYERS}:play_greedy", "attacks at once, and straight into the zone"),
    },
    rivals=("greedy",),
    opponents=(RANDOM, "greedy"),
    rules={"teams": "draft"},
    compiled=("greedy",),
)
"""See `Roster`. The most various bouts are those whose teams are drafted."""
