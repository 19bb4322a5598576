"""The reach of a command: the spaces of a Move, Characters in Range, their visibility and Cover.

The rules decide (`rules.sight`, `rules.reach`); this module puts their answer into words.

Rulebook: (A-029 to A-041, A-077 to A-079, A-110, A-166, A-167).
"""

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from nexus_env.contract.words import ReachedCell
from nexus_env.games.aristeia.cards.verbs import Kind, Skill, Targets
from nexus_env.games.aristeia.rules.bout import SPACES, TEAM, UNITS
from nexus_env.games.aristeia.rules.sight import View
from nexus_env.games.aristeia.words import asked_rules as rules
from nexus_env.games.aristeia.words.naming import Naming, color_name, space
from nexus_env.kit.ways import FAR

SEEN: dict[View, Literal["clear", "limited", "blocked"]] = {
    View.CLEAR: "clear",
    View.LIMITED: "limited",
    View.BLOCKED: "blocked",
}


class Outlook:
    """The surroundings of the Active or another Character in a position."""

    def __init__(self, naming: Naming, bout: Any, unit: int) -> None:
        """`bout` is the record from `own_view.as_rules_read`; the Character must be on the board."""
        self.naming, self.bout, self.unit = naming, bout, unit
        self.cell = int(bout.table.characters[unit].cell)
        self._views: dict[int, View] = {}

    def moves(self, movement: int) -> list[ReachedCell]:
        """The spaces within reach of some MP without a Disengage roll, with their prices."""
        steps = np.zeros(SPACES, np.int64)
        rules.count_steps(self.bout, self.unit, movement, may_disengage=False, steps=steps)
        return [
            ReachedCell(str(space(cell)), "reach", f"{int(steps[cell])} MP")
            for cell in np.flatnonzero((steps > 0) & (steps < FAR)).tolist()
        ]

    def aims(self, action: int) -> list[ReachedCell]:
        """The Range of an Action, and the visibility of each Character in it."""
        card = rules.card_of(self.bout, self.unit, action)
        if card.targets == Targets.NEIGHBOR:
            return []
        seen = [self.aim(card, other) for other in self._in_range(card)]
        known = {sight.cell for sight in seen}
        return [*(ReachedCell(cell, "reach") for cell in self._range(card) if cell not in known), *seen]

    def aim(self, card: Any, other: int) -> ReachedCell:
        """The visibility of another Character for the performer of an Action, and which of them has Cover."""
        there = int(self.bout.table.characters[other].cell)
        name, kind = self.naming.unit(other), self._kind(card, there)
        told = [f"{name}: {kind} Line of Sight" if card.sight else f"{name}: no Line of Sight needed"]
        if card.kind == Kind.ATTACK and kind != "blocked":
            told += self._covers(other)
        return ReachedCell(str(space(there)), kind, ", ".join(told))

    def _kind(self, card: Any, there: int) -> Literal["clear", "limited", "blocked"]:
        if not card.sight:
            return "clear"
        if there not in self._views:
            self._views[there] = View(rules.view_of(self.bout, self.cell, there))
        if rules.distance(self.cell, there) > rules.farthest_seen(self.bout, self.unit):
            return "blocked"
        return SEEN[self._views[there]]

    def _covers(self, other: int) -> Iterator[str]:
        """The Characters with a die for Cover: a marksman's target gets none, and a sniper may roll its own."""
        bout, options = self.bout, self.naming.options
        common = color_name(int(options["cover_die"]))
        if rules.has_cover(bout, other, self.unit) and not rules.has_skill(bout, self.unit, Skill.MARKSMANSHIP):
            yield f"Cover for {self.naming.unit(other)} ({common} die)"
        if rules.has_cover(bout, self.unit, other):
            own = int(options["characters"]["cover_die"][self.naming.card_of(self.unit)])
            may_choose = rules.has_skill(bout, self.unit, Skill.SNIPER) and color_name(own) != common
            die = f"{color_name(own)} or {common}" if may_choose else common
            yield f"Cover for {self.naming.unit(self.unit)} ({die} die)"

    def _in_range(self, card: Any) -> Iterator[int]:
        """The possible targets: enemies only, or everybody."""
        only_enemies = card.kind == Kind.ATTACK or card.targets == Targets.ENEMIES
        for other in range(UNITS):
            is_meant = other // TEAM != self.unit // TEAM or not only_enemies
            there = int(self.bout.table.characters[other].cell)
            if is_meant and there >= 0 and rules.in_range(self.cell, there, int(card.least), int(card.most)):
                yield other

    def _range(self, card: Any) -> list[str]:
        """The spaces in Range that are not Blocked."""
        least, most = int(card.least), int(card.most)
        return [
            str(space(cell))
            for cell in range(SPACES)
            if rules.in_range(self.cell, cell, least, most) and not rules.has_cell(self.bout.options.blocked, cell)
        ]
