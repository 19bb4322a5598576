"""The scripted players of Aristeia! as a cast, for training small networks and measuring searches."""

from nexus_env.agents.aristeia.player import Style, policy
from nexus_env.agents.search.cast import Cast

CAST = Cast(__name__, policy, (*[Style.BRAWLER] * 3, *[Style.SENTRY] * 3, *[Style.RUNNER] * 3, Style.GREEDY))
