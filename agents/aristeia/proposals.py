"""Searching in bouts of Aristeia!: what the scripted players propose is tried, and below the tree one of them plays."""

from pathlib import Path

from nexus_env.agents.aristeia.player import Style, policy
from nexus_env.agents.search.proposals import Proposals
from nexus_env.kit.spelling import spelled

PROPOSALS = Proposals(
    __name__,
    policy,
    spelled((Style.BRAWLER, Style.SENTRY, Style.RUNNER, Style.GREEDY)),
    sorted(Path(__file__).parent.glob("*.py")),
    policy="brawler",
    guide="brawler",
    nodes=1,
    panel=3,
    entry=0.0,
    drop=2.0,
)
