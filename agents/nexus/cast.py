"""The lanistas as a cast, for training small networks and measuring searches."""

from nexus_env.agents.nexus.lanistas.player import Character, policy
from nexus_env.agents.search.cast import Cast

WEAK = (Character.SHOWMAN, Character.BRAWLER, Character.GREEDY)
CAST = Cast(__name__, policy, (*[Character.SURVIVOR] * 4, *[Character.GRAPPLER] * 3, *WEAK))
