"""The table from one seat's point of view, for words about commands."""

from functools import cached_property
from typing import Any

import numpy as np

from nexus_env.games.nexus.cards.verbs import Verb
from nexus_env.games.nexus.rules.bout import Pile, Square
from nexus_env.games.nexus.rules.geometry import FRONT, FRONT_LEFT, FRONT_RIGHT
from nexus_env.games.nexus.words.asked_rules import at, clockwise, helot_at, movement_cost
from nexus_env.kit.squares import STEP_X, STEP_Y

AHEAD = (FRONT, FRONT_LEFT, FRONT_RIGHT)


class Eye:
    """The table from one seat's point of view, with the values that the rules use."""

    def __init__(self, world: Any, seat: int) -> None:
        self.world, self.seat = world, seat
        self.table: Any = world["table"]
        self.asked = int(self.table["request"]["seat"])
        self.question = int(self.table["request"]["question"])
        self.turn: Any = self.table["command_round"]
        self.helot: Any = self.table["helots"][seat]
        self.lanista: Any = self.table["lanistas"][seat]
        self.action_points, self.movement_points = int(self.turn["action_points"]), int(self.turn["movement_points"])

    @cached_property
    def bout(self) -> Any:
        """The record as rules read it."""
        return np.asarray(self.world).reshape(1).view(np.recarray)[0]

    @cached_property
    def laid(self) -> Any:
        """The table as rules read it."""
        return self.bout.table

    def square(self, relative: int, steps: int = 1) -> tuple[int, int]:
        """The square `steps` away in a direction relative to the FFD."""
        towards = (2 * int(self.helot["facing"]) + relative) % 8
        return int(self.helot["x"]) + steps * int(STEP_X[towards]), int(self.helot["y"]) + steps * int(STEP_Y[towards])

    def lies(self, x: int, y: int) -> Square:
        """The content of a square; a wall beyond the board."""
        return Square(at(self.laid, x, y))

    def stands(self, x: int, y: int) -> int:
        """The seat whose helot is on a square, or NOBODY."""
        return int(helot_at(self.laid, x, y))

    def front(self, place: int = 0) -> int:
        """The seat whose helot is on one of the three squares ahead, or NOBODY."""
        return self.stands(*self.square(AHEAD[place]))

    def opponent(self, place: int) -> int:
        """The seat `place` places clockwise, with 0 for the next."""
        return int(clockwise(self.laid, self.seat, place + 1))

    def weapon(self) -> Any:
        """The card of the weapon carried."""
        return self.world["options"]["weapons"][max(0, int(self.helot["weapon"]))]

    def movement_cost(self, cost: int) -> int:
        """A price in movement points; it doubles if the helot or its grapple partner is in Guts."""
        return int(movement_cost(self.laid, self.seat, cost))

    def in_force(self, verb: Verb) -> int:
        """The number of effects of a kind on the helot."""
        rows = self.table["lasting"][: self.table["lasting_places"]]
        return sum(row["verb"] == verb and row["seat"] == self.seat and not row["delay"] for row in rows)

    def loses(self, *damages: int) -> int:
        """The Overall Condition that the helot loses from a sequence of damages.

        An effect that protects the last coin is used up by the damage that would take it.
        """
        before = left = int(self.helot["health"][Pile.OVERALL_CONDITION])
        guards = self.in_force(Verb.GUARD_OVERALL)
        for damage in damages:
            kept = damage >= left > 0 and guards > 0
            guards -= kept
            left = 1 if kept else max(0, left - damage)
        return before - left
