"""Search in bouts of Aristeia!: scripted players propose actions, and one of them plays below the tree."""

from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.agents.aristeia.player import Style
from nexus_env.agents.aristeia.player import policy as play_as
from nexus_env.agents.search.tree import any_action, run
from nexus_env.agents.search.tree_records import Tree
from nexus_env.contract import rules
from nexus_env.machine.compiled import compiled

STYLES = (Style.BRAWLER, Style.SENTRY, Style.RUNNER, Style.GREEDY)
PANEL, RANDOM = len(STYLES), len(STYLES)
POLICIES = (*(style.name.lower() for style in STYLES), "random")
SETTINGS: dict[str, Any] = {
    "policy": "brawler",
    "guide": "brawler",
    "nodes": 1,
    "panel": 3,
    "entry": 0.0,
    "drop": 2.0,
}
NUMBERS = np.array([int(style) for style in STYLES])
SOURCES = (*sorted(Path(__file__).parent.glob("*.py")),)


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
