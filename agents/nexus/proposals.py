"""Search in bouts of NEXUS: scripted lanistas propose actions, and the student plays below the tree."""

from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.agents.nexus.lanistas.player import Character
from nexus_env.agents.nexus.lanistas.player import policy as play_as
from nexus_env.agents.search.tree import any_action, run
from nexus_env.agents.search.tree_records import Tree
from nexus_env.contract import rules
from nexus_env.machine.compiled import compiled

CHARACTERS = (Character.SURVIVOR, Character.GREEDY, Character.BRAWLER, Character.GRAPPLER, Character.SHOWMAN)
PANEL, RANDOM = len(CHARACTERS), len(CHARACTERS)
POLICIES = (*(character.name.lower() for character in CHARACTERS), "random")
SETTINGS: dict[str, Any] = {}  # the game for which these settings were chosen
NUMBERS = np.array([int(character) for character in CHARACTERS])
SOURCES = (Path(__file__), *sorted(Path(__file__).parent.glob("lanistas/*.py")))


@compiled
def simulate(tree: Tree, count: int) -> None:
    """Run `count` more simulations in a bout of the game."""
    run(tree, count, policy)


@compiled
def policy(tree: Tree, bout: Any, which: int) -> int:
    """The action of policy number `which`."""
    if which == RANDOM:
        return any_action(tree, bout, which)
    rules.observe(bout, bout.table.request.seat, tree.seen)
    return play_as(int(NUMBERS[which]), tree.seen, tree.mask, tree.state[0].dice)
