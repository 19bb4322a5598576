"""Who plays Aristeia!: chance and the search, as any game."""

from nexus_env.game.roster import RANDOM, Roster

ROSTER = Roster(opponents=(RANDOM,), rules={"rounds": 3})
