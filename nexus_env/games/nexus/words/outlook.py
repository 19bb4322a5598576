"""The reach of a command: helots in sight of a drawn weapon, cover that hides others, the flight of a victim.

The rules decide (`rules.aim`); this module puts their answer into words. Sight is all or nothing: cover hides a helot
completely and gives no bonus.

Rulebook: p.24, p.27, p.28 (R-206, R-213 to R-217, R-261).
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from nexus_env.contract.words import ReachedCell
from nexus_env.games.nexus.rules.actions import ROWS, Action
from nexus_env.games.nexus.rules.bout import SEATS, SIDE
from nexus_env.games.nexus.words import asked_rules as rules
from nexus_env.games.nexus.words.eye import Eye
from nexus_env.games.nexus.words.target_squares import reach
from nexus_env.games.nexus.words.view import cell_of

AIMED = (Action.AIM_WILD, Action.AIM_STANDARD, Action.AIM_FOCUSED)


class Outlook:
    """A helot's surroundings in a position."""

    def __init__(self, eye: Eye) -> None:
        self.eye = eye

    def sights(self, action: int) -> list[ReachedCell]:
        """The sights of a command."""
        if ROWS[action] in AIMED:
            return self._aimed
        flight = reach(self.eye, action) if ROWS[action] == Action.THROW else []
        return [ReachedCell(cell_of(*place), "reach") for place in flight]

    @cached_property
    def _aimed(self) -> list[ReachedCell]:
        """The squares in sight, and each opponent on the barge."""
        helots = [self._helot(seat) for seat in range(int(self.eye.table["seats"])) if self._is_opponent(seat)]
        known = {sight.cell for sight in helots}
        return [*(ReachedCell(cell, "reach") for cell in self._in_view() if cell not in known), *helots]

    def _is_opponent(self, seat: int) -> bool:
        return seat != self.eye.seat and bool(self.eye.table["helots"][seat]["present"])

    def _helot(self, seat: int) -> ReachedCell:
        """The visibility of an opponent: the rules know clear and blocked."""
        eye, helot = self.eye, self.eye.table["helots"][seat]
        x, y = int(helot["x"]), int(helot["y"])
        if rules.sees(eye.laid, eye.seat, seat):
            slide = int(rules.distance_slide(eye.bout, eye.seat, seat))
            far = f", {-slide} beyond the optimal distance ({slide} SDS)" if slide else ""
            ahead = int(rules.squares_ahead(eye.laid, eye.seat, seat))
            return ReachedCell(cell_of(x, y), "clear", f"player_{seat}: in sight, {ahead} ahead{far}")
        is_open = rules.is_open(eye.laid, int(eye.helot["x"]), int(eye.helot["y"]), x, y)
        why = "not within 45 degrees of the FFD" if is_open else "behind cover"
        return ReachedCell(cell_of(x, y), "blocked", f"player_{seat}: {why}")

    def _in_view(self) -> Iterator[str]:
        """The squares where the rules would see an opponent."""
        other = next(seat for seat in range(SEATS) if seat != self.eye.seat)
        table = np.asarray(self.eye.world).reshape(1).copy().view(np.recarray)[0].table
        for y in range(1, SIDE + 1):
            for x in range(1, SIDE + 1):
                table.helots[other].x, table.helots[other].y = x, y
                if rules.sees(table, self.eye.seat, other) and not rules.gives_cover(table, x, y):
                    yield cell_of(x, y)
