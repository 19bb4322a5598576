"""Searching in bouts of NEXUS: what the scripted lanistas propose is tried, and below the tree the student plays on."""

from pathlib import Path

from nexus_env.agents.nexus.lanistas.player import Character, policy
from nexus_env.agents.search.proposals import Proposals
from nexus_env.kit.spelling import spelled

CHARACTERS = (Character.SURVIVOR, Character.GREEDY, Character.BRAWLER, Character.GRAPPLER, Character.SHOWMAN)
SOURCES = (Path(__file__), *sorted(Path(__file__).parent.glob("lanistas/*.py")))
PROPOSALS = Proposals(__name__, policy, spelled(CHARACTERS), SOURCES)  # all settings were chosen for this game
