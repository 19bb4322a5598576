"""A game's scripted players for the search: they propose actions, and play on below the tree.

A game's own module makes `Proposals` of its policy, called `PROPOSALS` (`Roster.proposals`). Here: those of a game that
names none.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nexus_env.agents.search.tree import any_action, run
from nexus_env.agents.search.tree_records import Tree
from nexus_env.contract import rules
from nexus_env.machine.compiled import compiled_with

play_as: Any = None  # the policy of a game, and its players by number: `Proposals` puts them in their place
PLAYERS: Any = np.zeros(0, np.int64)


def propose(tree: Tree, bout: Any, which: int) -> int:
    """The action of policy number `which`; the one after the players is random."""
    if which == len(PLAYERS):
        return any_action(tree, bout, which)
    rules.observe(bout, bout.table.request.seat, tree.seen)
    return play_as(int(PLAYERS[which]), tree.seen, tree.mask, tree.state[0].dice)  # type: ignore[no-any-return]


def simulate(tree: Tree, count: int) -> None:
    """Run `count` more simulations."""
    run(tree, count, propose)


class Proposals:
    """The policies that the search of a game may use, compiled into it.

    - `policies`: their names; `random` is the last.
    - `scripted`: the number of scripted players among these; they come first, and may propose actions at the root.
    - `settings`: the fields of `player.Settings` that differ in this game.
    - `sources`: the files of the policies.
    """

    def __init__(
        self,
        home: str,
        play_as: Any = None,
        players: Mapping[str, int] | None = None,
        sources: Sequence[Path] = (),
        **settings: Any,
    ) -> None:
        """Compile for these players when they are first needed.

        Args:
            home: the `__name__` of the module that makes it; the machine code depends on its sources.
            play_as: `play_as(player, seen, mask, generator)`, compiled: the action of a scripted player, a legal one.
            players: their names and numbers.
            sources: see above.
            settings: see above.
        """
        players = players or {}
        self.policies, self.scripted = (*players, "random"), len(players)
        self.sources, self.settings = sources, settings
        numbers = np.array([*players.values()], np.int64)
        chosen = compiled_with(home, propose, play_as=play_as, PLAYERS=numbers) if players else any_action
        self.simulate = compiled_with(home, simulate, propose=chosen)


PROPOSALS = Proposals(__name__)
